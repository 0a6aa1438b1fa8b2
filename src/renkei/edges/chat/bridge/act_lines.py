"""Parses the arguments of an act from a line: `/assign TC-7 bob because ann is away`, `/set-quota turns=50`.

Required arguments come in sequence; the last text takes the rest of the line. The reason follows `because`. Lists of
texts, such as criteria, are the lines below. Optional arguments are written as NAME=VALUE.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from renkei.acts.act import IN_ORDER, Act
from renkei.acts.choices import requests_for
from renkei.documents.json_pointer import join
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.caller import Caller
from renkei.project.project import Project
from renkei.texts.say import say

BECAUSE = re.compile(r"(?:(?:^|\s)because:?(?=\s|$)|(?:^|\s|、|。)?理由[:：])\s*", re.IGNORECASE)

REASONS = ("reason", "rationale", "summary", "action", "note")
"""Arguments that follow `because`."""

_LISTED = re.compile(r"\s*[-*・•]\s*")
_NAMED = re.compile(r"([a-z_]+)=(\S+)")


@frozen
class Line:
    """A command line of a person."""

    project: Project
    caller: Caller
    first: str
    """The first line, after the name of the command."""
    below: tuple[str, ...]
    prefix: str
    """Its sign, `/` or `!`, also used for commands in answers."""
    about: str
    """The subject of the post it replies to: a decision, a contract, an artifact or a message; "" if none."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words before the reason."""
        return tuple(BECAUSE.split(self.first, maxsplit=1)[0].split())

    @property
    def reason(self) -> str:
        """The reason, with the lines below."""
        _, *reason = BECAUSE.split(self.first, maxsplit=1)
        return "\n".join(("".join(reason).strip(), *self.below)).strip()

    @property
    def subject(self) -> str:
        """The id at its beginning, which a reply may omit; "" if none."""
        if self.omits_subject:
            return self.about
        return self.words[0] if self.words else ""

    @property
    def omits_subject(self) -> bool:
        """Whether it is about the post that it replies to, because it begins with no id."""
        return self.about != "" and not (self.words and is_known(self.project, self.words[0]))

    def after_subject(self) -> str:
        """Return the first line without its subject."""
        return self.first.strip().removeprefix(self.subject).strip()

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the language of the project."""
        return say(self.project.state.locale, key, **values)


def is_known(project: Project, ref: str) -> bool:
    """Return whether a word names a possible subject of a command."""
    state = project.state
    is_on_board = state.board.has_entry(join("pending_decisions", ref)) or bool(list(state.board.artifact_owners(ref)))
    return is_on_board or ref in state.messages or state.contracts.find(ref) is not None


@cache
def _types(act: Act) -> dict[str, str]:
    """Return the JSON type of each argument, apart from a word such as `none`; "" if it has several."""
    properties = act.arguments.model_json_schema().get("properties", {})
    return {name: _type(properties[name]) for name in act.parameters}


def _type(schema: Mapping[str, Any]) -> str:
    kinds = [
        one.get("type", "") for one in schema.get("anyOf", [schema]) if one.get("type") != "null" and "const" not in one
    ]
    return str(kinds[0]) if len(kinds) == 1 else ""


def _reason_of(act: Act) -> str | None:
    return next((name for name in REASONS if name in act.parameters), None)


def _in_line(act: Act) -> list[str]:
    """Return the arguments written as words: the subject, and others that are required or lists of ids."""
    fields = act.arguments.model_fields
    names = [name for name in act.parameters if fields[name].is_required() and name != _reason_of(act)]
    if act.name in IN_ORDER:
        names.append(IN_ORDER[act.name])
    return names


def form(act: Act) -> str:
    """Return the syntax of an act's line, after its prefix."""
    fields, words = act.arguments.model_fields, [act.name.replace("_", "-")]
    for name in _in_line(act):
        word = name.removesuffix("_id").removesuffix("_ref").rpartition("_")[2].upper()
        word += "…" if _types(act)[name] == "array" else ""
        words.append(word if fields[name].is_required() else f"[{word}]")
    if reason := _reason_of(act):
        words.append("because REASON" if fields[reason].is_required() else "[because REASON]")
    written = (*_in_line(act), reason, *_below(act), *_ROWS)
    options = (name for name in act.parameters if name not in written and _types(act)[name] not in ("object", ""))
    return " ".join((*words, *(f"[{name}=…]" for name in options)))


def line_parameters(act: Act) -> tuple[tuple[str, bool], ...]:
    """Return the words of an act's line, each with whether it is required; the reason is called `because`."""
    fields, reason = act.arguments.model_fields, _reason_of(act)
    words = tuple((name, fields[name].is_required()) for name in _in_line(act))
    return (*words, ("because", fields[reason].is_required())) if reason is not None else words


def _below(act: Act) -> list[str]:
    """Return the argument that takes the lines below, if the act takes no reason."""
    lists = [name for name in act.parameters if _types(act)[name] == "array" and name not in _in_line(act)]
    return lists[:1] if _reason_of(act) is None else []


def read_line(act: Act, line: Line) -> dict[str, Any]:
    """Parse a line to the arguments of an act; raises BadValueError with the syntax."""
    reason = _reason_of(act)
    text = BECAUSE.split(line.first, maxsplit=1)[0] if reason else line.first
    if act.subject and line.omits_subject:
        text = f"{line.about} {text}"
    text, values = _options(act, text)
    words = text.split()
    for number, name in enumerate(names := _in_line(act)):
        kind, is_last = _types(act)[name], number == len(names) - 1
        if kind == "array":
            values[name] = words if name == "paths" else [_id(word) for word in words]
            words = []
        elif is_last and words and kind == "string" and name not in (act.subject, *_ONE_WORD):
            below = line.below if reason is None and not _below(act) else ()
            values[name] = "\n".join((" ".join(words), *below))
            words = []
        elif words:
            word = _id(words.pop(0))
            values[name] = word if kind in ("string", "") else _plain(word)
    if reason and (line.reason or act.arguments.model_fields[reason].is_required()):
        values[reason] = line.reason
    for name in _below(act):
        values[name] = [_LISTED.sub("", below, count=1).strip() for below in line.below if below.strip()]
    required = (name for name in act.parameters if act.arguments.model_fields[name].is_required())
    if words or not all(values.get(name) for name in required):
        raise BadValueError(path="", problem=f"Write {line.prefix}{form(act)}")
    return values


_ROWS = ("evidence", "findings")
"""Arguments that cannot be written in a line: lists of objects."""

_ONE_WORD = ("assignee", "verdict", "wanted", "participant", "group", "agent", "seq", "context_delivery")
"""Arguments of one word, even at the end of a line."""


def _id(word: str) -> str:
    """Return the name in a mention, such as `ann` in `@ann:`."""
    name = word.lstrip("@＠")
    return name if name == word else name.rstrip(":：,、")


def _options(act: Act, text: str) -> tuple[str, dict[str, Any]]:
    """Return a text without its NAME=VALUE words for optional arguments, and their values."""
    values: dict[str, Any] = {}
    fields = act.arguments.model_fields

    def take(found: re.Match[str]) -> str:
        name = found[1]
        if name not in fields or fields[name].is_required():
            return found[0]
        kind = _types(act)[name]
        values[name] = found[2].split(",") if kind == "array" else found[2] if kind == "string" else _plain(found[2])
        return ""

    return _NAMED.sub(take, text), values


def _plain(word: str) -> Any:
    try:
        return json.loads(word)
    except (ValueError, RecursionError):  # no value that an act takes is nested deeply
        return word


def read_decision(act: Act, line: Line) -> dict[str, Any]:
    """Parse the arguments of a decision: an option may contain spaces, or look like a reason."""
    written = line.after_subject()
    if (every := "\n".join((written, *line.below))) in _labels(line):  # a label of several lines, from its button
        return {"decision_id": line.subject, "chosen_option": every, "rationale": ""}
    label = _label_in(line, written)
    if label is None:
        return read_line(act, line)
    reason = BECAUSE.sub("", written[len(label) :], count=1).strip()
    rationale = "\n".join((reason, *line.below)).strip()
    return {"decision_id": line.subject, "chosen_option": label, "rationale": rationale}


def _label_in(line: Line, written: str) -> str | None:
    """Return the longest option label at the start of a text, followed by its end or a reason.

    The same case counts before another one: two options may differ in nothing else.
    """
    found = [label for label in _labels(line) if written[: len(label)].casefold() == label.casefold()]
    ended = [label for label in found if not written[len(label) :].strip() or BECAUSE.match(written, len(label))]
    return max(ended, key=lambda label: (len(label), written.startswith(label)), default=None)


def _labels(line: Line) -> Iterator[str]:
    for request in requests_for(line.project.state, line.subject):
        yield from (option.label for option in request.payload.options)
