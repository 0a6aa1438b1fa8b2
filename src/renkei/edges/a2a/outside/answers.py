"""The consequences that the task of an outside agent has in the project: progress, questions, results, refusals.

Each answer is a command whose id is made from the task and from what was said. So it is given once, however often the
task is looked at and whenever the process is killed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from a2a.types import Message, Role, Task, TaskState

from renkei.acts.names import first_line
from renkei.acts.table import find_act
from renkei.contracts.state import Contract
from renkei.edges.a2a.answering import answer_to
from renkei.edges.a2a.outside.links import TaskLink, command_id, contract_of, marked
from renkei.edges.a2a.parts import addresses_of, documents_of, text_of
from renkei.edges.a2a.states import STEPS, Step
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import DocumentError, InvalidInputError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.acting import Acting
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import Freeform, StatusUpdate
from renkei.protocol.primitives import Priority
from renkei.texts.say import say


@frozen
class Reply:
    """An outside agent's words about a request, and its documents."""

    agent: str
    request: AnyMessage
    contract: Contract | None
    link: TaskLink
    text: str
    addresses: tuple[str, ...] = ()
    evidence: Sequence[Mapping[str, Any]] = ()


def take_answer(project: Project, agent: str, request: AnyMessage, task: Task) -> bool:
    """Do what a task says about a request; return whether that is new. Raises ProtocolError, or LogError."""
    step, said = STEPS[task.status.state], _said(task)
    parts = [part for one in task.artifacts for part in one.parts] if step == "submit" else []
    reply = Reply(
        agent,
        request,
        contract_of(project.state, request),
        TaskLink(task.id, task.context_id),
        _text(parts) or _text(said.parts),
        addresses_of(parts),
        _evidence(parts),
    )
    if step == "report" and not reply.text:
        if task.status.state != TaskState.TASK_STATE_WORKING:
            return False
        reply = replace(reply, text=say(project.state.locale, "a2a.working"))
    return _take(project, reply, step, said.message_id or reply.text)


def _said(task: Task) -> Message:
    """Return what the agent said last: with the status, else, as some agents do, only in the history."""
    if task.status.HasField("message"):
        return task.status.message
    newest = task.history[-1] if task.history else Message()
    return newest if newest.role == Role.ROLE_AGENT else Message()


def take_message(project: Project, agent: str, request: AnyMessage, message: Message) -> None:
    """Do what a message of an agent without tasks says about a request; raises as `take_answer`."""
    contract = contract_of(project.state, request)
    link = TaskLink("", message.context_id)
    _take(project, Reply(agent, request, contract, link, _text(message.parts)), "submit", message.message_id)


def take_loss(project: Project, agent: str, request: AnyMessage, link: TaskLink) -> None:
    """End a request whose task the outside agent does not know any more."""
    text = say(project.state.locale, "a2a.lost")
    _take(project, Reply(agent, request, contract_of(project.state, request), link, text), "fail", "lost")


def note_task(project: Project, agent: str, request: AnyMessage, task: Task) -> None:
    """Record that an outside agent has accepted a request, and as which task."""
    link = TaskLink(task.id, task.context_id)
    text = say(project.state.locale, "a2a.accepted")
    reply = Reply(agent, request, contract_of(project.state, request), link, text)
    _take(project, reply, "accept", request.id)


def is_noted(project: Project, agent: str, message: AnyMessage, link: TaskLink | None) -> bool:
    """Return whether it is recorded that an outside agent has accepted a message, so that it is not sent again."""
    name = command_id(agent, link.task, "accept", message.id) if link else ""
    return bool(name) and project.log.find(name) is not None


def _take(project: Project, reply: Reply, step: Step, said: str) -> bool:
    name = command_id(reply.agent, reply.link.task or reply.request.id, step, said)
    if project.log.find(name) is not None:
        return False
    plan = _FOLLOWS[step]

    def planned(context: Acting) -> list[c.Action]:
        return [marked(one, reply.link) for one in plan(context, reply)]

    try:
        return project.do_planned(planned, actor=reply.agent, command_id=name) is not None
    except (DocumentError, InvalidInputError) as error:
        if step == "fail":
            raise
        text = say(project.state.locale, "a2a.unusable", reason=error)
        return _take(project, replace(reply, text=text, addresses=(), evidence=()), "fail", said)


def _text(parts: Sequence[Any]) -> str:
    """Return the text of some parts, without parts that are neither text nor an address."""
    return text_of(one for one in parts if one.WhichOneof("content") in ("text", "url"))


def _evidence(parts: Sequence[Any]) -> Sequence[Mapping[str, Any]]:
    """Return the claims about criteria that a result of renkei's extension has."""
    for document in documents_of(parts):
        extensions = document.get("extensions")
        found = extensions.get("evidence") if isinstance(extensions, dict) else None
        if isinstance(found, list):
            return [one for one in found if isinstance(one, dict)]
    return ()


def _about(reply: Reply) -> dict[str, Any]:
    task = reply.contract.terms.id if reply.contract else reply.request.task_ref
    return {"in_reply_to": reply.request.id, **({"task_ref": task} if task else {})}


def _report(context: Acting, reply: Reply) -> Sequence[c.Action]:
    contract = reply.contract
    task = contract.terms.id if contract and contract.status in ("open", "accepted", "in_progress", "blocked") else None
    payload = StatusUpdate(task_ref=task, new_status="working", progress_summary=reply.text)
    return [_sent(context, reply, payload, "low")]


def _accept(context: Acting, reply: Reply) -> Sequence[c.Action]:
    return [_sent(context, reply, StatusUpdate(new_status="working", progress_summary=reply.text), "low")]


def _ask(context: Acting, reply: Reply) -> Sequence[c.Action]:
    reply = replace(reply, text=reply.text or say(context.state.locale, "a2a.asks"))
    payload = Freeform(intent_hint="QUESTION", body=reply.text, requires_response=True, urgency="normal")
    return [_sent(context, reply, payload, "high")]


def _sent(context: Acting, reply: Reply, payload: Any, priority: Priority) -> c.Send:
    to, summary = _addressees(context.state, reply), first_line(reply.text)
    return c.Send(context.message(payload, to, priority, summary, **_about(reply)))


def _addressees(state: State, reply: Reply) -> tuple[str, ...]:
    """Return who gets an answer: the sender of the request, or whoever else is responsible.

    The sender may have left since, and the project itself, which sends warnings, reads nothing.
    """
    asked = (reply.request.from_, reply.contract.terms.delegator if reply.contract else "")
    found = next((one for one in asked if one in state.actors), None)
    overseers = (one.id for one in state.everybody() if (one.human or one.lead) and one.id != reply.agent)
    return tuple(overseers) if found is None else (found,)


def _submit(context: Acting, reply: Reply) -> Sequence[c.Action]:
    return _result(context, reply, "completed")


def _fail(context: Acting, reply: Reply) -> Sequence[c.Action]:
    return _result(context, reply, "failed")


def _result(context: Acting, reply: Reply, status: str) -> Sequence[c.Action]:
    if reply.contract is None:
        typed = answer_to(context, reply.request, reply.text) if status == "completed" else None
        words = Freeform(intent_hint="REPLY", body=reply.text, requires_response=False, urgency="normal")
        return [typed or _sent(context, reply, words, "normal")]
    values = {
        "contract": reply.contract.terms.id,
        "summary": reply.text or say(context.state.locale, "a2a.without_words"),
        "output_artifacts": list(reply.addresses),
        "evidence": [dict(one) for one in reply.evidence] if status == "completed" else [],
        "status": status,
    }
    act = find_act("submit")
    return [*act.plan(context, act.read(values))]


def _refuse(context: Acting, reply: Reply) -> Sequence[c.Action]:
    contract = reply.contract
    if contract is None or contract.status != "open":
        return _fail(context, reply)
    act = find_act("refuse")
    return [*act.plan(context, act.read({"contract": contract.terms.id, "reason": reply.text}))]


_FOLLOWS: Mapping[Step, Callable[[Acting, Reply], Sequence[c.Action]]] = {
    "accept": _accept,
    "report": _report,
    "ask": _ask,
    "submit": _submit,
    "fail": _fail,
    "refuse": _refuse,
}
