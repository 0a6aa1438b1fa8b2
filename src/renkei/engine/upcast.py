"""Reads what earlier releases wrote: one table from a format to what makes the next one out of it.

Records are never rewritten; an old one is lifted each time that it is read, as plain data, before it is checked. A
format is given up never: `tests/golden/` holds a log of each that must replay for ever.
"""

from collections.abc import Callable
from typing import Any

from renkei.errors import LogTooNewError

FORMAT = 2
"""Version of the form of records; a reader refuses a newer one."""

_LINK, _KEYWORDS = "in common: ", "keywords: "


def _reasons(record: dict[str, Any]) -> dict[str, Any]:
    """Format 1 said why a message had its tier in a sentence; format 2 has rule, link and keywords as fields."""
    for event in record.get("events", ()):
        for gave in event.get("given", ()) if event.get("kind") == "turn_began" else ():
            reason = gave.pop("reason", "")
            if reason.startswith(_LINK):
                gave |= {"rule": "in_common", "link": reason.removeprefix(_LINK)}
            elif reason.startswith(_KEYWORDS):
                gave |= {"rule": "keywords", "keywords": reason.removeprefix(_KEYWORDS).split(", ")}
            else:
                gave["rule"] = reason
    return record


UPCAST: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _reasons}
"""From each format to the next."""


def upcast(record: Any) -> Any:
    """Lift a record's data to the newest format; raises LogTooNewError for one that is newer.

    What is no record is given back as it is, for whoever checks it to say what is wrong.
    """
    found = record.get("format", FORMAT) if isinstance(record, dict) else FORMAT
    if not isinstance(found, int):
        return record
    if found > FORMAT:
        raise LogTooNewError(path=f"record {record.get('seq')}", found=found, known=FORMAT)
    for number in range(max(found, 1), FORMAT):
        record = UPCAST[number](record)
    return record | {"format": FORMAT} if found != FORMAT else record
