"""Decides when a task is done: by its criteria or, without any, by the policy in the team's file (section 7).

`self`: its owner's word completes it. `delegator`: its creator accepts it. `command`: a task must name a command that
proves it. The runtime runs a command if the team's file lists it or a person opened the contract.
"""

import shlex
from collections.abc import Sequence
from pathlib import Path

from renkei.contracts.events import Proof
from renkei.contracts.model import Criterion
from renkei.contracts.state import Contract
from renkei.edges.team.team_file import TeamFile
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import BadValueError, NotReadyError
from renkei.project.project import Project
from renkei.project.running.cage import Cage
from renkei.project.running.criteria import gather
from renkei.project.running.supervise import RunLimits
from renkei.wording.values import quote
from renkei.wording.visible import one_line
from renkei.workspace.command_lines import commands_of, is_allowed

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
    project: Project, team: TeamFile, contract: Contract, directory: Path, cage: Cage | None
) -> tuple[Proof, ...]:
    """Run the commands of a contract's criteria and return their proofs; commands that may not run are skipped.

    Without a cage, only those that a person wrote run.

    Raises NotReadyError with the end of the output if one fails, after a note on the contract.
    """
    author = project.state.actors.get(project.record(contract.seq).actor)  # the delegator may have inherited it
    trusted = author is not None and author.human
    commands = [one.command for one in contract.terms.acceptance_criteria if one.command]
    if not commands or not (trusted or (cage is not None and all(is_listed(team, one) for one in commands))):
        return ()
    found = gather(contract, directory, SYSTEM, RunLimits(seconds=team.workspace.seconds), cage=cage)
    failed = [(proof, ended) for proof, ended in found if not proof.met]
    if failed:
        proof, ended = failed[0]
        reason, name = f"a check failed: {proof.detail}", contract.terms.id
        project.do_as_runtime(c.AddNote(name, reason))
        end = f"Its output ends with: {ended.tail or '(nothing)'}"
        raise NotReadyError(what=f"submit {name}", reason=reason, next=end)
    return tuple(proof for proof, _ in found)
