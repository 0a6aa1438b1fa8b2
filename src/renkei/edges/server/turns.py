"""Requests about turns and the caller's claims. All other acts are rows of the table of acts."""

from renkei.acts.act import Outcome, outcome
from renkei.acts.board import board_writes
from renkei.acts.messages import new_message
from renkei.budget.context.reading import Reading
from renkei.edges.server.call import RequestCall
from renkei.edges.server.models import OpenedTurn, TurnNews
from renkei.engine import commands as c
from renkei.project.acting import Acting
from renkei.project.turns.lifecycle import Request
from renkei.project.turns.turn import TurnName


def begin_turn(call: RequestCall) -> OpenedTurn:
    """Begin a turn and return its context. The messages in it count as read when the turn ends."""
    turn = call.project.begin_turn(call.caller, request=_request(call), **dict(call.body))
    return OpenedTurn(turn.id, turn.seq, turn.context)


def _request(call: RequestCall) -> Request | None:
    """Return the key that identifies a repeated request; None without an Idempotency-Key."""
    return Request(call.command_id, call.fingerprint) if call.command_id else None


def _turn(call: RequestCall) -> TurnName:
    return TurnName(call.caller, call.path["turn"])


def read_news(call: RequestCall) -> TurnNews:
    """Return the news since the turn or its last news began."""
    reading = Reading(call.body.budget, interface="http")
    critical_only = call.body.critical_only
    return TurnNews(call.project.give_news(_turn(call), reading, critical_only=critical_only, request=_request(call)))


def end_turn(call: RequestCall) -> Outcome:
    """End a turn: all its effects are written as one record, or none."""
    caller = Acting(call.project, call.caller)
    sent = [c.Send(new_message(caller, document)) for document in call.body.messages]
    name = _turn(call)
    return outcome(call.acts.do(*sent, *board_writes(call.body.writes), c.EndTurn(name.agent, name.id)))


def abandon_turn(call: RequestCall) -> Outcome:
    """End a turn without marking its messages as read."""
    name = _turn(call)
    return outcome(call.acts.do(c.AbandonTurn(name.agent, name.id)))


def send_heartbeat(call: RequestCall) -> Outcome:
    """Report that the caller is alive, so that it keeps its claims and its open turn."""
    call.project.heartbeat(call.caller)
    return Outcome(None, changed=False)
