"""Finds the sentences of a language: `texts/LOCALE/` has the same modules, keys and placeholders in every language.

A part is loaded when its first sentence is needed, so a short command loads one language and nothing of the view.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Literal, get_args

from renkei.protocol.primitives import Locale

Sentence = str | tuple[str, str]
"""A format string, or its singular and its plural."""

Part = Literal["agents", "drawing", "view"]
"""The readers of the sentences: agents and chats; a drawing of the graph; the screens of the view."""

LOCALES: tuple[Locale, ...] = get_args(Locale)

MODULES: Mapping[Part, tuple[str, ...]] = {
    "agents": ("context", "reasons", "sessions", "notices", "teammates", "workspace", "chat", "acts"),
    "drawing": ("drawing",),
    "view": (
        "view.frame",
        "view.acts",
        "view.waiting",
        "view.decision",
        "view.conversation",
        "view.cards",
        "view.events",
        "view.compose",
        "view.contexts",
        "view.board",
        "view.time",
        "view.work",
        "view.graph",
        "view.agents",
        "view.errors",
        "drawing",
    ),
}
"""Part → its modules below `texts/LOCALE/`, each with a table `TEXTS`."""


@cache
def texts(locale: Locale, part: Part = "agents") -> Mapping[str, Sentence]:
    """Return the sentences of a part by their keys."""
    modules = (import_module(f"renkei.texts.{locale}.{name}") for name in MODULES[part])
    return {key: sentence for module in modules for key, sentence in module.TEXTS.items()}
