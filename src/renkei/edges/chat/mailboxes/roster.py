"""The roster of a team: its members, their participants, and the entries of renkei's agents among them.

A roster is one JSON file that each program writes whole, from its own memory. When another program writes, renkei's
entries disappear and are put back. Only these entries are changed, and only if they differ; otherwise two programs
would overwrite each other endlessly.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from renkei.edges.chat.mailboxes.forms import Form
from renkei.engine.state import State
from renkei.engine.views.agent_overview import agent_overviews
from renkei.immutable.frozen import frozen


class People(Mapping[str, str]):
    """The participant of each member. Threads may read it while one adds members."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = dict(known)

    def add(self, member: str, participant: str) -> None:
        """Add a member. The mapping is replaced, so that iterations in other threads are not disturbed."""
        self._known = {**self._known, member: participant}

    def __getitem__(self, member: str) -> str:
        return self._known[member]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


STATUSES = {"in_turn": "busy", "interrupted": "idle", "between_turns": "idle", "paused": "shutdown"}
"""The roster's status for each activity of an agent."""


@frozen
class Entry:
    """An agent of renkei in a roster. `status` is `busy`, `idle` or `shutdown`."""

    role: str
    status: str


def entries_of(state: State, without: frozenset[str]) -> dict[str, Entry]:
    """Return the entries of the project's agents, except members of the team."""
    return {
        one.agent: Entry(one.role or "agent", STATUSES[one.activity])
        for one in agent_overviews(state, state.at, {})
        if one.agent not in without
    }


def is_roster(found: dict[str, Any]) -> bool:
    """Return whether a JSON object is a roster."""
    return isinstance(found.get("members"), list)


def members_of(roster: Mapping[str, Any]) -> dict[str, str]:
    """Return the names in a roster, each with its role."""
    found = (one for one in roster["members"] if isinstance(one, dict) and isinstance(one.get("name"), str))
    return {one["name"]: one["role"] if isinstance(one.get("role"), str) else "" for one in found}


def with_entries(
    roster: Mapping[str, Any], form: Form, team: str, entries: Mapping[str, Entry], written: frozenset[str]
) -> dict[str, Any]:
    """Return a roster with the current entries. `written`: the names whose entries we wrote before."""
    left = dict(entries)
    members: list[Any] = []
    for one in roster["members"]:
        name = one.get("name") if isinstance(one, dict) else None
        if not isinstance(name, str):
            members.append(one)
        elif name in left:
            members.append(_entry(one, form, team, name, left.pop(name)))
        elif name not in written:
            members.append(one)
    members += [_entry({}, form, team, name, entry) for name, entry in left.items()]
    return {**roster, "members": members}


def _entry(known: Mapping[str, Any], form: Form, team: str, name: str, entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name}
    if form.has_roles:
        found["role"] = entry.role
    if form.id_key:
        found[form.id_key] = f"{name}@{team}"
    found["status"] = form.busy if entry.status == "busy" else entry.status
    return {**known, **found}
