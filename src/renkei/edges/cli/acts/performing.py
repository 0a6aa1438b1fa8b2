"""Performs acts for a command. What the commands of a contract print is kept, to be shown."""

from collections.abc import Sequence

from renkei.acts.contracts import VerifyArguments
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.engine.record import Record
from renkei.immutable.frozen import frozen
from renkei.project.acting import Acting, Request
from renkei.project.project import Project
from renkei.project.running.criteria import Run
from renkei.project.running.secrets import hold_secrets

Runs = Sequence[tuple[Proof, Run]]
"""Each command of a contract's criteria that ran: the proof that it gives, and how it ended."""


@frozen
class Done:
    """What acts came to: their record, None when nothing changed, and the commands that they ran."""

    record: Record | None
    runs: Runs | None = None


def perform(project: Project, requests: Sequence[Request], actor: str) -> Done:
    """Perform acts as one record; raises ProtocolError or LogError."""
    if [act.name for act, _ in requests] != ["verify"]:
        return Done(project.perform(*requests, actor=actor))
    hold_secrets()  # a command of a criterion could look for them
    ((act, arguments),) = requests
    acting = _Verifying(project, actor)
    return Done(project.do(*act.plan(acting, arguments), actor=actor), acting.runs)


class _Verifying(Acting):
    """Keeps how each command ended."""

    runs: Runs = ()

    def gather_proofs(self, contract: Contract, arguments: VerifyArguments) -> tuple[Proof, ...]:
        self.runs = self.run_criteria(contract, arguments)
        return tuple(proof for proof, _ in self.runs)
