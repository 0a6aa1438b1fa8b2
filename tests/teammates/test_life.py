"""A member is woken, claims work, ends in order, dies and is replaced; what others rely on stands in the record."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.agent_tools.tool import Tool
from renkei.edges.team import shutdown
from renkei.edges.team.shutdown import REQUEST, outcome_of, request_shutdown
from renkei.edges.team.tools import toolbox
from renkei.engine import commands as c
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Frozen
from renkei.testing import Reply, ScriptedModel
from team import work
from teammates.scripted_team import TeamScript, new_team, team_file, with_budgets
from teammates.watching import notes, said, start_claimed, tell, until, with_work


class Nothing(Frozen):
    """No arguments."""


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Give members a tool that runs until the second event; the first says that it runs."""
    entered, leave = threading.Event(), threading.Event()

    def run(session: object, arguments: object) -> str:
        entered.set()
        assert leave.wait(30)
        return "built"

    tool = Tool("build", "Build it.", Nothing, run)
    monkeypatch.setattr(toolbox, "TABLE", (*toolbox.TABLE, lambda team: (tool,)))
    yield entered, leave
    leave.set()


def test_ready_work_of_a_role_is_claimed_once_in_the_order_of_what_unblocks_most() -> None:
    project = with_work(
        work("docs", roles=["backend"]),
        work("schema", roles=["backend"]),
        work("api", roles=["backend"], depends_on=["schema"]),
        work("pages", roles=["frontend"]),
    )
    script = TeamScript({})
    with (
        ScriptedModel(script) as server,
        new_team(server, team_file("ann:backend", "bob:backend"), project) as team,
    ):
        until(
            project,
            lambda: sum(one.assignee in ("ann", "bob") for one in project.state.contracts.entries.values()) == 2,
        )
        found = {one.assignee: name for name, one in project.state.contracts.entries.items()}
        until(project, lambda: "You have claimed" in script.told("ann") and "You have claimed" in script.told("bob"))
        team.close()
    assert {found["ann"], found["bob"]} == {"schema", "docs"}
    claims = [e.contract_id for r in project.records() for e in r.events if getattr(e, "transition", "") == "claim"]
    assert claims[0] == "schema"
    assert {one.assignee for one in project.state.contracts.entries.values()} == {"ann", "bob", None}


def test_a_member_that_owes_a_reply_claims_nothing() -> None:
    project = with_work()
    with ScriptedModel(TeamScript({})) as server, new_team(server, team_file("ann:backend"), project):
        question = Freeform(intent_hint="ASK", body="why?", requires_response=True, urgency="high")
        project.send(project.message("lead", question, "ann", "high", "why?", id="q"))
        until(project, lambda: not project.state.unread_of("ann") and "ann" not in project.state.turns)
        assert [one.message_id for one in project.state.owed_by("ann")] == ["q"]
        project.do(work("api", roles=["backend"]))
        for text in ("first", "second"):
            tell(project, "ann", text)
            until(project, lambda: not project.state.unread_of("ann") and "ann" not in project.state.turns)
        assert project.find_contract("api").assignee is None
        project.do(c.CloseObligations("q"))
        until(project, lambda: project.find_contract("api").assignee == "ann")


def test_a_member_that_does_nothing_is_reported_and_not_asked_again_until_something_changes() -> None:
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript({"ann": start_claimed()})
    with ScriptedModel(script) as server, new_team(server, team_file("ann:backend"), project) as team:
        until(project, lambda: any("did nothing" in one for one in said(project, "renkei")))
        until(project, lambda: "ann" not in project.state.turns)
        asked = script.asked("ann")
        assert asked == 4  # two in the turn with the call, and one in each of two more turns for the same work
        tell(project, "lead", "an unrelated record")
        until(project, lambda: "an unrelated record" in script.told("lead"))
        assert script.asked("ann") == asked
        tell(project, "ann", "please continue")
        until(project, lambda: "please continue" in script.told("ann"))
        until(project, lambda: "ann" not in project.state.turns)
        team.close()
    assert script.asked("ann") == asked + 1
    assert len([one for one in said(project, "renkei") if "did nothing" in one]) == 1


def test_no_member_reads_what_belongs_together_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    robo = {"id": "robo", "command": ["true"]}
    file = team_file(members=[{"id": "ann"}, robo], workspace={"path": str(tmp_path)})
    read = list[tuple[str, str, bool]]()

    def watch(name: str) -> None:
        real = getattr(Session, name)

        def watched(session: Session, *given: Any, **more: Any) -> Any:
            read.append((session.agent, name, team._watcher._looking.locked()))
            return real(session, *given, **more)

        monkeypatch.setattr(Session, name, watched)

    script = TeamScript({"ann": (Reply("look", call="TaskList"), Reply('"tasks"', "I see."))})
    with ScriptedModel(script) as server, new_team(server, file, with_work()) as team:
        watch("next_turn")
        watch("news")
        tell(team.project, "ann", "look")
        tell(team.project, "robo", "look")
        until(team.project, lambda: {("ann", "news"), ("robo", "next_turn")} <= {one[:2] for one in read})
        team.close()
    assert {("ann", "next_turn", True), ("ann", "news", True), ("robo", "next_turn", True)} <= set(read)
    assert all(held for *_, held in read)


def test_an_idle_member_agrees_to_end_without_its_model() -> None:
    script = TeamScript({})
    with ScriptedModel(script) as server, new_team(server, team_file("ann"), with_work()) as team:
        asked = team.stop("ann", "nothing left to do")
        until(team.project, lambda: "ann" not in team.project.state.actors)
        assert asked.message_id is not None
        assert outcome_of(team.project, asked.message_id) == "agreed"
        assert team.stop("ann").outcome == "gone"
        team.close()
    assert not [one for one in script.requests if "You are ann" in str(one.body["system"])]
    assert said(team.project, "ann") == ["ann: ann ends."]


def test_a_member_ends_in_order_when_one_that_asked_it_leaves_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    project = with_work()
    project.join("ann")
    project.join("bob")
    asked = [request_shutdown(project, "ann", actor=one).message_id for one in ("bob", "human")]
    real = shutdown.reply

    def reply(*given: Any) -> Any:
        found = real(*given)
        if "bob" in project.state.actors:
            project.leave("bob")
        return found

    monkeypatch.setattr(shutdown, "reply", reply)
    with ScriptedModel(TeamScript({})) as server, new_team(server, team_file("ann"), project) as team:
        until(project, lambda: "ann" not in project.state.actors)
        team.close()
    assert not team.failed
    assert outcome_of(project, asked[1] or "") == "agreed"


@pytest.mark.parametrize("who", ["ann", ""])
def test_a_member_that_is_paused_is_asked_to_end_and_does_when_it_continues(who: str) -> None:
    project = with_work()
    project.join("ann")
    project.do(c.SuspendActor("ann", "wait") if who else c.PauseProject("wait"))
    request_shutdown(project, "ann")
    assert "Reason" not in list(project.state.messages.values())[-1].message.payload.body
    with ScriptedModel(TeamScript({})) as server, new_team(server, team_file("ann"), project) as team:
        team._watcher.wait_quiet(0)
        assert "ann" in project.state.actors
        assert not team.failed
        project.do(c.ResumeActor("ann") if who else c.ResumeProject())
        until(project, lambda: "ann" not in project.state.actors)
        team.close()
    assert not team.failed


def test_a_request_while_a_tool_runs_ends_the_turn_first_and_may_be_refused(gate: tuple[threading.Event, ...]) -> None:
    entered, leave = gate
    project = with_work(work("api", roles=["backend"]))
    refusal = {"type": "shutdown_response", "content": "the build is half done", "approve": False}
    script = TeamScript(
        {
            "ann": (
                *start_claimed(),
                Reply("in_progress", call="build"),
                Reply("please end", call="SendMessage", arguments=refusal),
                Reply("refused", say="I continue."),
                Reply("please end", say="Then I stop here."),
            )
        }
    )
    with ScriptedModel(script) as server, new_team(server, team_file("ann:backend"), project) as team:
        assert entered.wait(20)
        first = team.stop("ann", "we are done").message_id
        leave.set()
        until(project, lambda: outcome_of(project, first or "") != "asked")
        assert outcome_of(project, first or "") == "refused"
        assert "ann" in project.state.actors
        until(project, lambda: "ann" not in project.state.turns)
        second = team.stop("ann", "we are done").message_id
        until(project, lambda: "ann" not in project.state.actors)
        assert outcome_of(project, second or "") == "agreed"
        until(project, lambda: project.state.contracts.entries["api"].status == "open")
        team.close()
    assert "the build is half done" in " ".join(said(project, "ann"))
    assert "built" in script.told("ann")
    assert "Then I stop here." in notes(project, "api")
    assert "build {}" in notes(project, "api")


def test_a_member_at_work_reads_what_its_lead_says_before_it_hands_in(gate: tuple[threading.Event, ...]) -> None:
    entered, leave = gate
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript(
        {
            "ann": (
                *start_claimed(),
                Reply("in_progress", call="build"),
                Reply("use port 9090", say="I use it."),
            )
        },
        ending="I have read nothing of a port.",
    )
    with ScriptedModel(script) as server, new_team(server, team_file("ann:backend"), project):
        assert entered.wait(20)
        tell(project, "ann", "use port 9090", "lead", "normal")
        leave.set()
        until(project, lambda: "ann" not in project.state.turns)
        first = next(text for text in (one.text for one in script.requests) if "built" in text)
    assert "use port 9090" in first


def test_a_request_for_an_earlier_member_never_ends_a_newcomer() -> None:
    project = with_work()
    script = TeamScript({})
    with ScriptedModel(script) as server, new_team(server, team_file("ann"), project) as team:
        team.stop("ann")
        until(project, lambda: "ann" not in project.state.actors)
        team.spawn(team.file.members[0])
        assert project.state.actors["ann"].incarnation == 2
        assert request_shutdown(project, "ann", incarnation=1).outcome == "gone"
        late = tell(
            project,
            "ann",
            "ann, please end",
            extensions={REQUEST: {"agent": "ann", "incarnation": 1}},
            expected_response_type=["FREEFORM"],
        )
        until(project, lambda: outcome_of(project, late) == "gone")
        assert "ann" in project.state.actors
        team.close()


def test_a_newcomer_is_woken_after_the_thread_of_the_one_before_it_has_ended(gate: tuple[threading.Event, ...]) -> None:
    entered, leave = gate
    project = with_work()
    script = TeamScript({"ann": (Reply("go", call="build"), Reply("hello", "Here."))})
    file = team_file("ann")
    with ScriptedModel(script) as server, new_team(server, file, project) as team:
        tell(project, "ann", "go")
        assert entered.wait(30)
        before = team._members._threads["ann"]
        project.leave("ann")
        team.spawn(file.members[0])
        leave.set()
        before.join(30)
        tell(project, "ann", "hello")
        until(project, lambda: "Here." in script.told("ann") or len(script.open) == 0)
        team.close()
    assert not team.failed


def test_a_member_that_does_not_reply_in_time_is_taken_out(gate: tuple[threading.Event, ...]) -> None:
    entered, leave = gate
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript({"ann": (*start_claimed(), Reply("in_progress", say="Building now.", call="build"))})
    with ScriptedModel(script) as server, new_team(server, team_file("ann:backend"), project) as team:
        assert entered.wait(20)
        asked = team.stop("ann", "hurry", seconds=0.2)
        until(project, lambda: "ann" not in project.state.actors)
        assert outcome_of(project, asked.message_id or "") == "dead"
        assert project.state.contracts.entries["api"].assignee is None
        assert "Building now." in notes(project, "api")
        team.spawn(team.file.members[0])
        until(project, lambda: project.state.contracts.entries["api"].assignee == "ann")
        leave.set()
        until(project, lambda: "Building now." in script.told("ann"), "the newcomer reads what was known")
        team.close()


def test_a_thread_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    project = with_work(work("api", roles=["backend"]))

    def broken(session: object, arguments: object) -> str:
        raise ZeroDivisionError("a fault of ours")

    tool = Tool("broken", "", Nothing, broken)
    monkeypatch.setattr(toolbox, "TABLE", (*toolbox.TABLE, lambda team: (tool,)))
    script = TeamScript({"ann": (*start_claimed(), Reply("in_progress", call="broken"))})
    with ScriptedModel(script) as server, new_team(server, team_file("ann:backend"), project) as team:
        until(project, lambda: "ann" not in project.state.actors)
        until(project, lambda: "a fault of ours" in script.told("lead"), "the lead is notified")
        assert team.failed == {"ann": "ZeroDivisionError: a fault of ours"}
        team.close()
    assert project.state.contracts.entries["api"].assignee is None


def test_idle_members_use_no_processor_and_one_thread_waits_for_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    project, waits, names = with_work(), list[float](), [f"m{number}" for number in range(10)]
    wait = project.log.wait

    def counted(after: int, timeout: float, *stopped: Callable[[], bool]) -> bool:
        waits.extend([timeout] * len(stopped))
        return wait(after, timeout, *stopped)

    monkeypatch.setattr(project.log, "wait", counted)
    script = TeamScript({})
    with ScriptedModel(script) as server, new_team(server, team_file(*names), project) as team:
        until(project, lambda: script.asked("lead") and not project.state.turns)
        tell(project, "m1", "look")
        until(project, lambda: "look" in script.told("m1") and not project.state.turns)
        seen = team._watcher.wait_quiet(0)
        until(project, lambda: waits[-1] > 30)
        assert team._watcher.wait_quiet(0) == seen
    assert len(waits) <= project.state.seq + 5, "it waits once for each record"


def test_budgets_of_turns_and_tokens_end_in_the_record() -> None:
    script = TeamScript({}, ending="Fine.")
    budgets = {"ann": {"turns": 1}, "bob": {"tokens": 20}}
    file = with_budgets(team_file("ann", "bob"), budgets)
    with ScriptedModel(script) as server, new_team(server, file, with_work()) as team:
        project = team.project
        for name in ("ann", "bob", "bob"):
            tell(project, name, f"a word for {name}")
            until(project, lambda: not project.state.unread.get(name))  # noqa: B023
        until(project, lambda: set(project.state.suspended) == {"ann", "bob"})
        assert team.usage()["bob"].total == 30
        team.close()
    assert "ann has used up its one turn." in " ".join(said(project, "renkei"))
    assert "bob has used up its 20 tokens." in " ".join(said(project, "renkei"))
