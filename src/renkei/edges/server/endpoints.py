"""The API as one table, from which the routes and the OpenAPI document are made."""

import re
from collections.abc import Callable
from http import HTTPMethod
from typing import Any

from renkei.acts.act import Act, Outcome, outcome
from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS
from renkei.board.model import PendingDecision
from renkei.budget.context.build import Context
from renkei.contracts.state import Contract
from renkei.edges.server import models as m
from renkei.edges.server import readings, turns, waiting
from renkei.edges.server.call import RequestCall
from renkei.engine.record import Record
from renkei.engine.views.files import FileWork
from renkei.engine.views.obligations import OpenObligation
from renkei.engine.views.past.changes import BoardChange
from renkei.engine.views.past.file_log import FileLogEntry
from renkei.engine.views.waking.pending import Pending
from renkei.immutable.frozen import frozen
from renkei.project.conversation import SentMessage
from renkei.protocol.messages import AnyMessage

GET, POST, DELETE = HTTPMethod.GET, HTTPMethod.POST, HTTPMethod.DELETE


@frozen
class Endpoint:
    """A method and path of the API: the function that answers, and the models of its input and output.

    The docstring of `act` describes it. `performs` is the act of the table that it performs, if any.
    """

    method: HTTPMethod
    path: str
    act: Callable[..., Any]
    answer: Any
    query: type[m.Query] = m.NoQuery
    body: Any = None
    performs: Act | None = None


def _performing(act: Act) -> Endpoint:
    """Return the endpoint of an act: it takes the act's arguments and answers with the outcome."""

    def perform(call: RequestCall) -> Outcome:
        return outcome(call.acts.perform((act, call.body)), act.named(call.body))

    perform.__name__, perform.__doc__ = act.name, act.help
    return Endpoint(POST, f"/acts/{act.name}", perform, Outcome, body=act.arguments, performs=act)


ENDPOINTS: tuple[Endpoint, ...] = (
    *(_performing(act) for act in ACTS.values() if act.name not in OMITTED["http"]),
    Endpoint(GET, "/project", readings.read_project, m.ProjectInfo),
    # Messages
    Endpoint(GET, "/messages", readings.search_messages, list[AnyMessage], m.Search),
    Endpoint(GET, "/messages/{message}", readings.read_message, AnyMessage),
    Endpoint(GET, "/conversation", readings.read_conversation, list[SentMessage], m.ConversationQuery),
    Endpoint(GET, "/inbox", readings.read_inbox, Pending),
    Endpoint(GET, "/obligations", readings.read_obligations, list[OpenObligation]),
    # Turns and contexts
    Endpoint(GET, "/context", readings.read_context, Context, m.Look),
    Endpoint(POST, "/turns", turns.begin_turn, m.OpenedTurn, body=m.BeginTurn),
    Endpoint(POST, "/turns/{turn}/news", turns.read_news, m.TurnNews, body=m.News),
    Endpoint(POST, "/turns/{turn}/end", turns.end_turn, Outcome, body=m.EndTurn),
    Endpoint(DELETE, "/turns/{turn}", turns.abandon_turn, Outcome),
    Endpoint(POST, "/heartbeat", turns.send_heartbeat, Outcome, body=m.NoBody),
    # The board
    Endpoint(GET, "/board", readings.read_board, m.BoardDocument, m.At),
    Endpoint(GET, "/board/field", readings.read_field, m.FieldValue, m.FieldPath),
    Endpoint(GET, "/board/changes", readings.read_changes, list[BoardChange], m.Changes),
    # Contracts
    Endpoint(GET, "/contracts", readings.list_contracts, list[Contract], m.Which),
    Endpoint(GET, "/contracts/{contract}", readings.read_contract, Contract),
    # Files
    Endpoint(GET, "/files", readings.list_files, list[FileWork]),
    Endpoint(GET, "/files/log", readings.read_file_log, list[FileLogEntry], m.FileQuery),
    # Decisions
    Endpoint(GET, "/decisions", readings.read_decisions, list[PendingDecision]),
)
"""Requests answered at once. A reading does not change the project; an act is one record."""

EVENT_STREAM = "text/event-stream"

WAITING: tuple[Endpoint, ...] = (
    Endpoint(GET, "/records", waiting.read_records, list[Record], m.RecordsQuery),
    Endpoint(GET, "/records/stream", waiting.follow_records, EVENT_STREAM, m.From),
    Endpoint(GET, "/work", waiting.wait_for_work, m.Work, m.WorkQuery),
)
"""Requests that may wait: coroutines, which hold no thread while they wait."""

MOVED: dict[str, str] = {
    r"/messages": "send",
    r"/board": "write",
    r"/contracts": "open_contract",
    r"/claims": "claim",
    r"/contracts/[^/]+/transitions": "start",
    r"/contracts/[^/]+/(submit|block|accept|reject)": r"\1",
    r"/reviews": "review",
    r"/decisions/[^/]+": "decide",
}
"""Earlier address of an act → the act: a request to it is answered with the address that is right."""


def moved_to(path: str) -> str | None:
    """Return the address of the act that had another one; None for an address that was never an act's."""
    for pattern, name in MOVED.items():
        if found := re.fullmatch(pattern, path):
            return f"/acts/{found.expand(name)}"
    return None
