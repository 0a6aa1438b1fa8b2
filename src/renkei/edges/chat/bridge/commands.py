"""The commands of a person in a chat: lines that begin with `/`, or with `!` where the chat reserves `/`.

A command that sends a message has no other answer: the message appears in the chat.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches

from renkei.board.document import board_document
from renkei.budget.context.message_text import main_text
from renkei.documents.json_pointer import join
from renkei.documents.json_pointer import split as pointer_parts
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.settings import GUEST
from renkei.engine import commands as c
from renkei.engine.views.agent_overview import agent_overviews
from renkei.errors import BadValueError, NotReadyError, UnknownFieldError
from renkei.immutable.frozen import frozen
from renkei.project.caller import Caller
from renkei.project.free_id import free_contract_id
from renkei.project.project import Project
from renkei.protocol.messages import DecisionRequestMessage
from renkei.protocol.payloads import ExpectedOutput, TaskHandoff
from renkei.texts.say import say
from renkei.wording.visible import visible

_COMMAND = re.compile(r"\s*(?P<sign>[/!／！])(?P<name>\w+)(?=\s|$)[^\S\n]*(?P<rest>.*)", re.DOTALL)
_BECAUSE = re.compile(r"(?:(?:^|\s)because:?(?=\s|$)|(?:^|\s|、|。)?理由[:：])\s*", re.IGNORECASE)
_LISTED = re.compile(r"\s*[-*・•]\s*")

SHOWN = 20
"""The most lines of a list that an answer shows."""

NAMED = 3
"""The most contracts of a status that are named."""


@frozen
class Line:
    """A command line: its words, the reason after `because`, and the lines below it."""

    project: Project
    acts: Caller
    person: str
    first: str
    """The first line, after the name of the command."""
    words: tuple[str, ...]
    reason: str
    below: tuple[str, ...]
    prefix: str
    """With which it begins: answers name commands in the same way."""
    about: str
    """What the line replies to: a decision, a contract, an artifact or a message; "" for nothing."""

    @property
    def whole_reason(self) -> str:
        """The reason, with the lines below."""
        return "\n".join((self.reason, *self.below)).strip()

    def named(self) -> tuple[str, ...]:
        """Return the words with the id that they begin with, which may be left out in a reply to what it names."""
        if not self.about or (self.words and _is_known(self.project, self.words[0])):
            return self.words
        return (self.about, *self.words)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the language of the project."""
        return say(self.project.state.locale, key, **values)


@frozen
class Command:
    """How a command is written after its prefix, what it does, and what is answered. `act` raises RenkeiError."""

    form: str
    act: Callable[[Line], None] | None = None
    answer: Callable[[Line], str] | None = None


def is_command(text: str) -> bool:
    """Return whether a post is a command: one that exists, or a word after `/` that looks like one."""
    found = _COMMAND.match(text)
    if found is None:
        return False
    name = found["name"].lower()
    return name in COMMANDS or found["sign"] in "/／" or bool(_near(name))


def perform(project: Project, acts: Caller, person: str, text: str, about: str) -> None:
    """Do what a command says; raises RenkeiError. `about` is what it replies to, or ""."""
    command, line = _read(project, acts, person, text, about)
    if command.act is not None:
        command.act(line)


def answer_of(project: Project, acts: Caller, person: str, text: str, about: str) -> str:
    """Return what is answered to a command that was done; "" where its messages are the answer."""
    command, line = _read(project, acts, person, text, about)
    return command.answer(line) if command.answer is not None else ""


def _read(project: Project, acts: Caller, person: str, text: str, about: str) -> tuple[Command, Line]:
    found = _COMMAND.match(text)
    assert found is not None
    name, prefix = found["name"].lower(), "!" if found["sign"] in "!！" else "/"
    if name not in COMMANDS:
        near = f"Did you mean {prefix}{_near(name)[0]}? " if _near(name) else ""
        hint = f"{near}{prefix}help lists the commands."
        raise BadValueError(path="", problem=f"There is no command {prefix}{name}", hint=hint)
    first, *below = found["rest"].splitlines() or [""]
    what, *reason = _BECAUSE.split(first, maxsplit=1)
    line = Line(project, acts, person, first, tuple(what.split()), "".join(reason).strip(), tuple(below), prefix, about)
    return COMMANDS[name], line


def _near(name: str) -> list[str]:
    return get_close_matches(name, COMMANDS, 1, 0.7)


def _is_known(project: Project, ref: str) -> bool:
    """Return whether a word names something that a command can be about."""
    state = project.state
    is_on_board = state.board.has_entry(join("pending_decisions", ref)) or bool(list(state.board.artifact_owners(ref)))
    return is_on_board or ref in state.messages or state.contracts.find(ref) is not None


# --- acts


def _decide(line: Line) -> None:
    words = line.named()
    decision = words[0] if words else ""
    written = line.first.strip().removeprefix(decision).strip()
    label = _label_in(line, decision, written)
    if label is not None:
        reason = _BECAUSE.sub("", written[len(label) :], count=1).strip()
        line.acts.decide(decision, label, "\n".join((reason, *line.below)).strip())
    elif len(words) < 2:
        raise _usage(line, "decide")
    else:
        line.acts.decide(decision, " ".join(words[1:]), line.whole_reason)


def _label_in(line: Line, decision: str, written: str) -> str | None:
    """Return the longest label of an option with which a text begins, in any case, before its end or a reason."""
    labels = [
        option.label
        for one in line.project.state.messages.values()
        if isinstance(one.message, DecisionRequestMessage) and one.message.payload.decision_id == decision
        for option in one.message.payload.options
    ]
    found = [one for one in labels if written[: len(one)].casefold() == one.casefold()]
    ended = [one for one in found if not written[len(one) :].strip() or _BECAUSE.match(written, len(one))]
    return max(ended, key=len, default=None)


def _accept(line: Line) -> None:
    ref = _one(line, "accept")
    if line.project.state.contracts.find(ref) is None and list(line.project.state.board.artifact_owners(ref)):
        line.acts.review(ref, "approved", line.whole_reason)
    else:
        line.acts.accept(ref, line.whole_reason)


def _revise(line: Line) -> None:
    ref = _one(line, "revise", reason=True)
    entry = line.project.state.contracts.find(ref)
    if entry is not None and entry.status not in ("submitted", "partial"):
        next_step = "Only submitted or partial work is sent back."
        raise NotReadyError(what=f"send {ref} back", reason=f"it is {entry.status}", next=next_step)
    line.acts.review(ref, "changes_requested", line.whole_reason)


def _reject(line: Line) -> None:
    ref = _one(line, "reject", reason=True)
    if line.project.state.contracts.find(ref) is None and list(line.project.state.board.artifact_owners(ref)):
        line.acts.review(ref, "rejected", line.whole_reason)
    else:
        line.acts.reject(ref, line.whole_reason)


def _one(line: Line, name: str, *, reason: bool = False) -> str:
    """Return the only id that a command names; raises BadValueError without one, or without the reason it needs."""
    words = line.named()
    if len(words) != 1 or (reason and not line.whole_reason):
        raise _usage(line, name)
    return words[0]


def _hand_over(line: Line) -> None:
    """Open a contract: the first line is the task, each line below it a criterion."""
    words = line.first.split()
    if len(words) < 2:
        raise _usage(line, "handoff")
    task = " ".join(words[1:])
    criteria = [_LISTED.sub("", one, count=1).strip() for one in line.below if one.strip()]
    payload = TaskHandoff(
        task_description=task,
        expected_output=ExpectedOutput(format="", success_criteria=tuple(criteria)),
        authority_scope="",
        fallback_on_failure="",
    )
    name = free_contract_id(line.project)
    message = line.project.message(line.person, payload, _agent(line), "normal", task[:200], task_ref=name)
    line.acts.do(c.Send(message))


def _pause(line: Line) -> None:
    if len(line.words) != 1 or not line.whole_reason:
        raise _usage(line, "pause")
    line.acts.pause(_agent(line), reason=line.whole_reason)


def _resume(line: Line) -> None:
    if len(line.words) != 1:
        raise _usage(line, "resume")
    line.acts.resume(_agent(line))


def _agent(line: Line) -> str:
    return line.words[0].lstrip("@＠")


def _usage(line: Line, name: str) -> BadValueError:
    return BadValueError(path="", problem=f"Write {line.prefix}{COMMANDS[name].form}")


# --- answers


def _standing(line: Line) -> str:
    """Return how a contract stands that was accepted; the message about an artifact is its own answer."""
    ref = line.words[-1] if line.words else line.about
    if line.project.state.contracts.find(ref) is None and list(line.project.state.board.artifact_owners(ref)):
        return ""
    contract = line.project.find_contract(ref)
    return line.say("chat.contract", id=contract.terms.id, status=contract.status)


def _status(line: Line) -> str:
    state = line.project.state
    waiting = line.project.waiting_for(line.person)
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
    return "\n".join(
        (
            *lines,
            heading,
            *_at_most(
                line, [f"• {one.kind} {one.ref}{_said(one.summary or _text_of(line, one.ref))}" for one in waiting]
            ),
        )
    )


def _text_of(line: Line, ref: str) -> str:
    """Return the main text of a message; "" for an id that names no message."""
    known = line.project.state.messages.get(ref)
    return main_text(known.message) if known is not None else ""


def _counted(names: list[str]) -> str:
    return f"{len(names)} ({', '.join(names)})" if len(names) <= NAMED else str(len(names))


def _said(summary: str) -> str:
    return f" – {' '.join(summary.split())[:120]}" if summary else ""


def _board(line: Line) -> str:
    document = board_document(line.project.state.board)["project_state"]
    for part in _parts(line.words[0]) if line.words else ():
        document = _member(document, part, line.words[0])
    shown = document if line.words else _short(document)
    return to_yaml(shown).rstrip() if isinstance(shown, dict | list) else visible(str(shown)) or "–"


def _short(document: dict[str, object]) -> dict[str, object]:
    """Return the board without its past, and without what is empty, in its entries too."""
    found = _filled({name: value for name, value in document.items() if name not in ("changelog", "updated_at")})
    assert isinstance(found, dict)
    return found


def _filled(value: object) -> object:
    if isinstance(value, dict):
        filled = {name: _filled(one) for name, one in value.items()}
        return {name: one for name, one in filled.items() if one not in (None, "", [], {})}
    return [_filled(one) for one in value] if isinstance(value, list) else value


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a JSON Pointer, whose first slash may be left out; raises UnknownFieldError."""
    try:
        return pointer_parts(f"/{path.removeprefix('/')}")
    except ValueError:
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status") from None


def _member(document: object, part: str, path: str) -> object:
    """Return a member of a mapping, or the entry of a list with an id; raises UnknownFieldError."""
    if isinstance(document, list):
        document = {one.get("id", one.get("ref")): one for one in document if isinstance(one, dict)}
    if not isinstance(document, dict):
        raise UnknownFieldError(path=path, known="nothing below it")
    if part not in document:
        raise UnknownFieldError(path=path, known=", ".join(map(str, document)))
    return document[part]


def _who(line: Line) -> str:
    project, state = line.project, line.project.state
    lines = []
    for one in agent_overviews(state, state.at, project.heartbeats()):
        if one.role == GUEST:
            continue
        waits = line.say("chat.who.waits", what=one.waits_for) if one.waits_for else ""
        activity = "" if one.activity == "between_turns" else one.activity.replace("_", " ")
        is_paused = one.activity == "paused"
        parts = (f"{activity}: {one.why}",) if is_paused else (activity, one.status, one.task, waits)
        lines.append(f"• {one.agent}: {' · '.join(dict.fromkeys(part for part in parts if part)) or 'idle'}")
    people = ", ".join(one.id for one in state.everybody() if one.human)
    return "\n".join((*_at_most(line, lines), line.say("chat.people", names=people)))


def _at_most(line: Line, lines: list[str]) -> list[str]:
    more = len(lines) - SHOWN
    return lines if more <= 0 else [*lines[:SHOWN], line.say("chat.more", count=more)]


def _help(line: Line) -> str:
    return "\n".join(f"{line.prefix}{one.form} – {line.say(f'chat.help.{name}')}" for name, one in COMMANDS.items())


def _told(key: str) -> Callable[[Line], str]:
    return lambda line: line.say(key, agent=_agent(line))


COMMANDS: dict[str, Command] = {
    "decide": Command("decide DECISION OPTION [because REASON]", _decide),
    "accept": Command("accept CONTRACT [because REASON]", _accept, _standing),
    "revise": Command("revise CONTRACT because REASON", _revise),
    "reject": Command("reject CONTRACT because REASON", _reject),
    "handoff": Command("handoff AGENT TASK", _hand_over),
    "pause": Command("pause AGENT because REASON", _pause, _told("chat.paused")),
    "resume": Command("resume AGENT", _resume, _told("chat.resumed")),
    "status": Command("status", answer=_status),
    "board": Command("board [POINTER]", answer=_board),
    "who": Command("who", answer=_who),
    "help": Command("help", answer=_help),
}
"""Every command by its name."""
