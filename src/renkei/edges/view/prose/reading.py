"""A text as a page shows it: all of a short one, and of a long one the beginning, with the rest folded."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from markdown_it.token import Token
from markupsafe import Markup

from renkei.edges.view.conversation.slots import slot
from renkei.edges.view.prose.links import linked
from renkei.edges.view.prose.markdown import markup_of
from renkei.immutable.frozen import frozen
from renkei.wording.markdown import tokens_of
from renkei.wording.visible import visible

SHOWN = 700
"""Characters of a text that are shown unfolded."""

SHOWN_LINES = 24
"""Lines of it."""

LONGEST = 20_000
"""Characters of a text that a page has; the message's own page has all of them."""

SIGN = re.compile(r"[*`\[~|#>\\<]|^[ \t]*(?:[-+=_]|\d+[.)])|^(?: {4}|\t)", re.MULTILINE)
"""The signs with which Markdown begins. A text without one needs no parser."""


image_slot = partial(slot, "image")
"""Returns the place of an image, by its address: a card shows it if an artifact of the project is there."""


@frozen
class Reading:
    """The markup of a text. `more` is folded, and "" for a short text; `hides` says that it takes the place of `shown`.

    `cut` is how many characters are in neither.
    """

    shown: Markup
    more: Markup = Markup()
    hides: bool = False
    cut: int = 0


def prose(text: str) -> Markup:
    """Return the markup of a text, as Markdown: words in a line for a plain text, else blocks."""
    tokens = _tokens(text[:LONGEST])
    if not tokens:
        return _words(text)
    return _blocks(tokens) + (_words("…") if len(text) > LONGEST else Markup())


def reading(text: str) -> Reading:
    """Return a text of a card in two parts; the second is folded. Its images are slots."""
    if len(text) <= SHOWN and text.count("\n") < SHOWN_LINES:
        tokens = _tokens(text)
        return Reading(_blocks(tokens, image_slot) if tokens else _words(text))
    kept, cut = text[:LONGEST], max(0, len(text) - LONGEST)
    end, tokens = _end(kept), _tokens(kept)
    if not tokens:
        return Reading(_words(kept[:end]), _words(kept[end:]), cut=cut)
    first = _first_blocks(tokens, visible(kept).split("\n"))
    if first:
        return Reading(_blocks(tokens[:first], image_slot), _blocks(tokens[first:], image_slot), cut=cut)
    return Reading(_words(f"{kept[:end].rstrip()} …"), _blocks(tokens, image_slot), hides=True, cut=cut)


def _tokens(text: str) -> list[Token]:
    """Return the tokens of a text; none for a plain text."""
    return tokens_of(visible(text)) if SIGN.search(text) else []


def _words(text: str) -> Markup:
    return Markup('<span class="text" dir="auto">{}</span>').format(linked(text))


def _blocks(tokens: Sequence[Token], image: Callable[[str], Markup] | None = None) -> Markup:
    if [one.type for one in tokens] == ["paragraph_open", "inline", "paragraph_close"]:
        return Markup('<span class="text" dir="auto">{}</span>').format(markup_of(tokens[1:2], image))
    return Markup('<div class="prose">{}</div>').format(markup_of(tokens, image))


def _end(text: str) -> int:
    """Return where the first part of a plain text ends: after a line, else after a word."""
    lines = text.split("\n", SHOWN_LINES)
    most = min(SHOWN, len(text) - len(lines[-1]) if len(lines) > SHOWN_LINES else SHOWN)
    return text.rfind("\n", most // 2, most) + 1 or text.rfind(" ", most // 2, most) + 1 or most


def _first_blocks(tokens: Sequence[Token], lines: Sequence[str]) -> int:
    """Return how many tokens are of the first whole blocks that may be shown unfolded."""
    found = 0
    for index, token in enumerate(tokens, 1):
        if token.level or token.nesting == 1 or (token.map is None and token.nesting == 0):
            continue
        opening = token if token.map else next(one for one in reversed(tokens[:index]) if one.map and not one.level)
        end = (opening.map or [0, 0])[1]
        if end > SHOWN_LINES or sum(map(len, lines[:end])) > SHOWN:
            break
        found = index
    return found if found < len(tokens) else 0
