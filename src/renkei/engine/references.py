"""The references in a participant's text, resolved once, when the text is written, and stored in the event."""

from collections.abc import Collection, Iterator

from renkei.contracts.model import TaskContract
from renkei.dispatch.graph.links import node
from renkei.engine.state import State
from renkei.protocol.messages import AnyMessage, DecisionRequestMessage

UNKNOWN = ("artifact", "outside")
"""The kinds of nodes for a text without a known id."""

_ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def mentions(text: str, name: str) -> bool:
    """Return whether a text contains an id that is not part of a longer one.

    Letters of other scripts may follow directly, as in `D-012で`: only ASCII letters, digits, `-` and `_` extend an id.
    """
    start = text.find(name)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(name) :][:1]
        if before not in _ID_CHARACTERS and after not in _ID_CHARACTERS:
            return True
        start = text.find(name, start + 1)
    return False


def awaited_node(state: State, agent: str, text: str) -> str:
    """Return the graph node that an agent's `blocked_by` names: a known id, or the agent whose task it quotes.

    Of several tasks in the text the longest counts.
    """
    found = find_node(state, text)
    kind, _, name = found.partition(":")
    if name != text or kind not in UNKNOWN:
        return found
    others = [one for one in state.board.ids("agents") if one != agent]
    tasks = [(str(state.board.agent(one, "current_task") or ""), one) for one in others]
    named = [(len(task), one) for task, one in tasks if task and mentions(text, task)]
    return node("agent", max(named)[1]) if named else found


def find_node(state: State, ref: str) -> str:
    """Return the graph node that a text names: the longest known id in it.

    A text without a known id has its own node: an artifact that does not exist yet, or something outside.
    """
    # The longest id is the most specific; of ids of the same length the first in `_named`.
    kind, name = max(_named(state, ref), key=lambda one: len(one[1]), default=("", ""))
    contract = state.contracts.find(name) if kind == "contract" else None
    if kind:
        return node(kind, name if contract is None else contract.terms.id)
    return node("artifact" if ref.isascii() and " " not in ref else "outside", ref)


def waiting_by_name(state: State, name: str) -> Iterator[str]:
    """Yield the agents whose `blocked_by` named something before it existed, or only in words."""
    waiting = [agent for start in state.links.waiting if (agent := start.partition(":")[2]) in state.actors]
    for agent in sorted(waiting, key=lambda agent: state.actors[agent].number):
        for end in state.links.neighbours(node("agent", agent), "out", ("waits_for",)):
            kind, _, text = end.partition(":")
            if text == name if kind == "artifact" else kind == "outside" and mentions(text, name):
                yield agent


def _named(state: State, text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the id of each known thing named in a text, by kind in the order of `_known`, then by id."""
    one_word = _ID_CHARACTERS.issuperset(text)  # such a text can only be an id as a whole, so nothing is searched
    for kind, names in _known(state):
        found = [text] if one_word else sorted(name for name in names if name in text and mentions(text, name))
        yield from ((kind, name) for name in found if name in names and _is_there(state, kind, name))


def _is_there(state: State, kind: str, name: str) -> bool:
    """Return whether a known thing is still there: the artifacts of a participant that left are not."""
    return kind != "artifact" or any(True for _ in state.board.artifact_owners(name))


def _known(state: State) -> Iterator[tuple[str, Collection[str]]]:
    """Yield the ids that a text can name, by kind."""
    yield "contract", state.contracts.entries
    yield "contract", state.contracts.by_message
    yield "agent", state.actors
    yield "message", state.messages
    yield "decision", state.board.ids("pending_decisions")
    yield "blocker", state.board.ids("blockers")
    yield "artifact", state.board.artifacts


def decisions_in(state: State, terms: TaskContract) -> tuple[str, ...]:
    """Return the decisions on the board that the terms of a contract mention."""
    texts = texts_of(terms)
    return tuple(one for one in state.board.ids("pending_decisions") if any(mentions(text, one) for text in texts))


def contracts_mentioning(state: State, decision: str) -> tuple[str, ...]:
    """Return the open contracts whose terms mention a decision."""
    entries = sorted(state.contracts.entries.items())
    open_ones = [(name, one) for name, one in entries if not one.closed]
    return tuple(name for name, one in open_ones if any(mentions(text, decision) for text in texts_of(one.terms)))


def texts_of(terms: TaskContract) -> list[str]:
    """Return every text of a contract's terms in which its delegator can name something."""
    constraints = [one.constraint for one in terms.inputs.constraints]
    authority = terms.authority
    return [
        *(terms.inputs.description, *terms.inputs.assumptions, *constraints),
        *(*authority.must_consult, *authority.escalation_triggers, *authority.autonomous_decisions),
        *(*terms.expected_output.deliverables, *(one.criterion for one in terms.acceptance_criteria)),
    ]


def decision_of(message: AnyMessage) -> str | None:
    """Return the decision that a DECISION_REQUEST asks for; None for other messages."""
    return message.payload.decision_id if isinstance(message, DecisionRequestMessage) else None
