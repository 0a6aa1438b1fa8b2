"""The oldest critical message of a context: it is shown first, in full or, if it does not fit alone, in parts."""

from collections.abc import Callable
from functools import partial

from renkei.budget.context.message_items import MessageItems
from renkei.budget.context.packing import Packing, SectionItem
from renkei.budget.context.parts import LEAST_PART, next_part, part_text
from renkei.budget.context.shown import CRITICAL_FORMS, Part
from renkei.protocol.primitives import Locale

NAMED, PART, FULL = range(len(CRITICAL_FORMS))
"""The numbers of the forms of a critical message."""


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
        self.cut(lambda part, _: part.end - part.start <= LEAST_PART)
        return min(self._packing.count(item.form(form) + "\n") for form in (PART, FULL))

    def cut(self, fits: Callable[[Part, int], bool]) -> bool:
        """Cut its next part, the longest that fits with its tokens; return whether there is one."""
        item = self.item
        if item is None:
            return False
        text, begun = item.form(FULL), self._messages.unread(item).begun
        shown = partial(part_text, item.key, text, locale=self._locale)
        part = next_part(text, begun, lambda part: fits(part, self._packing.count(shown(part) + "\n")))
        if part is not None:
            self._messages.parts[item.key] = part
            item.rewrite(PART, shown(part))
        return part is not None
