"""Highlights in the picture: the critical path, and cycles of participants that wait for each other."""

from dataclasses import field

from renkei.dispatch.graph.queries import cycles
from renkei.engine.state import State
from renkei.engine.views.contracts.work import longest_chain
from renkei.immutable.frozen import frozen


@frozen
class Marks:
    """The contracts of the critical path with the arrows between them, and the arrows of waiting cycles."""

    chain: frozenset[str] = field(default_factory=frozenset)
    chain_arrows: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    cycle_arrows: frozenset[tuple[str, str]] = field(default_factory=frozenset)


def marks_of(state: State) -> Marks:
    """Return the highlights of a state."""
    chain = [f"contract:{one}" for one in longest_chain(state)]
    around = cycles(state.links) if state.links.order.back else []  # without such an edge there is no cycle
    return Marks(
        frozenset(chain),
        frozenset(zip(chain[1:], chain, strict=False)),
        frozenset(pair for one in around for pair in zip(one, (*one[1:], one[0]), strict=True)),
    )
