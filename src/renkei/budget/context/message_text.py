"""Write a message in each of its forms, from one line to a structured summary to the full text (section 3)."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from renkei.budget.text.abridge import abridge, cut_middle
from renkei.budget.text.quoting import QUOTE, quoted
from renkei.documents.yaml_writer import to_yaml
from renkei.protocol.messages import AnyMessage, VendorMessage, urgency
from renkei.protocol.primitives import Locale
from renkei.protocol.quoted_terms import assumptions_of, clause_of, without_quotes
from renkei.protocol.replies import subject
from renkei.texts.say import say
from renkei.wording.text_cache import TextCache
from renkei.wording.visible import one_line

MAIN_TEXT: dict[str, str] = {
    "TASK_HANDOFF": "task_description",
    "TASK_RESULT": "summary",
    "TASK_BLOCKED": "reason",
    "DECISION_REQUEST": "question",
    "DECISION_RESULT": "chosen_option",
    "STATUS_UPDATE": "progress_summary",
    "CONFLICT_REPORT": "conflict_description",
    "KNOWLEDGE_SHARE": "content",
    "REVIEW_REQUEST": "artifact_ref",
    "REVIEW_RESULT": "summary",
    "FREEFORM": "body",
}
"""The payload field that is the main text of each type."""

LONGEST_SUMMARY = 120
"""Most characters of the main text used as the context summary when none is given."""

IMPORTED_FROM = "imported_from"
"""The extension with the origin of a recorded message. It is for programs, and hidden from agents."""

DETAIL: dict[str, str] = {
    "TASK_RESULT": "status",
    "STATUS_UPDATE": "new_status",
    "DECISION_RESULT": "decision_id",
    "DECISION_REQUEST": "decision_id",
    "REVIEW_RESULT": "verdict",
    "CONFLICT_REPORT": "severity",
    "KNOWLEDGE_SHARE": "topic",
}
"""The payload field, for some types, that every short form adds to the type."""

OTHER_WORDS: dict[str, tuple[str, ...]] = {
    "KNOWLEDGE_SHARE": ("topic", "relevance_to_recipients", "action_suggestion"),
    "CONFLICT_REPORT": ("suggested_resolution",),
    "DECISION_RESULT": ("rationale",),
    "TASK_BLOCKED": ("suggested_action",),
}
"""Further payload fields, for some types, whose words describe the subject of a message."""

LINE_LIMIT = 160
SUMMARY_LIMIT = 480
EXCERPT_LIMIT = 2000
"""Most characters of a line's text, of a summary's text, and of an excerpt."""

IN_HEADING = ("id", "type", "from_", "to", "priority", "timestamp", "context_summary", "related_state_refs", "payload")
"""Fields of a message whose place in its full text is fixed."""

LABELLED = ("expected_response_type", "reply_by", "in_reply_to", "thread", "task_ref")
"""Fields shown on one line below the heading, each with its label."""

_FULL: TextCache[str] = TextCache(512)


def full(message: AnyMessage, locale: Locale, known: str = "") -> str:
    """Return a message in full: the heading, and every field of header and payload that adds information.

    Omits a context summary that repeats the beginning of the main text. `known` is the id of a contract that the reader
    is shown anyway: a message that carries it shows its id instead of its terms. The sender's text is quoted.
    """
    return _FULL.get((message.id, known, locale), (message,), lambda: _full(message, locale, known))


def _full(message: AnyMessage, locale: Locale, known: str) -> str:
    head = f"[{message.id}] {message.from_} → {', '.join(message.receivers)} · {message.type} · {message.priority}"
    refs = " ".join(f"{ref.type}:{ref.id}" for ref in message.related_state_refs)
    background = message.context_summary
    if _is_in(background, main_text(message)):
        background = ""
    lines = [f"{head} · {short_time(message.timestamp)}", quoted(background), one_line(refs)]
    lines.append(_labelled(message, locale))
    lines.append(_quoted_terms(message, locale))
    payload = message.payload.model_dump(mode="json", exclude_none=True)
    payload = {name: value for name, value in payload.items() if value not in ([], "")}
    if message.type == "FREEFORM":
        body = str(payload.pop("body", ""))
        lines += [quoted(_unsaid(message, payload)), quoted(body)]
    else:
        lines.append(quoted(_yaml(payload)))
    lines.append(quoted(_yaml(_others(message, known, locale))))
    return "\n".join(line for line in lines if line)


def _yaml(fields: dict[str, Any]) -> str:
    return to_yaml(fields).rstrip() if fields else ""


def _quoted_terms(message: AnyMessage, locale: Locale) -> str:
    """Return the contract terms that a message quotes as applying, or as no longer valid; "" for none."""
    clause, gone = clause_of(message), "; ".join(assumptions_of(message))
    texts = (("message.clause", clause), ("message.assumptions", gone))
    return "\n".join(say(locale, key, text=text) for key, text in texts if text)


def _labelled(message: AnyMessage, locale: Locale) -> str:
    """Return the reply requested and its deadline, and the thread or task of a message; "" for none of them."""
    expects, due, task = message.expected_response_type, message.reply_by, message.task_ref
    parts = [
        say(locale, "message.expects", types=" | ".join(expects)) if expects else "",
        say(locale, "message.reply_by", time=short_time(due)) if due else "",
        say(locale, "message.in_reply_to", id=message.in_reply_to) if message.in_reply_to else "",
        say(locale, "message.thread", thread=message.thread) if message.thread else "",
        say(locale, "message.task_ref", id=task) if task and task != subject(message) else "",
    ]
    return " · ".join(part for part in parts if part)


def _unsaid(message: AnyMessage, payload: dict[str, Any]) -> str:
    """Return the fields of a FREEFORM payload that add to its type, priority and expected reply."""
    implied = {
        "intent_hint": message.type,
        "urgency": payload["urgency"] if urgency(message) == message.priority else "",
        "requires_response": payload["requires_response"] if message.expected_response_type else False,
    }
    fields = {name: value for name, value in payload.items() if name not in implied or value != implied[name]}
    return " · ".join(_yaml({name: value}) for name, value in fields.items())


def _others(message: AnyMessage, known: str, locale: Locale) -> dict[str, Any]:
    """Return the header fields that are set and have no place in the heading, such as `extensions`."""
    if all(getattr(message, name) == default for name, default in _unplaced(type(message))):
        return {}
    others = message.model_dump(mode="json", by_alias=True, exclude={*IN_HEADING, *LABELLED}, exclude_defaults=True)
    extensions = others.get("extensions") or {}
    if known and "task_contract" in extensions:
        extensions = extensions | {"task_contract": say(locale, "message.known_contract", id=known)}
    shown = {name: value for name, value in extensions.items() if name != IMPORTED_FROM}
    others["extensions"] = without_quotes(message, shown)
    return {name: value for name, value in others.items() if value not in ({}, [], "")}


@cache
def _unplaced(kind: type[AnyMessage]) -> tuple[tuple[str, Any], ...]:
    """Return the fields without a place in the heading, each with its default."""
    fields = kind.model_fields.items()
    others = ((name, field) for name, field in fields if name not in (*IN_HEADING, *LABELLED))
    return tuple((name, field.get_default(call_default_factory=True, validated_data={})) for name, field in others)


def excerpt(message: AnyMessage, locale: Locale, known: str = "") -> str:
    """Return a message in full; in a long one a note replaces the middle and says how to get the full text."""
    note = f"\n{say(locale, 'message.middle', id=message.id)}\n{QUOTE}"
    return cut_middle(full(message, locale, known), EXCERPT_LIMIT, note)


def summary(message: AnyMessage, locale: Locale, impact: str, written: str = "") -> str:
    """Return the structured summary of a message: its content, its impact on the reader's work, how to get the rest.

    `impact` may be "". `written` is a language model's summary; by default the message's own words are shortened.
    """
    done = written or action(message)
    lines = [say(locale, "message.summary", agent=message.from_, action=done)]
    if impact:
        lines.append(say(locale, "message.impact", impact=impact))
    lines.append(say(locale, "message.more", id=message.id))
    return "\n".join(lines)


def main_text(message: AnyMessage) -> str:
    """Return the main text of a message (see MAIN_TEXT)."""
    if isinstance(message, VendorMessage):
        return _yaml(message.payload.model_dump(mode="json"))
    return str(getattr(message.payload, MAIN_TEXT[message.type]))


def summary_of(kind: Any, payload: Any) -> str:
    """Return the default context summary: the first line of the main text, or ""."""
    is_known = isinstance(kind, str) and kind in MAIN_TEXT and isinstance(payload, Mapping)
    text = payload.get(MAIN_TEXT[kind]) if is_known else None
    return text.strip().partition("\n")[0][:LONGEST_SUMMARY] if isinstance(text, str) else ""


def words(message: AnyMessage) -> str:
    """Return all words that describe the subject of a message: main text, context summary and further fields."""
    text = f"{main_text(message)}\n{message.context_summary}"
    for name in OTHER_WORDS.get(message.type, ()):
        text += f"\n{getattr(message.payload, name) or ''}"
    return text


def is_long(message: AnyMessage) -> bool:
    """Check whether the main text of a message is longer than a summary."""
    return len(main_text(message)) > SUMMARY_LIMIT


def line(message: AnyMessage) -> str:
    """Return a message on one line, with its time."""
    return f"[{short_time(message.timestamp)}] {message.from_}: {_action(message, LINE_LIMIT)}"


def action(message: AnyMessage) -> str:
    """Return the content of a message in at most the length of a summary."""
    return _action(message, SUMMARY_LIMIT)


def gist(message: AnyMessage) -> str:
    """Return the content of a message on at most one line, without time and sender."""
    return _action(message, LINE_LIMIT)


def _action(message: AnyMessage, limit: int) -> str:
    detail = getattr(message.payload, DETAIL.get(message.type, ""), "")
    main = main_text(message)
    prefix = message.type if not detail else f"{message.type} {detail}"
    known = any(_is_in(message.context_summary, text) for text in (main, f"{detail}: {main}"))
    background = "" if known else f" ({message.context_summary})"
    return one_line(f"{prefix}: {abridge(main + background, max(limit - len(prefix) - 2, 0))}")


def _is_in(background: str, main: str) -> bool:
    return " ".join(background.split()) in " ".join(main[: len(background) * 2 + 80].split())


def cut(text: str, limit: int) -> str:
    """Return a text on one line, cut at the end of a word to at most `limit` characters."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    kept = re.sub(r"[A-Za-z0-9_./-]+$", "", text[: limit - 1]).rstrip() or text[: limit - 1]
    return kept + "…"


def short_time(timestamp: str) -> str:
    """Return a timestamp to the second, as messages show it."""
    return timestamp[:19] + "Z"
