"""Reads Markdown in texts of agents. The author's characters stay, except the signs of formatting that take effect.

HTML is text, and definitions of references are paragraphs. `_` is no sign, because names in code have it, and line
breaks and spaces stay as they were written. Nothing here writes markup: each edge shows the tokens in its own way.
"""

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, emphasis
from markdown_it.rules_inline import escape as escaped
from markdown_it.token import Token

DEEPEST = 20
"""Levels of elements in each other; a text with more stays plain, because the parser would leave out the others."""

MOST_SIGNS = 3000
"""Signs in a text; one with more stays plain, because the parser's work may grow with the square of their number."""

SIGNS = frozenset("*_`[]~|<>#-+!")
"""Characters that a backslash before them makes ordinary. Before others, it is one of the text."""


def _escape(state: StateInline, silent: bool) -> bool:
    """Read a backslash: before a sign it is dropped, and before another character it stays."""
    if state.src[state.pos] != "\\":
        return False
    if state.src[state.pos + 1 : state.pos + 2] in SIGNS:
        return escaped(state, silent)
    if not silent:
        state.pending += state.src[state.pos : state.pos + 2]
    state.pos += 2
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    return state.src[state.pos] == "*" and emphasis.tokenize(state, silent)


def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST, "tasklists": True})
    made.enable(["table", "strikethrough"]).disable(["reference", "entity", "newline"])
    made.inline.ruler.at("escape", _escape)
    made.inline.ruler.at("emphasis", _emphasis)
    return made


PARSER = _parser()


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text; none for a text that stays plain."""
    if sum(map(text.count, "[|*~`<>")) > MOST_SIGNS:
        return []
    found = PARSER.parse(text)
    return found if all(one.level < DEEPEST - 1 for one in found) else []
