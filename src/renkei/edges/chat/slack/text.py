"""Converts texts to and from Slack's format.

A post is made of blocks whose elements are literal: text shows as written, and only a special element mentions a user.
The plain text beside the blocks is for notifications, where `&`, `<` and `>` are markup.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from renkei.edges.chat.port import Choice, Outgoing
from renkei.edges.chat.spans import Block, Code, Listed, Quote, Span, Style, Words, literal, plain_of

Json = dict[str, Any]

CHOICES = "renkei-choices"
"""The block with the buttons, and the prefix of the buttons' names."""

SECTION = "rich_text_section"

DEEPEST_LIST = 8
"""Most levels of lists in each other."""

LONGEST_LABEL = 75
LONGEST_VALUE = 2000
MOST_BUTTONS = 25
"""Slack's limits for buttons."""

_URL = re.compile(r"https?://[^\s<>|\"'`]*[\w/=&#%~+-]")
_ENTITY = re.compile(r"<([@#!]?)([^<>|\n]*)(?:\|([^<>\n]*))?>")
_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))


def escape(text: str) -> str:
    """Return a text without mentions or links, for a field that Slack reads as markup."""
    for sign, entity in _ESCAPES:
        text = text.replace(sign, entity)
    return text


def fallback(post: Outgoing) -> str:
    """Return a post as the text of a notification."""
    return " ".join([*(f"<@{one}>" for one in post.mentions), escape(post.text)])


def blocks_of(post: Outgoing) -> list[Json]:
    """Return a post as blocks: mentions, text, and a button for each choice."""
    named: list[Json] = []
    for user in post.unnamed:
        named += [{"type": "user", "user_id": user}, {"type": "text", "text": " "}]
    if named:
        named[-1] = {"type": "text", "text": "\n"}
    shown = list(rich_of(post.blocks or (literal(post.text),)))
    if named and shown and shown[0]["type"] == SECTION:
        shown[0]["elements"] = [*named, *shown[0]["elements"]]
    elif named:
        shown = [_section(named), *shown]
    buttons = buttons_of(post.choices)
    blocks: list[Json] = [{"type": "rich_text", "elements": shown or [_section([])]}]
    if buttons:
        blocks.append({"type": "actions", "block_id": CHOICES, "elements": buttons})
    return blocks


def rich_of(blocks: Sequence[Block], indent: int = 0) -> Iterator[Json]:
    """Yield blocks as elements of rich text, which show their text literally."""
    for block in blocks:
        match block:
            case Words():
                yield _section([element for span in block.spans for element in _elements(span)])
            case Code():
                yield {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": block.text or " "}]}
            case Quote():
                text = plain_of(block.blocks)
                yield {"type": "rich_text_quote", "elements": list(_elements(Span(text or " ")))}
            case Listed():
                yield from _list(block, indent)


def _list(block: Listed, indent: int) -> Iterator[Json]:
    """Yield a list. Slack's have one paragraph in each item, so other blocks come between parts of the list."""
    for number, item in enumerate(block.items, block.start or 0):
        first, rest = (item[0], item[1:]) if item and isinstance(item[0], Words) else (literal(" "), item)
        assert isinstance(first, Words)
        section = _section([element for span in first.spans for element in _elements(span)])
        style = {"style": "bullet"} if block.start is None else {"style": "ordered", "offset": max(number - 1, 0)}
        yield {"type": "rich_text_list", "indent": min(indent, DEEPEST_LIST), **style, "elements": [section]}
        yield from rich_of(rest, indent + 1)


def _section(elements: list[Json]) -> Json:
    return {"type": SECTION, "elements": elements}


def _elements(span: Span) -> Iterator[Json]:
    if span.user:
        yield {"type": "user", "user_id": span.user}
        return
    at, text = 0, span.text
    look = {"style": {_STYLES[one]: True for one in sorted(span.styles)}} if span.styles else {}
    for found in () if "code" in span.styles else _URL.finditer(text):
        if found.start() > at:
            yield {"type": "text", "text": text[at : found.start()], **look}
        yield {"type": "link", "url": found[0], **look}
        at = found.end()
    if at < len(text):
        yield {"type": "text", "text": text[at:], **look}


_STYLES: Mapping[Style, str] = {"bold": "bold", "italic": "italic", "struck": "strike", "code": "code"}


def buttons_of(choices: Sequence[Choice]) -> list[Json]:
    """Return a button for each choice that fits into one."""
    fitting = [(number, one) for number, one in enumerate(choices) if len(one.command) <= LONGEST_VALUE]
    return [_button(number, one) for number, one in fitting][:MOST_BUTTONS]


def _button(number: int, choice: Choice) -> Json:
    label = choice.label if len(choice.label) <= LONGEST_LABEL else f"{choice.label[: LONGEST_LABEL - 1]}…"
    style = {"style": "primary"} if choice.recommended else {}
    text = {"type": "plain_text", "text": label, "emoji": False}
    return {"type": "button", "action_id": f"{CHOICES}-{number}", "text": text, "value": choice.command, **style}


def readable(text: str, name_of: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Return a text of Slack as it is shown, and the mentioned users."""
    mentions: dict[str, None] = {}

    def shown(found: re.Match[str]) -> str:
        sign, target, label = found[1], found[2], found[3]
        if sign == "@":
            mentions[target] = None
            return f"@{name_of(target)}"
        if sign == "#":
            return f"#{label or target}"
        if sign == "!":
            return label or f"@{target.split('^')[0]}"
        target = target.removeprefix("mailto:")
        address = target.partition("://")[2] or target
        is_address = not label or label in (target, address, address.removesuffix("/"))
        return (label or target) if is_address else f"{label} ({target})"

    text = _ENTITY.sub(shown, text)
    for sign, entity in reversed(_ESCAPES):
        text = text.replace(entity, sign)
    return text, tuple(mentions)


def metadata_of(key: str, name: str, message: str) -> Json:
    """Return the metadata of a post: its key, and the message itself as JSON, since Slack drops nested objects."""
    found = {"key": key, "id": name, "message": message}
    return {"event_type": "renkei_message", "event_payload": {one: value for one, value in found.items() if value}}


def payload_of(message: Json) -> Json:
    """Return a post's metadata if it is a message of renkei."""
    metadata = message.get("metadata")
    if not isinstance(metadata, dict) or metadata.get("event_type") != "renkei_message":
        return {}
    payload = metadata.get("event_payload")
    return payload if isinstance(payload, dict) else {}


def data_of(message: Json) -> Json | None:
    """Return the message in a post; None if it has none, or an invalid one."""
    found = payload_of(message).get("message")
    try:
        data = json.loads(found) if isinstance(found, str) else found
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
