"""Validate documents: their kinds by root key, and the location of each fault."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.model import ProjectState
from renkei.budget.delivery.model import ContextDelivery, delivery_faults
from renkei.contracts.model import TaskContract
from renkei.contracts.terms import CHECKS
from renkei.dispatch.rules import Rule
from renkei.documents.explain import explain, schema_of, type_of
from renkei.documents.json_pointer import join, split
from renkei.documents.source import Path, Source, shorten
from renkei.engine.delegation.handoff import ATTACHMENT
from renkei.engine.rules.faults import condition_faults
from renkei.engine.rules.prose import restated
from renkei.errors import BadValueError, Problem
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import MESSAGE, AnyMessage, TaskHandoffMessage
from renkei.protocol.primitives import DEFERRED
from renkei.wording.values import quote

DOCUMENTS: dict[str, TypeAdapter[Any]] = {
    "message": MESSAGE,
    "project_state": TypeAdapter(ProjectState),
    "task_contract": TypeAdapter(TaskContract),
    "events": TypeAdapter(tuple[Rule, ...], config=DEFERRED),
    "context_delivery": TypeAdapter(ContextDelivery),
}
"""The kinds by their root key."""

REQUIRED = {
    kind: frozenset(name for name, field in model.model_fields.items() if field.is_required())
    for kind, model in (("project_state", ProjectState), ("task_contract", TaskContract))
}
"""The fields that identify a document without a root key. A message has a type, and rules are a list."""

ROOTLESS = frozenset(("message", "events", *REQUIRED))
"""The kinds that may omit their root key."""


@frozen
class ValidationResult:
    """The result of validating a document: its kind, the model if it is valid, and the problems if not."""

    kind: str | None
    model: Any
    problems: tuple[Problem, ...]
    root: Path = ()
    """Path at which its content begins: below its root key, if it has one."""


def kind_of(value: Any, kinds: Mapping[str, TypeAdapter[Any]]) -> tuple[str | None, Path]:
    """Return the kind of a document and the path at which its content begins."""
    if isinstance(value, dict):
        if "type" in value:
            return "message", ()
        for kind in kinds:
            if kind in value:
                return kind, (kind,)
        if "payload" in value:
            return "message", ()
        return next((kind for kind, names in REQUIRED.items() if names <= value.keys()), None), ()
    if isinstance(value, list) and value and isinstance(value[0], dict) and "event" in value[0]:
        return "events", ()
    return None, ()


def check(source: Source, kinds: Mapping[str, TypeAdapter[Any]] = DOCUMENTS) -> ValidationResult:
    """Validate one document against the model of its kind."""
    kind, root = kind_of(source.value, kinds)
    if kind is None:
        return ValidationResult(None, None, (_unknown_kind(source, kinds),))
    strangers = [name for name in source.value if name != kind] if root else ()
    if strangers:
        name = str(strangers[0])  # a mapping that was not read from text may have keys of other types
        location = source.location((name,), key=True)
        hint = f"`{kind}` is the only root key of this document."
        problem = Problem(
            "UNKNOWN_FIELD", join(name), *location, f"unexpected root key {shorten(name)!r} next to {kind!r}", hint
        )
        return ValidationResult(kind, None, (problem,))
    value = source.value[kind] if root else source.value
    try:
        model = kinds[kind].validator.validate_python(value)
        problems = tuple(SEMANTIC_CHECKS[kind](model, source, root)) if kind in SEMANTIC_CHECKS else ()
        return ValidationResult(kind, model, problems, root)
    except ValidationError as error:
        found = explain(error, source, schema_of(kinds[kind]), root)
        if kind == "events":
            found = [restated(one, value, root) for one in found]
        return ValidationResult(kind, None, tuple(found), root)


def _unknown_kind(source: Source, kinds: Mapping[str, TypeAdapter[Any]]) -> Problem:
    """Return why a document is of none of these kinds."""
    value, place = source.value, source.location(())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        hint = "Write each on a line of its own in a .jsonl file, or put `---` between documents in YAML."
        return Problem("UNKNOWN_KIND", "", *place, "a list of mappings is not a document", hint)
    for name in value if isinstance(value, dict) else ():
        close = get_close_matches(str(name).lower(), kinds, n=1, cutoff=0.75)
        if close:
            place, text = source.location((name,), key=True), f"unknown root key `{shorten(str(name))}`"
            return Problem("UNKNOWN_KIND", join(str(name)), *place, text, f"Did you mean {close[0]!r}?")
    roots = ", ".join(f"`{name}:`" for name in kinds)
    hint = f"Begin with one of {roots}; without a root key, all required fields must be there."
    return Problem("UNKNOWN_KIND", "", *place, "not a known document", hint)


def message_problems(message: AnyMessage, source: Source, root: Path) -> Iterator[Problem]:
    """Yield the faults in the terms attached to a hand-over."""
    if not isinstance(message, TaskHandoffMessage) or ATTACHMENT not in message.extensions:
        return
    path, given = (*root, "extensions", ATTACHMENT), message.extensions[ATTACHMENT]
    if not isinstance(given, dict):
        text = f"expected a mapping, got {type_of(given)}"
        yield Problem("WRONG_TYPE", join(*path), *source.location(path), text, "The terms of the contract.")
        return
    adapter = DOCUMENTS["task_contract"]
    try:
        terms = adapter.validate_python({"id": message.id, "delegator": message.from_} | given)
        yield from contract_problems(terms, source, path)
    except ValidationError as error:
        yield from explain(error, source, schema_of(adapter), path)


def board_problems(board: ProjectState, source: Source, root: Path) -> Iterator[Problem]:
    """Yield the entries of a board whose id is taken by an earlier entry."""
    lists: list[tuple[Path, list[str]]] = [
        (("agents",), [one.id for one in board.agents]),
        (("pending_decisions",), [one.id for one in board.pending_decisions]),
        (("blockers",), [one.id for one in board.blockers]),
        *((("agents", place, "artifacts"), [a.ref for a in one.artifacts]) for place, one in enumerate(board.agents)),
    ]
    for path, ids in lists:
        for place, name in enumerate(ids):
            first = ids.index(name)
            if first != place:
                line = source.location((*root, *path, first))[0]
                here = (*root, *path, place)
                text = f"{quote(name, 60)} is there twice"
                hint = f"Keep one of them; the first is on line {line}."
                yield Problem("DUPLICATE_ID", join(*here), *source.location(here), text, hint)


def rule_problems(rules: Iterable[Rule], source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of rules: conditions that cannot be evaluated or never hold."""
    for index, rule in enumerate(rules):
        for one in condition_faults(rule):
            path = (*root, index, *one.path)
            yield Problem(one.code, join(*path), *source.location(path), one.problem, one.hint)


def contract_problems(terms: TaskContract, source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of a contract: an unusable command, output schema or pattern of files."""
    for code, check_one in CHECKS.items():
        try:
            check_one(terms)
        except BadValueError as error:
            path = (*root, *(int(one) if one.isdigit() else one for one in split(error.details["path"])))
            yield Problem(code, join(*path), *source.location(path), error.details["problem"], error.hint)


def delivery_problems(delivery: ContextDelivery, source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of a context delivery: unknown placeholders, tiers listed twice."""
    for path, code, message, hint in delivery_faults(delivery):
        yield Problem(code, join(*root, *path), *source.location((*root, *path)), message, hint)


SEMANTIC_CHECKS: dict[str, Callable[[Any, Source, Path], Iterator[Problem]]] = {
    "message": message_problems,
    "project_state": board_problems,
    "events": rule_problems,
    "task_contract": contract_problems,
    "context_delivery": delivery_problems,
}
"""Further checks of documents that match the model of their kind."""
