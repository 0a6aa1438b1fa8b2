"""Mentions in a text: `@` and the id of a participant or a group."""

import re

from renkei.engine.state import EVERYBODY, State

_MENTION = re.compile(r"(?<![\w.@/-])@(?=\S)")

_GOES_ON = re.compile(r"[A-Za-z0-9_-]|\.[A-Za-z0-9]")
"""Characters after a name that make it the beginning of another one. Japanese may follow a name without a space."""


_WORD = re.compile(r"[\w-]+(?:\.[\w-]+)*")


def mentioned(state: State, text: str) -> tuple[str, ...]:
    """Return the participants and groups mentioned in a text, each once, in text order.

    An `@` mentions the longest known name after it; before any other word it mentions no one.
    """
    names = sorted((EVERYBODY, *state.groups, *state.actors), key=len, reverse=True)
    found = (_name_at(text, at.end(), names) for at in _MENTION.finditer(text))
    return tuple(dict.fromkeys(name for name in found if name is not None))


def unknown_mentions(state: State, text: str) -> tuple[str, ...]:
    """Return the words that stand where a mention would and name no one, such as `nobody` in `@nobody please look`."""
    names = sorted((EVERYBODY, *state.groups, *state.actors), key=len, reverse=True)
    words = (_WORD.match(text, at.end()) for at in _MENTION.finditer(text) if _name_at(text, at.end(), names) is None)
    return tuple(dict.fromkeys(word.group() for word in words if word is not None))


def _name_at(text: str, at: int, names: list[str]) -> str | None:
    return next((one for one in names if text.startswith(one, at) and not _GOES_ON.match(text, at + len(one))), None)
