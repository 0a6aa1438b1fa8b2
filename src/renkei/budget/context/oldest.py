"""The oldest critical message of a context: it is shown first, in full or, if it does not fit alone, in parts.

A message longer than the whole budget is cut into consecutive parts, one for each turn (section 3). The parts joined
are the full text. A part ends at the end of a line or word if one is near; a part that begins within a line is quoted,
like a participant's text.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import partial

from renkei.budget.context.message_items import MessageItems
from renkei.budget.context.packing import Packing, SectionItem
from renkei.budget.context.shown import CRITICAL_FORMS, Part
from renkei.budget.text.quoting import resumed
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

LEAST_PART = 50
"""Fewest characters of a part, except the last."""

_FIRST_GUESS = 256
_BREAK = re.compile(r"[\s。、，．！？]")

NAMED, PART, FULL = range(len(CRITICAL_FORMS))
"""The numbers of the forms of a critical message."""


def next_part(text: str, begun: Part | None, fits: Callable[[Part], bool]) -> Part | None:
    """Return the longest next part of a text that fits; None if not even `LEAST_PART` characters do.

    `begun` is the last part read. If it was cut from a text of another length (in another language, for example), the
    parts start over.
    """
    continued = begun is not None and begun.length == len(text) and not begun.last
    number, start = (begun.number + 1, begun.end) if begun is not None and continued else (1, 0)

    def part(size: int) -> Part:
        return Part(number=number, start=start, end=start + size, length=len(text))

    rest = len(text) - start
    least = min(rest, LEAST_PART)
    if not fits(part(least)):
        return None
    most = _FIRST_GUESS
    while most < rest and fits(part(most)):
        most *= 2
    more = range(least + 1, min(most, rest) + 1)
    size = least + bisect_left(more, True, key=lambda size: not fits(part(size)))
    shorter = part(_to_a_break(text, start, size) if size < rest else size)
    return shorter if fits(shorter) else part(size)


def _to_a_break(text: str, start: int, size: int) -> int:
    """Return the size shortened to the last break in the last quarter of a part, if there is one."""
    least = start + max(size * 3 // 4, LEAST_PART)
    ends = [match.end() for match in _BREAK.finditer(text, least, start + size)]
    return ends[-1] - start if ends else size


def part_text(message_id: str, text: str, part: Part, locale: Locale) -> str:
    """Return a part as a context shows it, below a line with its number."""
    key = "message.part_last" if part.last else "message.part"
    values = {"start": part.start + 1, "end": part.end, "length": part.length}
    return f"{say(locale, key, id=message_id, number=part.number, **values)}\n{resumed(text, part.start, part.end)}"


class Oldest:
    """The critical message shown first; no other may be shown in part."""

    def __init__(self, messages: MessageItems, packing: Packing, locale: Locale) -> None:
        self._messages = messages
        self._packing = packing
        self._locale = locale

    @property
    def item(self) -> SectionItem | None:
        """The message; None if no message is critical."""
        return next((self._messages.item(place) for place in self._messages.oldest_first), None)

    def least(self) -> int:
        """Return its tokens in full or, if that is less, those of its shortest part."""
        item = self.item
        if item is None:
            return 0
        self.cut()
        return min(self._packing.count(item.form(form) + "\n") for form in (PART, FULL))

    def cut(self, most: int | None = None) -> bool:
        """Cut its next part, the longest of at most so many tokens (None: the shortest); return whether it fits."""
        item = self.item
        if item is None:
            return False
        text, begun = item.form(FULL), self._messages.unread(item).begun
        shown = partial(part_text, item.key, text, locale=self._locale)

        def fits(part: Part) -> bool:
            if most is None:  # nothing is counted: this is for every context
                return part.end - part.start <= LEAST_PART
            return self._packing.count(shown(part) + "\n") <= most

        part = next_part(text, begun, fits)
        if part is not None:
            self._messages.parts[item.key] = part
            item.rewrite(PART, shown(part))
        return part is not None
