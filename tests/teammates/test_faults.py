"""A provider that fails, refuses or breaks off, and other faults: a clear outcome, and the team continues."""

import json
import os
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue

import pytest

import renkei
from renkei.edges.team.errors import TeamStoppedError
from renkei.edges.team.members import conversation as conversations
from renkei.edges.team.members import worker
from renkei.edges.team.models.model import Model, ModelAnswer, ModelRequest, find_model
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import read_team
from renkei.edges.team.watcher import MemberWatcher
from renkei.errors import BadValueError, LogNotWritableError
from renkei.project.turns.session import Session
from renkei.testing import Reply, ScriptedModel
from renkei.workspace.errors import WorkspaceError
from team import work
from teammates.scripted_team import TeamScript, new_team, team_file
from teammates.watching import FAST, notes, said, start_claimed, tell, until, with_work

ANSWER = {"recipient": "human", "content": "All done.", "in_reply_to": "team-goal"}


def done(when: str = "Reach the goal.") -> Reply:
    return Reply(when, call="SendMessage", arguments=ANSWER)


OVERLOADED = Reply("Reach the goal.", "Overloaded", status=529)
LIMITED = Reply("Reach the goal.", "Slow down", status=429, headers={"retry-after": "0.02"})
CUT = Reply("Reach the goal.", "A long answer that nobody hears to its end.", cut=True)


@pytest.mark.short
@pytest.mark.parametrize("faults", [(OVERLOADED,) * 3, (LIMITED,), (CUT, CUT), (OVERLOADED, LIMITED, CUT)])
def test_what_passes_is_tried_again_with_the_same_conversation(faults: tuple[Reply, ...]) -> None:
    script = TeamScript({"lead": (*faults, done())})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), pauses=FAST)
        assert team.run() == "All done."
    asked = [one.text for one in script.requests][: len(faults) + 1]
    assert len(set(asked)) == 1
    assert team.project.state.turns_spent == 1
    told = "lead waits for its model" in " ".join(said(team.project, "renkei"))
    assert told == (len(faults) == 3)


def test_a_wrong_key_ends_a_member_and_the_team_goes_on() -> None:
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript(
        {
            "ann": (*start_claimed(), Reply("in_progress", "invalid x-api-key", status=401)),
            "lead": (done("cannot continue and has left"),),
        }
    )
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("ann:backend"), project, pauses=FAST)
        assert team.run() == "All done."
    assert "invalid x-api-key" in team.failed["ann"]
    assert "ann" not in project.state.actors
    assert project.state.contracts.entries["api"].status == "open"
    assert "take_work" in notes(project, "api")


PAGE = "<html>\n<head><title>Bad Gateway</title></head>\n</html>\n"
WITHOUT_BLOCK = {"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta", "text": "a"}}


@pytest.mark.short
@pytest.mark.parametrize(
    ("status", "raw", "reason"),
    [
        (502, PAGE, "HTTP 502: <html>"),
        (200, PAGE, "its answer ended in the middle"),
        (200, f"event: message_start\ndata: {PAGE}\n", "its answer is not one of the Messages API: JSONDecodeError"),
        (200, "event: message_start\ndata: 5\n\n", "its answer is not one of the Messages API: AttributeError"),
        (200, f"event: content_block_delta\ndata: {json.dumps(WITHOUT_BLOCK)}\n\n", "Messages API: KeyError: 7"),
    ],
)
def test_an_answer_that_is_not_of_the_protocol_is_requested_again(status: int, raw: str, reason: str) -> None:
    page = Reply("Reach the goal.", status=status, raw=raw)
    with ScriptedModel(TeamScript({"lead": (page, page, page, done())})) as server:
        team = new_team(server, team_file(), pauses=FAST)
        assert team.run() == "All done."
    assert reason in " ".join(said(team.project, "renkei", hint="")), said(team.project)


def test_a_wrong_key_of_the_lead_stops_the_team_with_the_reason() -> None:
    script = TeamScript({"lead": (Reply("Reach the goal.", "invalid x-api-key", status=401, again=True),)})
    with ScriptedModel(script) as server, pytest.raises(TeamStoppedError, match="invalid x-api-key"):
        new_team(server, team_file(), pauses=FAST).run()


def test_a_refusal_is_reported_and_is_no_part_of_the_conversation() -> None:
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript(
        {"ann": (Reply("You have claimed api", "I cannot help.", stop="refusal"), Reply("try it so", "Yes."))}
    )
    with (
        ScriptedModel(script) as server,
        new_team(server, team_file("ann:backend"), project, pauses=FAST) as team,
    ):
        until(project, lambda: any("did nothing" in one for one in said(project, "renkei")))
        assert any(one.endswith("Its model refused to answer.") for one in said(project, "renkei"))
        tell(project, "ann", "try it so")
        until(project, lambda: "try it so" in script.told("ann"))
        team.close()
    assert "I cannot help." not in script.told("ann")
    assert "You have claimed api" not in script.told("ann")
    assert "api" in script.told("ann"), "a fresh context says what its contract is"


def test_a_call_that_cannot_be_read_is_not_run_and_the_model_is_told_why() -> None:
    answers = '{"recipient": "human", "content": "All'
    script = TeamScript(
        {
            "lead": (
                Reply("Reach the goal.", call="SendMessage", arguments=ANSWER, json=answers),
                Reply("not JSON", call="SendMessage", arguments=ANSWER, json='["a"]'),
                Reply("not an object", call="SendMessage", arguments=ANSWER, stop="max_tokens"),
                Reply("limit of tokens inside this call", "I had begun to", stop="max_tokens"),
                done("Continue where it ended"),
            )
        }
    )
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), pauses=FAST)
        assert team.run() == "All done."
    assert not script.open
    assert said(team.project, "lead") == ["lead: All done."], "nothing was sent before"


def test_a_provider_that_asks_to_wait_for_ever_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LONGEST_PAUSE", 0.001)
    waits = Reply("Reach the goal.", "Slow down", status=429, headers={"retry-after": "1e12"})
    with ScriptedModel(TeamScript({"lead": (waits, done())})) as server:
        assert new_team(server, team_file(), pauses=FAST).run() == "All done."


def test_an_outage_of_a_thousand_requests_does_not_end_a_member() -> None:
    script = TeamScript({"lead": (OVERLOADED, done())})
    with ScriptedModel(script) as server, new_team(server, team_file(), pauses=FAST) as team:
        team.member("lead")._failures = 2_000  # as after a day
        until(team.project, lambda: said(team.project, "lead") == ["lead: All done."] or team.failed)
        team.close()
    assert not team.failed


@pytest.mark.short
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ('{"a": NaN}', "not JSON compliant"),
        ('{"a": 1e999}', "not JSON compliant"),
        ('{"a": "\\ud83d"}', "half of a character"),
        ('{"a": ' + "[" * 100_000, "nested too deeply"),
        ('{"a": ' + "[" * 940 + "]" * 940 + "}", "nested too deeply"),
        ('{"a": ' + "[" * 3_000 + "]" * 3_000 + "}", "nested too deeply"),
    ],
)
def test_arguments_that_cannot_be_written_again_are_not_run_and_the_member_goes_on(
    arguments: str, problem: str
) -> None:
    script = TeamScript({"lead": (Reply("Reach the goal.", call="TaskList", json=arguments), done(problem))})
    with ScriptedModel(script) as server:
        assert new_team(server, team_file(), pauses=FAST).run() == "All done."
    assert not script.open


def test_bytes_of_no_character_in_files_and_names_reach_a_model_as_escapes(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9\nabc\n")
    (tmp_path / os.fsdecode(b"t\xe9")).touch()
    script = TeamScript(
        {
            "lead": (
                Reply("Reach the goal.", call="read_file", arguments={"path": "."}),
                Reply("t\\udce9", call="read_file", arguments={"path": "a.txt"}),
                Reply("caf\\xe9", call="edit_file", arguments={"path": "a.txt", "old_text": "abc", "new_text": "new"}),
                done("caf\\xe9"),
            )
        }
    )
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(workspace={"path": str(tmp_path)}), pauses=FAST)
        assert team.run() == "All done."
    assert (tmp_path / "a.txt").read_bytes() == b"caf\xe9\nnew\n"


@pytest.mark.short
@pytest.mark.parametrize(
    ("members", "path"),
    [
        (["ann", "ann"], "/team/members/1/id"),
        (["lead"], "/team/members/0/id"),
        (["human"], "/team/members/0/id"),
        (["all"], "/team/members/0/id"),
        (["maria"], "/team/members/0/id"),
    ],
)
def test_no_two_members_have_one_id_and_none_is_a_person(members: list[str], path: str) -> None:
    project = renkei.create(":memory:", "shop", "a goal")
    project.join("maria", human=True)
    with pytest.raises(renkei.errors.BadValueError, match=f"{path}: {members[-1]} is already taken"):
        Team(project, team_file(*members))


def test_a_path_with_a_zero_character_is_a_fault_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "team.yaml"
    file.write_text('team:\n  goal: g\n  lead: {id: lead}\n  skills: "a\\0b"\n  workspace: {path: "a\\0b"}\n')
    with pytest.raises(renkei.errors.DocumentError) as caught:
        read_team(file)
    assert [(one.code, one.path) for one in caught.value.problems] == [
        ("BAD_FORMAT", "/team/skills"),
        ("BAD_FORMAT", "/team/workspace/path"),
    ]


def test_a_fault_of_the_thread_that_wakes_members_stops_the_team_with_the_reason() -> None:
    def fail(state: object) -> None:
        raise RuntimeError("a fault of the program")

    script = TeamScript({"lead": (Reply("", call="TaskList", again=True),)})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), pauses=FAST)
        team._watcher._seen = fail
        with pytest.raises(TeamStoppedError, match="RuntimeError: a fault"):
            team.run()
        assert team.failed == {"lead": "RuntimeError: a fault of the program"}  # `team chat` asks for no answer then


@pytest.mark.parametrize("broken", ["wait", "append"])
def test_a_log_that_breaks_stops_the_team_with_the_reason(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`wait` is of the thread that wakes members, `append` that of a teammate."""
    project = with_work(work("api", roles=["backend"]))
    real = getattr(project.log, broken)

    def fail(*given: object, **more: object) -> object:
        if broken == "wait" or "'claim'" in str(given):
            raise renkei.errors.LogBrokenError(path="log.db", reason="file is not a database")
        return real(*given, **more)

    script = TeamScript({"lead": (Reply("", call="find_messages", again=True),)})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("ann:backend"), project, pauses=FAST)
        monkeypatch.setattr(project.log, broken, fail)
        with pytest.raises(renkei.errors.LogBrokenError, match=r"file is not a database.*restore a backup"):
            team.run()


def test_a_fault_of_a_provider_is_the_cause_of_the_error_and_has_its_traceback() -> None:
    class Faulty(Model):
        name = "faulty"

        def answer(self, request: ModelRequest, on_text: object = None) -> ModelAnswer:
            raise ZeroDivisionError("a fault of the provider")

    team = Team(with_work(), team_file(), find_model=lambda name: Faulty())
    with pytest.raises(TeamStoppedError, match="ZeroDivisionError") as caught:
        team.run()
    cause = caught.value.__cause__
    assert cause is team.failures["lead"]
    assert traceback.extract_tb(cause.__traceback__)[-1].name == "answer"


def test_a_member_that_leaves_while_it_is_reported_alive_does_not_end_the_watch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = with_work()
    project.join("ann", "backend")
    Session(project, "ann").next_turn(2_000)
    watcher = MemberWatcher(project, lambda state: None)
    watcher.add("ann")
    real = project.heartbeat

    def heartbeat(agent: str) -> None:
        project.leave(agent)
        real(agent)

    monkeypatch.setattr(project, "heartbeat", heartbeat)
    watcher._renew()
    assert "ann" not in project.state.actors


def test_a_watcher_reports_a_problem_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    project = with_work()
    heard = SimpleQueue[str]()
    monkeypatch.setattr(project, "tick", fail)
    watcher = MemberWatcher(project, lambda state: None, heard.put)
    watcher.start()
    assert "the disk is full" in heard.get(timeout=10)
    monkeypatch.undo()
    assert heard.get(timeout=10) == ""
    watcher.close()


def test_a_team_without_a_repository_for_worktrees_does_not_begin(tmp_path: Path) -> None:
    project = renkei.create(tmp_path / "p", "shop", "a goal")
    (tmp_path / "w").mkdir()
    file = team_file("ann", workspace={"path": str(tmp_path / "w")})
    ann = file.members[0].model_copy(update={"workspace": "worktree"})
    file = file.model_copy(update={"members": (ann,)})
    with ScriptedModel(TeamScript({"lead": (done(),)})) as server:
        team = new_team(server, file, project, pauses=FAST)
        with pytest.raises(WorkspaceError, match="is no git repository"):
            team.start()
        assert (project.state.seq, "lead" in project.state.actors) == (1, False)
        with pytest.raises(WorkspaceError, match="is no git repository"):
            team.spawn(ann)
    project.close()


def test_a_start_that_fails_leaves_nobody_running_and_can_be_tried_again(tmp_path: Path) -> None:
    project = renkei.create(tmp_path / "p", "shop", "a goal")
    file = team_file("ann", workspace={"path": str(tmp_path)})
    ann = file.members[0].model_copy(update={"model": "nobody:sells"})
    file = file.model_copy(update={"members": (ann,)})
    with ScriptedModel(TeamScript({"lead": (done(),)})) as server:
        team = new_team(server, file, project, pauses=FAST)
        scripted, team.find_model = team.find_model, lambda name: (find_model if ":" in name else scripted)(name)
        for _ in range(2):
            with pytest.raises(BadValueError, match="there is no provider"):
                team.start()
            assert not [one for one in threading.enumerate() if one.name in ("renkei-lead", "renkei-ann")]
            with pytest.raises(BadValueError, match="there is no provider"):
                team.spawn(ann)
    project.close()


def test_a_blank_text_is_no_part_of_the_conversation() -> None:
    script = TeamScript({"lead": (Reply("Reach the goal.", " \n", call="TaskList"), done("tasks"))})
    with ScriptedModel(script) as server:
        assert new_team(server, team_file(), pauses=FAST).run() == "All done."
    blocks = [block for one in script.requests[-1].body["messages"] for block in one["content"]]
    assert not [one for one in blocks if one["type"] == "text" and not one["text"].strip()]


@pytest.mark.parametrize(
    "broken",
    [
        b"\x00\xff\xfe garbage",
        b"[" * 100_000,
        b'"text"',
        b'{"role": "user"}',
        b'{"role": "assistant", "content": [{"type": "text", "text": "b"}], "usage": {"input": "many"}}',
        b'{"used": 5}',
    ],
)
def test_a_conversation_is_read_up_to_the_line_that_is_broken(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "ann.jsonl"
    good = b'{"role": "user", "content": [{"type": "text", "text": "a"}]}\n'
    path.write_bytes(good + broken + b"\n" + good)
    found = conversations.Conversation(path)
    assert [one["content"][0]["text"] for one in found.messages] == ["a"]
    assert found.used.total == 0
    assert path.read_bytes() == good
    assert conversations.read_usage(path).total == 0
    found.close()
