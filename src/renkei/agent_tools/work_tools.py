"""The tools of contracts: finding, taking, submitting and reviewing work (section 4)."""

from dataclasses import asdict
from typing import Any, Literal, get_args

from renkei.acts.errors import NothingToClaimError
from renkei.acts.names import Evidence
from renkei.acts.table import find_act
from renkei.agent_tools.message_tools import sent
from renkei.agent_tools.performing import given, perform
from renkei.agent_tools.tool import Answer, Tool
from renkei.contracts.events import NoteAdded
from renkei.contracts.state import Contract
from renkei.engine.file_work.taken import waiting_for
from renkei.engine.state import State
from renkei.engine.views.obligations import OpenObligation
from renkei.files.lines import in_words
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Finding, Verdict
from renkei.protocol.primitives import Frozen, TupleOf
from renkei.texts.say import say

Which = Literal["ready", "mine", "open", "files"]

FILES_SHOWN = 100
"""Files in work that an answer lists; the others are counted."""

OF_ASSIGNEE = ("start", "block", "release", "refuse", "note")
"""Acts that need no id of a contract: they are about the first one of the agent."""

WorkAct = Literal[
    "claim",
    "start",
    "block",
    "release",
    "refuse",
    "note",
    "reopen",
    "cancel",
    "assign",
    "pause_contract",
    "resume_contract",
    "reserve_files",
    "release_files",
]


class ListWork(Frozen):
    """Arguments of `list_work`."""

    which: Which = "mine"
    """ready: you can claim it; mine: yours and what you delegated, replies owed; open: not closed; files: changed and
    reserved files, and by which agents."""
    contract: str | None = None


class TakeWork(Frozen):
    """Arguments of `take_work`."""

    act: WorkAct = "claim"
    """start: begin or continue; block: you cannot; release: give back; refuse: decline an assignment; note: text;
    reopen, cancel, assign: work you delegated; reserve_files, release_files: paths."""
    contract: str | None = None
    """Its id; by default yours, or for claim the most urgent."""
    reason: str | None = None
    blocked_by: str | None = None
    """For block: id of the contract, decision, message, artifact or agent you wait for; the wait ends automatically."""
    text: str | None = None
    assignee: str | None = None
    paths: TupleOf[str] = ()
    """Such as src/api/**."""
    shared: bool | None = None
    lease: int | None = None


class SubmitWork(Frozen):
    """Arguments of `submit_work`."""

    contract: str
    summary: str
    """Summary of the work."""
    status: Literal["completed", "partial", "failed"] = "completed"
    output_artifacts: TupleOf[str] = ()
    """References or paths of your results."""
    evidence: TupleOf[Evidence] = ()
    """Evidence that each criterion is met."""


class ReviewWork(Frozen):
    """Arguments of `review_work`."""

    artifact_ref: str
    """Id of the contract, or reference of an artifact."""
    verdict: Verdict
    summary: str
    findings: TupleOf[Finding] = ()


def list_work(session: Session, arguments: ListWork) -> Answer:
    """Return contracts with their criteria, or one contract in full."""
    if arguments.contract is not None:
        one = session.project.find_contract(arguments.contract)
        return contract_data(one) | {"notes": _notes(session.project, one.terms.id)}
    state, agent = session.project.state, session.agent
    if arguments.which == "files":
        return files_data(session.project)
    if arguments.which == "ready":
        found = session.project.ready(agent)
    else:
        found = sorted((one for one in state.contracts.entries.values() if not one.closed), key=lambda one: one.seq)
    if arguments.which == "mine":
        found = [one for one in found if agent in (one.assignee, one.terms.delegator)]
    answer: dict[str, Any] = {"contracts": [_line(state, one, agent) for one in found]}
    return answer | (_replies(session) if arguments.which == "mine" else {})


def files_data(project: Project) -> dict[str, Any]:
    """Return the policy for files, and the files in work without empty fields."""
    found = [{name: value for name, value in asdict(one).items() if value} for one in project.files()]
    shown = [one | ({"lines": in_words(one["lines"])} if "lines" in one else {}) for one in found[:FILES_SHOWN]]
    more = len(found) - len(shown)
    return {"policy": project.state.files.policy, "files": shown} | ({"more": more} if more else {})


def _notes(project: Project, contract: str) -> list[str]:
    """Return all notes of a contract; the state keeps only the newest."""
    records = project.log.records_about("contract", contract)
    return [
        f"{event.by}: {event.text}"
        for record in records
        for event in record.events
        if isinstance(event, NoteAdded) and event.contract_id == contract
    ]


def _replies(session: Session) -> dict[str, Any]:
    """Return the replies that the agent owes and the replies that it waits for."""
    found = session.project.obligations(session.agent)
    return {
        "you_owe": [_reply(one) | {"to": one.creditor} for one in found if one.debtor == session.agent],
        "you_wait_for": [_reply(one) | {"from": one.debtor} for one in found if one.creditor == session.agent],
    }


def _reply(one: OpenObligation) -> dict[str, Any]:
    late = {"overdue": True} if one.overdue else {}
    return {"message": one.message_id, "reply": list(one.expects), "summary": one.summary, **late}


def _line(state: State, contract: Contract, agent: str) -> dict[str, Any]:
    terms = contract.terms
    line = {
        "id": terms.id,
        "status": contract.status,
        "priority": terms.priority,
        "delegator": terms.delegator,
        "assignee": contract.assignee,
        "description": terms.inputs.description,
        "criteria": [one.criterion for one in terms.acceptance_criteria],
    }
    waits = waiting_for(state, contract, agent)
    line |= {"waits_for": waits} if waits else {}
    return line | ({"paused": contract.paused} if contract.paused else {}) | override_of(contract)


def override_of(contract: Contract) -> dict[str, str]:
    """Return how a contract was accepted although a command proved nothing; empty if it was not."""
    return {"accepted": say("en", f"notice.{contract.override}")} if contract.override else {}


def take_work(session: Session, arguments: TakeWork) -> Answer:
    """Perform an act on a contract and return its terms."""
    project, values = session.project, given(arguments)
    own = next(project.state.contracts.of(session.agent), None)
    if own is not None and arguments.contract is None and arguments.act in OF_ASSIGNEE:
        values["contract"] = own.terms.id
    try:
        _, done = perform(session, arguments.act, values)
    except NothingToClaimError:
        return say(project.state.locale, "session.no_work")
    told = {"notices": list(done.notices)} if done.notices else {}
    if find_act(arguments.act).about == "files":
        mine = sorted(project.state.files.reserved_by(session.agent))
        return {"changed": done.changed, "you_have_reserved": mine} | told
    return contract_data(project.find_contract(done.id or "")) | told


def contract_data(contract: Contract) -> dict[str, Any]:
    """Return a contract's status, terms, and criteria that nothing proves yet."""
    terms = contract.terms.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    criteria = contract.terms.acceptance_criteria
    return {
        "contract": contract.terms.id,
        "status": contract.status,
        "assignee": contract.assignee,
        "unproved": [criteria[index].criterion for index in contract.unproved],
        **override_of(contract),
        "terms": terms,
    }


def submit_work(session: Session, arguments: SubmitWork) -> Answer:
    """Submit work and return what became of the result, and what is still unproved."""
    record, _ = perform(session, "submit", given(arguments))
    after = contract_data(session.project.find_contract(arguments.contract))
    del after["terms"]
    return sent(session.project, record) | after


def review_work(session: Session, arguments: ReviewWork) -> Answer:
    """Review the work or an artifact of another participant and return the state of its contract."""
    _, done = perform(session, "review", given(arguments))
    found = session.project.state.contracts.find(arguments.artifact_ref)
    answer: dict[str, Any] = {"seq": done.seq, "verdict": arguments.verdict}
    return answer | ({"contract": found.terms.id, "status": found.status} if found else {})


TOOLS = (
    Tool(
        "list_work",
        "List tasks (contracts) with their acceptance criteria: those you can claim, yours, all open, or one in full.",
        ListWork,
        list_work,
        reads=True,
    ),
    Tool(
        "take_work",
        "Claim a task, start it, say that you are blocked, give it back or refuse it. Returns its terms.",
        TakeWork,
        take_work,
        acts=get_args(WorkAct),
    ),
    Tool(
        "submit_work",
        "Submit your finished, partial or failed task to its delegator, with evidence for each criterion. "
        "Returns what is unproved.",
        SubmitWork,
        submit_work,
        acts=("submit",),
    ),
    Tool(
        "review_work",
        "Review a teammate's submitted task or artifact: approve it, request changes, or reject it.",
        ReviewWork,
        review_work,
        acts=("review",),
    ),
)
