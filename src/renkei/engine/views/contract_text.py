"""A contract as text, generated from the fields of its document: a new field appears without a line of code here.

Every field that is set becomes a line, `label: value`. The labels are texts (`field.…`); a field without a label is
shown by its path.
"""

from collections.abc import Iterator
from typing import Any

from renkei.budget.context.message_text import cut
from renkei.budget.context.view import Duty
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.protocol.primitives import Locale
from renkei.texts.say import TEXTS, say

ALWAYS = ("authority.must_consult", "authority.escalation_triggers")
"""Fields that an assignee is shown at every turn, however small the budget."""

OWNERS_SHOWN = 3
"""How many owners of one artifact are shown; the others are counted."""

IN_HEADING = ("id", "delegator", "assignee", "inputs.description")
"""Fields that the heading shows."""


def duty(state: State, contract: Contract, locale: Locale) -> Duty:
    """Return a contract in the lengths in which its assignee can be shown it."""
    name, terms = contract.terms.id, contract.terms
    values = {"id": name, "status": contract.status, "delegator": terms.delegator}
    heading = say(locale, "contract.heading", description=terms.inputs.description, **values)
    line = say(locale, "contract.line", description=cut(terms.inputs.description, 60), **values)
    fields = dict(contract_fields(state, contract))
    always = [_line(locale, path, fields[path]) for path in ALWAYS if path in fields]
    rest = [_line(locale, path, text) for path, text in fields.items() if path not in ALWAYS]
    if contract.notes:
        rest.append(_line(locale, "notes", "; ".join(contract.notes)))
    more = [say(locale, "contract.more", id=name)] if rest else []
    return Duty(name, line, "\n".join((heading, *always, *more)), "\n".join((heading, *always, *rest)))


def _line(locale: Locale, path: str, text: str) -> str:
    key = f"field.{path}"
    return f"  {say(locale, key) if key in TEXTS[locale] else path}: {text}"


def contract_fields(state: State, contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield the path and the value, as text, of every field of the terms that is set and not in the heading."""
    document = contract.terms.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for path, value in _leaves(document, ""):
        if path in IN_HEADING:
            continue
        yield path, _artifacts(state, value) if path == "inputs.artifacts" else _text(value)


def _leaves(document: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        elif value is not None and value != []:
            yield f"{prefix}{name}", value


def _text(value: Any) -> str:
    """Return a value on one line: elements separated by `; `, an object by its first value and the rest in brackets."""
    if isinstance(value, list):
        return "; ".join(map(_text, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, dict):
        return str(value)
    (_, first), *others = value.items()
    more = ", ".join(f"{name}: {' '.join(one) if isinstance(one, list) else _text(one)}" for name, one in others)
    return f"{_text(first)} ({more})" if more else _text(first)


def _artifacts(state: State, refs: list[str]) -> str:
    """Return input artifacts with their version, path and owner, as far as the board knows them."""
    return "; ".join(artifact_text(state, ref) for ref in refs)


def artifact_text(state: State, ref: str) -> str:
    """Return an artifact with its version, path, description and owner; the bare id when it is not registered."""
    owners = [end.partition(":")[2] for end in state.links.neighbours(node("artifact", ref), "out", ("made_by",))]
    known = []
    for owner in owners[:OWNERS_SHOWN]:
        base = join("agents", owner, "artifacts", ref)
        version, path, about = (state.board.get(f"{base}/{name}") for name in ("version", "path", "description"))
        known.append(" · ".join(str(one) for one in (f"v{version}", path, about, owner) if one))
    if len(owners) > OWNERS_SHOWN:
        known.append(f"+{len(owners) - OWNERS_SHOWN}")
    return f"{ref} ({'; '.join(known)})" if known else ref
