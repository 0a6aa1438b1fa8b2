"""Readings: the project, messages, contexts, the board, contracts. Nothing is recorded."""

import json
from itertools import islice
from typing import Any

from renkei.board.document import board_document
from renkei.board.model import PendingDecision
from renkei.budget.context.build import Context
from renkei.contracts.state import Contract
from renkei.edges.server.call import RequestCall
from renkei.edges.server.models import FieldValue, Participant, ProjectInfo
from renkei.engine.views.files import FileWork
from renkei.engine.views.obligations import OpenObligation
from renkei.engine.views.past.changes import BoardChange
from renkei.engine.views.past.file_log import FileLogEntry
from renkei.engine.views.waking.pending import Pending
from renkei.errors import UnknownFieldError
from renkei.project.conversation import SentMessage
from renkei.protocol.messages import AnyMessage


def read_project(call: RequestCall) -> ProjectInfo:
    """Return the project, its participants and groups, and who calls."""
    state = call.project.state
    participants = tuple(Participant(one.id, one.role, one.human, one.lead) for one in state.everybody())
    groups = {name: state.members(name) for name in sorted(state.groups)}
    return ProjectInfo(
        state.name, call.caller, state.seq, state.locale, participants, groups, state.paused, state.halted
    )


def read_inbox(call: RequestCall) -> Pending:
    """Return what the caller's next turn would deliver."""
    return call.project.pending(call.caller, interface="http")


def read_obligations(call: RequestCall) -> list[OpenObligation]:
    """Return the replies that the caller owes or is owed."""
    return call.project.obligations(call.caller)


def read_context(call: RequestCall) -> Context:
    """Return what the caller would read if its turn began now."""
    return call.project.context(call.caller, **dict(call.query))


def read_message(call: RequestCall) -> AnyMessage:
    """Return any message."""
    return call.project.find_message(call.path["message"])


def search_messages(call: RequestCall) -> list[AnyMessage]:
    """Return the messages that a search finds, the best match first."""
    return call.project.search(call.query.words, call.query.limit, call.caller)


def read_conversation(call: RequestCall) -> list[SentMessage]:
    """Return the newest messages of one conversation, the oldest first."""
    query = call.query
    between = None if query.with_ is None else (call.caller, query.with_)
    return call.project.conversation(
        group=query.group, thread=query.thread, between=between, before=query.before, limit=query.limit
    )


def read_board(call: RequestCall) -> dict[str, Any]:
    """Return the board as a document."""
    at = call.query.at
    return board_document((call.project.state if at is None else call.project.state_at(at)).board)


def read_field(call: RequestCall) -> FieldValue:
    """Return one field of the board, with what a compare-and-set needs."""
    path = call.query.path
    cell = call.project.state.board.cells.get(path)
    if cell is None:
        raise UnknownFieldError(path=path, known="the paths of /api/board/changes")
    return FieldValue(path, cell.value, cell.seq, cell.author, cell.at)


def read_changes(call: RequestCall) -> list[BoardChange]:
    """Return changes of the board, the oldest first."""
    return list(islice(call.project.changes(call.query.after), call.query.limit))


def read_decisions(call: RequestCall) -> list[PendingDecision]:
    """Return the decisions of the board."""
    document = board_document(call.project.state.board)["project_state"]
    return [PendingDecision.model_validate_json(json.dumps(one)) for one in document["pending_decisions"]]


def list_contracts(call: RequestCall) -> list[Contract]:
    """Return contracts that are not closed, the most urgent first where they can be claimed."""
    state = call.project.state
    if call.query.which == "ready":
        return call.project.ready(call.caller)
    if call.query.which == "mine":
        return sorted(state.contracts.of(call.caller), key=lambda one: one.seq)
    return sorted((one for one in state.contracts.entries.values() if not one.closed), key=lambda one: one.seq)


def read_contract(call: RequestCall) -> Contract:
    """Return any contract."""
    return call.project.find_contract(call.path["contract"])


def list_files(call: RequestCall) -> list[FileWork]:
    """Return the files in work, with the participants that have reserved, plan or have changed them, and overlaps."""
    return call.project.files()


def read_file_log(call: RequestCall) -> list[FileLogEntry]:
    """Return who changed a file, for which contract and by whose decision, the oldest change first."""
    return call.project.file_log(call.query.path)
