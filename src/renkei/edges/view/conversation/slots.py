"""Slots: the parts of a card that change or depend on the reader. Each page fills them from its state.

A slot appears in markup between two control characters. No text of a participant can contain them: templates insert
hidden characters as escapes.
"""

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from renkei.wording.visible import visible

BEGIN, END = "\x01", "\x02"
_SLOT = re.compile(f"{BEGIN}([a-z]+):([^{END}]*){END}")
_SLOT_AS_IT_IS = re.compile(f"({BEGIN}[^{END}]*{END})")


def slot(kind: str, ref: str = "") -> Markup:
    """Return the slot in a card for a page's data about `ref`."""
    return Markup(f"{BEGIN}{kind}:{visible(ref)}{END}")  # noqa: S704 – it is replaced before anybody reads it


def slotted(text: str) -> Markup:
    """Return a text with slots as markup. Hidden characters in the rest of it have to be visible already."""
    parts = _SLOT_AS_IT_IS.split(text)
    return Markup().join(Markup(one) if one.startswith(BEGIN) else escape(one) for one in parts)  # noqa: S704 – a slot


def fill(markup: str, filled: Callable[[str, str], str]) -> str:
    """Return markup with its slots filled in, by a function of the kind and the reference; its result is markup."""
    return _SLOT.sub(lambda found: filled(found[1], found[2]), markup)
