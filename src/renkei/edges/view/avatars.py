"""The colours of participants, by which people tell their messages apart."""

from renkei.engine.state import State

HUES = 12
"""Colours of the style sheet. Participants that join after each other have different ones."""


def hue_of(state: State, name: str) -> str:
    """Return the class of a participant's colour: by when it joined; of one that has left, by its name."""
    actor = state.actors.get(name)
    return f"hue-{(actor.number if actor is not None else sum(name.encode())) % HUES}"
