"""The end of a run: the lead has answered the goal, or can no longer do so."""

from collections.abc import Callable
from time import sleep

from renkei.edges.team.errors import TeamStoppedError, reason_of
from renkei.edges.team.idle_team import has_done_something, report_for, tell_lead, waits_for_others
from renkei.edges.team.members.repetition import give_up
from renkei.edges.team.members.running import RunningMembers
from renkei.edges.team.standings import GOAL
from renkei.edges.team.watcher import AGAIN, LASTING
from renkei.errors import LogError
from renkei.project.project import Project
from renkei.texts.say import say


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
            raise TeamStoppedError(reason=reason) from watcher.failure or self._members.failures.get(self._lead)
        return self.report()

    def report(self) -> str:
        """Return the lead's newest answer to the goal, or ""."""
        found = self._project.conversation(thread=GOAL)
        answers = [one.message for one in found if one.message.from_ == self._lead]
        return answers[-1].payload.body if answers and answers[-1].type == "FREEFORM" else ""

    def is_done(self) -> bool:
        """Return whether the lead has answered the goal, or no member has anything left to do.

        If the lead owes the answer while all members are idle, it is notified. If it then does nothing, its last text
        is the answer.
        """
        project, lead, names = self._project, self._lead, self._members.names
        state = project.state
        if not names or state.halted or self._why_stopped():
            return True
        if state.paused is not None:
            return False
        if lead not in names or not any(one.message_id == GOAL for one in state.owed_by(lead)):
            return True
        if waits_for_others(project, names):
            return False
        if self._announced and not has_done_something(project, self._announced):
            self._end_without_answer()
            return True
        self._announced = tell_lead(project, lead, GOAL)
        return False

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
            report_for(self._project, self._lead, GOAL, text)
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
