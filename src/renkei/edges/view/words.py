"""The sentences of the view, in the language of the person."""

from collections.abc import Callable
from functools import cache

from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import texts
from renkei.texts.say import fill

Words = Callable[..., str]
"""Returns the sentence of a key, with its placeholders filled in."""


@cache
def words_in(locale: Locale) -> Words:
    """Return a function that builds sentences: `say(key, **values)`; it raises KeyError for an unknown key."""
    known = texts(locale, "view")

    def say(key: str, **values: object) -> str:
        return fill(known[key], values, none="–")

    return say


def is_known(key: str) -> bool:
    """Return whether the view has a sentence of this key, in every language."""
    return key in texts("en", "view")
