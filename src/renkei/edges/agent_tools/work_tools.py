"""The tools of contracts: finding, taking, submitting and reviewing work (section 4)."""

from typing import Any, Literal

from renkei.contracts.events import NoteAdded
from renkei.contracts.lifecycle import CLOSED
from renkei.contracts.state import Contract
from renkei.edges.agent_tools.message_tools import sent
from renkei.edges.agent_tools.tool import Answer, Tool
from renkei.engine import commands as c
from renkei.engine.views.obligations import OpenObligation
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Finding, TaskResult, Verdict
from renkei.protocol.primitives import Flag, Frozen, TupleOf
from renkei.texts.say import say

Which = Literal["ready", "mine", "open"]

OF_DELEGATOR = ("reopen", "cancel")
"""Steps that need the id of a contract: an agent has no one contract that it delegated."""


class ListWork(Frozen):
    """Arguments of `list_work`."""

    which: Which = "mine"
    """ready: you can claim it; mine: you do or delegated it, and replies owed; open: all that is not closed."""
    contract: str | None = None
    """Show this one in full."""


class TakeWork(Frozen):
    """Arguments of `take_work`."""

    contract: str | None = None
    """Its id; without it, the most urgent one that fits your role."""
    step: Literal["claim", "start", "block", "release", "refuse", "reopen", "cancel"] = "claim"
    """claim: take open work; start: begin or continue it; block: you cannot continue; release: give it back; refuse:
    decline what was assigned to you; reopen, cancel: what you delegated."""
    reason: str = ""
    """Why; not for claim and start."""
    waits_for: str = ""
    """For block: id of what you wait for (contract, decision, message, artifact, agent). The wait ends by itself."""


class CriterionClaim(Frozen):
    """What the producer says about one acceptance criterion."""

    criterion: str
    """Its text in the contract."""
    evidence: str
    """What shows it."""
    met: Flag = True


class SubmitWork(Frozen):
    """Arguments of `submit_work`."""

    contract: str
    status: Literal["completed", "partial", "failed"]
    summary: str
    """What was done."""
    artifacts: TupleOf[str] = ()
    """References or paths of what you made."""
    evidence: TupleOf[CriterionClaim] = ()
    """What shows that each criterion is met."""


class ReviewWork(Frozen):
    """Arguments of `review_work`."""

    contract: str
    """Id of the contract, or reference of an artifact."""
    verdict: Verdict
    summary: str
    findings: TupleOf[Finding] = ()


def list_work(session: Session, arguments: ListWork) -> Answer:
    """Return contracts with their criteria, or one contract in full."""
    if arguments.contract is not None:
        one = session.project.find_contract(arguments.contract)
        return contract_data(one) | {"notes": _notes(session.project, one.terms.id)}
    state = session.project.state
    known, agent = state.contracts, session.agent
    if arguments.which == "ready":
        found = [one for one in known.ready() if one.fits(state.actors[agent].role)]
    else:
        found = [one for one in sorted(known.entries.values(), key=lambda one: one.seq) if one.status not in CLOSED]
    if arguments.which == "mine":
        found = [one for one in found if agent in (one.assignee, one.terms.delegator)]
    answer: dict[str, Any] = {"contracts": [_line(session.project, one) for one in found]}
    return answer | (_replies(session) if arguments.which == "mine" else {})


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
    """Return the replies that the agent owes, and those that it waits for."""
    found = session.project.obligations(session.agent)
    return {
        "you_owe": [_reply(one) | {"to": one.creditor} for one in found if one.debtor == session.agent],
        "you_wait_for": [_reply(one) | {"from": one.debtor} for one in found if one.creditor == session.agent],
    }


def _reply(one: OpenObligation) -> dict[str, Any]:
    late = {"overdue": True} if one.overdue else {}
    return {"message": one.message_id, "reply": list(one.expects), "summary": one.summary, **late}


def _line(project: Project, contract: Contract) -> dict[str, Any]:
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
    waits = project.state.contracts.waits_for(contract)
    return (
        line | ({"waits_for": list(waits)} if waits else {}) | ({"paused": contract.paused} if contract.paused else {})
    )


def take_work(session: Session, arguments: TakeWork) -> Answer:
    """Take a step of a contract's life cycle and return its terms."""
    project, agent = session.project, session.agent
    name = arguments.contract or _next(session, arguments.step)
    if name is None:
        return say(project.state.locale, "session.no_work")
    if arguments.step == "claim":
        project.do(c.ClaimContract(name), actor=agent)
    elif arguments.step == "block":
        project.block(name, arguments.reason, arguments.waits_for, actor=agent)
    else:
        project.do(c.TransitionContract(name, arguments.step, arguments.reason), actor=agent)
    return contract_data(project.find_contract(name))


def _next(session: Session, step: str) -> str | None:
    """Return the work that a step without a contract means: ready work, or what the agent has."""
    if step in OF_DELEGATOR:
        raise BadValueError(path="/contract", got=None, expected="the id of a contract that you delegated")
    state = session.project.state
    if step == "claim":
        role = state.actors[session.agent].role
        return next((one.terms.id for one in state.contracts.ready() if one.fits(role)), None)
    return next((one.terms.id for one in state.contracts.of(session.agent)), None)


def contract_data(contract: Contract) -> dict[str, Any]:
    """Return a contract's status, terms, and criteria that nothing proves yet."""
    terms = contract.terms.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    criteria = contract.terms.acceptance_criteria
    return {
        "contract": contract.terms.id,
        "status": contract.status,
        "assignee": contract.assignee,
        "unproved": [criteria[index].criterion for index in contract.unproved],
        "terms": terms,
    }


def submit_work(session: Session, arguments: SubmitWork) -> Answer:
    """Register the artifacts and send a TASK_RESULT to the delegator, as one record."""
    project, agent = session.project, session.agent
    terms = project.find_contract(arguments.contract).terms
    result = TaskResult(
        original_task_ref=terms.id,
        status=arguments.status,
        output_artifacts=arguments.artifacts,
        summary=arguments.summary,
    )
    claims = [one.model_dump(mode="json") for one in arguments.evidence]
    with project.act_as(agent) as draft:
        for ref in arguments.artifacts:
            draft.artifact(ref, path=ref)
        header: dict[str, Any] = {"task_ref": terms.id, "extensions": {"evidence": claims} if claims else {}}
        message = draft.send(result, terms.delegator, context_summary=arguments.summary[:120], **header)
    after = contract_data(project.find_contract(terms.id))
    del after["terms"]
    return sent(project, message, draft.record) | after


def review_work(session: Session, arguments: ReviewWork) -> Answer:
    """Review the work or an artifact of somebody else and return where it stands."""
    project = session.project
    record = project.review(
        arguments.contract, arguments.verdict, arguments.summary, findings=arguments.findings, actor=session.agent
    )
    answer: dict[str, Any] = {"seq": record.seq if record else None, "verdict": arguments.verdict}
    found = project.state.contracts.find(arguments.contract)
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
    ),
    Tool(
        "submit_work",
        "Submit your finished, partial or failed task to whoever delegated it, with evidence for each criterion. "
        "Returns what is still unproved.",
        SubmitWork,
        submit_work,
    ),
    Tool(
        "review_work",
        "Review a teammate's submitted task or artifact: approve it, request changes, or reject it.",
        ReviewWork,
        review_work,
    ),
)
