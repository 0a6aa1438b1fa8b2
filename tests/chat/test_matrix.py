"""A bridge to a real homeserver: people and agents in a room, gaps, faults, and a process that is killed."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_synapse import LocalSynapse, interpreter

import renkei
from matrix_people import Person, eventually
from matrix_team import bodies, bridge, chat, messages, relation, settings, taken, text
from process import renkei as command
from process import running
from renkei import DecisionRequest, Project, StatusUpdate
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.matrix.content import KEY, MESSAGE
from renkei.edges.chat.options import MatrixOptions
from renkei.edges.chat.port import Outgoing
from renkei.engine import commands as c
from thoroughness import every_kill

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh"),
]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSynapse]:
    with LocalSynapse(tmp_path_factory.mktemp("synapse")) as one:
        yield one


@pytest.fixture(scope="module")
def people(server: LocalSynapse, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Person]:
    own = f"{tmp_path_factory.getbasetemp().name}"
    names = ("mia", "lin", "zoe", "helper", "renkei")
    return {name: Person(server, server.sign_up(f"{name}-{own}", "secret")) for name in names}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A team with the agents `api` and `ui`, an agent in the chat, and two people."""
    with renkei.create(tmp_path / ".renkei", name="team", goal="a goal") as made:
        made.do(c.Join("api", "backend"), c.Join("ui", "frontend"), c.Join("helper", "chat"))
        made.do(c.Join("lin", "design", human=True))
        made.set_group("front", ["ui", "lin", "human"])
        yield made


def test_people_and_agents_talk_in_a_room(project: Project, people: dict[str, Person]) -> None:
    mia, lin, zoe, bot = (people[name] for name in ("mia", "lin", "zoe", "renkei"))
    room = mia.make_room("talk", lin, zoe)
    mia.post(room, "before the bridge")
    with bridge(project, people, "#talk:team.test") as running_bridge:
        hello = mia.post(room, "hello 全員 <b>&amp;</b>")
        assert taken(project, "hello 全員 <b>&amp;</b>").from_ == "human"

        # An agent is asked by its name, and answers in the thread of the question.
        lin.reply(room, hello, "@api is it ready?")
        question = taken(project, "is it ready?")
        assert (question.from_, question.receivers, question.priority) == ("lin", ("all", "api"), "blocking")
        hostile = 'yes <script>alert(1)</script> @room\n  - a &amp; "b" \u202e'
        project.send(project.message("api", text(hostile), ["all", "lin"], in_reply_to=question.id))
        answer = lin.sees(room, "<script>")
        assert relation(answer) == {
            "rel_type": "m.thread",
            "event_id": hello,
            "is_falling_back": True,
            "m.in_reply_to": {"event_id": hello},
        }
        assert answer["sender"] == bot.id
        assert "&lt;script&gt;" in answer["content"]["formatted_body"]
        assert "<script>" not in answer["content"]["formatted_body"]
        assert "<ul><li>a &amp;amp;" in answer["content"]["formatted_body"]
        assert "@room" not in answer["content"]["body"]
        assert "\u202e" not in answer["content"]["body"]
        assert set(answer["content"]["m.mentions"]) <= {"user_ids"}

        # A decision interrupts the person who decides, who answers with a line.
        options = [
            renkei.DecisionOption(label="A", analysis="quick"),
            renkei.DecisionOption(label="B", analysis="good"),
        ]
        request = DecisionRequest(decision_id="D-1", question="どちら?", options=options, deadline_steps=3)
        project.send(project.message("api", request, ["human", "all"]))
        shown = mia.sees(room, "どちら?")
        assert mia.id in shown["content"]["m.mentions"]["user_ids"]
        assert shown["content"][MESSAGE]["payload"]["deadline_steps"] == 3
        mia.reply(room, shown["event_id"], "!decide D-1 B because it is cheaper")
        eventually(lambda: "DECISION_RESULT" in [one.type for one in messages(project)])

        # A reaction answers, too; one that is not clear is asked about.
        options = [renkei.DecisionOption(label=one, analysis="") for one in ("once", "always", "no")]
        consent = DecisionRequest(decision_id="D-2", question="May I?", options=options)
        project.send(project.message("api", consent, ["human", "all"]))
        shown_too = mia.sees(room, "May I?")
        zoe.react(room, shown_too["event_id"], "👍")
        mia.react(room, shown_too["event_id"], "🎉")
        assert "🎉 is no clear answer here. To decide" in mia.sees(room, "no clear answer")["content"]["body"]
        mia.react(room, shown_too["event_id"], "👍️")
        decided = lambda: [one.payload.chosen_option for one in messages(project) if one.type == "DECISION_RESULT"]  # noqa: E731
        eventually(lambda: decided() == ["B", "once"])
        changed = mia.sees(room, "✓ once")  # in place of the request
        assert relation(changed) == {"rel_type": "m.replace", "event_id": shown_too["event_id"]}
        assert "Answer:" not in changed["content"]["m.new_content"]["body"]

        # Edits, deletions, and a guest, who can only post: the bridge answers a rejected act in the thread.
        mia.edit(room, hello, "hello everybody")
        edited = taken(project, "hello everybody")
        assert edited.in_reply_to == taken(project, "hello 全員").id
        assert "* hello" not in edited.payload.body
        mia.redact(room, hello)
        eventually(lambda: [one for one in messages(project) if one.in_reply_to == edited.in_reply_to][1:], "deletion")
        zoe.post(room, "I am new here")
        assert taken(project, "I am new here").from_ == "guest-matrix"
        zoe.post(room, "!who", msgtype="m.notice")  # as programs post, which get no answers
        zoe.reply(room, shown["event_id"], "!decide D-1 A because I say so")
        refusal = zoe.sees(room, "NOT_ALLOWED")
        assert relation(refusal)["event_id"] == shown["event_id"]
        assert running_bridge.problem == ""
    assert "before the bridge" not in bodies(project)
    assert [one for one in bodies(project) if "yes <script>" in one] == [hostile]  # its own echo is not heard


def test_a_message_is_sent_as_data_by_an_agent_in_the_chat_and_by_nobody_else(
    project: Project, people: dict[str, Person]
) -> None:
    mia, helper, zoe = people["mia"], people["helper"], people["zoe"]
    room = mia.make_room("data", helper, zoe)
    update = StatusUpdate(new_status="working", progress_summary="half done")
    own = project.message("helper", update, "api").model_dump(mode="json", by_alias=True, exclude_defaults=True)
    with bridge(project, people, room):
        helper.post(room, "half done", **{MESSAGE: own})
        typed = eventually(lambda: next((one for one in messages(project) if one.type == "STATUS_UPDATE"), None))
        assert (typed.id, typed.from_) == (own["id"], "helper")
        helper.post(room, "again", **{MESSAGE: json.dumps(own)})  # the same message, as text

        refused = (
            (helper, own | {"id": "m-forged", "from": "api"}, "NOT_ALLOWED"),
            (zoe, own | {"id": "m-guest"}, "NOT_ALLOWED"),
            (mia, own | {"id": "m-person"}, "NOT_ALLOWED"),
            (helper, {"type": "STATUS_UPDATE"}, "INVALID_DOCUMENT"),
            (helper, "no JSON", "INVALID_DOCUMENT"),
        )
        for who, data, code in refused:
            event = who.post(room, "trust me", **{MESSAGE: data})
            answers = eventually(
                lambda event=event: [one for one in mia.posts(room) if relation(one).get("event_id") == event]
            )
            assert code in answers[0]["content"]["body"], data
        helper.post(room, "trust me", **{MESSAGE: ["a", "list"]})  # a program gets three answers to mistakes
        # What a bridge of another project posts is not taken in, whoever the bridge is here.
        helper.post(room, "of another project", **{MESSAGE: own | {"id": "m-relayed"}, KEY: "1"})
        helper.post(room, "the end")
        assert taken(project, "the end").from_ == "helper"
        assert not [one for one in bodies(project) if "of another project" in one]
        assert [one.id for one in messages(project) if one.type == "STATUS_UPDATE"] == [own["id"]]

        # What an event cannot hold is carried as text; what is too large, not at all.
        found = {}
        for name, value in (("exact", 7), ("fraction", 0.5), ("large", 2**60), ("long", "x" * 70_000)):
            message = project.message("api", text(name), "all", extensions={"x_value": value})
            project.send(message)
            found[name] = mia.sees(room, f"\n{name}")["content"].get(MESSAGE)
        assert found["exact"]["extensions"] == {"x_value": 7}
        assert json.loads(found["fraction"])["extensions"] == {"x_value": 0.5}
        assert json.loads(found["large"])["extensions"] == {"x_value": 2**60}
        assert found["long"] is None


def test_rooms_are_groups_files_are_artifacts_and_one_person_is_talked_to_directly(
    project: Project, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, lin, bot = (people[name] for name in ("mia", "lin", "renkei"))
    room, front = mia.make_room("main"), mia.make_room("front", lin)
    private = mia.make_room("private", public=False)
    channels = ("#main:team.test", "#front:team.test", private)
    with pytest.raises(ChatRefusedError) as refusal:
        bridge(project, people, *channels).start()
    assert private in str(refusal.value)
    mia.invite(private, bot.id)
    elsewhere = mia.make_room("elsewhere", public=False)
    with bridge(project, people, *channels) as connected:
        eventually(lambda: set(project.state.members("front")) == {"ui", "lin", "human"})
        lin.leave(front)
        eventually(lambda: set(project.state.members("front")) == {"ui", "human"})
        lin.join(front)
        eventually(lambda: set(project.state.members("front")) == {"ui", "human", "lin"})

        # Who had to stay in a room, and changes the own name, has not joined it again.
        project.set_group("front", ["ui", "human"])
        eventually(lambda: project.state.members("front") == ("ui", "human") and connected.problem)
        lin.ask("PUT", f"profile/{lin.id}/displayname", {"displayname": "Lin"})
        mia.post(front, "so much for names")
        taken(project, "so much for names")
        assert project.state.members("front") == ("ui", "human")
        project.set_group("front", ["ui", "human", "lin"])

        # Who leaves or joins in the project is removed or invited, if the bridge's user may.
        mia.empower(front, bot.id)
        project.set_group("front", ["ui", "human"])
        eventually(lambda: lin.id not in mia.members(front))
        project.set_group("front", ["ui", "human", "lin"])
        eventually(lambda: front in lin.invitations())
        lin.join(front)

        # A file is saved as it is; what is too large is not, whatever the post says of its size.
        data = bytes(range(256)) * 100
        mia.upload(room, "図 1.png", data)
        saved = eventually(lambda: list((project.directory / "files").glob("*.png")))
        assert saved[0].read_bytes() == data
        monkeypatch.setattr("renkei.edges.chat.bridge.files.FILE_BYTES", 1000)
        monkeypatch.setattr("renkei.edges.chat.matrix.chat.FILE_BYTES", 1000)
        large = mia.upload(room, "large.bin", data, size=10)
        refused = mia.sees(room, "large.bin was not saved")
        assert relation(refused)["event_id"] == large

        # Only known people can invite the bridge. Direct messages arrive in a separate room, which is made once.
        mia.invite(elsewhere, bot.id)
        project.send(project.message("api", text("for lin alone"), "lin"))
        direct, invitation = eventually(lambda: next(iter(lin.invitations().items()), None))
        assert (invitation["content"]["is_direct"], invitation["sender"]) == (True, bot.id)
        lin.join(direct)
        first = lin.sees(direct, "for lin alone")
        lin.reply(direct, first["event_id"], "@api thanks, directly")
        answer = taken(project, "thanks, directly")
        assert (answer.from_, answer.receivers) == ("lin", ("api",))
        assert answer.in_reply_to == first["content"][MESSAGE]["id"]
    lin.leave(direct)
    with bridge(project, people, *channels):
        project.send(project.message("api", text("once more for lin"), "lin"))
        assert list(eventually(lin.invitations)) == [direct]
        lin.join(direct)
        lin.sees(direct, "once more")
    joined = people["renkei"].ask("GET", "joined_rooms")["joined_rooms"]
    assert elsewhere not in joined


def test_what_was_said_while_the_bridge_was_away_is_heard_in_order_and_once(
    project: Project, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.matrix.chat.EVENTS_PER_PAGE", 40)
    mia, zoe = people["mia"], people["zoe"]
    rooms = [mia.make_room("gap", zoe), mia.make_room("gap-front", zoe)]
    with bridge(project, people, *rooms):
        mia.post(rooms[0], "first")
        taken(project, "first")
    said: dict[str, list[str]] = {one: [] for one in rooms}
    for number in range(130):
        who, room = (mia, zoe)[number % 2], rooms[number % 26 == 0]
        who.post(room, f"post {number}.")
        said[room].append(f"post {number}.")
    zoe.leave(rooms[0])
    with bridge(project, people, *rooms):
        mia.post(rooms[0], "last")
        taken(project, "last")
    heard = [one.payload.body.splitlines()[-1] for one in messages(project) if "post " in one.payload.body]
    assert Counter(heard) == Counter(one for posts in said.values() for one in posts)
    for posts in said.values():
        assert [one for one in heard if one in posts] == posts


def test_a_post_is_made_once_by_the_same_device_and_found_by_another(
    project: Project, people: dict[str, Person], server: LocalSynapse
) -> None:
    mia, bot = people["mia"], people["renkei"]
    room = mia.make_room("once")
    again = server.sign_in(bot.id.partition(":")[0].removeprefix("@"), "secret").token
    made = []
    for token in (bot.account.token, bot.account.token, again):
        one = chat(people, token)
        one.open([room])
        found = one.find(room, "key-1")
        made.append(found or one.post(room, Outgoing("key-1", "one post")))
        made.append(one.post(room, Outgoing("key-1", "one post")) if token != again else made[-1])
        assert one.find(room, "key-2") is None
        one.close()
    assert len(set(made)) == 1
    assert [one["content"]["body"] for one in mia.posts(room)] == ["one post"]


DYING = """
import os, signal, sys
from renkei.__main__ import run
from renkei.edges.chat.matrix import chat as matrix

left = int(sys.argv.pop())

class Dying(matrix.MatrixChat):
    def post(self, channel, post):
        global left
        made = super().post(channel, post)
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return made

matrix.MatrixChat = Dying
run()
"""


@every_kill
def test_a_bridge_that_is_killed_loses_nothing_and_doubles_nothing(
    project: Project, people: dict[str, Person], server: LocalSynapse, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, bot, here = people["mia"], people["renkei"], project.directory.parent
    room = mia.make_room("killed")
    tokens = [bot.account.token, server.sign_in(bot.id.partition(":")[0].removeprefix("@"), "secret").token]
    monkeypatch.setenv("RENKEI_MATRIX_TOKEN", tokens[0])
    who = ("--person", f"{mia.id}=human")
    added = ("bridge", "add", "matrix", "--homeserver", server.address, "--room", "#killed:team.test", *who)
    assert command(*added, cwd=here).returncode == 0
    said, sent = [], []

    def say(count: int) -> None:
        for _ in range(count):
            sent.append(f"from the log {len(sent)}.")
            project.send(project.message("api", text(sent[-1]), "all"))
            said.append(f"from the room {len(said)}.")
            mia.post(room, said[-1])

    # Killed as soon as it has connected and is about to do anything, and at any moment while both sides speak.
    with running("bridge", "run", cwd=here) as process:
        assert "connected" in process.stderr.readline()
        say(4)
    for kills in range(2):
        with running("bridge", "run", cwd=here) as process:
            assert "connected" in process.stderr.readline()
            say(3)
            mia.sees(room, sent[-3 + kills])
    # Killed after a post was made and before that was noted; the next one has the same device, or another.
    for number, token in enumerate((tokens[0], tokens[0], tokens[1], tokens[0])):
        say(3)
        env = os.environ | {"RENKEI_MATRIX_TOKEN": token, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", DYING, "bridge", "run", str(1 + number % 2)], cwd=here, env=env)
        assert done.returncode == -signal.SIGKILL
    with running("bridge", "run", cwd=here) as process:
        assert "connected" in process.stderr.readline()
        say(1)
        mia.sees(room, sent[-1])
        taken(project, said[-1])
    shown = [one["content"][MESSAGE]["payload"]["body"] for one in mia.posts(room) if MESSAGE in one["content"]]
    assert shown == sent
    assert [one for one in bodies(project) if "from the room" in one] == said


@every_kill
def test_the_server_is_killed_slow_and_strict(
    project: Project, people: dict[str, Person], server: LocalSynapse
) -> None:
    mia = people["mia"]
    room = mia.make_room("faults")
    with bridge(project, people, room) as one:
        project.send(project.message("api", text("before."), "all"))
        mia.sees(room, "before.")
        server.kill()
        for number in range(12):
            project.send(project.message("api", text(f"away {number}."), "all"))
        eventually(lambda: "cannot be reached" in one.problem)
        strict = {"rc_message": {"per_second": 3, "burst_count": 5}}
        server.configure(**strict, encryption_enabled_by_default_for_room_type="invite")
        server.start()
        mia.sees(room, "away 11.")
        mia.post(room, "are you there?")
        taken(project, "are you there?")
        shown = [
            event["content"][MESSAGE]["payload"]["body"] for event in mia.posts(room) if MESSAGE in event["content"]
        ]
        assert shown == ["before.", *(f"away {number}." for number in range(12))]
        project.send(project.message("api", text("a room by itself is encrypted here"), "human"))
        eventually(lambda: f"{mia.id}: the room is encrypted" in one.problem)
        server.kill()
        eventually(lambda: "cannot be reached" in one.problem)
        server.configure()
        server.start()
        eventually(lambda: "cannot be reached" not in one.problem, "the end of a problem in a quiet room")
    sealed = mia.make_room("sealed", encrypted=True)
    with pytest.raises(ChatRefusedError, match="encrypted"):
        bridge(project, people, sealed).start()
    with pytest.raises(ChatRefusedError, match="access token"):
        Bridge(project, chat(people, "syt_wrong"), name="other", settings=settings(people, room)).start()
    with pytest.raises(ChatRefusedError, match="neither a token nor"):
        MatrixChat(MatrixOptions(homeserver=server.address)).open([room])


def test_a_bridge_with_a_password_signs_in_again_with_the_same_device(
    people: dict[str, Person], server: LocalSynapse, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, bot = people["mia"], people["renkei"]
    room = mia.make_room("password")
    one = MatrixChat(MatrixOptions(homeserver=server.address, user=bot.id), password="secret")
    one.open([room])
    first = one.post(room, Outgoing("key-1", "one post"))
    server.request("POST", "/_matrix/client/v3/logout", {}, one._server._token)
    assert one.post(room, Outgoing("key-2", "another post")) != first
    one.close()
    assert [post["content"]["body"] for post in mia.posts(room)] == ["one post", "another post"]
