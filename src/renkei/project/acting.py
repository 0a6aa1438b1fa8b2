"""An acting participant: the lookups of an act's plan, in a project."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Unpack

from renkei.acts.act import Act
from renkei.budget.context.shown import Shown
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import ConsentNeededError
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority
from renkei.store.layout import TEAM

if TYPE_CHECKING:
    from renkei.acts.contracts import VerifyArguments
    from renkei.project.project import Project
    from renkei.project.running.cage import Cage
    from renkei.project.running.criteria import Run
    from renkei.project.running.scripts import Script
    from renkei.store.settings.consents import Wanted

Request: TypeAlias = tuple[Act, Frozen]
"""An act, and its arguments."""


class Acting:
    """An `ActContext` of a project. The state is read once, so that a plan sees one state."""

    disabled: Sequence[str] = ()
    """The git repositories that commands of criteria made, by their paths in the directory."""

    def __init__(self, project: Project, actor: str) -> None:
        self._project = project
        self.actor = actor
        self.state: State = project.state

    def record(self, seq: int) -> Record:
        """Return one record of the log."""
        return self._project.record(seq)

    def find_contract(self, ref: str) -> Contract:
        """Return any contract, also a closed one."""
        return self._project.find_contract(ref)

    def find_message(self, message_id: str) -> AnyMessage:
        """Return any message that was ever sent."""
        return self._project.find_message(message_id)

    def shown_to(self, agent: str, message_id: str, seq: int | None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and what it did with a message."""
        return self._project.shown_to(agent, message_id, seq)

    def new_header(self) -> dict[str, str]:
        """Return a new `id`, and the `timestamp` of a message."""
        return self._project.new_header()

    def message(
        self,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message from the actor around a payload. Nothing is sent."""
        return self._project.message(self.actor, payload, to, priority, context_summary, **header)

    def gather_proofs(self, contract: Contract, arguments: VerifyArguments) -> tuple[Proof, ...]:
        """Run the commands of a contract's criteria.

        Raises NotAllowedError before the first for a biased actor, ConsentNeededError for a command by somebody else.
        """
        return tuple(proof for proof, _ in self.run_criteria(contract, arguments))

    def run_criteria(self, contract: Contract, to: VerifyArguments) -> list[tuple[Proof, Run]]:
        """Return the proof of each command of the criteria, with how it ended; raises as `gather_proofs`.

        Repositories that the commands make in the directory are disabled.
        """
        from renkei.project.running.cage import Cage, problem_of_cages
        from renkei.project.running.criteria import gather
        from renkei.project.running.repositories import disable_new, repositories
        from renkei.project.running.supervise import ENVIRONMENT, RunLimits
        from renkei.store.settings.consents import consents_directory

        self._project.do(c.ProveContract(contract.terms.id, ()), actor=self.actor)  # refused before anything runs
        limits, directory = RunLimits(to.timeout, to.max_output), Path(to.directory).resolve()
        known, project, cage = repositories(directory), self._project.directory, None
        if not to.no_cage and not problem_of_cages():
            own = () if project is None else (project.resolve(),)
            hidden = (*own, consents_directory())
            cage = Cage(directory, to.network, hidden, (*known, *(one.parent / TEAM for one in own)))
        try:
            check = partial(self._check_consent, contract, to, directory, cage)
            return gather(contract, directory, self.actor, limits, (*ENVIRONMENT, *to.env), cage, check)
        finally:
            self.disabled = disable_new(directory, known)

    def _check_consent(
        self, contract: Contract, to: VerifyArguments, directory: Path, cage: Cage | None, command: Sequence[str]
    ) -> None:
        from renkei.project.consenting import author_of, is_own, wanted_command
        from renkei.project.running.scripts import scripts_of
        from renkei.store.settings.consents import Consents

        if is_own(self._project, contract, Consents()):
            return
        scripts = scripts_of(command, directory)
        wanted = wanted_command(self._project, author_of(self._project, contract), command, directory, cage, scripts)
        if not self.is_consented(contract, wanted, scripts, cage) and not to.run:
            words = shlex.join(command)
            raise ConsentNeededError(contract=contract.terms.id, command=words, author=wanted.author)

    def is_consented(self, contract: Contract, wanted: Wanted, scripts: Sequence[Script], cage: Cage | None) -> bool:
        """Return whether the person allowed another participant's command; `scripts` are the files it names."""
        from renkei.store.settings.consents import Consents

        return Consents().is_allowed(wanted)
