"""Text in Telegram: plain characters, and entities that say which of them are bold, code or a mention.

Nothing in the text itself is markup, so no markup of an author is trusted. Only names after `@` would mention a user:
they are separated from the sign. Positions count units of UTF-16.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from renkei.edges.chat.port import Choice
from renkei.edges.chat.spans import Block, Code, Listed, Quote, Style, Words

Json = dict[str, Any]

LONGEST_TEXT = 4096
"""Most units of a message."""

LONGEST_DATA = 64
"""Most bytes of what a button sends."""

LONGEST_NAME = 40
"""Most characters of a mentioned user's name."""

STYLES: Mapping[Style, str] = {"bold": "bold", "italic": "italic", "struck": "strikethrough", "code": "code"}

_NAMED = re.compile(r"(?<![A-Za-z0-9_])@")
_LANGUAGE = re.compile(r"[\w+#.-]{1,64}")
_TICKS = re.compile(r"```")


def units(text: str) -> int:
    """Return the length of a text in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def quiet(text: str) -> str:
    """Return a text that mentions no user."""
    return _NAMED.sub("@\u200b", text)


def mention(user: str) -> Json:
    """Return the entity that mentions a user, whatever its words are."""
    return {"type": "text_mention", "user": {"id": int(user)}}


class Writer:
    """A text in the making, with its entities."""

    def __init__(self) -> None:
        self.text = ""
        self.entities: list[Json] = []
        self._length = 0

    def add(self, text: str, *entities: Json, indent: str = "") -> None:
        """Add words, their lines after the first indented, which are one or several entities."""
        text = text.replace("\n", f"\n{indent}")
        length = units(text)
        if length:
            self.entities += [{**one, "offset": self._length, "length": length} for one in entities]
        self.text += text
        self._length += length

    def blocks(self, blocks: Sequence[Block], between: str = "\n\n", indent: str = "", *, quoted: bool = False) -> None:
        """Add blocks."""
        for number, block in enumerate(blocks):
            self.add(between if number else "", indent=indent)
            match block:
                case Words():
                    for span in block.spans:
                        text = span.text if "code" in span.styles else quiet(span.text)
                        looks: list[Json] = [{"type": STYLES[one]} for one in sorted(span.styles)]
                        self.add(text, *looks, *(mention(one) for one in (span.user,) if one), indent=indent)
                case Code():
                    look = {"language": block.language} if _LANGUAGE.fullmatch(block.language) else {}
                    self.add(block.text or " ", {"type": "pre", **look}, indent=indent)
                case Quote():
                    self._quote(block, indent, quoted)
                case Listed():
                    self._list(block, indent, quoted)

    def _quote(self, block: Quote, indent: str, quoted: bool) -> None:
        start, at = self._length, len(self.entities)
        self.blocks(block.blocks, "\n", indent, quoted=True)
        if not quoted and self._length > start:  # they cannot be in each other
            self.entities.insert(at, {"type": "blockquote", "offset": start, "length": self._length - start})

    def _list(self, block: Listed, indent: str, quoted: bool) -> None:
        for number, item in enumerate(block.items):
            mark = "• " if block.start is None else f"{block.start + number}. "
            self.add("\n" if number else "", indent=indent)
            self.add(mark)
            self.blocks(item, "\n", f"{indent}{' ' * len(mark)}", quoted=quoted)


def written(text: str, blocks: Sequence[Block], people: Iterable[tuple[str, str]]) -> tuple[str, list[Json]]:
    """Return a post as text and entities. `people`: the ids and names of users to mention, as many as there is room."""
    shown, names = Writer(), Writer()
    shown.blocks(blocks)
    if not shown.text.strip() or units(shown.text) > LONGEST_TEXT:
        shown = Writer()
        shown.add(text.replace("@", "＠") if text.strip() else "–")  # which is no longer than the text
    for user, name in people:
        if units(names.text + shown.text) + 2 * LONGEST_NAME + 2 < LONGEST_TEXT:
            names.add(name[:LONGEST_NAME] or user, mention(user))
            names.add(" ")
    if not names.text:
        return shown.text, shown.entities
    names.add("\n")
    before = units(names.text)
    moved = [{**one, "offset": one["offset"] + before} for one in shown.entities]
    return names.text + shown.text, names.entities + moved


def keyboard(choices: Sequence[Choice]) -> Json | None:
    """Return a button for each choice. One whose command is too long for a button sends its number."""
    rows = [
        [{"text": one.label, "callback_data": one.command if _fits(one.command) else str(number)}]
        for number, one in enumerate(choices, 1)
    ]
    return {"inline_keyboard": rows} if rows else None


def _fits(command: str) -> bool:
    return len(command.encode()) <= LONGEST_DATA


def readable(text: str, entities: Iterable[Mapping[str, Any]]) -> str:
    """Return a user's text with code as Markdown, and with the addresses of links whose words hide them."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    inserted: list[tuple[int, int, str]] = []
    for number, one in enumerate(entities):
        start, end = one["offset"], one["offset"] + one["length"]
        words = encoded[2 * start : 2 * end].decode("utf-16-le", "replace")
        before, after = _marks(one, words)
        if one["type"] == "pre":
            before = before if start == 0 or encoded[2 * start - 2 : 2 * start] == _NEWLINE else f"\n{before}"
            after = after if encoded[2 * end : 2 * end + 2] in (b"", _NEWLINE) else f"{after}\n"
        inserted += [(start, number, before), (end, -number, after)]
    for at, _, mark in sorted(inserted, reverse=True):
        encoded = encoded[: 2 * at] + mark.encode("utf-16-le", "replace") + encoded[2 * at :]
    return encoded.decode("utf-16-le", "replace")


_NEWLINE = "\n".encode("utf-16-le")


def _marks(entity: Mapping[str, Any], words: str) -> tuple[str, str]:
    match entity["type"]:
        case "pre":
            fence = "````" if _TICKS.search(words) else "```"
            return f"{fence}{entity.get('language', '')}\n", f"\n{fence}" if not words.endswith("\n") else fence
        case "code" if "`" not in words:
            return "`", "`"
        case "text_link":
            address = str(entity.get("url", ""))
            shown = address.partition("://")[2].removesuffix("/")
            return "", "" if words.removesuffix("/") in (address.removesuffix("/"), shown) else f" ({address})"
    return "", ""
