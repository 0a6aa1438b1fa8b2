"""Reads what earlier releases wrote: one table from a format to the function that returns a record in the next one.

Records are never rewritten; an old one is converted each time that it is read, as plain data, before it is validated.
No format is ever dropped: `tests/golden/` holds logs of each, which must replay to the same state.
"""

from collections.abc import Callable
from typing import Any

from renkei.errors import LogTooNewError

FORMAT = 1
"""Version of the record format; a reader refuses a newer one."""

UPCAST: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From each format to the next."""


def upcast(record: Any) -> Any:
    """Return a record's data in the newest format; raises LogTooNewError for one that is newer.

    Data that is not a record is returned unchanged, so that its validation says what is wrong.
    """
    found = record.get("format", FORMAT) if isinstance(record, dict) else FORMAT
    if not isinstance(found, int):
        return record
    if found > FORMAT:
        raise LogTooNewError(path=f"record {record.get('seq')}", found=found, known=FORMAT)
    for number in range(max(found, 1), FORMAT):
        record = UPCAST[number](record)
    return record | {"format": FORMAT} if found != FORMAT else record
