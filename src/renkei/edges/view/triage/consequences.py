"""Consequences of each answer to an entry: agents that can continue, and work that begins, ends or is done again."""

from collections.abc import Callable, Iterator, Mapping

from renkei.edges.view.words import Words
from renkei.engine.state import State
from renkei.engine.views.titles import title_of
from renkei.engine.views.waiting.entry import Kind, Waiting
from renkei.immutable.frozen import frozen

MOST_NAMED = 5
"""Agents and contracts that one consequence names."""


@frozen
class Consequence:
    """An answer and a sentence about what follows from it."""

    answer: str
    text: str


def consequences_of(state: State, one: Waiting, say: Words) -> list[Consequence]:
    """Return the consequences of each answer that the dependency graph knows."""
    row = FOLLOWS.get(one.kind, _any)
    return [Consequence(say(f"triage.answer.{answer}"), text) for answer, text in row(state, one, say) if text]


Follows = Callable[[State, Waiting, Words], Iterator[tuple[str, str]]]
"""Yields answers, and the sentence about each; "" if nothing is known to follow."""


def _any(state: State, one: Waiting, say: Words) -> Iterator[tuple[str, str]]:
    yield "any", _released(state, one, say)


def _result(state: State, one: Waiting, say: Words) -> Iterator[tuple[str, str]]:
    contract = state.contracts.entries[one.ref]
    agent = contract.producer or contract.assignee or ""
    yield "accept", " ".join((say("triage.then.completed"), _released(state, one, say))).strip()
    yield "send_back", say("triage.then.again", agent=agent)
    yield "reject", say(f"triage.then.rejected.{contract.status}")


def _released(state: State, one: Waiting, say: Words) -> str:
    """Return the sentences about the agents that can continue after the answer, and the work behind it."""
    agents = ", ".join(one.behind[:MOST_NAMED])
    more = len(one.behind) - MOST_NAMED
    parts = []
    if agents:
        parts.append(say("triage.then.continue", agents=agents + (f" +{more}" if more > 0 else "")))
    contracts = [node for node in one.touches if node.startswith("contract:")]
    if contracts:
        named = (title_of(state, node) or node.partition(":")[2] for node in contracts[:MOST_NAMED])
        parts.append(say("triage.then.work", contracts="; ".join(named)))
    return " ".join(parts)


FOLLOWS: Mapping[Kind, Follows] = {"result": _result}
"""Kinds whose answers differ in what follows; the answers to all others have the same consequences."""
