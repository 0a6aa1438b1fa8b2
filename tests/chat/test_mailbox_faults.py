"""What no program of a team writes by intention: the bridge skips it, and everything else is still carried."""

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

import mailbox_bridge
import renkei
from mailbox_team import Team, wait_until
from renkei.edges.chat.errors import ChatUnreachableError
from renkei.edges.chat.mailboxes.chat import MailboxChat
from renkei.edges.chat.mailboxes.outbox import Outbox
from renkei.edges.chat.options import MailboxOptions


@pytest.fixture
def s09(tmp_path: Path) -> Iterator[Team]:
    made = Team(tmp_path, "s09")
    yield made
    made.project.close()


def is_carried_both_ways(team: Team) -> None:
    """Wait until a message came and a message went."""
    team.write("alice", "reviewer", "still heard")
    wait_until(lambda: any("still heard" in str(one.payload) for one in team.messages("alice")))
    team.say("bob", "still said")
    wait_until(lambda: team.lines("bob"))


@pytest.mark.parametrize(
    "line",
    [
        '{"type": "shutdown_request", "from": "alice", "request_id": "r1", "renkei": {}}',
        '{"type": "shutdown_request", "from": "alice", "request_id": "r1", "renkei": {"payload": []}}',
        f'{{"type": "message", "from": "bob", "timestamp": 1{"0" * 400}}}',
        f'{{"type": "message", "from": "bob", "timestamp": -1{"0" * 400}}}',
    ],
)
def test_a_line_that_nobody_expects_keeps_no_other_from_being_heard(s09, line):
    with s09.bridge():
        with s09.inbox("reviewer").open("a") as file:
            file.write(f"{line}\n")
        is_carried_both_ways(s09)


def test_a_name_in_a_roster_that_is_no_text_keeps_nothing_else_from_being_done(s09):
    roster = json.loads(s09.roster.read_text())
    s09.save(roster | {"members": [{"name": ["x"]}, {"name": {}}, *roster["members"]]})
    with s09.bridge() as bridge:
        wait_until(lambda: "reviewer" in s09.roster.read_text())
        is_carried_both_ways(s09)
        assert bridge.problem == ""
    assert json.loads(s09.roster.read_text())["members"][:2] == [{"name": ["x"]}, {"name": {}}]


def test_a_team_that_starts_after_its_bridge_is_found_soon_but_not_while_its_program_makes_the_files(tmp_path):
    project, chat = renkei.create(":memory:", "p", "g"), MailboxChat(MailboxOptions(path=str(tmp_path)))
    chat.attach(project, "mail", mailbox_bridge.SETTINGS)
    for directory in (tmp_path, tmp_path / ".team"):
        directory.mkdir(exist_ok=True)
        with pytest.raises(ChatUnreachableError) as error:
            chat.open(["team"])
        assert 0 < error.value.retry_after < 0.5
    chat.open(["team"])
    chat.close()


def put(path: Path, what: str) -> None:
    """Put something in the place of an inbox."""
    path.unlink(missing_ok=True)
    match what:
        case "directory":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(path.with_name("elsewhere.txt"))


@pytest.mark.parametrize("what", ["directory", "pipe", "link"])
def test_what_stands_in_the_place_of_an_inbox_of_ours_is_reported_and_others_are_read(s09, what):
    put(s09.inbox("helper"), what)
    s09.project.join("helper")
    with s09.bridge() as bridge:
        is_carried_both_ways(s09)
        wait_until(lambda: "helper.jsonl" in bridge.problem)
        put_back(s09.inbox("helper"), what)
        s09.write("alice", "helper", "at last")
        wait_until(lambda: any(one.payload.body == "at last" for one in s09.messages("alice")))


@pytest.mark.parametrize("what", ["directory", "pipe", "link"])
def test_what_stands_in_the_place_of_a_members_inbox_is_reported_and_others_are_written_to(s09, what):
    put(s09.inbox("alice"), what)
    with s09.bridge() as bridge:
        wait_until(lambda: "alice" in s09.project.state.actors)
        s09.say("alice", "you first")
        is_carried_both_ways(s09)
        wait_until(lambda: "alice.jsonl" in bridge.problem)
    with s09.bridge():  # which finds a line that is not written yet
        is_carried_both_ways(s09)
        put_back(s09.inbox("alice"), what)
        wait_until(lambda: [one["content"] for one in s09.lines("alice")] == ["you first"])


def put_back(path: Path, what: str) -> None:
    """Put an empty inbox where something else stands."""
    path.rmdir() if what == "directory" else path.unlink()
    path.touch()


def test_a_directory_that_is_made_again_is_watched_again(s09):
    with s09.bridge():
        is_carried_both_ways(s09)
        for number in range(2):
            rmtree(s09.inboxes.parent)
            s09.inboxes.mkdir(parents=True)
            member = f"member-{number}"
            s09.save({"members": [{"name": member, "role": "coder"}]})
            s09.write("alice", "reviewer", f"in the new one {number}")
            wait_until(lambda number=number: s09.messages("alice")[-1].payload.body == f"in the new one {number}")
            wait_until(lambda member=member: member in s09.project.state.actors)
            s09.say("bob", "there too")
            wait_until(lambda: s09.lines("bob"))


def open_files() -> list[str]:
    return sorted(str(one.readlink()) for one in Path("/proc/self/fd").iterdir() if one.is_symlink())


def test_a_bridge_that_cannot_begin_keeps_no_files_open(s09, monkeypatch):
    monkeypatch.setattr("renkei.edges.chat.bridge.bridge.FIRST_PAUSE", 0.001)
    monkeypatch.setattr("renkei.edges.chat.bridge.bridge.LONGEST_PAUSE", 0.002)
    tried = []

    def fail(outbox: Outbox) -> None:
        tried.append(len(open_files()))
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(Outbox, "recover", fail)
        with s09.bridge():
            wait_until(lambda: len(tried) > 5)
        assert max(tried) == tried[0]
    before = open_files()
    with s09.bridge():
        is_carried_both_ways(s09)
    assert open_files() == before


def test_what_is_reported_of_a_line_is_short_whoever_writes_it(s09):
    with s09.bridge() as bridge:
        s09.write("x" * 1_000_000 + "\u202e\x1b[31m", "reviewer", "from nobody")
        is_carried_both_ways(s09)
        wait_until(lambda: "skipped" in bridge.problem)
        assert len(bridge.problem) < 1000
        assert bridge.problem.isprintable()


@pytest.mark.parametrize("what", ["directory", "pipe", "link"])
def test_what_stands_in_the_place_of_a_request_holds_up_no_answer(tmp_path, what):
    team = Team(tmp_path, "s15")
    with team.bridge():
        team.write("alice", "reviewer", "may I stop?", "shutdown_request", request_id="r1")
        put(team.root / ".team/requests/r1.json", what)
        wait_until(lambda: team.messages("alice"))
        decision = team.messages("alice")[0].payload.decision_id
        team.project.decide(decision, "approve", "done", actor="reviewer")
        is_carried_both_ways(team)
        wait_until(lambda: any(one["type"] == "shutdown_response" for one in team.lines("alice")))
    team.project.close()
