"""Formats a message as a post for people: sender, recipients, subject, content, and how to answer.

`LINES` has a row for each field of each type of message. An empty field has no line, and repetitions of the main text
are left out. `renkei message show ID` shows the complete message.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from renkei.budget.context.message_text import DETAIL, main_text
from renkei.edges.chat.bridge.splitting import closed
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, VendorMessage, urgency
from renkei.protocol.primitives import Locale
from renkei.protocol.replies import subject
from renkei.texts.say import say
from renkei.wording.visible import one_line, visible

Lines = Iterator[str]


@frozen
class Row:
    """A field of a payload and its format; `label` is the sentence before it, or "".

    `field` is a path such as `expected_output.format`; a path that begins with `/` leads into the extensions.
    """

    field: str
    label: str = ""
    write: Callable[[Any, Locale, AnyMessage], Lines] = lambda value, locale, message: iter((visible(str(value)),))


def _bullets(value: Sequence[Any], locale: Locale, message: AnyMessage) -> Lines:
    return (f"• {one_line(str(one))}" for one in value)


def _inline(value: Sequence[Any], locale: Locale, message: AnyMessage) -> Lines:
    yield one_line(", ".join(map(str, value)))


def _options(value: Sequence[Any], locale: Locale, message: AnyMessage) -> Lines:
    for number, one in enumerate(value, 1):
        is_recommended = one.label == getattr(message.payload, "recommended", None)
        mark = say(locale, "chat.recommended") if is_recommended else ""
        yield one_line(f"{number}. {one.label}{mark}{_after(one.analysis)}")


def _criteria(value: Sequence[Mapping[str, Any]], locale: Locale, message: AnyMessage) -> Lines:
    """Format the criteria of the attached terms, each with its verification."""
    for one in value:
        yield one_line(f"• {one.get('criterion', '')}{_after(one.get('verification_method'))}")


def _evidence(value: Sequence[Mapping[str, Any]], locale: Locale, message: AnyMessage) -> Lines:
    for one in value:
        yield one_line(f"{'✓' if one.get('met') else '✗'} {one.get('criterion', '')}{_after(one.get('evidence'))}")


def _findings(value: Sequence[Any], locale: Locale, message: AnyMessage) -> Lines:
    for one in value:
        fix = f" ({say(locale, 'chat.fix', fix=one.suggested_fix)})" if one.suggested_fix else ""
        where = f" {one.location}" if one.location else ""
        yield one_line(f"• {one.severity}{where}: {one.description}{fix}")


def _after(text: object) -> str:
    return f" – {text}" if text else ""


LINES: dict[str, tuple[Row, ...]] = {
    "TASK_HANDOFF": (
        Row("task_description"),
        Row("expected_output.success_criteria", "criteria", _bullets),
        Row("/task_contract/acceptance_criteria", "criteria", _criteria),
        Row("expected_output.format", "format"),
        Row("input_artifacts", "inputs", _inline),
        Row("constraints", "constraints", _bullets),
        Row("authority_scope", "authority"),
        Row("fallback_on_failure", "fallback"),
    ),
    "TASK_RESULT": (
        Row("summary"),
        Row("/evidence", "", _evidence),
        Row("output_artifacts", "outputs", _inline),
        Row("deviations", "deviations", _bullets),
        Row("open_questions", "questions", _bullets),
    ),
    "TASK_BLOCKED": (
        Row("reason"),
        Row("blocked_by", "waits_for"),
        Row("needed", "needed", _bullets),
        Row("suggested_action", "suggestion"),
    ),
    "DECISION_REQUEST": (
        Row("question"),
        Row("options", "", _options),
        Row("deadline_steps", "steps"),
    ),
    "DECISION_RESULT": (
        Row("chosen_option"),
        Row("rationale", "why"),
        Row("additional_constraints", "also", _bullets),
    ),
    "STATUS_UPDATE": (
        Row("progress_summary"),
        Row("estimated_remaining", "remaining"),
        Row("blockers", "waits_for", _bullets),
    ),
    "CONFLICT_REPORT": (
        Row("conflict_description"),
        Row("conflicting_artifacts", "sides", _bullets),
        Row("conflicting_decisions", "sides", _bullets),
        Row("suggested_resolution", "suggestion"),
    ),
    "KNOWLEDGE_SHARE": (
        Row("content"),
        Row("relevance_to_recipients", "relevance"),
        Row("action_suggestion", "todo"),
    ),
    "REVIEW_REQUEST": (Row("review_focus", "focus", _bullets),),
    "REVIEW_RESULT": (
        Row("summary"),
        Row("findings", "", _findings),
    ),
    "FREEFORM": (Row("body"),),
}
"""The lines of a post for each type of message, from top to bottom."""

ANSWERED_BY: dict[str, str] = {
    "DECISION_REQUEST": "chat.answer.decision",
    "REVIEW_REQUEST": "chat.answer.review",
    "CONFLICT_REPORT": "chat.answer.conflict",
}
"""The sentence, for some types, that tells people how to answer in a chat."""

PLAIN = ("DECISION_REQUEST", "REVIEW_REQUEST")
"""The types that people can answer without a command."""

Way = Literal["", ".reply", ".react", ".press"]
"""How people answer without a command: not at all, by a reply, also by a reaction, or also by a button."""

BETWEEN = {False: "\n", True: "\n\n"}
"""The separator between the fields of a message, by whether the chat shows Markdown."""

BEGINNING_CHARACTERS = 30
"""Characters of a text that identify a message to people."""


def post_text(
    message: AnyMessage,
    locale: Locale,
    reply_to: str = "",
    *,
    asks: bool = True,
    prefix: str = "/",
    about: str = "",
    marked: bool = False,
    heard_by: str | None = None,
    way: Way = "",
) -> str:
    """Return a message as text for people in a chat.

    `reply_to`: the message it replies to, where the chat has no threads. `asks`: whether a person in the chat should
    answer. `prefix`, `way`: see `how_to_answer`. `about`, `heard_by`: see `heading`. `marked`: the chat shows Markdown,
    so that a blank line ends each field.
    """
    summary = message.context_summary.removeprefix(f"{subject(message)}: ")
    fields = [] if message.type == "FREEFORM" or _is_in(summary, main_text(message)) else [visible(summary)]
    if isinstance(message, VendorMessage):
        fields.append(visible(main_text(message)))
    for row in LINES.get(message.type, ()):
        fields.append("\n".join(filter(None, _written(row, message, locale, "".join(fields)))))
    if asks:
        fields.append(how_to_answer(message, locale, prefix, way))
    shown = (closed(one) if marked else one for one in fields if one)
    first = heading(message, reply_to, about=about, heard_by=heard_by)
    return "\n".join(filter(None, (first, BETWEEN[marked].join(shown))))


def how_to_answer(message: AnyMessage, locale: Locale, prefix: str, way: Way) -> str:
    """Return the sentence that says how to answer a request in a chat; "" for other messages.

    `way`: how people answer there without a command. `prefix`: the sign of commands there.
    """
    if message.type not in ANSWERED_BY:
        return ""
    has_way = message.type in PLAIN and getattr(message.payload, "options", True)
    key = ANSWERED_BY[message.type] + (way if has_way else "")
    return say(locale, key, ref=subject(message) or message.id, prefix=prefix)


def beginning(message: AnyMessage) -> str:
    """Return a short text that identifies a message to people."""
    if message.type != "FREEFORM":
        return " ".join((message.type, subject(message) or message.task_ref or "")).strip()
    text = one_line(" ".join(message.payload.body.split()))
    return f"{message.from_}: {text[:BEGINNING_CHARACTERS].rstrip()}{'…' if len(text) > BEGINNING_CHARACTERS else ''}"


def heading(message: AnyMessage, reply_to: str = "", *, about: str = "", heard_by: str | None = None) -> str:
    """Return the first line of a message in a chat.

    `about`: the subject if the message names none. `heard_by`: who reads the post anyway, where it shows its author;
    the line then names other recipients, and is empty for plain words without any.
    """
    about = subject(message) or message.task_ref or about
    type_ = "" if message.type == "FREEFORM" else " ".join((message.type, about)).strip()
    detail = str(getattr(message.payload, DETAIL.get(message.type, ""), ""))
    parts = (
        _parties(message, heard_by),
        type_,
        detail if detail != about else "",
        urgency(message) if urgency(message) in ("blocking", "high") else "",
        f"re {reply_to}" if reply_to else "",
    )
    return one_line(" · ".join(one for one in parts if one))


def _parties(message: AnyMessage, heard_by: str | None) -> str:
    to = ", ".join(message.receivers)
    if heard_by is None:
        return f"{message.from_} → {to}"
    return f"→ {to}" if message.receivers != (heard_by,) else ""


def _written(row: Row, message: AnyMessage, locale: Locale, said: str) -> list[str]:
    value = _value(message, row.field)
    if value in (None, "", (), []) or (isinstance(value, str) and row.label and _is_in(value, said)):
        return []
    lines = list(row.write(value, locale, message))
    if not row.label:
        return lines
    label = say(locale, f"chat.label.{row.label}")
    return [f"{label}:", *lines] if lines[0].startswith("• ") else [f"{label}: {lines[0]}", *lines[1:]]


def _value(message: AnyMessage, field: str) -> Any:
    """Return a field of the payload or the extensions; None if it is missing, or not a list of mappings."""
    if not field.startswith("/"):
        value: Any = message.payload
        for name in field.split("."):
            value = getattr(value, name)
        return value
    value = message.extensions
    for name in field[1:].split("/"):
        value = value.get(name) if isinstance(value, Mapping) else None
    is_list = isinstance(value, list) and all(isinstance(one, Mapping) for one in value)
    return value if is_list else None


def _is_in(text: str, said: str) -> bool:
    return " ".join(text.split()) in " ".join(said.split())
