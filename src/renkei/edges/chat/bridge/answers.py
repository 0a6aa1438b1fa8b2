"""The queries of a person in a chat: the status of the project, the board, and what each agent does."""

from renkei.board.document import board_document
from renkei.documents.json_pointer import split as pointer_parts
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.bridge.act_lines import Line
from renkei.edges.chat.settings import GUEST
from renkei.engine.state import State
from renkei.engine.views.agent_overview import AgentOverview, agent_overviews
from renkei.engine.views.titles import entry_title
from renkei.engine.views.waiting.entry import SHARED, Waiting
from renkei.errors import UnknownFieldError
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.wording.visible import visible

MOST_LINES = 20
"""Most lines of a list in an answer."""

MOST_NAMED = 3
"""Most contracts named for each status."""


def status(line: Line) -> str:
    """Return the status of the work, and what waits for the person."""
    state = line.project.state
    waiting = line.project.waiting_for(line.caller.name)
    found: dict[str, list[str]] = {}
    for name, contract in state.contracts.entries.items():
        found.setdefault(contract.status, []).append(name)
    work = " · ".join(f"{status} {_counted(names)}" for status, names in sorted(found.items()))
    lines = [line.say("chat.status.work", work=work) if work else line.say("chat.status.idle")]
    if state.paused is not None:
        lines.insert(0, line.say("chat.status.paused", reason=state.paused))
    if not waiting:
        return "\n".join((*lines, line.say("chat.status.nothing")))
    heading = line.say("chat.status.waiting", count=len(waiting))
    return "\n".join((*lines, heading, *_at_most(line, [f"• {one.kind} {entry_line(state, one)}" for one in waiting])))


def entry_line(state: State, one: Waiting) -> str:
    """Return the id of an entry with its title; the reason, if it is paused."""
    return f"{one.ref}{_said(one.summary if one.kind in SHARED else entry_title(state, one))}"


def _counted(names: list[str]) -> str:
    return f"{len(names)} ({', '.join(names)})" if len(names) <= MOST_NAMED else str(len(names))


def _said(summary: str) -> str:
    return f" – {' '.join(summary.split())[:120]}" if summary else ""


def board(line: Line) -> str:
    """Return the board, or one value of it, as YAML."""
    document = board_document(line.project.state.board)["project_state"]
    for part in _parts(line.words[0]) if line.words else ():
        document = _member(document, part, line.words[0])
    shown = document if line.words else _short(document)
    return to_yaml(shown).rstrip() if isinstance(shown, dict | list) else visible(str(shown)) or "–"


def _short(document: dict[str, object]) -> dict[str, object]:
    """Return the board without its history and without empty values."""
    found = _filled({name: value for name, value in document.items() if name not in ("changelog", "updated_at")})
    assert isinstance(found, dict)
    return found


def _filled(value: object) -> object:
    if isinstance(value, dict):
        filled = {name: _filled(one) for name, one in value.items()}
        return {name: one for name, one in filled.items() if one not in (None, "", [], {})}
    return [_filled(one) for one in value] if isinstance(value, list) else value


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a JSON Pointer, whose first slash is optional; raises UnknownFieldError."""
    try:
        return pointer_parts(f"/{path.removeprefix('/')}")
    except ValueError:
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status") from None


def _member(document: object, part: str, path: str) -> object:
    """Return a mapping's value, or a list's entry with an id; raises UnknownFieldError."""
    if isinstance(document, list):
        document = {one.get("id", one.get("ref")): one for one in document if isinstance(one, dict)}
    if not isinstance(document, dict):
        raise UnknownFieldError(path=path, known="nothing below it")
    if part not in document:
        raise UnknownFieldError(path=path, known=", ".join(map(str, document)))
    return document[part]


def who(line: Line) -> str:
    """Return each agent's activity and what it waits for."""
    project, state = line.project, line.project.state
    lines = []
    for one in agent_overviews(state, state.at, project.heartbeats()):
        if one.role == GUEST:
            continue
        lines.append(f"• {agent_line(state.locale, one)}")
    people = ", ".join(one.id for one in state.everybody() if one.human)
    return "\n".join((*_at_most(line, lines), line.say("chat.people", names=people)))


def agent_line(locale: Locale, one: AgentOverview) -> str:
    """Return what an agent does and waits for."""
    waits = say(locale, "chat.who.waits", what=one.waits_for) if one.waits_for else ""
    activity = "" if one.activity == "between_turns" else one.activity.replace("_", " ")
    is_paused = one.activity == "paused"
    parts = (f"{activity}: {one.why}",) if is_paused else (activity, one.status, one.task, waits)
    return f"{one.agent}: {' · '.join(dict.fromkeys(part for part in parts if part)) or 'idle'}"


def _at_most(line: Line, lines: list[str]) -> list[str]:
    more = len(lines) - MOST_LINES
    return lines if more <= 0 else [*lines[:MOST_LINES], line.say("chat.more", count=more)]
