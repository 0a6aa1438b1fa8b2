"""The colours of participants, by which people tell their messages apart."""

from renkei.engine.state import State

HUES = 11
"""Colours of the style sheet. Participants that join after each other have different ones."""


def hue_of(state: State, name: str) -> str:
    """Return the class of a participant's colour, which follows from when it joined; all others have one together."""
    actor = state.actors.get(name)
    return "hue-none" if actor is None else f"hue-{actor.number % HUES}"
