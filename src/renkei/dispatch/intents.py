"""Intents: the requests of a matched rule, as data. The engine turns each into actions of a command (section 5)."""

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
    """Contracts, artifacts, decisions and agents named in its text, as (kind, id)."""


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
    """Report a recipient that does not exist; `known` are the names that rules can use."""

    name: str
    known: tuple[str, ...]


@frozen
class UnevaluatedCondition:
    """Report a condition that could not be evaluated, with the reason."""

    condition: str
    reason: str


Intent = (
    Notify | SetField | AddBlocker | ResolveBlockers | OpenDecision | OpenWork | UnknownRecipient | UnevaluatedCondition
)
