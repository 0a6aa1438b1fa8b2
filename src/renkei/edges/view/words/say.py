"""Builds the sentences of the view: one key a sentence, in every language of `LOCALES`."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import get_args

from renkei.edges.view.words import (
    agents,
    board,
    cards,
    compose,
    contexts,
    conversation,
    decision,
    errors,
    events,
    frame,
    graph,
    time,
    waiting,
    work,
)
from renkei.protocol.primitives import Locale
from renkei.texts.say import Sentence, fill

LOCALES: tuple[Locale, ...] = get_args(Locale)
"""The languages, in the order of the columns in which the modules write their sentences."""

MODULES = (
    frame,
    waiting,
    decision,
    conversation,
    cards,
    events,
    compose,
    contexts,
    board,
    time,
    work,
    graph,
    agents,
    errors,
)

Words = Callable[..., str]
"""Returns the sentence of a key, with its placeholders filled in."""


@cache
def texts(locale: Locale) -> Mapping[str, Sentence]:
    """Return the sentences of a language by their keys."""
    column = LOCALES.index(locale)
    return {key: columns[column] for module in MODULES for key, columns in module.TEXTS.items()}


@cache
def words_in(locale: Locale) -> Words:
    """Return what builds the sentences of a language: `say(key, **values)`; raises KeyError for an unknown key."""
    known = texts(locale)

    def say(key: str, **values: object) -> str:
        return fill(known[key], values, none="–")

    return say
