"""The tools of the board: reading it and writing its fields (section 1)."""

from typing import Annotated, Any

from pydantic import Field, JsonValue

from renkei.agent_tools.performing import given, perform
from renkei.agent_tools.tool import Tool
from renkei.board.document import board_document
from renkei.board.state import Board
from renkei.documents.json_pointer import split
from renkei.documents.yaml_writer import scalar, to_yaml
from renkei.errors import BadValueError, UnknownFieldError
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Count, Frozen, TupleOf


class ReadBoard(Frozen):
    """Arguments of `read_board`."""

    path: str | None = None
    """JSON Pointer such as /agents/ann/status or /changelog; without it, all but the changelog."""
    at: Count | None = None
    """As it was after the record with this seq."""


class FieldWrite(Frozen):
    """One write of `write_board`."""

    path: str
    value: JsonValue
    if_seq: Count | None = None
    """Refuse if it was written after this seq."""
    action: str | None = None
    """Why."""


class WriteBoard(Frozen):
    """Arguments of `write_board`."""

    writes: Annotated[TupleOf[FieldWrite], Field(min_length=1)]
    """JSON Pointers and values: [{"path": "/agents/ann/status", "value": "working"}]"""


def read_board(session: Session, arguments: ReadBoard) -> str:
    """Return the board, or a part of it, as YAML."""
    project = session.project
    state = project.state if arguments.at is None else project.state_at(arguments.at)
    session.seq = max(session.seq, state.seq)
    return board_yaml(state.board, arguments.path)


def board_yaml(board: Board, path: str | None = None) -> str:
    """Return a board, or what is at a JSON Pointer in it, as YAML; raises UnknownFieldError or BadValueError."""
    document: Any = board_document(board)["project_state"]
    if path is None:
        del document["changelog"]
        return to_yaml(document)
    for step in _steps(path):
        known = _children(document)
        if step not in known:
            raise UnknownFieldError(path=path, known=", ".join(known))
        document = known[step]
    return to_yaml(document) if isinstance(document, dict | list) else scalar(document)


def _steps(path: str) -> tuple[str, ...]:
    try:
        return split(path)
    except ValueError:
        raise BadValueError(path="/path", got=path, expected="a JSON Pointer such as /agents/ann/status") from None


def _children(value: Any) -> dict[str, Any]:
    """Return the values below a value; the entries of a list are keyed by their ids."""
    if isinstance(value, dict):
        return value
    entries = value if isinstance(value, list) else ()
    return {str(one.get("id", one.get("ref", place))): one for place, one in enumerate(entries)}


def write_board(session: Session, arguments: WriteBoard) -> dict[str, Any]:
    """Write fields of the board in one record; return its seq, and whose values it overwrote."""
    record, done = perform(session, "write", given(arguments))
    notices = [
        {"to": event.to, "path": event.path, "kept": event.kept, "lost": event.lost}
        for event in (record.events if record else ())
        if event.kind == "reread_noticed"
    ]
    return {"seq": done.seq, "changed": done.changed, "notices": notices}


TOOLS = (
    Tool(
        "read_board",
        "Read the team's shared board as YAML: goal, phase, each agent's status and artifacts, decisions, blockers.",
        ReadBoard,
        read_board,
        reads=True,
    ),
    Tool(
        "write_board",
        "Write fields of the board, such as your status, current_task or artifacts. All are written, or none.",
        WriteBoard,
        write_board,
        acts=("write",),
    ),
)
