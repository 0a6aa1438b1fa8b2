"""Whether the command of a criterion may run here: trust follows its author, never the present delegator."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.contracts.state import Contract
from renkei.project.running.cage import Cage
from renkei.project.running.scripts import Script, scripts_of
from renkei.store.settings.consents import Consents, Wanted

if TYPE_CHECKING:
    from renkei.project.project import Project


def project_id(project: "Project") -> str:
    """Return the id of a project: that of its first record."""
    return project.record(1).id


def wanted_command(
    project: "Project",
    author: str,
    command: str | Sequence[str],
    directory: Path,
    cage: Cage | None = None,
    scripts: Sequence[Script] | None = None,
) -> Wanted:
    """Return what a person has to allow before a command of an author runs in a directory, in a cage or without one.

    `scripts`: the files that it names, if they were read already.
    """
    found = scripts_of(command, directory) if scripts is None else scripts
    hashes = {one.name: one.sha256 for one in found}
    network = "" if cage is None else cage.network
    return Wanted("command", project_id(project), author, command, str(directory.resolve()), hashes, network)


def author_of(project: "Project", contract: Contract) -> str:
    """Return who wrote the terms of a contract; its delegator may have inherited it since."""
    return project.record(contract.seq).actor


def is_own(project: "Project", contract: Contract, consents: Consents) -> bool:
    """Return whether a person wrote the terms of a contract on this machine; a log from elsewhere only says so."""
    record = project.record(contract.seq)
    actor = project.state.actors.get(record.actor)
    is_person = actor is not None and actor.human and actor.incarnation == 1  # a later one is another participant
    return is_person and (project.directory is None or consents.has_written(record))
