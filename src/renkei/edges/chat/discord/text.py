"""Text in Discord: an author's text is escaped, and blocks become Markdown that the bridge writes itself.

A post ends with its key in characters that take no room, so that it is found again after a kill, and so that a bridge
recognizes the posts of another.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from textwrap import indent
from typing import Any

from renkei.edges.chat.port import Choice, Outgoing
from renkei.edges.chat.spans import Block, Code, Listed, Quote, Span, Style, Words
from renkei.transcripts.json_lines import string

Json = dict[str, Any]

LONGEST_TEXT = 2000
"""Most characters of a post."""

LONGEST_MENTIONS = 400
"""Most characters of the mentions before a text: those of about eighteen people. A longer post would be rejected."""

LONGEST_LABEL, LONGEST_COMMAND, PER_ROW, MOST_ROWS = 80, 100, 5, 5
"""Discord's limits for buttons."""

SIGNS: Mapping[Style, str] = {"bold": "**", "struck": "~~", "italic": "*"}

_MARKUP = re.compile(r"[\\`*_~|<>\[\]]|(?<=^)[#+-]|(?<=\n)[#+-]|(?<=[ \t])[#+-](?=[ \t#])")
_NAMED = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_URL = re.compile(r"https?://[^\s<>|\"'`\\]*[\w/=&#%~+-]")
_LANGUAGE = re.compile(r"[\w+#.-]+")

_DIGITS = "\u200b\u200c\u200d\u2060"
_BEGIN = "\u2060\u200b\u2060"
_MARKED = re.compile(f"{_BEGIN}([{_DIGITS}]{{24}})$")

LONGEST_TITLE = 80

_TITLE_OMITS = re.compile(r"<@!?\d+>|\*\*|`")
_ESCAPED = re.compile(r"\\(.)")

_ENTITY = re.compile(r"<(@[!&]?|#|a?:(\w+):)(\d+)>")


def unique_name(author: Mapping[str, Any]) -> str:
    """Return an author's user name, with the number that older ones need to be unique."""
    name, number = string(author.get("username")), string(author.get("discriminator"))
    return f"{name}#{number}" if number.strip("0") else name


def mark_of(key: str) -> str:
    """Return the mark of a post with a key: 48 bits of it."""
    number = int(key[:12], 16)
    return _BEGIN + "".join(_DIGITS[number >> at & 3] for at in range(0, 48, 2))


def has_mark(text: str) -> bool:
    """Return whether a post has the mark of a bridge."""
    return _MARKED.search(text) is not None


def without_mark(text: str) -> str:
    """Return the text of a post without its mark."""
    return _MARKED.sub("", text)


def title_of(content: str) -> str:
    """Return the first words of a post, as the name of the thread below it."""
    lines = (_TITLE_OMITS.sub("", line).strip() for line in without_mark(content).split("\n"))
    return _ESCAPED.sub(r"\1", next((line for line in lines if line), "renkei"))[:LONGEST_TITLE]


def content_of(post: Outgoing, name: str) -> str:
    """Return a post as Markdown, at most as long as Discord takes. `name`: its author, if Discord shows another one."""
    if post.block:  # a program joins its parts
        return post.text
    mark = mark_of(post.key)
    called = accumulate((f"<@{one}> " for one in post.unnamed), initial="")
    mentions = max((one for one in called if len(one) <= LONGEST_MENTIONS), key=len)
    before = mentions + (f"**{escape(name)}**" if name else "")
    before = f"{before}\n" if before else ""
    written = markdown_of(post.blocks) if post.blocks else escape(post.text)
    room = LONGEST_TEXT - len(mark) - len(before)
    fits = len(written.encode("utf-16-le")) // 2 <= room
    return before + (written if fits else _code(post.text, room)) + mark


def _code(text: str, room: int) -> str:
    """Return a text whose markup takes too much room, literally: as a block of code."""
    quiet = text.replace("```", "``\u200b`")
    if len(quiet) > room - 8:
        quiet = text.replace("`", "ˋ")
    return f"```\n{quiet}\n```"


def escape(text: str) -> str:
    """Return a text with its markup escaped, so that it shows literally and mentions no one; addresses stay links."""
    found, at = "", 0
    for one in _URL.finditer(text):
        found += f"{_escaped(text[at : one.start()])}<{one[0]}>"
        at = one.end()
    return found + _escaped(text[at:])


def _escaped(text: str) -> str:
    return _NAMED.sub("@\u200b", _MARKUP.sub(r"\\\g<0>", text))


def markdown_of(blocks: Sequence[Block], between: str = "\n\n") -> str:
    """Return blocks as Markdown that shows them and nothing else."""
    return between.join(map(_written, blocks))


def _written(block: Block) -> str:
    match block:
        case Words():
            return "".join(_words(block.spans))
        case Code():
            language = block.language if _LANGUAGE.fullmatch(block.language) else ""
            return f"```{language}\n{block.text.replace('```', '``' + chr(0x200B) + '`')}\n```"
        case Quote():
            return indent(markdown_of(block.blocks), "> ", lambda line: True)
        case Listed():
            return "\n".join(_item(block, number, one) for number, one in enumerate(block.items))


def _item(block: Listed, number: int, item: Sequence[Block]) -> str:
    mark = "- " if block.start is None else f"{block.start + number}. "
    return mark + indent(markdown_of(item, "\n"), " " * len(mark))[len(mark) :]


def _words(spans: Sequence[Span]) -> list[str]:
    """Return spans as text. Styles that begin or end between two of them do so in the order in which they opened."""
    open_: list[Style] = []
    found: list[str] = []
    for span in (*spans, Span("")):
        while any(one not in span.styles for one in open_):
            found.append(SIGNS[open_.pop()])
        for style in SIGNS:
            if style in span.styles and style not in open_:
                open_.append(style)
                found.append(SIGNS[style])
        if span.user:
            found.append(f"<@{span.user}>")
        elif "code" in span.styles:
            found.append(_inline(span.text))
        else:
            found.append(escape(span.text))
    return found


def _inline(text: str) -> str:
    text = text.replace("\n", " ")
    return f"`` {text.replace('``', '`' + chr(0x200B) + '`')} ``" if "`" in text else f"`{text}`"


def buttons_of(choices: Sequence[Choice]) -> list[Json]:
    """Return rows with a button for each choice. One whose command is too long for a button sends its number."""
    found = [
        {
            "type": 2,
            "style": 1 if one.recommended else 2,
            "label": one.label if len(one.label) <= LONGEST_LABEL else f"{one.label[: LONGEST_LABEL - 1]}…",
            "custom_id": one.command if len(one.command) <= LONGEST_COMMAND else str(number),
        }
        for number, one in enumerate(choices[: PER_ROW * MOST_ROWS], 1)
    ]
    return [{"type": 1, "components": found[at : at + PER_ROW]} for at in range(0, len(found), PER_ROW)]


def readable(text: str, name_of: Callable[[str], str]) -> str:
    """Return a user's text with names instead of Discord's ids. Its Markdown stays."""

    def shown(found: re.Match[str]) -> str:
        if found[2]:
            return f":{found[2]}:"
        return f"@{name_of(found[3])}" if found[1] in ("@", "@!") else found[0]

    return _ENTITY.sub(shown, text)
