"""Rooms of a real homeserver that are upgraded to other rooms, renamed, or closed, while a bridge is there or away."""

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from local_synapse import LocalSynapse, interpreter

import renkei
from matrix_people import Person, eventually
from matrix_team import bodies, bridge, taken, text
from renkei import Project
from renkei.engine import commands as c

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh"),
]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Person]]:
    with LocalSynapse(tmp_path_factory.mktemp("synapse")) as server:
        yield {name: Person(server, server.sign_up(name)) for name in ("mia", "lin", "zoe", "helper", "renkei")}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with renkei.create(tmp_path / ".renkei", name="team", goal="a goal") as made:
        made.do(c.Join("api", "backend"), c.Join("helper", "chat"), c.Join("lin", "design", human=True))
        yield made


def upgraded(person: Person, room: str) -> str:
    new: str = person.ask("POST", f"rooms/{room}/upgrade", {"new_version": "12"})["replacement_room"]
    return new


def note(project: Project, body: str) -> None:
    project.send(project.message("api", text(body), ["all"]))


def test_a_room_that_is_upgraded_stays_the_same_channel(project: Project, people: dict[str, Person]) -> None:
    mia, lin = people["mia"], people["lin"]
    old = mia.make_room("", lin)
    with bridge(project, people, old) as running:
        note(project, "in the old room")
        mia.sees(old, "in the old room")
        new = upgraded(mia, old)
        note(project, "in the new room")  # which may be posted before the bridge hears of it
        mia.sees(new, "in the new room")
        mia.post(new, "hello from there")
        taken(project, "hello from there")
        assert taken(project, f"The conversation continues in {new}").from_ == "human"
        lin.leave(old)
        assert f"was upgraded to {new}. The bridge continues there" in running.problem
    newest = upgraded(mia, new)  # while the bridge is away, whose settings have the first room
    mia.post(newest, "while nobody listened")
    with bridge(project, people, old) as running:
        taken(project, "while nobody listened")
        note(project, "in the newest room")
        mia.sees(newest, "in the newest room")
        assert f"was upgraded to {newest}" in running.problem
        assert "lin" in project.state.actors
    assert sum("hello from there" in one for one in bodies(project)) == 1
    assert not [one for one in mia.posts(old) if "new" in one["content"]["body"]]


def test_a_room_with_an_address_is_followed_with_what_was_said_before(
    project: Project, people: dict[str, Person]
) -> None:
    mia = people["mia"]
    old = mia.make_room("moving")
    with bridge(project, people, "#moving:team.test"):
        mia.post(old, "first")
        taken(project, "first")
    mia.post(old, "before the upgrade")
    new = upgraded(mia, old)
    mia.post(new, "after the upgrade")
    with bridge(project, people, "#moving:team.test"):
        taken(project, "after the upgrade")
        taken(project, "before the upgrade")


def test_a_bridge_waits_for_its_invitation_to_the_new_room(
    project: Project, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.2)
    mia, bot = people["mia"], people["renkei"]
    old = mia.make_room("", public=False)
    mia.invite(old, bot.id)
    with bridge(project, people, old) as running:
        mia.post(old, "first")
        taken(project, "first")
        new = upgraded(mia, old)
        note(project, "not lost")
        eventually(lambda: "Invite it there" in running.problem, "the problem")
        mia.invite(new, bot.id)
        mia.sees(new, "not lost")
        mia.post(new, "second")
        taken(project, "second")


def test_a_room_without_an_invitation_holds_up_no_other(
    project: Project, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.2)
    mia, bot = people["mia"], people["renkei"]
    old, front = mia.make_room("", public=False), mia.make_room("front-open")
    mia.invite(old, bot.id)
    project.set_group("front", ["api"])
    with bridge(project, people, old, "#front-open:team.test"):
        mia.post(old, "first")
        taken(project, "first")
    new = upgraded(mia, old)
    with bridge(project, people, old, "#front-open:team.test") as running:  # begins although a room rejects it
        note(project, "for the upgraded room")
        project.send(project.message("api", text("for the other room"), ["front"]))
        mia.sees(front, "for the other room")
        assert "Invite it there" in running.problem
        mia.invite(new, bot.id)
        mia.sees(new, "for the upgraded room")


def test_a_room_that_names_another_that_is_not_its_upgrade_is_not_followed(
    project: Project, people: dict[str, Person]
) -> None:
    mia, zoe, bot = people["mia"], people["zoe"], people["renkei"]
    room, trap = mia.make_room("", zoe), zoe.make_room("")
    with bridge(project, people, room) as running:
        for one in (f"rooms/{room}/state/m.room.tombstone", f"rooms/{room}/send/m.room.tombstone/1"):
            with pytest.raises(HTTPError):  # for want of the right, and because a message is no state
                zoe.ask("PUT", one, {"body": "x", "replacement_room": trap})
        mia.ask("PUT", f"rooms/{room}/state/m.room.tombstone", {"body": "x", "replacement_room": trap})
        eventually(lambda: "does not say that it is" in running.problem, "the problem")
        mia.post(room, "the last post")
        taken(project, "the last post")
        zoe.post(trap, "!pause api because x")
        note(project, "to the room")
        mia.sees(room, "to the room")
    assert trap not in bot.ask("GET", "joined_rooms")["joined_rooms"]
    assert not project.state.suspended


def test_a_room_keeps_its_channel_under_another_name(project: Project, people: dict[str, Person]) -> None:
    mia = people["mia"]
    room = mia.make_room("named")
    with bridge(project, people, "#named:team.test") as running:
        mia.ask("PUT", f"rooms/{room}/state/m.room.name", {"name": "Another name"})
        mia.ask("PUT", "directory/room/%23renamed:team.test", {"room_id": room})
        mia.ask("DELETE", "directory/room/%23named:team.test")
        mia.post(room, "after it")
        taken(project, "after it")
        note(project, "an answer")
        mia.sees(room, "an answer")
        assert running.problem == ""
    with bridge(project, people, room):
        mia.post(room, "by its id")
        taken(project, "by its id")
