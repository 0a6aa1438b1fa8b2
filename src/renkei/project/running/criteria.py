"""Run the commands of acceptance criteria, and gather what they prove."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.immutable.frozen import frozen
from renkei.log.port import never
from renkei.project.running.cage import Cage, Network
from renkei.project.running.supervise import ENVIRONMENT, RunLimits, supervise, variables

_SHOWN = 400


@frozen
class Run:
    """How a command ended.

    `exit_status` is None if the command was stopped, and `stopped` is the reason. `content_hash` is the SHA-256 of its
    output, `tail` the last 400 characters.
    """

    exit_status: int | None
    stopped: str
    content_hash: str
    seconds: float
    tail: str
    network: Network | None = None
    """The network that it could reach from its cage; None without a cage."""


def run(
    command: Sequence[str],
    directory: Path,
    limits: RunLimits | None = None,
    environment: Sequence[str] = ENVIRONMENT,
    cage: Cage | None = None,
    cancelled: Callable[[], bool] = never,
) -> Run:
    """Run a command in a directory, in a cage if there is one, and return how it ended.

    A failure to start counts as stopped, and so does a command that is ended because `cancelled` returns true.
    """
    digest, tail = hashlib.sha256(), bytearray()

    def take(chunk: bytes) -> None:
        digest.update(chunk)
        tail.extend(chunk)
        del tail[: -_SHOWN * 4]

    ended = supervise(command, directory, limits or RunLimits(), variables(environment), take, cancelled, cage)
    content_hash = digest.hexdigest() if ended.seconds else ""
    shown = tail.decode(errors="replace").strip()[-_SHOWN:]
    network = None if cage is None else cage.network
    return Run(ended.exit_status, ended.stopped, content_hash, ended.seconds, shown, network)


def gather(
    entry: Contract,
    directory: Path,
    by: str,
    limits: RunLimits | None = None,
    environment: Sequence[str] = ENVIRONMENT,
    cage: Cage | None = None,
    check: Callable[[Sequence[str]], None] | None = None,
) -> list[tuple[Proof, Run]]:
    """Run each criterion's command; return the proof from each, and how it ran.

    `check` is called before the first and right before each, and raises if it may not run.
    """
    for criterion in entry.terms.acceptance_criteria:
        if check is not None and criterion.command is not None:
            check(criterion.command)
    found = []
    for index, criterion in enumerate(entry.terms.acceptance_criteria):
        if criterion.command is None:
            continue
        if check is not None:
            check(criterion.command)  # an earlier command may have changed a script of this one
        done = run(criterion.command, directory, limits, environment, cage)
        ended = done.stopped or f"exit status {done.exit_status}"
        proof = Proof(
            criterion=index,
            method="command",
            by=by,
            met=done.exit_status == 0,
            detail=f"{criterion.criterion}: {' '.join(criterion.command)} ({ended})",
            exit_status=done.exit_status,
            content_hash=done.content_hash,
            seconds=round(done.seconds, 3),
        )
        found.append((proof, done))
    return found
