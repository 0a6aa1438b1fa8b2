"""Errors as a model reads them: in one form, with hints that name tools instead of commands."""

from typing import Any

from renkei.errors import DocumentError, RenkeiError
from renkei.wording.values import count

HINTS: dict[str, str] = {
    "TURN_LOST": "Another session acts as you. Nothing was done. To take your turn back, call `next_turn`.",
    "TURN_OPEN": "Another session acts as you. Call `next_turn` again.",
    "UNKNOWN_MESSAGE": "Find message ids with `find_messages`.",
    "FILES_TAKEN": "Wait, or agree with the holder. A human or lead can give you the work or the files.",
    "SUSPENDED": "A human or lead can resume it. Wait with `wait_for_work`.",
    "QUOTA_EXCEEDED": "A human or lead can raise it. Stop working.",
}
"""Hints for codes whose own hint names a command of the command line."""


def refusal(error: RenkeiError) -> dict[str, Any]:
    """Return an error as data. Lines and columns are left out: an argument is no document."""
    data = error.as_dict()
    if isinstance(error, DocumentError):
        first = error.problems[0]
        where = first.path or "the arguments"
        data["message"] = f"{count(len(error.problems), 'problem')}; first: {where}: {first.message}"
        for one in data["details"]["problems"]:
            del one["line"], one["column"]
    return data | {"hint": HINTS.get(error.code, data["hint"])}
