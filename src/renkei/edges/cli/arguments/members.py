"""Parsing participants that are given as `ID` or `ID:ROLE`."""

from renkei.engine import commands as c


def join(text: str, lead: bool = False, human: bool = False) -> c.Join:
    """Return the action by which the participant `ID` or `ID:ROLE` joins."""
    name, _, role = text.partition(":")
    return c.Join(name, role, human, lead)
