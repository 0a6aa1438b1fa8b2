"""The API as one table: what is answered, and what the OpenAPI document says, are both made from it."""

from collections.abc import Callable
from http import HTTPMethod
from typing import Any

from renkei.board.model import PendingDecision
from renkei.budget.context.build import Context
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contract
from renkei.edges.server import acts, readings, waiting
from renkei.edges.server import models as m
from renkei.engine.record import Record
from renkei.engine.views.history.changes import BoardChange
from renkei.engine.views.obligations import OpenObligation
from renkei.engine.views.waking.pending import Pending
from renkei.immutable.frozen import frozen
from renkei.project.conversation import SentMessage
from renkei.protocol.messages import AnyMessage

GET, POST, DELETE = HTTPMethod.GET, HTTPMethod.POST, HTTPMethod.DELETE


@frozen
class Endpoint:
    """A method and path of the API: the act, whose docstring describes it, and the models of what goes in and out."""

    method: HTTPMethod
    path: str
    act: Callable[..., Any]
    answer: Any
    query: type[m.Query] = m.NoQuery
    body: Any = None


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(GET, "/project", readings.read_project, m.ProjectInfo),
    # Messages
    Endpoint(POST, "/messages", acts.send_message, m.Receipt, body=m.NewMessage),
    Endpoint(GET, "/messages", readings.search_messages, list[AnyMessage], m.Search),
    Endpoint(GET, "/messages/{message}", readings.read_message, AnyMessage),
    Endpoint(GET, "/conversation", readings.read_conversation, list[SentMessage], m.Conversation),
    Endpoint(GET, "/inbox", readings.read_inbox, Pending),
    Endpoint(GET, "/obligations", readings.read_obligations, list[OpenObligation]),
    # Turns and contexts
    Endpoint(GET, "/context", readings.read_context, Context, m.Look),
    Endpoint(POST, "/turns", acts.begin_turn, m.OpenedTurn, body=m.BeginTurn),
    Endpoint(POST, "/turns/{turn}/news", acts.read_news, m.TurnNews, body=m.News),
    Endpoint(POST, "/turns/{turn}/end", acts.end_turn, m.Receipt, body=m.EndTurn),
    Endpoint(DELETE, "/turns/{turn}", acts.abandon_turn, m.Receipt),
    Endpoint(POST, "/heartbeat", acts.send_heartbeat, m.Receipt, body=m.NoBody),
    # The board
    Endpoint(GET, "/board", readings.read_board, m.BoardDocument, m.At),
    Endpoint(POST, "/board", acts.write_board, m.Receipt, body=m.Writes),
    Endpoint(GET, "/board/field", readings.read_field, m.FieldValue, m.FieldPath),
    Endpoint(GET, "/board/changes", readings.read_changes, list[BoardChange], m.Changes),
    # Contracts
    Endpoint(GET, "/contracts", readings.list_contracts, list[Contract], m.Which),
    Endpoint(POST, "/contracts", acts.open_contract, m.Receipt, body=TaskContract),
    Endpoint(POST, "/claims", acts.claim_contract, m.Receipt, body=m.Claim),
    Endpoint(GET, "/contracts/{contract}", readings.read_contract, Contract),
    Endpoint(POST, "/contracts/{contract}/transitions", acts.step_contract, m.Receipt, body=m.Step),
    Endpoint(POST, "/contracts/{contract}/submit", acts.submit_work, m.Receipt, body=m.Submission),
    Endpoint(POST, "/contracts/{contract}/block", acts.block_work, m.Receipt, body=m.Block),
    Endpoint(POST, "/contracts/{contract}/accept", acts.accept_work, m.Receipt, body=m.Because),
    Endpoint(POST, "/contracts/{contract}/reject", acts.reject_work, m.Receipt, body=m.Because),
    Endpoint(POST, "/reviews", acts.review_work, m.Receipt, body=m.Review),
    # Decisions
    Endpoint(GET, "/decisions", readings.read_decisions, list[PendingDecision]),
    Endpoint(POST, "/decisions/{decision}", acts.decide, m.Receipt, body=m.Choice),
)
"""What is answered at once. A reading does not change the project; an act is one record."""

EVENT_STREAM = "text/event-stream"

WAITING: tuple[Endpoint, ...] = (
    Endpoint(GET, "/records", waiting.read_records, list[Record], m.Page),
    Endpoint(GET, "/records/stream", waiting.follow_records, EVENT_STREAM, m.From),
    Endpoint(GET, "/work", waiting.wait_for_work, m.Work, m.Wait),
)
"""What may wait: coroutines, which hold no thread while they wait."""
