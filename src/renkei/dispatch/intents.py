"""Intents: what a matched rule asks for, as data. The engine turns each into actions of a command (section 5)."""

from dataclasses import dataclass
from typing import Any

from renkei.dispatch.rules import NewContract


@dataclass(frozen=True, slots=True)
class Notify:
    """Send a message to one agent."""

    to: str
    message_type: str
    priority: str
    content: str
    about: tuple[tuple[str, str], ...] = ()
    """What its text names, as kind and id: contracts, artifacts, decisions, agents."""


@dataclass(frozen=True, slots=True)
class SetField:
    """Write a field of the board."""

    path: str
    value: Any


@dataclass(frozen=True, slots=True)
class AddBlocker:
    """Add a blocker to the board that affects these agents."""

    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResolveBlockers:
    """Resolve the blockers that affect only this agent."""

    agent: str


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """Ask `owner` for a decision."""

    question: str
    owner: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenWork:
    """Open a contract; its terms are in short form."""

    terms: NewContract


@dataclass(frozen=True, slots=True)
class UnknownRecipient:
    """Refuse a recipient that nobody has the name of; `known` are the names that rules can use."""

    name: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnevaluatedCondition:
    """Refuse a condition that is not evaluated, and say why."""

    condition: str
    reason: str


Intent = (
    Notify | SetField | AddBlocker | ResolveBlockers | OpenDecision | OpenWork | UnknownRecipient | UnevaluatedCondition
)
