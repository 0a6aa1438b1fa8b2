"""The end of a run: the lead has answered the goal, or can no longer do so (section 6).

When all members are idle, the lead is notified, and reports or hands out more work.
"""

from collections.abc import Callable, Collection
from time import sleep

from renkei.acp.errors import AgentUnusableError
from renkei.acts.names import first_line
from renkei.edges.team.errors import TeamStoppedError, reason_of
from renkei.edges.team.goal import goal_of, is_goal
from renkei.edges.team.members.repetition import give_up
from renkei.edges.team.members.running import RunningMembers
from renkei.edges.team.watcher import AGAIN, LASTING
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, SYSTEM
from renkei.errors import LogError
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from renkei.texts.say import say

UNFINISHED = ("open", "claimed", "accepted", "in_progress")
"""Statuses in which the assignee keeps working without a trigger."""

REMINDERS = 2
"""How often in a row the lead is told that all members are idle, while no contract moves."""

MOST_NAMED = 10
"""Most open contracts named in the notice to the lead."""


class Ending:
    """Waits for the end of a run. `on_storage_wait` is given the reason for each wait for the disk."""

    def __init__(
        self, project: Project, lead: str, members: RunningMembers, on_storage_wait: Callable[[str], None]
    ) -> None:
        self._project = project
        self._lead = lead
        self._members = members
        self._on_storage_wait = on_storage_wait
        self._announced = 0
        """The last record at which the lead was notified that all members are idle."""
        self._reminders = 0
        """How often in a row, without progress of a contract since."""

    def wait(self) -> str:
        """Wait until the work is done, and return the lead's report.

        Raises TeamStoppedError, or LogBrokenError when the log can no longer be read.
        """
        watcher = self._members.watcher
        seen = watcher.wait_quiet(0)
        while not self._is_done_on_disk():
            seen = watcher.wait_quiet(seen)
        if isinstance(watcher.failure, LogError):
            raise watcher.failure
        if reason := self._why_stopped():
            raise stopped(reason, watcher.failure or self._members.failures.get(self._lead))
        return self.report()

    def report(self) -> str:
        """Return the lead's newest answer to the goal, or ""."""
        found = self._project.conversation(thread=self._goal)
        answers = [one.message for one in found if one.message.from_ == self._lead]
        return answers[-1].payload.body if answers and answers[-1].type == "FREEFORM" else ""

    def is_done(self) -> bool:
        """Return whether the lead has answered the goal, or no member has anything left to do.

        If the lead owes the answer while all members are idle, it is notified. If it then does nothing, or no contract
        moves after several of these notices, its last text is the answer.
        """
        project, lead, names = self._project, self._lead, self._members.names
        state = project.state
        if not names or state.halted or self._why_stopped():
            return True
        if state.paused is not None:
            return False
        if lead not in names or not any(is_goal(one.message_id) for one in state.owed_by(lead)):
            return True
        if waits_for_others(project, names):
            return False
        if self._announced:
            done = what_was_done(project, self._announced)
            self._reminders = 0 if "contract" in done else self._reminders
            if not done or self._reminders >= REMINDERS:
                self._end_without_answer()
                return True
        self._announced = tell_lead(project, lead, self._goal)
        self._reminders += 1
        return False

    @property
    def _goal(self) -> str:
        return goal_of(self._project, self._lead)

    def _is_done_on_disk(self) -> bool:
        """Return whether the work is done, waiting until the disk accepts the lead's notification."""
        while True:
            try:
                return self.is_done()
            except LASTING:
                raise
            except LogError as error:
                self._on_storage_wait(reason_of(error))
                sleep(AGAIN)

    def _end_without_answer(self) -> None:
        """Send the lead's last text as its answer to the goal; without one, record that there is none."""
        text = self._members.get(self._lead).conversation.last_text()
        if text:
            report_for(self._project, self._lead, self._goal, text)
        else:
            give_up(self._project, self._lead, say(self._project.state.locale, "team.no_report"))

    def _why_stopped(self) -> str:
        """Return why the lead can no longer answer the goal, or ""."""
        state, failure = self._project.state, self._members.watcher.failure
        if state.halted == "spent":
            return "its quota is used up"
        if failure is not None:
            return reason_of(failure)
        return self._members.failed.get(self._lead) or state.suspended.get(self._lead, "").removesuffix(".")


def stopped(reason: str, cause: Exception | None) -> TeamStoppedError:
    """Return the error of a team that has stopped, with what a person can do about an unusable coding agent."""
    remedy = cause.hint if isinstance(cause, AgentUnusableError) else "Remove the cause."
    error = TeamStoppedError(reason=reason, remedy=remedy)
    error.__cause__ = cause
    return error


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
    named = [f"{one.terms.id} ({one.shown_status})" for one in found[:MOST_NAMED]]
    more = [say(state.locale, "team.more", count=len(found) - MOST_NAMED)] if len(found) > MOST_NAMED else []
    key = "team.idle_open" if found else "team.idle"
    body = say(state.locale, key, goal=goal, contracts=", ".join([*named, *more]))
    payload = Freeform(intent_hint="IDLE", body=body, requires_response=False, urgency="high")
    about = say(state.locale, "team.idle_about")
    record = project.do_as_runtime(c.Send(project.message(SYSTEM, payload, lead, "high", about, thread=goal)))
    return record.seq if record is not None else state.seq


def what_was_done(project: Project, after: int) -> set[str]:
    """Return whether participants have sent a `message` or moved a `contract` after a record.

    The runtime is not a participant.
    """
    events = (one for record in project.records(after) if record.actor != SYSTEM for one in record.events)
    kinds = {one.kind for one in events}
    found = {"message"} if "message_sent" in kinds else set[str]()
    return found | {"contract" for one in kinds if one.startswith("contract_")}


def report_for(project: Project, lead: str, goal: str, text: str) -> None:
    """Send the lead's last text as its answer to the goal."""
    payload = Freeform(intent_hint="REPORT", body=text, requires_response=False, urgency="normal")
    project.send(project.message(lead, payload, HUMAN, "normal", first_line(text), in_reply_to=goal))
