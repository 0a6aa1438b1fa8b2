"""Checks the names in a scenario before it is played: what nobody defines can only be a slip.

A step that must be refused may name what does not exist, so only what it expects is checked.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from renkei.board.fields import ACCESS, ENTRIES
from renkei.contracts.lifecycle import STATUSES
from renkei.documents.explain import suggest
from renkei.documents.json_pointer import join, pattern, split
from renkei.documents.source import Path, Source
from renkei.edges.cli.scenario.model import Scenario, ScenarioStep
from renkei.engine.rules.defaults import default_rules
from renkei.engine.state import EVERYBODY, HUMAN
from renkei.errors import Problem, RenkeiError
from renkei.protocol.messages import MessageType
from renkei.wording import quote

_Unknown = tuple[Path, str, str, Collection[str]]
"""Where a name stands, what it should name, the name, and the names that there are."""


class Names(NamedTuple):
    """All names that a scenario defines, whenever it does so."""

    agents: frozenset[str]
    participants: frozenset[str]
    recipients: frozenset[str]
    contracts: frozenset[str]
    rules: frozenset[str]


def name_problems(scenario: Scenario, source: Source) -> Iterator[Problem]:
    """Yield a problem for each name in a scenario that nothing defines."""
    names = names_of(scenario)
    for path, noun, name, known in _unknown(scenario, names):
        keyed = ("scenario", *path)
        location = source.location(keyed, key=isinstance(path[-1], str) and name == path[-1])
        message = f"there is no {noun} {quote(name, 60)}"
        yield Problem("UNKNOWN_NAME", join(*keyed), *location, message, suggest(name, sorted(known)))


def names_of(scenario: Scenario) -> Names:
    """Return the names that a scenario defines."""
    steps = [step for _, step in _walk(scenario.steps, ("steps",))]
    joined = {one.id for step in steps for one in step.join}
    agents = frozenset({one.id for one in scenario.agents} | joined)
    participants = agents | {HUMAN, *scenario.humans}
    rules = default_rules() if scenario.rules is None else scenario.rules
    return Names(
        agents,
        participants,
        participants | {EVERYBODY, *scenario.groups},
        frozenset(name for step in steps for name in _opened(step)),
        frozenset(rule.event for rule in rules),
    )


def _opens_unnamed(scenario: Scenario) -> bool:
    """Return whether a contract may be opened under an id that the scenario does not give."""
    sent = (values for _, step in _walk(scenario.steps, ()) for values in step.send)
    handovers = (values for values in sent if values.get("type") == "TASK_HANDOFF")
    return any(not values.keys() & {"task_ref", "id", "extensions"} for values in handovers) or any(
        action.open_contract for rule in scenario.rules or () for _, action in rule.actions()
    )


def _opened(step: ScenarioStep) -> Iterator[str]:
    """Yield the contracts that a step may open: every hand-over is one, by the id of its terms, task or message."""
    yield from (terms.id for terms in step.contracts)
    for values in step.send:
        extensions = values.get("extensions")
        terms_given = extensions.get("task_contract") if isinstance(extensions, dict) else None
        given = terms_given.get("id") if isinstance(terms_given, dict) else None
        yield from (one for one in (given, values.get("task_ref"), values.get("id")) if isinstance(one, str))


def _walk(steps: tuple[ScenarioStep, ...], root: Path) -> Iterator[tuple[Path, ScenarioStep]]:
    for index, step in enumerate(steps):
        yield (*root, index), step
        yield from _walk(step.meanwhile, (*root, index, "meanwhile"))


def _unknown(scenario: Scenario, names: Names) -> Iterator[_Unknown]:
    for group, members in scenario.groups.items():
        for place, name in enumerate(members):
            if name not in names.participants:
                yield ("groups", group, place), "participant", name, names.participants
    opens = _opens_unnamed(scenario)
    for root, step in _walk(scenario.steps, ("steps",)):
        checked = _expected(step, names) if step.refused else (*_named(step, names), *_expected(step, names))
        for path, noun, name, known in checked:
            if name not in known and not (noun == "contract" and opens):
                yield (*root, *path), noun, name, known


def _named(step: ScenarioStep, names: Names) -> Iterator[_Unknown]:
    """Yield every name that a step uses."""
    if step.agent is not None:
        yield ("agent",), "agent", step.agent, names.agents
    if step.human is not None:
        yield ("human",), "human", step.human, names.participants - names.agents
    for field in ("claim", "start", "cancel"):
        for place, name in enumerate(getattr(step, field)):
            yield (field, place), "contract", name, names.contracts
    for name in step.transitions:
        yield ("transitions", name), "contract", name, names.contracts
    either = names.participants | names.contracts | {EVERYBODY}
    for name in step.pause:
        yield ("pause", name), "participant or contract", name, either
    for place, name in enumerate(step.resume):
        yield ("resume", place), "participant or contract", name, either
    for place, name in enumerate(step.leave):
        yield ("leave", place), "participant", name, names.participants
    for pointer in step.write:
        yield from _field(("write",), pointer, names, _fields(readable=False))
    if step.agent is not None:
        own = {row[2] for row, access in ACCESS.items() if row[:2] == ("agents", "*") and len(row) == 3}
        for name in step.set:
            yield ("set", name), "field", name, own
    for number, values in enumerate(step.send):
        yield from _receivers(("send", number, "to"), values.get("to"), names)


def _receivers(path: Path, to: Any, names: Names) -> Iterator[_Unknown]:
    for place, name in enumerate([to] if isinstance(to, str) else to if isinstance(to, list) else ()):
        if isinstance(name, str):
            yield (*path, *(() if isinstance(to, str) else (place,))), "recipient", name, names.recipients


def _expected(step: ScenarioStep, names: Names) -> Iterator[_Unknown]:
    """Yield every name that a step expects something of."""
    if step.refused is not None:
        yield ("refused",), "error code", step.refused, error_codes()
    expect = step.expect
    if expect is None:
        return
    for pointer in expect.board:
        yield from _field(("expect", "board"), pointer, names, _fields(readable=True))
    for name, status in expect.contracts.items():
        yield ("expect", "contracts", name), "contract", name, names.contracts
        yield ("expect", "contracts", name), "status of contracts", status, STATUSES
    for place, name in enumerate(expect.rules or ()):
        yield ("expect", "rules", place), "rule", name, names.rules
    readers: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("unread", expect.unread),
        ("notices", expect.notices),
        ("owes", expect.owes),
        ("wakes", expect.wakes),
    )
    for field, of_reader in readers:
        for name in of_reader:
            yield ("expect", field, name), "participant", name, names.participants
    for name, types in expect.unread.items():
        for place, one in enumerate(types):
            yield ("expect", "unread", name, place), "message type", one, get_args(MessageType)
    for name, pointers in expect.notices.items():
        for place, pointer in enumerate(pointers):
            for _, *rest in _field((), pointer, names, _fields(readable=True)):
                yield ("expect", "notices", name, place), *rest  # type: ignore[misc]


@cache
def _fields(*, readable: bool) -> frozenset[str]:
    """Return the patterns of the fields that can be written; `readable`: also of those that can only be read."""
    rows = set(ACCESS)
    if readable:
        rows |= {(*entry, name) for entry, (model, _) in ENTRIES.items() for name in model.model_fields}
    return frozenset(_shown(row) for row in rows)


def _shown(row: tuple[str, ...]) -> str:
    return join(*("ID" if part == "*" else part for part in row))


def _field(root: Path, pointer: str, names: Names, known: frozenset[str]) -> Iterator[_Unknown]:
    try:
        parts = split(pointer)
    except ValueError:
        parts = ()
    row = _shown(pattern(parts))
    if row not in known:
        siblings = [one for one in known if one.split("/")[1] in parts[:1]]
        yield (*root, pointer), "field", pointer, siblings or known
    elif parts[0] == "agents" and parts[1] not in names.agents:
        yield (*root, pointer), "agent", parts[1], names.agents


@cache
def error_codes() -> frozenset[str]:
    """Return the codes of all errors that a step can be refused with."""
    found: set[str] = set()
    waiting: list[type[RenkeiError]] = [RenkeiError]
    while waiting:
        one = waiting.pop()
        found.add(one.code)
        waiting += one.__subclasses__()
    return frozenset(found)
