"""The table of acts. Every door makes its form of an act from its row; see `doors` for the rows that a door omits."""

from difflib import get_close_matches
from typing import Any

from renkei.acts import board, contracts, files, messages, participants, rules, vocabulary
from renkei.acts.act import Act
from renkei.errors import BadValueError
from renkei.protocol.primitives import Frozen

ACTS: dict[str, Act] = {
    act.name: act for some in (messages, contracts, board, files, participants, rules, vocabulary) for act in some.ACTS
}
"""Name of an act → what it asks for and what it does."""


def find_act(name: str) -> Act:
    """Return the act of a name; raises BadValueError with the names that are most like it."""
    act = ACTS.get(name)
    if act is None:
        near = get_close_matches(name, ACTS, 3)
        raise BadValueError(path="/act", got=name, expected=" | ".join(near or ACTS))
    return act


def request(name: str, /, **values: Any) -> tuple[Act, Frozen]:
    """Return an act with its arguments; raises BadValueError, or BadArgumentsError with each fault."""
    act = find_act(name)
    return act, act.read(values)
