"""Finds the sentences of a language: `texts/LOCALE/` has the same files, keys and placeholders in every language.

A part is loaded when its first sentence is needed, so a short command loads one language and nothing of the view.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, get_args

from renkei.protocol.primitives import Locale

Sentence = str | tuple[str, str]
"""A format string, or its singular and its plural."""

Part = Literal["agents", "drawing", "view"]
"""The readers of the sentences: agents and chats; a drawing of the graph; the screens of the view."""

LOCALES: tuple[Locale, ...] = get_args(Locale)

FILES: Mapping[Part, tuple[str, ...]] = {
    "agents": (
        "context",
        "reasons",
        "sessions",
        "notices",
        "teammates",
        "workspace",
        "chat",
        "acts",
        "notifications",
        "a2a",
    ),
    "drawing": ("drawing",),
    "view": (
        "view/frame",
        "view/acts",
        "view/waiting",
        "view/answer",
        "view/triage",
        "view/decision",
        "view/conversation",
        "view/cards",
        "view/events",
        "view/compose",
        "view/contexts",
        "view/board",
        "view/time",
        "view/day",
        "view/work",
        "view/diff",
        "view/files",
        "view/graph",
        "view/agents",
        "view/errors",
        "drawing",
    ),
}
"""Part → its files below `texts/LOCALE/`."""


@cache
def texts(locale: Locale, part: Part = "agents") -> Mapping[str, Sentence]:
    """Return the sentences of a part by their keys."""
    return {key: sentence for name in FILES[part] for key, sentence in read_texts(locale, name).items()}


def read_texts(locale: Locale, name: str) -> dict[str, Sentence]:
    """Return the sentences of one file; JSON is read faster than a module is imported."""
    file = resources.files("renkei.texts").joinpath(locale, f"{name}.json")
    pairs = json.loads(file.read_text(encoding="utf-8")).items()
    return {key: tuple(value) if isinstance(value, list) else value for key, value in pairs}
