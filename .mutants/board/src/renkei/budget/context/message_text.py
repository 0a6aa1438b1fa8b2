"""A message as text, in the three renderings by tier: in full, as a structured summary, as one line (section 3)."""

import re

from renkei.budget.context.texts import say
from renkei.budget.text.abridge import abridge, cut_middle
from renkei.documents.yaml_writer import to_yaml
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

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
"""The payload field of each type that says most."""

DETAIL: dict[str, str] = {
    "TASK_RESULT": "status",
    "STATUS_UPDATE": "new_status",
    "DECISION_RESULT": "decision_id",
    "DECISION_REQUEST": "decision_id",
    "REVIEW_RESULT": "verdict",
    "CONFLICT_REPORT": "severity",
    "KNOWLEDGE_SHARE": "topic",
}
"""The payload field of some types that a summary cannot do without."""

LINE_LIMIT = 160
SUMMARY_LIMIT = 480
EXCERPT_LIMIT = 2000
"""Characters of each form that is shorter than the message."""


def full(message: AnyMessage, locale: Locale) -> str:
    """Write a message in full: header, background, every field of the payload that is given."""
    head = f"[{message.id}] {message.from_} → {', '.join(message.receivers)} · {message.type} · {message.priority}"
    refs = " ".join(f"{ref.type}:{ref.id}" for ref in message.related_state_refs)
    background = message.context_summary
    if _is_in(background, main_text(message)):
        background = ""
    lines = [f"{head} · {short_time(message.timestamp)}", background, refs]
    payload = message.payload.model_dump(mode="json", exclude_none=True)
    payload = {name: value for name, value in payload.items() if value not in ([], "")}
    if set(payload) - {"body", "intent_hint", "requires_response", "urgency"}:
        lines.append(to_yaml(payload).rstrip())
    else:
        lines.append(str(payload.get("body", "")))
    return "\n".join(line for line in lines if line)


def excerpt(message: AnyMessage, locale: Locale) -> str:
    """Write a message in full, but for the middle of a long one: there a note says how to get the rest."""
    return cut_middle(full(message, locale), EXCERPT_LIMIT, f"\n{say(locale, 'middle', id=message.id)}\n")


def summary(message: AnyMessage, locale: Locale, impact: str, written: str = "") -> str:
    """Write the structured summary of a message for a receiver whose work it touches.

    `written` is a summary that a model made; without one the message's own words are shortened.
    """
    action = written or _action(message, SUMMARY_LIMIT)
    lines = [say(locale, "summary", agent=message.from_, action=action)]
    if impact:
        lines.append(say(locale, "impact", impact=impact))
    lines.append(say(locale, "more", id=message.id))
    return "\n".join(lines)


def main_text(message: AnyMessage) -> str:
    """Give what a message mainly says."""
    return str(getattr(message.payload, MAIN_TEXT[message.type]))


def is_long(message: AnyMessage) -> bool:
    """Tell whether a message says more than a summary has room for."""
    return len(main_text(message)) > SUMMARY_LIMIT


def line(message: AnyMessage) -> str:
    """Write a message in one line."""
    return f"[{short_time(message.timestamp)}] {message.from_}: {_action(message, LINE_LIMIT)}"


def gist(message: AnyMessage) -> str:
    """Give what a message says, at most a line of it."""
    return _action(message, LINE_LIMIT)


def _action(message: AnyMessage, limit: int) -> str:
    detail = getattr(message.payload, DETAIL.get(message.type, ""), "")
    main = main_text(message)
    prefix = message.type if not detail else f"{message.type} {detail}"
    background = "" if _is_in(message.context_summary, main) else f" ({message.context_summary})"
    return f"{prefix}: {abridge(main + background, max(limit - len(prefix) - 2, 0))}"


def _is_in(background: str, main: str) -> bool:
    return " ".join(background.split()) in " ".join(main[: len(background) * 2 + 80].split())


def cut(text: str, limit: int) -> str:
    """Shorten a text to `limit` characters at a word's end, on one line."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    kept = re.sub(r"[A-Za-z0-9_./-]+$", "", text[: limit - 1]).rstrip() or text[: limit - 1]
    return kept + "…"


def short_time(timestamp: str) -> str:
    """Write a time to the second, as messages show it."""
    return timestamp[:19] + "Z"
