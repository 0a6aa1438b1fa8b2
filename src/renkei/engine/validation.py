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
from renkei.errors import Problem
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import MESSAGE, message_adapter
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
    adapter = message_adapter(value.get("type")) if kind == "message" and isinstance(value, dict) else kinds[kind]
    further = tuple(VALUE_CHECKS[kind](value, source, root)) if kind in VALUE_CHECKS else ()
    try:
        model = adapter.validator.validate_python(value)
    except ValidationError as error:
        found = explain(error, source, schema_of(adapter), root)
        if kind == "events":
            found = [restated(one, value, root) for one in found]
        return ValidationResult(kind, None, (*found, *further), root)
    problems = tuple(MODEL_CHECKS[kind](model, source, root)) if kind in MODEL_CHECKS else ()
    return ValidationResult(kind, model, (*problems, *further), root)


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


def message_problems(value: Any, source: Source, root: Path) -> Iterator[Problem]:
    """Yield the faults in the terms attached to a hand-over."""
    extensions = value.get("extensions") if isinstance(value, dict) and value.get("type") == "TASK_HANDOFF" else None
    if not isinstance(extensions, dict) or ATTACHMENT not in extensions:
        return
    path, given = (*root, "extensions", ATTACHMENT), extensions[ATTACHMENT]
    if not isinstance(given, dict):
        text = f"expected a mapping, got {type_of(given)}"
        yield Problem("WRONG_TYPE", join(*path), *source.location(path), text, "The terms of the contract.")
        return
    adapter = DOCUMENTS["task_contract"]
    try:
        adapter.validate_python({"id": value.get("id"), "delegator": value.get("from")} | given)
    except ValidationError as error:
        found = explain(error, source, schema_of(adapter), path)
        yield from (one for one in found if one.path.startswith(join(*path)) and _is_theirs(one, path, given))
    yield from contract_problems(given, source, path)


def _is_theirs(one: Problem, path: Path, given: Mapping[str, Any]) -> bool:
    """Return whether a fault is one of the attached terms, and not of the header that completes them."""
    return one.path not in {join(*path, name) for name in ("id", "delegator") if name not in given}


def board_problems(value: Any, source: Source, root: Path) -> Iterator[Problem]:
    """Yield the entries of a board whose id is taken by an earlier entry."""
    if not isinstance(value, dict):
        return
    agents = value.get("agents")
    artifacts = [
        (("agents", place, "artifacts"), "ref") for place in range(len(agents if isinstance(agents, list) else ()))
    ]
    for path, key in ((("agents",), "id"), (("pending_decisions",), "id"), (("blockers",), "id"), *artifacts):
        yield from _repeated(value, path, key, source, root)


def _repeated(value: Any, path: Path, key: str, source: Source, root: Path) -> Iterator[Problem]:
    for part in path:
        value = value.get(part) if isinstance(value, dict) else value[part] if isinstance(part, int) else None
    first: dict[str, int] = {}
    for place, entry in enumerate(value if isinstance(value, list) else ()):
        name = entry.get(key) if isinstance(entry, dict) else None
        if isinstance(name, str) and first.setdefault(name, place) != place:
            line = source.location((*root, *path, first[name]))[0]
            here = (*root, *path, place)
            text, hint = f"{quote(name, 60)} is there twice", f"Keep one of them; the first is on line {line}."
            yield Problem("DUPLICATE_ID", join(*here), *source.location(here), text, hint)


def rule_problems(rules: Iterable[Rule], source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of rules: conditions that cannot be evaluated or never hold."""
    for index, rule in enumerate(rules):
        for one in condition_faults(rule):
            path = (*root, index, *one.path)
            yield Problem(one.code, join(*path), *source.location(path), one.problem, one.hint)


def contract_problems(terms: Any, source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of a contract: an unusable command, output schema or pattern of files."""
    if not isinstance(terms, Mapping):
        return
    for code, check_one in CHECKS.items():
        for fault in check_one(terms):
            path = (*root, *(int(one) if one.isdigit() else one for one in split(fault.details["path"])))
            yield Problem(code, join(*path), *source.location(path), fault.details["problem"], fault.hint)


def delivery_problems(delivery: ContextDelivery, source: Source, root: Path) -> Iterator[Problem]:
    """Yield faults beyond the schema of a context delivery: unknown placeholders, tiers listed twice."""
    for path, code, message, hint in delivery_faults(delivery):
        yield Problem(code, join(*root, *path), *source.location((*root, *path)), message, hint)


VALUE_CHECKS: dict[str, Callable[[Any, Source, Path], Iterator[Problem]]] = {
    "message": message_problems,
    "project_state": board_problems,
    "task_contract": contract_problems,
}
"""Checks of documents beyond the model of their kind, also of those that do not match it."""

MODEL_CHECKS: dict[str, Callable[[Any, Source, Path], Iterator[Problem]]] = {
    "events": rule_problems,
    "context_delivery": delivery_problems,
}
"""Further checks of documents that match the model of their kind."""
