"""Builds sentences from the catalogue.

A sentence is a format string, or a pair of them: the first for a count of one, the second for every other count.
"""

from collections.abc import Mapping

from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import Sentence, texts
from renkei.wording.visible import one_line


def say(locale: Locale, key: str, **values: object) -> str:
    """Return the sentence of a key with its placeholders filled in; None and "" are written as `none`.

    A value stays on its line and its hidden characters are escaped, so that it cannot add a sentence.

    If the sentence has a plural, `count` selects the form. Raises KeyError for an unknown key or a missing value.
    """
    known = texts(locale)
    return fill(known[key], values, known["none"])


def fill(sentence: Sentence, values: Mapping[str, object], none: Sentence) -> str:
    """Return a sentence with its placeholders filled in, each value on one line; see `say`."""
    if not isinstance(sentence, str):
        sentence = sentence[values["count"] != 1]
    return sentence.format_map({name: _inserted(value, none) for name, value in values.items()})


def _inserted(value: object, none: Sentence) -> object:
    if value in (None, ""):
        return none
    return one_line(value) if isinstance(value, str) else value
