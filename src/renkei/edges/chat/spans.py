"""The formatting of a post as data: blocks of words, code, quotes and lists, made from the Markdown that agents write.

A chat shows each with its own literal element, so no markup of an agent is trusted. The words of a link are
followed by its address, since they may say something else. Tables stay as written, in a block of code.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from markdown_it.token import Token

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.wording.markdown import tokens_of
from renkei.wording.visible import visible

Style = Literal["bold", "italic", "struck", "code"]

STYLES: dict[str, Style] = {"strong": "bold", "em": "italic", "s": "struck"}
"""Type of a token, before `_open` → the style of the words in it."""


@frozen
class Span:
    """Words in the same styles. A line break in them is one in the chat."""

    text: str
    styles: frozenset[Style] = frozenset()
    user: str = ""
    """The chat's id of the user that the words mention; "" for other words."""


@frozen
class Words:
    """A paragraph or a heading."""

    spans: tuple[Span, ...]


@frozen
class Code:
    """Lines of code, and the language that their author names, or ""."""

    text: str
    language: str = ""


@frozen
class Quote:
    """Blocks that are quoted."""

    blocks: tuple["Block", ...]


@frozen
class Listed:
    """The items of a list, each made of blocks. `start` is the number of the first item; None for bullets."""

    items: tuple[tuple["Block", ...], ...]
    start: int | None = None


Block = Words | Code | Quote | Listed


def literal(text: str) -> Words:
    """Return a text that shows as written."""
    return Words((Span(text),))


def blocks_of(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text in Markdown; one without formatting is one block."""
    tokens = tokens_of(text)
    if not tokens:
        return (literal(text),) if text.strip() else ()
    return tuple(_blocks(tokens, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def plain_of(blocks: Sequence[Block]) -> str:
    """Return the characters of blocks without their formatting, each block on separate lines."""
    return "\n".join(_plain(one) for one in blocks)


def spans_of(blocks: Sequence[Block]) -> Iterator[Span]:
    """Yield the spans of blocks, also of those in quotes and lists."""
    for block in blocks:
        match block:
            case Words():
                yield from block.spans
            case Quote():
                yield from spans_of(block.blocks)
            case Listed():
                yield from (span for item in block.items for span in spans_of(item))


def map_spans(blocks: Sequence[Block], change: Callable[[Span], Iterator[Span]]) -> tuple[Block, ...]:
    """Return blocks with each span replaced by other spans."""
    return tuple(_changed(one, change) for one in blocks)


def _changed(block: Block, change: Callable[[Span], Iterator[Span]]) -> Block:
    match block:
        case Words():
            return replace(block, spans=tuple(new for one in block.spans for new in change(one)))
        case Quote():
            return replace(block, blocks=map_spans(block.blocks, change))
        case Listed():
            return replace(block, items=tuple(map_spans(item, change) for item in block.items))
        case Code():
            return block


def _plain(block: Block) -> str:
    match block:
        case Words():
            return "".join(one.text for one in block.spans)
        case Code():
            return block.text
        case Quote():
            return plain_of(block.blocks)
        case Listed():
            return "\n".join(plain_of(one) for one in block.items)


def _blocks(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(tokens):
        token, end = tokens[at], _end(tokens, at)
        inner = tokens[at + 1 : end]
        match token.type:
            case "fence" | "code_block":
                language, _, more = visible(token.info.strip()).partition(" ")
                yield from (literal(more),) if more else ()
                yield Code(visible(token.content.rstrip("\n")), language)
            case "heading_open":
                yield Words(_spans(inner[0].children or (), frozenset({"bold"})))
            case "paragraph_open":
                yield Words(_spans(inner[0].children or (), frozenset()))
            case "blockquote_open":
                yield Quote(tuple(_blocks(inner, lines)))
            case "bullet_list_open" | "ordered_list_open":
                start = int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None
                yield Listed(tuple(_items(inner, lines)), start)
            case "table_open":
                first, last = token.map or [0, 0]
                yield Code(visible("\n".join(lines[first:last]).rstrip()))
            case "hr":
                yield literal("\n".join(lines[slice(*(token.map or (0, 0)))]).strip())
        at = end + 1


def _end(tokens: Sequence[Token], at: int) -> int:
    """Return where the block that begins with a token ends: at the token itself, if it contains no others."""
    if tokens[at].nesting != 1:
        return at
    level = tokens[at].level
    return next(one for one in range(at + 1, len(tokens)) if tokens[one].nesting == -1 and tokens[one].level == level)


def _items(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[tuple[Block, ...]]:
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        blocks = tuple(_blocks(tokens[at + 1 : end], lines))
        checked = tokens[at].meta.get("checked")
        yield blocks if checked is None else with_heading("☑ " if checked else "☐ ", blocks)
        at = end + 1


def _spans(tokens: Sequence[Token], styles: frozenset[Style]) -> tuple[Span, ...]:
    return tuple(one for one in _each_span(tokens, styles) if one.text)


def _each_span(tokens: Sequence[Token], styles: frozenset[Style]) -> Iterator[Span]:
    words = target = ""
    for token in tokens:
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if kind in STYLES:
            styles = styles | {STYLES[kind]} if token.nesting == 1 else styles - {STYLES[kind]}
        elif token.type == "link_open":
            target, words = _target(token, "href"), ""
        elif token.type == "link_close":
            yield Span("" if words == target else f" ({target})", styles)
        elif token.type == "image":
            yield Span(f"{visible(token.content)} ({_target(token, 'src')})".lstrip(), styles)
        else:
            text = visible(token.content or ("\n" if token.type in ("softbreak", "hardbreak") else ""))
            words += text
            yield Span(text, styles | {"code"} if token.type == "code_inline" else styles)


def _target(token: Token, name: str) -> str:
    title = token.attrGet("title")
    return visible(f"{token.attrGet(name)} “{title}”" if title else str(token.attrGet(name)))


def with_heading(heading: str, blocks: Sequence[Block], name: str = "") -> tuple[Block, ...]:
    """Return blocks after words that show as written, in the same paragraph where one follows.

    `name`: the beginning of the heading that is bold.
    """
    if not heading:
        return tuple(blocks)
    first, at = blocks[0] if blocks else None, len(name) if heading.startswith(name) else 0
    rest = heading[at:] if isinstance(first, Words) else heading[at:].rstrip()
    spans = tuple(one for one in (Span(heading[:at], frozenset({"bold"})), Span(rest)) if one.text)
    if isinstance(first, Words):
        return (replace(first, spans=(*spans, *first.spans)), *blocks[1:])
    return (Words(spans), *blocks)
