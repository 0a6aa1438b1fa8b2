"""The acts of one participant, for edges where whoever calls is known: no argument makes it somebody else."""

from renkei.budget.context.shown import Shown
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.project.acts import Acts
from renkei.project.project import Project


class CallerActs(Acts):
    """The acts of a project, done by the caller whatever the arguments say, and once for each command id.

    `fingerprint`: a digest of the request; one with the same command id and another fingerprint is refused.
    """

    def __init__(self, project: Project, caller: str, command_id: str | None, fingerprint: str = "") -> None:
        self._project = project
        self._caller = caller
        self._command_id = command_id
        self._fingerprint = fingerprint

    @property
    def state(self) -> State:
        """The state at the end of the log."""
        return self._project.state

    def do(self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do actions as the caller; the arguments name nobody else and no other command."""
        return self._project.do(
            *actions, actor=self._caller, command_id=self._command_id, fingerprint=self._fingerprint
        )

    def record(self, seq: int) -> Record:
        """Return one record of the log."""
        return self._project.record(seq)

    def find_contract(self, ref: str) -> Contract:
        """Return any contract by its id."""
        return self._project.find_contract(ref)

    def shown_to(self, agent: str, message_id: str, seq: int | None = None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and what it did with a message."""
        return self._project.shown_to(agent, message_id, seq)

    def _new_header(self, sender: str) -> dict[str, str]:
        return self._project.new_header() | {"from": self._caller}
