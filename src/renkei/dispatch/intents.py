"""Intents: what a matched rule asks for, as data. The engine turns each into actions of a command (section 5)."""

from typing import Any

from renkei.dispatch.rules import NewContract
from renkei.immutable.frozen import frozen


@frozen
class Notify:
    """Send a message to one agent."""

    to: str
    message_type: str
    priority: str
    content: str
    about: tuple[tuple[str, str], ...] = ()
    """What its text names, as kind and id: contracts, artifacts, decisions, agents."""


@frozen
class SetField:
    """Write a field of the board."""

    path: str
    value: Any


@frozen
class AddBlocker:
    """Add a blocker to the board that affects these agents."""

    agents: tuple[str, ...]


@frozen
class ResolveBlockers:
    """Resolve the blockers that affect only this agent."""

    agent: str


@frozen
class OpenDecision:
    """Ask `owner` for a decision."""

    question: str
    owner: str
    options: tuple[str, ...]


@frozen
class OpenWork:
    """Open a contract; its terms are in short form."""

    terms: NewContract


@frozen
class UnknownRecipient:
    """Refuse a recipient that nobody has the name of; `known` are the names that rules can use."""

    name: str
    known: tuple[str, ...]


@frozen
class UnevaluatedCondition:
    """Refuse a condition that is not evaluated, and say why."""

    condition: str
    reason: str


Intent = (
    Notify | SetField | AddBlocker | ResolveBlockers | OpenDecision | OpenWork | UnknownRecipient | UnevaluatedCondition
)
