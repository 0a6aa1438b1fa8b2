"""Teams that write into mailboxes and renkei's agents write to each other, whatever happens to the files."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import mailbox_bridge
import mailbox_programs as programs
import renkei
from mailbox_team import LIMIT, PROGRAMS, Team, wait_until
from thoroughness import every_kill

FORMS = ("s09", "v8", "s13", "s15")


@pytest.fixture(params=FORMS)
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    with closing(Team(tmp_path, request.param)) as made:
        yield made


@pytest.fixture
def s09(tmp_path: Path) -> Iterator[Team]:
    with closing(Team(tmp_path, "s09")) as made:
        yield made


@contextmanager
def reader(team: Team, name: str, pause: float = 0.004) -> Iterator[Path]:
    """Run a program that drains an inbox every few milliseconds, until what stands there at the end is read."""
    out = team.root / f"{name}.read"
    command = [sys.executable, str(PROGRAMS), "read", team.form, str(team.inbox(name)), str(out), str(pause)]
    with subprocess.Popen(command) as process:
        try:
            yield out
        finally:
            Path(f"{out}.end").touch()
            assert process.wait(LIMIT) == 0


def words(out: Path) -> Counter[str]:
    return Counter(json.loads(one)["content"] for one in out.read_text().splitlines())


def test_a_member_and_an_agent_write_to_each_other_in_the_shape_of_the_form(team):
    with team.bridge() as bridge:
        team.write("alice", "reviewer", "please look")
        wait_until(lambda: team.messages("alice"))
        team.say("alice", "I do\u2028now")
        wait_until(lambda: team.lines("alice"))
        team.say("all", "done")
        wait_until(lambda: len(team.lines("alice")) == 2)
        assert bridge.problem == ""
    (heard,) = team.messages("alice")
    assert (heard.type, heard.to, heard.payload.body) == ("FREEFORM", "reviewer", "please look")
    first, second = team.lines("alice")
    shapes = {
        "s13": ["from", "to", "content", "type", "ts", "metadata"],
        "v8": ["type", "sender", "content", "timestamp", "renkei"],
    }
    assert list(first) == shapes.get(team.form, ["type", "from", "content", "timestamp", "renkei"])
    assert (first["type"], first["content"]) == ("message", "I do\u2028now")
    assert second["type"] == "broadcast"
    carried = first["metadata"]["renkei"] if team.form == "s13" else first["renkei"]
    assert carried == json.loads(team.messages("reviewer")[0].model_dump_json(by_alias=True, exclude_defaults=True))


def test_a_broadcast_is_one_message_though_it_stands_in_several_inboxes(team):
    team.project.join("planner")
    with team.bridge():
        for _ in range(2):  # the same words twice are two broadcasts
            for name in ("reviewer", "planner", "bob"):
                team.write("alice", name, "the schema is done", "broadcast")
        team.write("alice", "planner", "end")
        team.write("alice", "reviewer", "end")
        wait_until(lambda: [one.payload.body for one in team.messages("alice")].count("end") == 2)
    found = [one for one in team.messages("alice") if one.payload.body == "the schema is done"]
    assert [one.to for one in found] == ["all", "all"]


def test_the_program_of_a_member_alone_carries_its_broadcast_to_the_other_members(team):
    with team.bridge() as bridge:
        for name in ("reviewer", "bob", "lead"):
            team.write("alice", name, "the schema is done", "broadcast")
        wait_until(lambda: team.messages("alice"))
        team.write("alice", "reviewer", "all read it")
        wait_until(lambda: len(team.messages("alice")) == 2)
        team.say("all", "thanks")
        wait_until(lambda: all(any(one["content"] == "thanks" for one in team.lines(name)) for name in ("bob", "lead")))
        assert bridge.problem == ""
    assert [one["content"] for one in team.lines("bob")] == ["the schema is done", "thanks"]
    assert [one["content"] for one in team.lines("lead")] == ["the schema is done", "thanks"]
    assert [one["content"] for one in team.lines("alice")] == ["thanks"]


def test_members_join_as_agents_and_agents_stand_in_the_roster(team):
    if team.roster is None:
        pytest.skip("the form has no roster")
    with team.bridge():
        wait_until(lambda: "reviewer" in team.entries())
        keys = ["name", "agent_id", "status"] if team.form == "v8" else ["name", "role", "status"]
        assert list(team.entries()["reviewer"]) == keys
        assert team.entries()["reviewer"]["status"] == "idle"
        alice = team.project.state.actors["alice"]
        assert (alice.human, alice.lead) == (False, False)
        busy = "active" if team.form == "v8" else "working"
        with team.project.turn("reviewer"):
            wait_until(lambda: team.entries()["reviewer"]["status"] == busy)
        roster = json.loads(team.roster.read_text())
        roster["members"] = [one for one in roster["members"] if one["name"] != "reviewer"]
        team.save(roster | {"members": [*roster["members"], {"name": "carol", "status": "idle"}], "more": 1})
        wait_until(lambda: {"carol", "reviewer"} <= team.entries().keys() and "carol" in team.project.state.actors)
        assert json.loads(team.roster.read_text())["more"] == 1
        before = team.roster.stat().st_mtime_ns, len(list(team.project.records()))
        team.say("carol", "welcome")
        wait_until(lambda: team.lines("carol"))
    assert team.roster.stat().st_mtime_ns == before[0]


def test_nobody_becomes_another_by_writing_a_name(s09):
    s09.project.join("ann", human=True)
    s09.project.join("lead", "boss", lead=True)
    roster = json.loads(s09.roster.read_text())
    s09.save(roster | {"members": [*roster["members"], {"name": "a b", "role": 7}, "x", {"name": 3}]})
    with s09.bridge() as bridge:
        wait_until(lambda: "--person lead=ID" in bridge.problem)
        assert bridge.problem.startswith("The name 'lead' of a member is taken by another participant. Name its ")
        for name in ("ann", "human", "renkei", "lead", "reviewer", "all", "a b", "../../x"):
            s09.write(name, "reviewer", f"from {name}")
        data = json.loads(s09.project.message("ann", renkei.Freeform(
            intent_hint="NOTE", body="forged", requires_response=False, urgency="normal"), "reviewer",
        ).model_dump_json(by_alias=True))  # fmt: skip
        s09.write("bob", "reviewer", "as ann", renkei=data)
        s09.write("alice", "reviewer", "end")
        wait_until(lambda: s09.messages("alice"))
        wait_until(lambda: s09.lines("bob"))
    assert {one.from_ for one in s09.messages()} == {"alice"}
    (answer,) = s09.lines("bob")
    assert answer["from"] == "renkei"
    assert "(NOT_ALLOWED)" in answer["content"]


def test_what_is_no_line_is_skipped_and_half_a_line_is_waited_for(s09):
    inbox = s09.inbox("reviewer")
    with s09.bridge():
        for junk in (b"{", b"[1]", b"null", b'"x"', b'{"from": 3}', b"\xff\xfe", b"[" * 5000, b"", b"  "):
            with inbox.open("ab") as file:
                file.write(junk + b"\n")
        odd = '{"from": "alice", "content": {"a": [1, "\\ud800"]}, "timestamp": 1e999, "type": 7, "new": null}'
        programs.append(inbox, odd)
        wait_until(lambda: s09.messages("alice"))
        with inbox.open("a") as file:
            file.write('{"from": "alice", "con')
            file.flush()
            s09.write("bob", "reviewer", "this line is spoilt by the half one")
        whole = programs.line_of("s09", "alice", "reviewer", "whole")
        with inbox.open("a") as file:
            file.write(whole[:20])
            file.flush()
            file.write(whole[20:] + "\n")
        wait_until(lambda: len(s09.messages("alice")) == 2)
    first, second = s09.messages("alice")
    assert (first.payload.body, second.payload.body) == ('{"a": [1, "?"]}', "whole")
    assert s09.messages("bob") == []


def test_an_inbox_that_is_truncated_deleted_or_made_again_is_read_on(s09):
    inbox = s09.inbox("reviewer")

    def said(*texts: str) -> None:
        for text in texts:
            s09.write("alice", "reviewer", text)
        wait_until(lambda: [one.payload.body for one in s09.messages("alice")][-len(texts) :] == list(texts))

    with s09.bridge():
        said("one", "two")
        inbox.write_text("")
        said("three")
        inbox.unlink()
        said("four", "five", "six")
        inbox.rename(inbox.with_name("old"))
        said("seven")
    s09.write("alice", "reviewer", "eight")
    with s09.bridge():
        wait_until(lambda: len(s09.messages("alice")) == 8)
        s09.write("alice", "reviewer", "eight")  # the same words again are another message
        wait_until(lambda: len(s09.messages("alice")) == 9)


def test_a_request_to_stop_is_a_decision_and_its_answer_goes_back(team):
    if team.form == "s15":
        record = {"request_id": "r1", "kind": "shutdown", "from": "lead", "to": "reviewer", "status": "pending"}
        (team.root / ".team/requests/r1.json").write_text(json.dumps(record, indent=2))
    with team.bridge():
        team.write("lead", "reviewer", "please stop", "shutdown_request", request_id="r1")
        wait_until(lambda: team.messages("lead"))
        (asked,) = team.messages("lead")
        assert asked.type == "DECISION_REQUEST"
        team.project.decide(asked.payload.decision_id, "approve", "all is done", actor="reviewer")
        wait_until(lambda: team.lines("lead"))
    (answer,) = team.lines("lead")
    extras = answer["metadata"] if team.form == "s13" else answer
    assert (answer["type"], answer["content"]) == ("shutdown_response", "all is done")
    assert (extras["request_id"], extras["approve"]) == ("r1", True)
    if team.form == "s15":
        resolved = json.loads((team.root / ".team/requests/r1.json").read_text())
        assert (resolved["status"], resolved["resolved_by"]) == ("approved", "reviewer")


@pytest.mark.short("v8")
def test_lines_that_a_reader_truncates_unread_are_written_again(team):
    count = 100
    with team.bridge() as bridge:
        wait_until(lambda: "bob" in team.project.state.actors)  # before the program deletes its inbox
        with reader(team, "bob") as out:
            for number in range(count):
                team.say("bob", f"word {number}")
            chat = bridge.chat
            wait_until(lambda: bridge.seq == team.project.state.seq)
            wait_until(lambda: not chat._file.lines("new", "written"))
            wait_until(lambda: not team.inbox("bob").exists() or not team.inbox("bob").read_text())
    read = words(out)
    assert set(read) == {f"word {number}" for number in range(count)}
    assert read.total() - count <= bridge.chat._outbox.repeated


@every_kill
def test_a_bridge_that_is_killed_loses_nothing_on_either_side(s09):
    count = 200
    out = s09.root / "bob.read"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    here = [str(s09.root / "project"), str(s09.root), "s09"]
    bridge = [sys.executable, str(Path(mailbox_bridge.__file__)), *here]
    writer = [sys.executable, str(PROGRAMS), "write", "s09", str(s09.inbox("reviewer")), "alice", str(count), "0.005"]
    with s09.bridge():
        pass
    sent = 0
    with reader(s09, "bob", 0.02), subprocess.Popen(writer):
        for _ in range(4):
            with subprocess.Popen(bridge, env=environment, stdout=subprocess.PIPE) as process:
                process.stdout.readline()
                for _ in range(20):
                    s09.say("bob", f"word {sent}")
                    sent += 1
                process.kill()
        with s09.bridge() as last:
            wait_until(lambda: len({one.id for one in s09.messages("alice")}) == count)
            wait_until(lambda: last.seq == s09.project.state.seq and not last.chat._file.lines("new", "written"))
    heard = [one.payload.body for one in s09.messages("alice")]
    assert heard == [f"alice {number}" for number in range(count)]
    assert set(words(out)) == {f"word {number}" for number in range(sent)}
