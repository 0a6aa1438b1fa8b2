"""A team whose members are all idle: the lead is notified, and reports or hands out more work (section 6)."""

from collections.abc import Collection

from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from renkei.texts.say import say

UNFINISHED = ("open", "claimed", "accepted", "in_progress")
"""Statuses in which the assignee keeps working without a trigger."""

MOST_NAMED = 10
"""Most open contracts named in the notice to the lead."""


def waits_for_others(project: Project, names: Collection[str]) -> bool:
    """Return whether the team waits for a participant that does not run here.

    True for a person who owes a reply, or an external agent, such as a coding agent, that holds the team's work.
    """
    state = project.state
    if any(state.actors[one.debtor].human for one in project.obligations() if one.debtor in state.actors):
        return True
    given = (one for name in names for one in state.contracts.delegated_by(name).values() if one.assignee is not None)
    elsewhere = (one for one in given if one.assignee not in names and one.status in UNFINISHED)
    return any(one.paused is None and not state.contracts.waits_for(one) for one in elsewhere)


def tell_lead(project: Project, lead: str, goal: str) -> int:
    """Notify the lead that all members are idle and what is open; return the seq of the record."""
    state = project.state
    found = sorted((one for one in state.contracts.entries.values() if not one.closed), key=lambda one: one.seq)
    named = [f"{one.terms.id} ({one.status})" for one in found[:MOST_NAMED]]
    more = [say(state.locale, "team.more", count=len(found) - MOST_NAMED)] if len(found) > MOST_NAMED else []
    key = "team.idle_open" if found else "team.idle"
    body = say(state.locale, key, goal=goal, contracts=", ".join([*named, *more]))
    payload = Freeform(intent_hint="IDLE", body=body, requires_response=False, urgency="high")
    about = say(state.locale, "team.idle_about")
    record = project.send(project.message(HUMAN, payload, lead, "high", about, thread=goal))
    return record.seq if record is not None else state.seq


def has_done_something(project: Project, after: int) -> bool:
    """Return whether an agent has sent a message or moved a contract after a record."""
    return any(map(_is_progress, project.records(after)))


def _is_progress(record: Record) -> bool:
    return any(one.kind == "message_sent" or one.kind.startswith("contract_") for one in record.events)


def report_for(project: Project, lead: str, goal: str, text: str) -> None:
    """Send the lead's last text as its answer to the goal."""
    payload = Freeform(intent_hint="REPORT", body=text, requires_response=False, urgency="normal")
    about = text.strip().split("\n", 1)[0][:120]
    project.send(project.message(lead, payload, HUMAN, "normal", about, in_reply_to=goal))
