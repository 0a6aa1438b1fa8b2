"""What a request can do: messages, turns, writes of the board, contracts, decisions. All under the caller's name."""

from collections.abc import Iterable
from typing import Any

from renkei.board.decide import Write
from renkei.budget.context.reading import Reading
from renkei.contracts.events import ContractOpened, ContractTransitioned
from renkei.edges.server.call import Call
from renkei.edges.server.models import BoardWrite, OpenedTurn, Receipt, TurnNews
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent, MessageSent
from renkei.engine.record import Record
from renkei.errors import NotAllowedError, NotReadyError
from renkei.project.turn import TurnName
from renkei.protocol.messages import AnyMessage, make_message


def receipt(record: Record | None, name: str | None = None) -> Receipt:
    """Return what an act recorded; by default it names the contract that it is about, or its first message."""
    if record is None:
        return Receipt(None, changed=False, id=name)
    return Receipt(record.seq, changed=True, id=name or _contract_of(record.events[0]) or _message_of(record))


def _contract_of(event: AnyEvent) -> str | None:
    """Return the contract that an event opens or moves."""
    match event:
        case ContractOpened():
            return event.contract.id
        case ContractTransitioned():
            return event.contract_id
        case _:
            return None


def _message_of(record: Record) -> str | None:
    return next((event.message.id for event in record.events if isinstance(event, MessageSent)), None)


def send_message(call: Call) -> Receipt:
    """Send a typed message."""
    message = _message(call, call.body)
    return receipt(call.acts.do(c.Send(message)), message.id)


def _message(call: Call, body: dict[str, Any]) -> AnyMessage:
    filled = {"from": call.caller, "priority": "normal", "context_summary": ""}
    values = call.project.new_header() | filled | body
    if values["from"] != call.caller:
        what = f"send as {values['from']!r}"
        raise NotAllowedError(actor=call.caller, what=what, allowed="whoever has a token of that participant")
    return make_message(values)


def begin_turn(call: Call) -> OpenedTurn:
    """Begin a turn: what the caller reads. What was read counts as read when the turn ends."""
    turn = call.project.begin_turn(call.caller, **dict(call.body))
    return OpenedTurn(turn.id, turn.seq, turn.context)


def _turn(call: Call) -> TurnName:
    return TurnName(call.caller, call.path["turn"])


def read_news(call: Call) -> TurnNews:
    """Return what came since the turn or its last news began."""
    reading = Reading(call.body.budget, interface="http")
    return TurnNews(call.project.give_news(_turn(call), reading, critical_only=call.body.critical_only))


def end_turn(call: Call) -> Receipt:
    """End a turn: what it did is written as one record, or nothing is."""
    sent = [c.Send(_message(call, one)) for one in call.body.messages]
    name = _turn(call)
    return receipt(call.acts.do(*sent, *_writes(call.body.writes), c.EndTurn(name.agent, name.id)))


def abandon_turn(call: Call) -> Receipt:
    """End a turn of which nothing counts as read."""
    name = _turn(call)
    return receipt(call.acts.do(c.AbandonTurn(name.agent, name.id)))


def send_heartbeat(call: Call) -> Receipt:
    """Report that the caller is alive, so that it keeps its claims and its open turn."""
    call.project.heartbeat(call.caller)
    return Receipt(None, changed=False)


def write_board(call: Call) -> Receipt:
    """Write fields of the board, all or none."""
    return receipt(call.acts.do(*_writes(call.body.writes)))


def _writes(writes: Iterable[BoardWrite]) -> list[Write]:
    return [Write(one.path, one.value, if_seq=one.if_seq, action=one.action) for one in writes]


def open_contract(call: Call) -> Receipt:
    """Open a contract: for claiming, when it has no assignee."""
    return receipt(call.acts.do(c.OpenContract(call.body)), call.body.id)


def claim_contract(call: Call) -> Receipt:
    """Claim a contract, or the most urgent one that the caller can claim."""
    name = call.body.contract or _next_contract(call)
    return receipt(call.acts.do(c.ClaimContract(name, call.body.lease)))


def _next_contract(call: Call) -> str:
    state = call.project.state
    role = state.actors[call.caller].role
    found = next((one.terms.id for one in state.contracts.ready() if one.fits(role)), None)
    if found is None:
        raise NotReadyError(what="claim a contract", reason="none is ready for your role", next="Wait for work.")
    return found


def step_contract(call: Call) -> Receipt:
    """Take a transition of a contract."""
    name = call.path["contract"]
    return receipt(call.acts.do(c.TransitionContract(name, call.body.transition, call.body.reason)), name)


def submit_work(call: Call) -> Receipt:
    """Hand in the work of a contract."""
    name, body = call.path["contract"], call.body
    return receipt(call.acts.submit(name, body.summary, body.outputs, evidence=body.evidence), name)


def block_work(call: Call) -> Receipt:
    """Say that the work of a contract cannot continue."""
    name = call.path["contract"]
    return receipt(call.acts.block(name, call.body.reason, call.body.waits_for), name)


def accept_work(call: Call) -> Receipt:
    """Accept submitted work."""
    name = call.path["contract"]
    return receipt(call.acts.accept(name, call.body.reason), name)


def reject_work(call: Call) -> Receipt:
    """Reject submitted or partial work."""
    name = call.path["contract"]
    return receipt(call.acts.reject(name, call.body.reason), name)


def review_work(call: Call) -> Receipt:
    """Review an artifact or submitted work."""
    body = call.body
    return receipt(call.acts.review(body.ref, body.verdict, body.summary, findings=body.findings, actor=call.caller))


def decide(call: Call) -> Receipt:
    """Make a decision."""
    return receipt(call.acts.decide(call.path["decision"], call.body.option, call.body.rationale, actor=call.caller))
