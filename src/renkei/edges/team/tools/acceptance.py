"""Decides when a task is done: by its criteria or, without any, by the policy in the team's file (section 7).

`self`: its owner's word completes it. `delegator`: its creator accepts it. `command`: a task must name a command that
proves it. The runtime runs a command if a person wrote it or allows it, or if the team's file lists it and it runs in
a cage.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from renkei.contracts.events import Proof
from renkei.contracts.model import Criterion
from renkei.contracts.state import Contract
from renkei.edges.team.team_file import TeamFile
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import BadValueError, NotReadyError
from renkei.immutable.frozen import frozen
from renkei.project.consenting import author_of, is_own, wanted_command
from renkei.project.project import Project
from renkei.project.running.cage import Cage
from renkei.project.running.criteria import gather, run
from renkei.project.running.scripts import scripts_of
from renkei.project.running.supervise import RunLimits
from renkei.project.turns.session import Session
from renkei.store.settings.consents import Consents
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line
from renkei.workspace.command_lines import commands_of, is_allowed
from renkei.workspace.consent import (
    Asking,
    Consent,
    ask_for_consent,
    find_consent,
    is_unchanged,
    use_consent,
    wait_for_consent,
)

NOWHERE = Path("/dev/null")
"""A directory outside of every absolute path."""


def criteria_of(team: TeamFile, subject: str, named: Sequence[str], command: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the criteria of a task; without named ones, its subject is the criterion.

    Raises BadValueError if the policy requires a command, or for a command not listed in the team's file.
    """
    if not command and not named and team.acceptance == "command":
        problem = "this team accepts a task by a command, and the task names none"
        raise BadValueError(path="/command", problem=problem, hint=f"Name one of: {_listed(team)}.")
    found = [Criterion(criterion=one) for one in named]
    if command:
        if not is_listed(team, command):
            problem = f"{quote(shlex.join(command))} is not a command that this team may run"
            raise BadValueError(path="/command", got=list(command), problem=problem, hint=f"Listed: {_listed(team)}.")
        found.append(Criterion(criterion=f"`{one_line(shlex.join(command))}` succeeds", command=tuple(command)))
    return tuple(found) or (Criterion(criterion=subject),)


def has_to_prove(team: TeamFile, named: Sequence[str], command: Sequence[str]) -> bool:
    """Return whether a task needs a proof; if not, its owner's word completes it."""
    return bool(named or command) or team.acceptance != "self"


def is_listed(team: TeamFile, command: Sequence[str]) -> bool:
    """Return whether a command, which runs without a shell, begins with one listed in the team's file.

    A path in it must be relative and must not lead out of its working directory.
    """
    found = (commands_of(one) for one in team.workspace.commands)
    listed = [one[0] for one in found if one is not None and len(one) == 1]
    return is_allowed([tuple(command)], listed, NOWHERE)


def _listed(team: TeamFile) -> str:
    return ", ".join(team.workspace.commands) or "nothing; the person lists it as `workspace.commands`"


def check_commands(
    session: Session, team: TeamFile, contract: Contract, directory: Path, cage: Cage | None, *, asks: bool = True
) -> tuple[Proof, ...]:
    """Run the commands of a contract's criteria and return their proofs; none runs if a person refused one.

    A command runs at once if a person wrote it on this machine, or if it is listed and runs in a cage. A person is
    asked about any other, for the agent that submits the work; without `asks`, none runs.

    Raises NotReadyError while a person is asked, and with the end of the output if one fails, after a note on the
    contract.
    """
    project = session.project
    commands = [tuple(one.command) for one in contract.terms.acceptance_criteria if one.command]
    is_trusted = is_own(project, contract, Consents())
    unlisted = [] if is_trusted else [one for one in commands if cage is None or not is_listed(team, one)]
    asking = {one: _asking(session, contract, one, directory, cage) for one in unlisted}
    allowed = _allowed(session, contract.terms.id, asking, asks=asks) if commands else None
    if allowed is None:
        return ()

    def check(command: Sequence[str]) -> None:
        words = tuple(command)
        if words in allowed and not is_unchanged(session, allowed[words], asking[words]):
            reason = f"a file that {quote(shlex.join(command))} names has changed since a person allowed it"
            raise NotReadyError(what=f"submit {contract.terms.id}", reason=reason, next="Submit it again.")

    found = gather(contract, directory, SYSTEM, RunLimits(seconds=team.workspace.seconds), cage=cage, check=check)
    failed = [(proof, ended) for proof, ended in found if not proof.met]
    if failed:
        proof, ended = failed[0]
        reason, name = f"a check failed: {proof.detail}", contract.terms.id
        project.do_as_runtime(c.AddNote(name, reason))
        end = f"Its output ends with: {ended.tail or '(nothing)'}"
        raise NotReadyError(what=f"submit {name}", reason=reason, next=end)
    return tuple(proof for proof, _ in found)


@frozen
class Checked:
    """The result of running criteria on merged work: why it may not be merged, and which commands were not run."""

    failed: str = ""
    unchecked: tuple[str, ...] = ()


def must_prove_again(contract: Contract) -> bool:
    """Return whether merged work has criteria that a command has proved, so that it has to prove them again."""
    return "proved" in contract.standings


def check_merged(
    project: Project,
    team: TeamFile,
    contract: Contract,
    own: Path,
    directory: Path,
    cage: Cage | None,
    cancelled: Callable[[], bool],
) -> Checked:
    """Run the commands that have proved a contract's criteria on the merged result in `directory`, until one fails.

    No one is asked: a command runs if it would run at once in `own`, the producer's directory, or is always allowed
    there with the scripts as they are in `directory`.
    """
    is_trusted, author, unchecked = is_own(project, contract, Consents()), author_of(project, contract), []
    for criterion, standing in zip(contract.terms.acceptance_criteria, contract.standings, strict=True):
        command = criterion.command
        if command is None or standing != "proved":
            continue
        shown, scripts = f"`{one_line(shlex.join(command))}`", scripts_of(command, directory)
        wanted = wanted_command(project, author, command, own, cage, scripts)
        is_free = is_trusted or (cage is not None and is_listed(team, command))
        if not is_free and not Consents().is_allowed(wanted):
            unchecked.append(shown)
            continue
        done = run(command, directory, RunLimits(seconds=team.workspace.seconds), cage=cage, cancelled=cancelled)
        if done.exit_status != 0:
            ended = done.stopped or f"exit status {done.exit_status}"
            return Checked(f"{shown} ({ended})\n{done.tail}".strip())
    return Checked(unchecked=tuple(unchecked))


def _asking(session: Session, contract: Contract, command: Sequence[str], directory: Path, cage: Cage | None) -> Asking:
    author, locale = author_of(session.project, contract), session.project.state.locale
    reason = say(locale, "shell.question.criterion", author=author, task=contract.terms.id, agent=session.agent)
    return Asking(author, command, directory, cage, reason)


def _allowed(
    session: Session, task: str, asking: Mapping[tuple[str, ...], Asking], *, asks: bool
) -> dict[tuple[str, ...], Consent] | None:
    """Return a person's consent to each command; None if one was refused. Raises NotReadyError while one is asked."""
    found = {one: find_consent(session, asked) for one, asked in asking.items()}
    if any(one is not None and one.answer == "no" for one in found.values()):
        return None
    given = {one: consent for one, consent in found.items() if consent is not None and consent.answer is not None}
    if len(given) == len(asking):  # uses up none before all are given
        used = [use_consent(session, consent, asking[one]) for one, consent in given.items()]
        if all(used):
            return given
        given, found = {}, dict.fromkeys(asking)  # a file has just changed
    if not asks:
        return None
    decisions = [_open(session, asking[one], consent) for one, consent in found.items() if one not in given]
    reason = f"a command of its criteria needs the consent of a person, who was asked ({', '.join(decisions)})"
    next_step = "You are woken when that is decided. Then submit again."
    raise NotReadyError(what=f"submit {task}", reason=reason, next=next_step)


def _open(session: Session, asking: Asking, consent: Consent | None) -> str:
    if consent is None:
        return ask_for_consent(session, asking).decision
    wait_for_consent(session, consent)
    return consent.decision
