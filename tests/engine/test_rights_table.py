"""Every action by every kind of participant, through `settle`, against a table that is written here a second time."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import pytest

from engine.factory import after, message, reading, send, talk, terms, time
from renkei.board.decide import Write
from renkei.board.fields import ACCESS
from renkei.budget.delivery.model import DEFAULT_DELIVERY
from renkei.contracts.events import Proof
from renkei.contracts.lifecycle import TRANSITIONS
from renkei.engine import commands as c
from renkei.engine.participants.rights import RIGHTS, ActionVariant
from renkei.engine.settle import settle
from renkei.engine.state import State
from renkei.errors import NotAllowedError, ProtocolError, SuspendedError, UnknownActorError
from renkei.files.model import FileChange
from renkei.protocol import payloads as p
from renkei.protocol.messages import MessageType
from renkei.protocol.registration import Registration

ACTORS = {
    "producer": "ann",
    "delegator": "del",
    "stranger": "bob",
    "candidate": "cid",
    "lead": "lead",
    "second": "two",  # a lead that `lead` added
    "human": "human",
    "departed": "gone",
    "suspended": "sus",
    "system": "renkei",
}
"""The kinds of participants, and who of each kind acts."""

EVERYBODY = "producer delegator stranger candidate lead second human"
LEADS = "lead second human"
COMMAND = [{"criterion": "runs", "command": ["make"]}]
ASK = p.DecisionRequest(decision_id="D-1", question="port?")
REPORT = p.ConflictReport(conflict_description="API", conflicting_artifacts=("api",), severity="critical")


@cache
def base() -> State:
    """Return a project in which `ann` works on `W` for `del`, `O` is open for the role of `cid`, and D-1 is ann's."""
    state = after(State(), "human", c.CreateProject("team", "a goal", "build", (), guarded=False))
    agents = {"ann": "backend", "del": "planning", "bob": "writing", "cid": "frontend", "gone": "", "sus": "frontend"}
    joins = (c.Join(name, role) for name, role in agents.items())
    state = after(state, "human", c.Join("lead", "lead", lead=True), *joins)
    state = after(state, "lead", c.Join("two", "lead", lead=True))
    state = after(state, "ann", Write("/agents/ann/artifacts/api", {"description": "API"}))
    state = after(state, "del", send("ask", "del", "ann", ASK))
    state = after(
        state, "del", c.OpenContract(terms("W", delegator="del", assignee="ann", acceptance_criteria=COMMAND))
    )
    state = after(state, "del", c.OpenContract(terms("O", delegator="del", roles=["frontend"])))
    return after(state, "human", c.Leave("gone"), c.SuspendActor("sus", "cycles"))


def nothing(state: State) -> State:
    return state


def done(*steps: tuple[str, c.Action]) -> Callable[[State], State]:
    """Build a preparation: commands before the action."""

    def prepared(state: State) -> State:
        for actor, action in steps:
            state = after(state, actor, action)
        return state

    return prepared


def step(name: str, contract: str = "W") -> c.TransitionContract:
    return c.TransitionContract(contract, name, "seen")  # type: ignore[arg-type]


def answered(state: State) -> State:
    """Let `ann` make its decision, so that what it still owes keeps it from nothing."""
    return after(state, "human", Write("/pending_decisions/D-1/status", "resolved"))


SUBMITTED = (("human", Write("/pending_decisions/D-1/status", "resolved")), ("ann", step("submit")))
CONFLICT = ("del", send("K", "del", "cid", REPORT))


@dataclass(frozen=True)
class Example:
    """An action of an actor, the events before it, and the kinds of participants that may do it."""

    may: str
    action: Callable[[str], c.Action]
    before: Callable[[State], State] = nothing


def of(action: c.Action) -> Callable[[str], c.Action]:
    return lambda actor: action


def in_turn(build: Callable[[], c.Action]) -> Example:
    return Example("producer", lambda actor: build(), lambda state: after(state, "ann", reading(state, "ann")))


CONTEXT: Any = reading(State(), "ann").context
PROOF = {"criterion": 0, "method": "command", "exit_status": 0}
MADE = p.DecisionResult(decision_id="K", chosen_option="keep", rationale="r")

EXAMPLES: dict[ActionVariant, Example] = {
    (c.CreateProject, ""): Example("", of(c.CreateProject("team", "g", "p", ()))),  # there is one already
    (c.SetRules, ""): Example(LEADS, of(c.SetRules(()))),
    (c.AddRules, ""): Example(LEADS, of(c.AddRules(()))),
    (c.RemoveRules, ""): Example(LEADS, of(c.RemoveRules(()))),
    (c.SetContextDelivery, ""): Example(LEADS, of(c.SetContextDelivery(DEFAULT_DELIVERY))),
    (c.SetQuota, ""): Example(LEADS, of(c.SetQuota(5))),
    (c.MarkRead, ""): Example("human", of(c.MarkRead(("m1",)))),
    (c.HaltProject, ""): Example(LEADS, of(c.HaltProject("spent"))),
    (c.PauseProject, ""): Example(LEADS, of(c.PauseProject("lunch"))),
    (c.ResumeProject, ""): Example(LEADS, of(c.ResumeProject())),
    (c.Tick, ""): Example(EVERYBODY + " departed suspended", of(c.Tick())),
    (c.Join, "agent"): Example(LEADS, of(c.Join("new"))),
    (c.Join, "human"): Example("human", of(c.Join("new", human=True))),
    (c.Leave, "agent"): Example("producer " + LEADS, of(c.Leave("ann"))),
    (c.Leave, "human"): Example("human", of(c.Leave("hanako")), done(("human", c.Join("hanako", human=True)))),
    (c.Leave, "always here"): Example("", of(c.Leave("human"))),
    (c.SetMerging, ""): Example("", of(c.SetMerging("ann", True))),
    (c.RecordMerge, ""): Example("", of(c.RecordMerge("W", "main", "c0ffee"))),
    (c.DelayMerge, ""): Example("", of(c.DelayMerge("W", "later"))),
    (c.Register, ""): Example(LEADS, of(c.Register(Registration(name="acme.example/X", json_schema={})))),
    (c.SetGroup, ""): Example(LEADS, of(c.SetGroup("pair", ("ann", "bob")))),
    (c.ChangeGroup, ""): Example(LEADS, of(c.ChangeGroup("pair", "ann", is_in=True))),
    (c.SuspendActor, ""): Example(LEADS, of(c.SuspendActor("ann", "cycles"))),
    (c.ResumeActor, ""): Example(LEADS, of(c.ResumeActor("sus"))),
    (c.BeginTurn, ""): Example("producer", of(reading(base(), "ann"))),
    (c.GiveNews, ""): in_turn(lambda: c.GiveNews("ann", "t-1", base().seq + 1, CONTEXT)),
    (c.RenewTurn, ""): in_turn(lambda: c.RenewTurn("ann", "t-1", time(7200))),
    (c.EndTurn, ""): in_turn(lambda: c.EndTurn("ann", "t-1")),
    (c.AbandonTurn, ""): in_turn(lambda: c.AbandonTurn("ann", "t-1")),
    (c.InterruptTurn, ""): Example("producer " + LEADS, of(c.InterruptTurn("ann", "stop"))),
    (c.Send, ""): Example("producer", of(send("m", "ann", "lead", talk("x")))),
    (c.Send, "DECISION_REQUEST"): Example(
        "producer human",
        lambda actor: send("r", actor, "all", MADE.model_copy(update={"decision_id": "D-1"}), in_reply_to="ask"),
    ),
    (c.Send, "CONFLICT_REPORT"): Example(
        "producer candidate " + LEADS, lambda actor: send("r", actor, "all", MADE, in_reply_to="K"), done(CONFLICT)
    ),
    (c.Send, "REVIEW_RESULT"): Example(
        EVERYBODY.replace("producer ", ""),
        lambda actor: send("m", actor, "all", p.ReviewResult(artifact_ref="api", verdict="approved", summary="s")),
    ),
    (c.RecordPast, ""): Example("human", of(c.RecordPast(message("old", "kim@slack", "all", talk("hi"))))),
    (c.CloseObligations, ""): Example("delegator " + LEADS, of(c.CloseObligations("ask"))),
    (c.TransferObligation, ""): Example(LEADS, of(c.TransferObligation("ask", "ann", "cid"))),
    (Write, "lead"): Example(LEADS, of(Write("/goal", "x"))),
    (Write, "own"): Example("producer " + LEADS, of(Write("/agents/ann/status", "working"))),
    (Write, "owner"): Example("producer human", of(Write("/pending_decisions/D-1/deadline", "noon"))),
    (Write, "anyone"): Example(EVERYBODY, of(Write("/blockers/B-1", {"description": "x"}))),
    (Write, "system"): Example("", of(Write("/agents/new", {"role": "x"}))),
    (Write, "report"): Example(
        "producer delegator candidate " + LEADS,
        of(Write("/blockers/K", {"description": "x"})),
        done(("del", send("K", "del", "cid", REPORT.model_copy(update={"severity": "warning"})))),
    ),
    (Write, "conflict"): Example(
        "producer candidate " + LEADS, of(Write("/blockers/K/resolved", True)), done(CONFLICT)
    ),
    (c.GiveContextFeedback, ""): Example(f"producer {LEADS}", of(c.GiveContextFeedback("ann", "ask", "relevant", 1))),
    (c.KeepComments, ""): Example(LEADS, of(c.KeepComments({"/goal": ((), "# x")}))),
    (c.ReserveFiles, ""): Example("producer " + LEADS, of(c.ReserveFiles("ann", ("src",), 60))),
    (c.ReleaseFiles, ""): Example(
        "producer " + LEADS, of(c.ReleaseFiles("ann")), done(("ann", c.ReserveFiles("ann", ("src",), 60)))
    ),
    (c.SetFilePolicy, ""): Example(LEADS, of(c.SetFilePolicy("ask"))),
    (c.RecordChanges, ""): Example("producer " + LEADS, of(c.RecordChanges("ann", (FileChange(path="a.py"),)))),
    (c.OpenContract, ""): Example("delegator " + LEADS, of(c.OpenContract(terms("N", delegator="del")))),
    (c.OpenContract, "part"): Example(
        "producer " + LEADS, lambda actor: c.OpenContract(terms("N", delegator=actor, parent="W"))
    ),
    (c.AssignContract, ""): Example("delegator " + LEADS, of(c.AssignContract("O", "ann"))),
    (c.AddNote, ""): Example("producer delegator " + LEADS, of(c.AddNote("W", "x"))),
    (c.ClaimContract, ""): Example("candidate", of(c.ClaimContract("O"))),
    (c.AcceptContract, ""): Example("delegator " + LEADS, of(c.AcceptContract("W", "seen")), done(*SUBMITTED)),
    (c.ProveContract, ""): Example(
        "delegator " + LEADS,
        lambda actor: c.ProveContract("W", (Proof.model_validate(PROOF | {"by": actor}),)),
        done(*SUBMITTED),
    ),
    (c.PauseContract, ""): Example(LEADS, of(c.PauseContract("W", "lunch"))),
    (c.ResumeContract, ""): Example(LEADS, of(c.ResumeContract("W"))),
    (c.ReplaceParty, ""): Example("", of(c.ReplaceParty("W", "assignee", "bob"))),
    (c.TransitionContract, "claim"): Example("candidate", of(step("claim", "O"))),
    (c.TransitionContract, "accept"): Example("producer", of(step("accept"))),
    (c.TransitionContract, "start"): Example("producer", of(step("start"))),
    (c.TransitionContract, "block"): Example("producer", of(step("block"))),
    (c.TransitionContract, "submit"): Example("producer", of(step("submit")), answered),
    (c.TransitionContract, "complete"): Example("delegator " + LEADS, of(step("complete")), done(*SUBMITTED)),
    (c.TransitionContract, "rework"): Example("delegator " + LEADS, of(step("rework")), done(*SUBMITTED)),
    (c.TransitionContract, "deliver_part"): Example("producer", of(step("deliver_part"))),
    (c.TransitionContract, "fail"): Example("producer delegator " + LEADS, of(step("fail"))),
    (c.TransitionContract, "refuse"): Example("producer", of(step("refuse"))),
    (c.TransitionContract, "release"): Example("producer delegator " + LEADS, of(step("release"))),
    (c.TransitionContract, "reopen"): Example("delegator " + LEADS, of(step("reopen")), done(("ann", step("fail")))),
    (c.TransitionContract, "cancel"): Example("delegator " + LEADS, of(step("cancel"))),
}

HEADER: dict[str, Any] = {"task_description": "x", "authority_scope": "", "fallback_on_failure": ""}
HANDOFF = p.TaskHandoff(**HEADER, expected_output=p.ExpectedOutput(format="code"))


def says(payload: Any, to: str = "all", **more: Any) -> Callable[[str], c.Action]:
    return lambda actor: c.Send(message("m", actor, to, payload, **more))


MESSAGES: dict[MessageType, Example] = {
    "TASK_HANDOFF": Example("delegator " + LEADS, says(HANDOFF, "ann", task_ref="O")),
    "TASK_RESULT": Example(
        "producer", says(p.TaskResult(original_task_ref="W", status="completed", summary="s")), answered
    ),
    "TASK_BLOCKED": Example("producer", says(p.TaskBlocked(original_task_ref="W", blocked_by="disk", reason="full"))),
    "DECISION_REQUEST": Example(EVERYBODY, says(p.DecisionRequest(decision_id="D-1", question="port?"), "ann")),
    "DECISION_RESULT": Example("producer human", says(MADE.model_copy(update={"decision_id": "D-1"}))),
    "STATUS_UPDATE": Example(
        "producer human", says(p.StatusUpdate(task_ref="W", new_status="working", progress_summary="s"))
    ),
    "CONFLICT_REPORT": Example(EVERYBODY, says(REPORT)),
    "KNOWLEDGE_SHARE": Example(
        EVERYBODY, says(p.KnowledgeShare(topic="t", content="c", relevance_to_recipients="r", actionable=False))
    ),
    "REVIEW_REQUEST": Example(EVERYBODY, says(p.ReviewRequest(artifact_ref="api", blocking=False))),
    "REVIEW_RESULT": Example(
        "delegator " + LEADS, says(p.ReviewResult(artifact_ref="W", verdict="approved", summary="s")), done(*SUBMITTED)
    ),
    "FREEFORM": Example(EVERYBODY, says(talk("x"))),
}
"""The participants that may send a message of each type, about work, decisions and artifacts that exist."""

LEAD_WORKS = done(
    ("del", c.OpenContract(terms("L", delegator="del", assignee="lead", acceptance_criteria=COMMAND))),
    ("lead", step("submit", "L")),
)
JUDGING: dict[str, Example] = {
    "accept": Example("delegator human", of(c.AcceptContract("L", "seen")), LEAD_WORKS),
    "complete": Example("delegator human", of(step("complete", "L")), LEAD_WORKS),
    "prove": Example(
        "delegator human",
        lambda actor: c.ProveContract("L", (Proof.model_validate(PROOF | {"by": actor}),)),
        LEAD_WORKS,
    ),
    "approve": Example(
        "delegator human", says(p.ReviewResult(artifact_ref="L", verdict="approved", summary="s")), LEAD_WORKS
    ),
}
"""The participants that may judge the work of `lead`: not itself, and not the lead that it added."""

WALK = [(act, example, kind) for act, example in (EXAMPLES | MESSAGES | JUDGING).items() for kind in ACTORS]  # type: ignore[operator]
NAMES = [f"{act if isinstance(act, str) else f'{act[0].__name__}-{act[1]}'}-{kind}" for act, _, kind in WALK]

REFUSALS: dict[str, tuple[type[ProtocolError], ...]] = {
    "departed": (UnknownActorError,),
    "suspended": (SuspendedError,),
}


def test_no_act_and_no_message_type_is_missing() -> None:
    assert set(EXAMPLES) == set(RIGHTS)
    assert set(MESSAGES) == set(get_args(MessageType))
    assert {kind for kind, _ in RIGHTS} == set(get_args(c.Action))
    assert {name for kind, name in RIGHTS if kind is c.TransitionContract} == set(TRANSITIONS)
    assert {name for kind, name in RIGHTS if kind is Write} == {*ACCESS.values(), "report", "conflict"}


@pytest.mark.parametrize(("act", "example", "kind"), WALK, ids=NAMES)
def test_the_table_says_who_may_do_an_action(act: Any, example: Example, kind: str) -> None:
    state, actor = example.before(base()), ACTORS[kind]
    command = c.Command("walk", time(60), actor, (example.action(actor),))
    if kind in example.may.split():
        assert settle(state, command).seq == state.seq + 1
        return
    with pytest.raises(ProtocolError) as error:
        settle(state, command)
    if act != (c.CreateProject, "") and (act, kind) != ((c.AbandonTurn, ""), "suspended"):
        assert isinstance(error.value, REFUSALS.get(kind, NotAllowedError)), error.value
