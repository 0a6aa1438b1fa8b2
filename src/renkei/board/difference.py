"""The edits to a board document, as ordinary field writes (reading of section 1.5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.board.decide import Write
from renkei.board.document import LISTS
from renkei.documents.json_pointer import join
from renkei.errors import BadValueError

MADE_BY_SYSTEM = ("updated_at", "changelog")


def writes_between(given: Mapping[str, Any], edited: Mapping[str, Any], read_seq: int | None) -> list[Write]:
    """Return the writes that turn the document `given` (a `project_state`) into `edited`.

    Raises BadValueError for edits that are not allowed: the system's own fields, and removed entries.
    """
    for name in MADE_BY_SYSTEM:
        if name in edited and edited[name] != given[name]:
            hint = "Restore it as it was, or leave it out."
            raise BadValueError(path=f"/{name}", problem="maintained by the system and cannot be edited", hint=hint)
    writes = [
        Write(f"/{name}", edited[name], read_seq=read_seq)
        for name in ("goal", "current_phase")
        if edited[name] != given[name]
    ]
    for name in LISTS:
        writes += _entries((name,), given[name], edited[name], "id", read_seq)
    return writes


def _entries(
    path: tuple[str, ...],
    given: Sequence[Mapping[str, Any]],
    edited: Sequence[Mapping[str, Any]],
    naming: str,
    read_seq: int | None,
) -> Iterator[Write]:
    before = {str(entry[naming]): entry for entry in given}
    after = {str(entry[naming]): entry for entry in edited}
    if len(after) < len(edited):
        raise BadValueError(path=join(*path), problem=f"each {naming} must be unique")
    for name in before:
        if name not in after:
            problem = "entries cannot be removed; set `status` or `resolved` instead"
            raise BadValueError(path=join(*path, name), problem=problem)
    for name, entry in after.items():
        if name not in before:
            yield Write(join(*path, name), dict(entry), read_seq=read_seq)
        else:
            yield from _fields((*path, name), before[name], entry, naming, read_seq)


def _fields(
    path: tuple[str, ...], given: Mapping[str, Any], edited: Mapping[str, Any], naming: str, read_seq: int | None
) -> Iterator[Write]:
    for name, value in edited.items():
        if name == "artifacts":
            yield from _entries((*path, name), given[name], value, "ref", read_seq)
        elif name != naming and value != given[name]:
            yield Write(join(*path, name), value, read_seq=read_seq)
