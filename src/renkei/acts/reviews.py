"""Replies that go to the participants who asked: decisions and verdicts (section 2)."""

from collections.abc import Callable, Mapping, Sequence

from renkei.acts.act import ActContext
from renkei.acts.choices import option_of
from renkei.acts.names import first_line
from renkei.acts.plain_answers import PlainAnswer
from renkei.dispatch.graph.links import node
from renkei.engine import commands as c
from renkei.engine.participants.rights import check_review
from renkei.engine.state import EVERYBODY, Obligation, State
from renkei.errors import BadValueError
from renkei.protocol.messages import HeaderOptions
from renkei.protocol.payloads import DecisionResult, Finding, ReviewResult, Verdict
from renkei.protocol.primitives import Frozen, valid_id


def send_decision(context: ActContext, decision: str, option: str, rationale: str) -> c.Send:
    """Return the DECISION_RESULT to everyone who asked for a decision, else to its author on the board."""
    option = option_of(context.state, decision, option)
    requests = _requests(context, decision, "DECISION_RESULT")
    askers = [request.creditor for request in requests] or _authors(context.state, decision)
    payload = DecisionResult(decision_id=valid_id(decision), chosen_option=option, rationale=rationale)
    return _answer(context, payload, _reachable(context, askers) or [EVERYBODY], f"{decision}: {option}", requests)


def send_verdict(
    context: ActContext, ref: str, verdict: Verdict, summary: str, findings: Sequence[Finding] = ()
) -> c.Send:
    """Return the REVIEW_RESULT to everyone who asked for a review and to the producer of the work.

    Raises BadValueError when `ref` is neither a contract nor an artifact of another participant, NotAllowedError for
    the producer of the work.
    """
    state = context.state
    check_review(state, context.actor, ref)  # with nobody to send to, no message would be refused for this reason
    requests = _requests(context, ref, "REVIEW_RESULT")
    contract = state.contracts.find(ref)
    producers = [contract.assignee or ""] if contract else state.board.artifact_owners(ref)
    to = _reachable(context, [*(request.creditor for request in requests), *producers])
    if not to and contract:
        to = _reachable(context, [contract.terms.delegator])
    if not to:
        expected = "a contract that somebody works on, or an artifact of somebody else on the board"
        raise BadValueError(path="/artifact_ref", got=ref, expected=expected)
    about = contract.terms.id if contract else ref
    payload = ReviewResult(artifact_ref=about, verdict=verdict, findings=tuple(findings), summary=summary)
    return _answer(context, payload, to, summary or f"{about}: {verdict}", requests)


def perform_answer(context: ActContext, answer: PlainAnswer) -> c.Action:
    """Return what a reply in plain words does."""
    return _PERFORMED[answer.act](context, answer)


def _accept(context: ActContext, answer: PlainAnswer) -> c.Action:
    if context.state.contracts.find(answer.ref) is not None:
        return c.AcceptContract(answer.ref, "")
    return send_verdict(context, answer.ref, "approved", "")


_PERFORMED: Mapping[str, Callable[[ActContext, PlainAnswer], c.Action]] = {
    "decide": lambda context, answer: send_decision(context, answer.ref, answer.text, ""),
    "accept": _accept,
    "send_back": lambda context, answer: send_verdict(context, answer.ref, "changes_requested", answer.text),
}


def _answer(
    context: ActContext, payload: Frozen, to: Sequence[str], summary: str, requests: Sequence[Obligation]
) -> c.Send:
    """Return a message in reply to the first of the requests that it answers."""
    header: HeaderOptions = {"in_reply_to": requests[0].message_id} if requests else {}
    return c.Send(context.message(payload, to, "normal", first_line(summary), **header))


def _requests(context: ActContext, ref: str, expects: str) -> list[Obligation]:
    """Return the open requests about `ref`, which is their subject or their id; those to the actor come first."""
    state = context.state
    requests = [
        request
        for debtor in sorted(state.obligations)
        for request in state.owed_by(debtor)
        if expects in request.expects and ref in (request.subject, request.message_id)
    ]
    return sorted(requests, key=lambda request: request.debtor != context.actor)


def _authors(state: State, decision: str) -> list[str]:
    """Return the participants who put a decision on the board."""
    return [end.partition(":")[2] for end in state.links.neighbours(node("decision", decision), "out", ("asked_by",))]


def _reachable(context: ActContext, names: Sequence[str]) -> list[str]:
    """Return the other participants among some names, each once."""
    return [name for name in dict.fromkeys(names) if name in context.state.actors and name != context.actor]
