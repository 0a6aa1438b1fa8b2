"""Acts on messages: send, post, reply, decide, review, mark as read (sections 2 and 3)."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field, JsonValue, WithJsonSchema

from renkei.acts.act import Act, ActContext
from renkei.acts.names import Names, first_line
from renkei.acts.plain_answers import answer_in
from renkei.acts.reviews import perform_answer, send_decision, send_verdict
from renkei.board.decide import Write
from renkei.budget.relevance.tiers import Tier
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.conversation.message_effects import no_open_decision
from renkei.engine.views.mentions import check_mentions, mentioned
from renkei.errors import BadValueError, NotAllowedError
from renkei.protocol.messages import AnyMessage, DecisionRequestMessage, make_message
from renkei.protocol.payloads import Finding, Freeform, Verdict
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Priority, Ref, TupleOf

NEW_MESSAGE = {"$comment": "a message that is new"}
"""Placeholder for the schema of a new message; generated schemas replace it once they hold all definitions."""

NewMessage = Annotated[dict[str, JsonValue], WithJsonSchema(NEW_MESSAGE)]
"""A message whose `id`, `from`, `timestamp`, `priority` and `context_summary` are filled in where they are absent."""


class SendArguments(Frozen):
    """Send a typed message.

    Raises DocumentError with each field that is wrong, UnknownRecipientError, or NotAllowedError.
    """

    message: NewMessage
    """The message: `type`, `to`, `payload`, and further fields of the header."""


class PostArguments(Frozen):
    """Post a text to participants or groups, as a FREEFORM message.

    Participants mentioned in the text, such as `@ann`, also receive it and are interrupted. A text that is exactly an
    option of the decision request that it replies to, or the option's number, decides it. A person's clear yes or no
    decides too, and accepts work. Raises UnknownRecipientError, also for an unknown name after `@`, or BadValueError
    for a text without a recipient.
    """

    body: Annotated[str, Field(min_length=1)]
    """The text."""
    to: Names = ()
    """Ids of participants or groups; `all` is everyone. Participants that the text mentions are added."""
    priority: Priority = "normal"
    """How urgent it is."""
    requires_response: Flag = False
    """Ask for a reply."""
    in_reply_to: Id | None = None
    """Id of the message that it replies to."""
    thread: Id | None = None
    """Id of the conversation that it belongs to."""
    task_ref: Id | None = None
    """Id of the contract that it is about."""


class ReplyArguments(Frozen):
    """Reply to a message in words: send its sender a FREEFORM message.

    A text that is exactly an option of a decision request, or the option's number, decides it. A person's clear yes or
    no decides too, and accepts work. Raises UnknownMessageError.
    """

    in_reply_to: Id
    """Id of the message."""
    body: Annotated[str, Field(min_length=1)]
    """The text."""


class DecideArguments(Frozen):
    """Make a decision: send a DECISION_RESULT to everyone who asked for it.

    Raises UnknownDecisionError, or NotAllowedError for participants other than its owner and humans.
    """

    decision_id: str
    """Id of an open decision on the board, or of a CONFLICT_REPORT that waits for a decision."""
    chosen_option: str
    """Label of the option that is chosen, or its number; another option needs a rationale."""
    rationale: str = ""
    """Why."""


class AssignDecisionArguments(Frozen):
    """Hand an open decision over to another participant, who is then asked for it.

    Its owner or a human may. Raises UnknownDecisionError for a decision that is not open on the board, BadValueError
    for its present owner, UnknownActorError, or NotAllowedError.
    """

    decision_id: str
    """Id of an open decision on the board."""
    owner: Id
    """The participant who decides now."""
    reason: str = ""
    """Why."""


class ReviewArguments(Frozen):
    """Review an artifact or submitted work: send a REVIEW_RESULT to its producer and everyone who asked for it.

    On a submitted contract `approved` accepts the work, `changes_requested` sends it back to its assignee, and
    `rejected` fails it. On a partial one `rejected` opens it for others. Raises BadValueError when `artifact_ref` is
    neither a contract nor an artifact of the board, or NotAllowedError for the producer of the work.
    """

    artifact_ref: Ref
    """Reference of the artifact, or id of the contract."""
    verdict: Verdict
    """The verdict."""
    summary: str
    """Why."""
    findings: TupleOf[Finding] = ()
    """Findings of the review."""


class WaiveArguments(Frozen):
    """Waive replies that are owed to a message, so that they are no longer awaited.

    The sender of the message, a lead or a human may. Raises UnknownMessageError, BadValueError when no reply to the
    message is owed, or NotAllowedError.
    """

    message_id: Id
    """Id of the message that asked for a reply."""
    debtor: Id | None = None
    """The only participant whose reply is waived; by default everyone's."""


class InterruptArguments(Frozen):
    """Interrupt an agent with a blocking message.

    Raises UnknownActorError, or NotAllowedError for actors other than leads and humans with `end_turn`.
    """

    agent: Id
    """Id of the agent."""
    body: Annotated[str, Field(min_length=1)]
    """The message to the agent."""
    end_turn: Flag = False
    """Also end its open turn: nothing of it is written, and what it read stays unread."""


class UnblockArguments(Frozen):
    """Tell a blocked agent to continue, and clear what it waits for on the board.

    Raises UnknownActorError, or NotAllowedError for actors other than leads and humans.
    """

    agent: Id
    """Id of the agent."""
    body: Annotated[str, Field(min_length=1)]
    """The answer it was waiting for."""


class MarkReadArguments(Frozen):
    """Mark messages as read outside of a turn, as people do.

    Returns None when all of them were read before. Raises NotAllowedError for agents, which read in turns.
    """

    messages: Names = ()
    """Ids of the messages."""
    notices: Count = 0
    """How many re-read notices to mark as well, the oldest first."""


class GiveContextFeedbackArguments(Frozen):
    """Say which tier a message should have had for an agent.

    A human, a lead or the agent itself may. The feedback is kept for tuning and changes nothing else. Raises
    UnknownActorError, UnknownMessageError, or NotAllowedError.
    """

    agent: Id
    """The reader."""
    message_id: Id
    """Id of the message."""
    wanted: Tier
    """The tier that it should have had."""
    seq: Count | None = None
    """Record of the turn or news in which it was wrong or missing; by default of the last context with the message."""
    note: str = ""
    """Why."""


def _send(context: ActContext, to: SendArguments) -> Iterable[c.Action]:
    return [c.Send(new_message(context, to.message))]


def new_message(context: ActContext, values: dict[str, Any]) -> AnyMessage:
    """Return a message from the actor; raises DocumentError, or NotAllowedError for another sender in `from`."""
    filled = {"from": context.actor, "priority": "normal", "context_summary": ""}
    document = context.new_header() | filled | values
    if document["from"] != context.actor:
        what = f"send as {document['from']!r}"
        raise NotAllowedError(actor=context.actor, what=what, allowed=str(document["from"]))
    return make_message(document)


def _post(context: ActContext, to: PostArguments) -> Iterable[c.Action]:
    answered = context.state.messages.get(to.in_reply_to or "")
    done = _answered(context, answered.message if answered else None, to.body)
    if done is not None:
        return [done]
    check_mentions(context.state, to.body)
    mentions = mentioned(context.state, to.body)
    receivers = list(dict.fromkeys((*to.to, *mentions)))
    if not receivers:
        raise BadValueError(path="/to", got="", expected="at least one participant or group")
    priority: Priority = "blocking" if mentions else to.priority
    payload = Freeform(intent_hint="NOTE", body=to.body, requires_response=to.requires_response, urgency=priority)
    header: Any = {name: value for name in ("in_reply_to", "thread", "task_ref") if (value := getattr(to, name))}
    header = _thread(answered.message if answered else None) | header
    return [c.Send(context.message(payload, receivers, priority, first_line(to.body), **header))]


def _reply(context: ActContext, to: ReplyArguments) -> Iterable[c.Action]:
    answered = context.find_message(to.in_reply_to)
    done = _answered(context, answered, to.body)
    if done is not None:
        return [done]
    header = _thread(answered) | {"in_reply_to": to.in_reply_to}
    return [_freeform(context, "REPLY", to.body, answered.from_, "normal", **header)]


def _thread(asked: AnyMessage | None) -> dict[str, str]:
    """Return the header of words about a request for a decision: they belong to the thread of the decision."""
    return {"thread": asked.payload.decision_id} if isinstance(asked, DecisionRequestMessage) else {}


def _answered(context: ActContext, asked: AnyMessage | None, text: str) -> c.Action | None:
    """Return what a reply in plain words does; None where it is only a message."""
    found = answer_in(context.state, context.actor, asked, text)
    return perform_answer(context, found) if found is not None else None


def _freeform(context: ActContext, hint: str, body: str, to: str, priority: Priority, **header: Any) -> c.Send:
    payload = Freeform(intent_hint=hint, body=body, requires_response=False, urgency=priority)
    return c.Send(context.message(payload, [to], priority, first_line(body), **header))


def _assign_decision(context: ActContext, to: AssignDecisionArguments) -> Iterable[c.Action]:
    board, path = context.state.board, join("pending_decisions", to.decision_id)
    if board.get(f"{path}/status") != "open":
        raise no_open_decision(context.state, to.decision_id)
    if board.get(f"{path}/owner") == to.owner:
        raise BadValueError(path="/owner", got=to.owner, expected="a participant who does not have this decision")
    return [Write(f"{path}/owner", to.owner, action=to.reason)]


def _waive(context: ActContext, to: WaiveArguments) -> Iterable[c.Action]:
    message = context.find_message(to.message_id)
    owed = [
        debtor
        for debtor in sorted(context.state.obligations)
        for request in context.state.owed_by(debtor)
        if request.message_id == message.id and to.debtor in (None, debtor)
    ]
    if not owed:
        raise BadValueError(path="/message_id", got=message.id, expected="a message to which a reply is owed")
    return [c.CloseObligations(message.id, debtor=to.debtor)]


def _interrupt(context: ActContext, to: InterruptArguments) -> Iterable[c.Action]:
    if to.end_turn:
        yield c.InterruptTurn(to.agent, first_line(to.body))
    yield _freeform(context, "NOTE", to.body, to.agent, "blocking")


def _unblock(context: ActContext, to: UnblockArguments) -> Iterable[c.Action]:
    board = context.state.board
    yield Write(join("agents", to.agent, "blocked_by"), None)
    if board.agent(to.agent, "status") == "blocked":
        status = "working" if board.agent(to.agent, "current_task") else "idle"
        yield Write(join("agents", to.agent, "status"), status)
    yield _freeform(context, "UNBLOCK", to.body, to.agent, "blocking")


def _give_context_feedback(context: ActContext, to: GiveContextFeedbackArguments) -> Iterable[c.Action]:
    seq, turn, given = context.shown_to(to.agent, to.message_id, to.seq)
    return [c.GiveContextFeedback(to.agent, to.message_id, to.wanted, seq, turn, given, to.note)]


ACTS = (
    Act("send", SendArguments, _send, "message"),
    Act("post", PostArguments, _post, "message"),
    Act("reply", ReplyArguments, _reply, "message"),
    Act(
        "decide",
        DecideArguments,
        lambda context, to: [send_decision(context, to.decision_id, to.chosen_option, to.rationale)],
        "decision",
        "decision_id",
    ),
    Act("assign_decision", AssignDecisionArguments, _assign_decision, "decision", "decision_id"),
    Act(
        "review",
        ReviewArguments,
        lambda context, to: [send_verdict(context, to.artifact_ref, to.verdict, to.summary, to.findings)],
        "artifact",
        "artifact_ref",
    ),
    Act("waive", WaiveArguments, _waive, "message", "message_id"),
    Act("interrupt", InterruptArguments, _interrupt, "agent", "agent"),
    Act("unblock", UnblockArguments, _unblock, "agent", "agent"),
    Act("mark_read", MarkReadArguments, lambda context, to: [c.MarkRead(tuple(to.messages), to.notices)], "message"),
    Act("give_context_feedback", GiveContextFeedbackArguments, _give_context_feedback, "message", "message_id"),
)
