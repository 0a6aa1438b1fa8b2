"""Checks the names in a scenario before it is played: an undefined name can only be a slip.

A step that must fail may use undefined names, so only its expectations are checked.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, get_args

from renkei import errors
from renkei.board.fields import ACCESS, ENTRIES
from renkei.contracts.lifecycle import STATUSES
from renkei.dispatch.recipients import Names
from renkei.documents.explain import suggest
from renkei.documents.json_pointer import join, pattern, split
from renkei.documents.source import Path, Source
from renkei.engine.rules.defaults import default_rules
from renkei.engine.state import EVERYBODY, HUMAN, SYSTEM
from renkei.errors import Problem
from renkei.protocol.messages import MessageType
from renkei.scenario.model import Expectation, Scenario, ScenarioStep
from renkei.wording.values import quote

_Use = tuple[Path, str, str]
"""The location of a name, the kind of thing it must name, and the name."""

_Names = Mapping[str, Collection[str] | None]
"""The defined names of each kind; None when they are unknown until the scenario is played."""

LISTED = {
    "claim": "contract",
    "start": "contract",
    "cancel": "contract",
    "transitions": "contract",
    "pause": "participant or contract",
    "resume": "participant or contract",
    "leave": "participant",
}
"""The kind of names in those step fields that are lists of names, or mappings with names as keys."""

READERS = ("unread", "notices", "owes", "wakes")
"""The fields of an expectation whose keys are participants."""

OWN_FIELDS = tuple(row[2] for row in ACCESS if len(row) == 3 and row[0] == "agents")
"""The fields that `set` can write."""


def name_problems(scenario: Scenario, source: Source) -> Iterator[Problem]:
    """Yield a problem for each name in a scenario that nothing defines."""
    names = names_of(scenario)
    uses = chain(_in_groups(scenario), *(_in_step(root, step) for root, step in _walk(scenario.steps, ("steps",))))
    for path, noun, written in uses:
        for unknown, name, known in _unknown(noun, written, names):
            place = ("scenario", *path)
            location = source.location(place, key=path[-1] == written)
            hint = suggest(name, sorted(known)) or f"The scenario has no {unknown}."
            yield Problem("UNKNOWN_NAME", join(*place), *location, f"there is no {unknown} {quote(name, 60)}", hint)


def names_of(scenario: Scenario) -> _Names:
    """Return the names that the scenario defines in any step, and those of the protocol."""
    steps = [step for _, step in _walk(scenario.steps, ())]
    agents = {one.id for one in chain(scenario.agents, *(step.join for step in steps))}
    humans = {HUMAN, *scenario.humans}
    contracts = None if _opens_unnamed(scenario, steps) else {name for step in steps for name in _opened(step)}
    rules = default_rules() if scenario.rules is None else scenario.rules
    return {
        "agent": agents,
        "human": humans,
        "participant": agents | humans,
        "recipient": agents | humans | {EVERYBODY, *scenario.groups},
        "contract": contracts,
        "participant or contract": None if contracts is None else agents | humans | contracts | {EVERYBODY},
        "rule": {rule.event for rule in rules},
        "agent's field": OWN_FIELDS,
        "field to write": _fields(ACCESS),
        "field": _fields(
            [*ACCESS, *((*row, name) for row, (model, _) in ENTRIES.items() for name in model.model_fields)]
        ),
        "status of contracts": STATUSES,
        "message type": get_args(MessageType),
        "error code": error_codes(),
    }


def rule_recipients(scenario: Scenario) -> Names:
    """Return the names that the scenario's rules can use as recipients."""
    steps = [step for _, step in _walk(scenario.steps, ())]
    roles = {f"role:{one.role}" for one in chain(scenario.agents, *(step.join for step in steps)) if one.role}
    recipients = names_of(scenario)["recipient"] or ()
    return {name: (name,) for name in sorted({*recipients, *roles, "lead", "human", SYSTEM})}


def _fields(rows: Iterable[tuple[str, ...]]) -> set[str]:
    return {join(*("ID" if part == "*" else part for part in row)) for row in rows}


def _opens_unnamed(scenario: Scenario, steps: Iterable[ScenarioStep]) -> bool:
    """Return whether a contract may be opened under an id that the scenario does not give."""
    sent = (values for step in steps for values in step.send if values.get("type") == "TASK_HANDOFF")
    return any(not values.keys() & {"task_ref", "id", "extensions"} for values in sent) or any(
        action.open_contract for rule in scenario.rules or () for _, action in rule.actions()
    )


def _opened(step: ScenarioStep) -> Iterator[str]:
    """Yield the ids of contracts that a step may open; each hand-over opens one."""
    yield from (terms.id for terms in step.contracts)
    for values in step.send:
        extensions = values.get("extensions")
        terms_given = extensions.get("task_contract") if isinstance(extensions, dict) else None
        given = terms_given.get("id") if isinstance(terms_given, dict) else None
        yield from (one for one in (given, values.get("task_ref"), values.get("id")) if isinstance(one, str))


def _walk(steps: Iterable[ScenarioStep], root: Path) -> Iterator[tuple[Path, ScenarioStep]]:
    for index, step in enumerate(steps):
        yield (*root, index), step
        yield from _walk(step.meanwhile, (*root, index, "meanwhile"))


def _unknown(noun: str, name: str, names: _Names) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield the expected kind, the name and the defined names, if the name is not among them."""
    known = names[noun]
    if not noun.startswith("field"):
        if known is not None and name not in known:
            yield noun, name, known
        return
    assert known is not None
    try:
        parts = split(name)
    except ValueError:
        parts = ()
    (shown,) = _fields([pattern(parts)])
    if shown not in known:
        yield noun, name, [one for one in known if one.split("/")[1] in parts[:1]] or known
    elif parts[0] == "agents":
        yield from _unknown("agent", parts[1], names)


def _in_groups(scenario: Scenario) -> Iterator[_Use]:
    for group, members in scenario.groups.items():
        for place, name in enumerate(members):
            yield ("groups", group, place), "participant", name


def _in_step(root: Path, step: ScenarioStep) -> Iterator[_Use]:
    found = [] if step.refused else [*_done(step), *_sent(step)]
    if step.refused is not None:
        found.append((("refused",), "error code", step.refused))
    if step.expect is not None:
        found += _expected(step.expect)
    for path, noun, name in found:
        yield (*root, *path), noun, name


def _done(step: ScenarioStep) -> Iterator[_Use]:
    for field in ("agent", "human"):
        if getattr(step, field) is not None:
            yield (field,), field, getattr(step, field)
    for field, noun in LISTED.items():
        value = getattr(step, field)
        for place, name in enumerate(value):
            yield (field, name if isinstance(value, dict) else place), noun, name
    for name in step.set if step.agent else ():
        yield ("set", name), "agent's field", name
    for pointer in step.write:
        yield ("write", pointer), "field to write", pointer


def _sent(step: ScenarioStep) -> Iterator[_Use]:
    for number, values in enumerate(step.send):
        to: Any = values.get("to")
        for place, name in enumerate(to if isinstance(to, list) else [to]):
            if isinstance(name, str):
                yield ("send", number, "to", *((place,) if isinstance(to, list) else ())), "recipient", name


def _expected(expect: Expectation) -> Iterator[_Use]:
    for pointer in expect.board:
        yield ("expect", "board", pointer), "field", pointer
    for name, status in expect.contracts.items():
        yield ("expect", "contracts", name), "contract", name
        yield ("expect", "contracts", name), "status of contracts", status
    for place, name in enumerate(expect.rules or ()):
        yield ("expect", "rules", place), "rule", name
    for field in READERS:
        for name in getattr(expect, field):
            yield ("expect", field, name), "participant", name
    for field, noun in (("unread", "message type"), ("notices", "field")):
        for name, listed in getattr(expect, field).items():
            for place, one in enumerate(listed):
                yield ("expect", field, name, place), noun, one


@cache
def error_codes() -> frozenset[str]:
    """Return the codes of all errors that a step can fail with; errors of edges are excluded, imported or not."""
    named = vars(errors).values()
    return frozenset(one.code for one in named if isinstance(one, type) and issubclass(one, errors.RenkeiError))
