"""A contract as text, generated from the fields of its document: every field that is set becomes a line."""

from collections.abc import Iterator
from typing import Any

from renkei.board.document import artifact_cells, artifact_document
from renkei.board.model import Artifact
from renkei.budget.context.message_text import cut
from renkei.budget.context.view import Duty
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.engine.state import State
from renkei.engine.views.agent_context.field_text import label, rest_text, value_text
from renkei.protocol.primitives import Locale
from renkei.texts.look_up import Interface, look_up
from renkei.texts.say import say
from renkei.wording.text_cache import TextCache
from renkei.wording.visible import one_line

ALWAYS = ("authority.must_consult", "authority.escalation_triggers")
"""Fields shown to an assignee on every turn, however small the budget."""

OWNERS_SHOWN = 3
"""How many owners of one artifact are shown; the others are counted."""

IN_HEADING = ("id", "delegator", "assignee", "inputs.description")
"""Fields that the heading shows."""

_OWNERS: TextCache[tuple[str, ...]] = TextCache(1024)
_ARTIFACTS: TextCache[str] = TextCache(1024)


def duty(state: State, contract: Contract, locale: Locale, interface: Interface = "command_line") -> Duty:
    """Return a contract in the lengths in which its assignee can be shown it."""
    name, terms = contract.terms.id, contract.terms
    values = {"id": name, "status": contract.status, "delegator": terms.delegator}
    command = look_up(interface, "contract", id=name)
    heading = say(locale, "contract.heading", description=terms.inputs.description, **values)
    line = say(locale, "contract.line", description=cut(terms.inputs.description, 60), command=command, **values)
    fields = dict(contract_fields(state, contract, locale))
    always = [_line(locale, path, fields[path]) for path in ALWAYS if path in fields]
    rest = [_line(locale, path, text) for path, text in fields.items() if path not in ALWAYS]
    if contract.notes:
        rest.append(_line(locale, "notes", "; ".join((*_earlier_notes(contract, locale, command), *contract.notes))))
    more = [say(locale, "contract.more", command=command)] if rest else []
    return Duty(name, line, "\n".join((heading, *always, *more)), "\n".join((heading, *always, *rest)))


def _earlier_notes(contract: Contract, locale: Locale, command: str) -> Iterator[str]:
    """Yield a remark that counts the notes dropped from the state; nothing if it holds all."""
    count = contract.noted - len(contract.notes)
    if count > 0:
        yield say(locale, "contract.earlier_notes", count=count, command=command)


def _line(locale: Locale, path: str, text: str) -> str:
    return one_line(f"  {label(locale, path)}: {text}")


def contract_fields(state: State, contract: Contract, locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield the path and the value, as text, of every field of the terms that is set and not in the heading."""
    document = contract.terms.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for path, value in _leaves(document, ""):
        if path in IN_HEADING:
            continue
        yield path, _REFERENCES[path](state, value, locale) if path in _REFERENCES else value_text(value)


def _leaves(document: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in document.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        elif value is not None and value != []:
            yield f"{prefix}{name}", value


def _artifacts(state: State, refs: list[str], locale: Locale) -> str:
    """Return input artifacts with their version, path and owner, if the board knows them."""
    return "; ".join(artifact_text(state, ref, locale) for ref in refs)


def _needed(state: State, refs: list[str], locale: Locale) -> str:
    """Return the contracts that are needed first, and how one was accepted although its command proved nothing."""
    found = ((ref, state.contracts.find(ref)) for ref in refs)
    return value_text(
        [f"{ref} ({say(locale, f'notice.{one.override}')})" if one and one.override else ref for ref, one in found]
    )


_REFERENCES = {"inputs.artifacts": _artifacts, "depends_on": _needed}
"""Fields that name other things, and how they are shown."""


def artifact_text(state: State, ref: str, locale: Locale) -> str:
    """Return an artifact with all its fields and its owner; the bare id if it is not registered."""
    here = node("artifact", ref)
    edges = state.links.out.get(here, ())
    owners = _OWNERS.get(ref, (edges,), lambda: tuple(_owners(state, here)))
    cells = [cell for owner in owners[:OWNERS_SHOWN] for cell in artifact_cells(state.board, owner, ref)]
    return _ARTIFACTS.get((ref, locale), (owners, *cells), lambda: _artifact(state, ref, owners, locale))


def _owners(state: State, artifact: str) -> Iterator[str]:
    return (end.partition(":")[2] for end in state.links.neighbours(artifact, "out", ("made_by",)))


def _artifact(state: State, ref: str, owners: tuple[str, ...], locale: Locale) -> str:
    known = []
    for owner in owners[:OWNERS_SHOWN]:
        entry = artifact_document(state.board, owner, ref)
        parts = f"v{entry['version']}", entry["path"], entry["description"], owner
        shown = ("ref", "version", "path", "description")
        known.append(" · ".join(one for one in parts if one) + rest_text(Artifact, entry, shown, locale))
    if len(owners) > OWNERS_SHOWN:
        known.append(f"+{len(owners) - OWNERS_SHOWN}")
    return f"{ref} ({'; '.join(known)})" if known else ref
