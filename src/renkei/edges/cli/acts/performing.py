"""Performs acts for a command. What the commands of a contract print is kept, to be shown."""

import sys
from collections.abc import Sequence

import click

from renkei.acts.contracts import VerifyArguments
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.edges.cli.output.echo import echo
from renkei.engine.record import Record
from renkei.immutable.frozen import frozen
from renkei.project.acting import Acting, Request
from renkei.project.project import Project
from renkei.project.running.cage import Cage
from renkei.project.running.criteria import Run
from renkei.project.running.scripts import Script
from renkei.project.running.secrets import hold_secrets
from renkei.protocol.primitives import Locale
from renkei.store.settings.consents import Consents, Wanted
from renkei.workspace.consent import OPTIONS, shown, shown_details

Runs = Sequence[tuple[Proof, Run]]
"""Each command of a contract's criteria that ran: the proof that it gives, and how it ended."""


@frozen
class Done:
    """The result of acts: their record, None when nothing changed, and the commands that they ran."""

    record: Record | None
    runs: Runs | None = None
    disabled: Sequence[str] = ()
    """The git repositories that the commands made, which were disabled."""


def perform(project: Project, requests: Sequence[Request], actor: str) -> Done:
    """Perform acts as one record; raises ProtocolError or LogError."""
    if [act.name for act, _ in requests] != ["verify"]:
        return Done(project.perform(*requests, actor=actor))
    hold_secrets()  # a command of a criterion could look for them
    ((act, arguments),) = requests
    acting = _Verifying(project, actor)
    return Done(project.do(*act.plan(acting, arguments), actor=actor), acting.runs, acting.disabled)


class _Verifying(Acting):
    """Keeps how each command ended."""

    runs: Runs = ()

    def __init__(self, project: Project, actor: str) -> None:
        super().__init__(project, actor)
        self._seen: set[str] = set()
        """The commands that may run this time."""
        self._unasked = False

    def gather_proofs(self, contract: Contract, arguments: VerifyArguments) -> tuple[Proof, ...]:
        self._unasked = arguments.run
        self.runs = self.run_criteria(contract, arguments)
        return tuple(proof for proof, _ in self.runs)

    def is_consented(self, contract: Contract, wanted: Wanted, scripts: Sequence[Script], cage: Cage | None) -> bool:
        """Show another participant's command, and ask on a terminal whether it may run."""
        if wanted.key in self._seen or super().is_consented(contract, wanted, scripts, cage):
            return True
        _show(contract, wanted, scripts, cage)
        answer = "once" if self._unasked else _ask() if sys.stdin.isatty() else "no"
        if answer == "always":
            Consents().allow(wanted)
        elif answer == "once":
            self._seen.add(wanted.key)
        return answer != "no"


def _show(contract: Contract, wanted: Wanted, scripts: Sequence[Script], cage: Cage | None) -> None:
    """Show what a person has to know about a command before it runs."""
    locale: Locale = "en"
    lines = [
        f"{wanted.author} wrote this command of {contract.terms.id}:",
        f"    {shown(wanted.what)}",
        *shown_details(wanted, cage, scripts, locale),
    ]
    echo("\n".join(filter(None, lines)), err=True)


def _ask() -> str:
    return str(click.prompt("Run it?", type=click.Choice(OPTIONS), default="no", err=True))
