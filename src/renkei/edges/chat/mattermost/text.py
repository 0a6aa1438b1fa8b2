"""Text in Mattermost: an author's text is escaped, and blocks become Markdown that the bridge writes itself."""

import re
from collections.abc import Callable, Mapping, Sequence
from textwrap import indent

from renkei.edges.chat.spans import Block, Code, Listed, Quote, Span, Style, Words

_MARKUP = re.compile(r"[\\`*~\[\]|<]|(?<![^\W_])_|_(?![^\W_])|^[#>]", re.MULTILINE)
_EVERYBODY = re.compile(r"@(?=(?:channel|all|here)\b)", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+#.-]+")
_TICKS = re.compile(r"`+")

_SIGNS: Mapping[Style, str] = {"bold": "**", "struck": "~~", "italic": "*"}


def escape(text: str) -> str:
    """Return a text with its markup escaped, so that it shows literally and mentions no one."""
    return _MARKUP.sub(lambda found: f"\\{found[0]}", text).replace("@", "@\u200b")


def markdown_of(blocks: Sequence[Block], username: Callable[[str], str] = lambda user: "") -> str:
    """Return blocks as Markdown that shows them and nothing else; `username` returns the name that mentions a user."""
    return "\n\n".join(_written(one, username) for one in blocks)


def _written(block: Block, username: Callable[[str], str]) -> str:
    match block:
        case Words():
            return "".join(_words(block.spans, username))
        case Code():
            fence = "`" * max(3, 1 + _longest(block.text))
            language = block.language if _LANGUAGE.fullmatch(block.language) else ""
            return f"{fence}{language}\n{_quiet(block.text)}\n{fence}"
        case Quote():
            return indent(markdown_of(block.blocks, username), "> ", lambda line: True)
        case Listed():
            return "\n".join(_item(block, number, one, username) for number, one in enumerate(block.items))


def _item(block: Listed, number: int, item: Sequence[Block], username: Callable[[str], str]) -> str:
    mark = "- " if block.start is None else f"{block.start + number}. "
    return mark + indent(markdown_of(item, username), " " * len(mark))[len(mark) :]


def _words(spans: Sequence[Span], username: Callable[[str], str]) -> list[str]:
    """Return spans as text. Styles that begin or end between two of them do so in the order in which they opened."""
    open_: list[Style] = []
    found = []
    for span in (*spans, Span("")):
        while any(one not in span.styles for one in open_):
            found.append(_SIGNS[open_.pop()])
        for style in _SIGNS:
            if style in span.styles and style not in open_:
                open_.append(style)
                found.append(_SIGNS[style])
        name = username(span.user) if span.user else ""
        shown = f"@{name}" if name else escape(span.text)
        found.append(_code(span.text) if "code" in span.styles else shown)
    return found


def _code(text: str) -> str:
    ticks, text = "`" * (1 + _longest(text)), _quiet(text.replace("\n", " "))
    return f"{ticks} {text} {ticks}" if len(ticks) > 1 else f"{ticks}{text}{ticks}"


def _quiet(code: str) -> str:
    """Return code that mentions no channel, whatever the server looks for in it."""
    return _EVERYBODY.sub("@\u200b", code)


def _longest(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)
