"""The common part of members that are programs: their environment, their work, and messages in their name."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from renkei.acts.names import first_line
from renkei.agent_tools.tool import Tool
from renkei.edges.team.goal import is_goal
from renkei.edges.team.members.life import BEGUN, Life
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.shutdown import REQUEST
from renkei.edges.team.team_file import MemberFile
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import ProtocolError
from renkei.project.running.secrets import full_environment
from renkei.project.turns.pauses import Pauses
from renkei.protocol.payloads import Freeform

IN_WORK = ("in_progress", "accepted", "claimed", "open")
"""Statuses of the contract that is a program's task, the preferred one first."""

KEPT_CHARACTERS = 30_000
"""Characters kept of the output and of the calls' results."""

LOOK_SECONDS = 0.5
"""Seconds between two checks whether the member has ended."""

FILES_SECONDS = 30.0
"""Seconds between two looks at the files that a program may have changed."""


class ProgramMember(Worker):
    """An agent that is a program. `directory` is where it works."""

    def __init__(
        self, life: Life, member: MemberFile, tools: Sequence[Tool], directory: Path, pauses: Pauses | None = None
    ) -> None:
        super().__init__(life, tools, pauses)
        self._member = member
        self._directory = directory
        self._looked = 0.0
        """When its files were looked at, or its program was started."""
        self._began_with: list[str] = []
        """The contracts that it worked on when its turn began."""

    def _environment(self) -> dict[str, str]:
        """Return the program's environment: that of this process, its secrets, the project, its identity and task."""
        directory = self._project.directory
        work = self._contracts_in(*IN_WORK)
        own = {"RENKEI_AS": self.agent, "RENKEI_AGENT": self.agent, "RENKEI_TASK": work[0] if work else ""}
        return full_environment() | own | ({} if directory is None else {"RENKEI_PROJECT": str(directory)})

    def _keep_going(self) -> None:
        """Renew the turn, and look at the files now and then."""
        self._session.renew()
        if monotonic() >= self._looked + FILES_SECONDS:
            self.on_look(self.agent)
            self._looked = monotonic()

    def _contracts_in(self, *statuses: str) -> list[str]:
        """Return the ids of its contracts with these statuses, sorted by the order of the statuses."""
        contracts = self._project.state.contracts
        mine = [one for one in contracts.of(self.agent) if one.status != "open" or not contracts.waits_for(one)]
        return [one.terms.id for status in statuses for one in mine if one.status == status]

    def _answer(self, text: str) -> None:
        """Send the program's output as the answer to open requests, except the goal, which the lead reports on."""
        state = self._project.state
        for owed in state.owed_by(self.agent):
            asked = state.messages[owed.message_id].message
            if text and "FREEFORM" in owed.expects and REQUEST not in asked.extensions and not is_goal(owed.message_id):
                self._say_to(owed.creditor, text[:KEPT_CHARACTERS], owed.message_id)

    def _report(self, text: str, readers: Sequence[str]) -> None:
        """Record how a turn went: as a note on the member's work, or as a message of the runtime if it had none.

        Work that was completed in the turn still gets the note.

        The member has not written that message, so it answers none of the requests to it.
        """
        with suppress(ProtocolError):  # the member may have left, or nobody may act at present
            if work := self._contracts_in(*BEGUN) or self._began_with:
                self._project.note(work[0], text, actor=self.agent)
                return
            body = Freeform(intent_hint="STATUS_UPDATE", body=text, requires_response=False, urgency="low")
            self._project.do_as_runtime(c.Send(self._project.message(SYSTEM, body, readers, "low", first_line(text))))

    def _say_to(self, creditor: str, text: str, request: str) -> None:
        body = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="low")
        message = self._project.message(self.agent, body, creditor, "normal", first_line(text), in_reply_to=request)
        self._project.send(message)
