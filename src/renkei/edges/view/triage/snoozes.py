"""Entries that a person has put off: each until a time, or until it changes or is due.

They are settings of the person, kept by the server. Putting off is not recorded: agents need not know, and
`renkei status` lists the entry as before.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from renkei.engine.views.waiting.entry import Waiting
from renkei.errors import LogError
from renkei.project.project import Project

SNOOZED = "snoozed"
"""The name of the entries among the settings of a person: until when each is put off, and a digest of it."""

MOST = 500
"""Entries that are kept of one person; the ones that come back first are dropped first."""


def put_off_now(project: Project, person: str, entries: Sequence[Waiting], now: str) -> dict[str, str]:
    """Return the keys of the entries that are put off now, each with the time at which it comes back."""
    try:
        mine = _snoozes(project.settings(person).get(SNOOZED)) if entries else {}
    except LogError:  # then everything that waits is shown
        return {}
    kept = {one.key: mine[one.key][0] for one in entries if one.key in mine and mine[one.key][1] == digest_of(one)}
    return {key: until for key, until in kept.items() if until > now}


def put_off(project: Project, person: str, one: Waiting, until: str) -> None:
    """Put an entry off until a time, at most until it is due; raises LogNotWritableError."""
    _change(project, person, {one.key: (min(until, one.reply_by or until), digest_of(one))})


def bring_back(project: Project, person: str, key: str) -> None:
    """Let an entry come back; raises LogNotWritableError."""
    _change(project, person, {key: ("", "")})


def digest_of(one: Waiting) -> str:
    """Return a digest of what makes an entry worth another look when it changes."""
    looked = (one.creditors, one.summary, one.message_id, one.behind, one.reply_by, one.blocks, one.overdue)
    return hashlib.sha256(json.dumps(looked).encode()).hexdigest()[:16]


def _change(project: Project, person: str, changed: Mapping[str, tuple[str, str]]) -> None:
    def merged(settings: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        mine = {**_snoozes(settings.get(SNOOZED)), **changed}
        newest = sorted((item for item in mine.items() if item[1][0]), key=lambda item: item[1][0])[-MOST:]
        return {**settings, SNOOZED: {key: list(value) for key, value in newest}}

    project.change_settings(person, merged)


def _snoozes(found: JsonValue) -> dict[str, tuple[str, str]]:
    """Return the entries in a setting; nothing of what renkei did not write."""
    items = found.items() if isinstance(found, dict) else ()
    pairs = ((key, tuple(map(str, value))) for key, value in items if isinstance(value, list))
    return {key: (value[0], value[1]) for key, value in pairs if len(value) == 2}
