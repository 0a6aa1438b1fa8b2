"""Read records of earlier releases: one table from a format to a function that converts a record to the next.

Records are never rewritten; an old one is converted each time it is read, as plain data, before it is validated. No
format is ever dropped: `tests/golden/` holds logs of each, which must replay to the same state.
"""

from collections.abc import Callable
from typing import Any

from renkei.errors import LogTooNewError

FORMAT = 2
"""Version of the record format; a reader rejects a newer one."""

UPCAST: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda record: record,  # 2 adds `group` to messages; a record of 1 names each recipient
}
"""The conversion from each format to the next."""


def upcast(record: Any) -> Any:
    """Return a record's data in the newest format; raises LogTooNewError for a newer one.

    Data that is not a record is returned unchanged; its validation reports the fault.
    """
    found = record.get("format", FORMAT) if isinstance(record, dict) else FORMAT
    if not isinstance(found, int):
        return record
    if found > FORMAT:
        raise LogTooNewError(path=f"record {record.get('seq')}", found=found, known=FORMAT)
    for number in range(max(found, 1), FORMAT):
        record = UPCAST[number](record)
    return record | {"format": FORMAT} if found != FORMAT else record
