"""Acts on contracts: open, claim, move, submit, judge, pause (section 4)."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, WithJsonSchema

from renkei.acts.act import Act, ActContext, read_arguments
from renkei.acts.files import work_to_claim
from renkei.acts.names import Claims, Evidence, first_line
from renkei.acts.reviews import send_verdict
from renkei.board.decide import Write
from renkei.contracts.events import Claim
from renkei.contracts.lifecycle import Transition
from renkei.contracts.model import TaskContract
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.commands import LEASE
from renkei.errors import NotReadyError, UnknownContractError
from renkei.protocol.payloads import ExpectedOutput, Finding, TaskBlocked, TaskHandoff, TaskResult
from renkei.protocol.primitives import Flag, Frozen, Id, Ref, TupleOf
from renkei.wording.visible import one_line

MAX_BLOCKED_BY = 500
"""Characters of a reason used in place of the blocker's id."""

_NUMBERED = re.compile(r"TC-(\d{1,9})", re.ASCII)

NEW_CONTRACT = {"$comment": "a contract that is new"}
"""Placeholder for the schema of a new contract; generated schemas replace it once they hold all definitions."""

NewTaskContract = Annotated[TaskContract | dict[str, JsonValue], WithJsonSchema(NEW_CONTRACT)]
"""The terms of a new contract; `delegator` is the actor where it is absent."""


class OpenContractArguments(Frozen):
    """Open a contract: for its assignee, or for claiming when it has none.

    Raises AlreadyExistsError for an id that was used before, DocumentError, or NotAllowedError.
    """

    task_contract: NewTaskContract
    """The terms. Without `delegator`, the actor delegates the work."""


class DelegateArguments(Frozen):
    """Give a task to an agent: send it a TASK_HANDOFF, which opens a contract.

    Raises UnknownActorError, AlreadyExistsError for an id that was used before, or NotAllowedError.
    """

    assignee: Id
    """The assignee."""
    task_description: str
    """The task."""
    success_criteria: TupleOf[str] = ()
    """Criteria that must hold when it is done."""
    contract: Id | None = None
    """Id of the contract; by default the next free one, such as TC-008."""


class OnContract(Frozen):
    """Base of arguments about one contract."""

    contract: str
    """Id of the contract."""


class WithReason(OnContract):
    """Base of arguments with an optional reason."""

    reason: str = ""
    """Why."""


class ClaimArguments(Frozen):
    """Claim work that is open to you.

    Raises NothingToClaimError when no work is ready for the actor, IllegalTransitionError, or NotAllowedError.
    """

    contract: str | None = None
    """Id of the contract; by default the most urgent contract that you can claim."""
    lease: Annotated[int, Field(ge=1, le=604_800)] = LEASE
    """Seconds without activity after which the claim expires."""
    overlapping: Flag = False
    """Also take work whose files others work on."""


class StartArguments(WithReason):
    """Start work, or continue it after a block.

    Raises IllegalTransitionError, NotAllowedError for participants other than the assignee, or NotReadyError.
    """


class ReleaseArguments(WithReason):
    """Return unfinished work to the queue.

    The assignee, the delegator, a lead or a human may. An assignee whose work another participant releases is notified.
    Raises IllegalTransitionError, or NotAllowedError.
    """


class RefuseArguments(WithReason):
    """Decline work that was assigned to you.

    Raises IllegalTransitionError, or NotAllowedError for participants other than the assignee.
    """


class ReopenArguments(WithReason):
    """Reopen work that ended short, so that it is tried again.

    Failed work that was assigned returns to its assignee; work that was claimed can be claimed by others.

    Raises IllegalTransitionError, or NotAllowedError for participants other than the delegator, leads and humans.
    """


class CancelArguments(WithReason):
    """Cancel a contract and all its subcontracts.

    Raises IllegalTransitionError, or NotAllowedError for participants other than the delegator, leads and humans.
    """


class AssignArguments(OnContract):
    """Give unfinished work to another participant.

    The delegator, a lead or a human may. The former assignee is notified and owes no result. Raises
    IllegalTransitionError for submitted or closed work, NotAllowedError, or UnknownActorError.
    """

    assignee: Id
    """The new assignee."""
    reason: str = ""
    """Why."""


class BlockArguments(OnContract):
    """Mark your work as blocked: send a TASK_BLOCKED to its delegator.

    The wait ends automatically when the contract, decision, message, artifact, agent or blocker in `blocked_by` is
    done. Raises IllegalTransitionError, NotAllowedError for participants other than the assignee, or BadValueError.
    """

    reason: str
    """The missing input, or the obstacle."""
    blocked_by: str = ""
    """Id of a contract, decision, message, artifact, agent or blocker that the work waits for."""


class SubmitArguments(OnContract):
    """Submit your work: send a TASK_RESULT to its delegator.

    Artifacts that the board does not have are registered in the same record. Raises IllegalTransitionError,
    NotAllowedError for participants other than the assignee, or NotReadyError.
    """

    summary: str
    """Summary of the work."""
    output_artifacts: TupleOf[Ref] = ()
    """References of the artifacts that were made."""
    evidence: Claims = ()
    """Evidence that each criterion is met: a list, or criterion → text."""
    status: Literal["completed", "partial", "failed"] = "completed"
    """Whether the work is done."""


class AcceptArguments(WithReason):
    """Accept submitted work and complete its contract.

    A reason is required when a command of its criteria failed or was not run. Raises NotReadyError without one,
    IllegalTransitionError when nothing was submitted, or NotAllowedError for the producer of the work.
    """


class RejectArguments(OnContract):
    """Reject submitted work, which fails its contract, or a partial result, which opens it for others.

    Raises NotReadyError when nothing was submitted, or NotAllowedError for participants other than the delegator, leads
    and humans.
    """

    reason: str
    """Why."""


class SendBackArguments(OnContract):
    """Send submitted or partial work back to its assignee for another attempt.

    Raises NotReadyError when nothing was submitted, or NotAllowedError for participants other than the delegator, leads
    and humans.
    """

    reason: str
    """The changes to make."""
    findings: TupleOf[Finding] = ()
    """Findings of the review."""


class NoteArguments(OnContract):
    """Add a note to a contract, for everyone who works on it now or later.

    Raises UnknownContractError, or NotAllowedError for participants other than its parties, leads and humans.
    """

    text: str
    """The note."""


class VerifyArguments(OnContract):
    """Run the commands of a contract's criteria as evidence.

    A command proves its criterion if it exits with status 0. The delegator, a lead or a human may run them. A command
    needs consent unless a person wrote it on this machine. Raises UnknownContractError, or NotAllowedError before a
    command runs.
    """

    directory: str = "."
    """Directory to run the commands in; the producer must not be able to change it during the run."""
    timeout: Annotated[float, Field(ge=0.1)] = 300.0
    """Time limit of each command in seconds."""
    max_output: Annotated[int, Field(ge=1)] = 10 * 1024 * 1024
    """Output limit of each command in bytes."""
    env: TupleOf[str] = ()
    """Names of environment variables that the commands see, besides PATH."""
    network: Literal["none", "loopback", "full"] = "none"
    """The network of the commands in their cage: none, servers that they start themselves, or all of it."""
    no_cage: bool = False
    """Run the commands without a cage, with all rights of the caller; by default in one where it can be made."""
    run: bool = False
    """Run other participants' commands without asking."""


class PauseContractArguments(OnContract):
    """Pause a contract: it cannot be worked on or accepted until it is resumed.

    Its parties receive the reason. Returns None when it was paused already. Raises UnknownContractError,
    IllegalTransitionError for a closed contract, or NotAllowedError for actors other than leads and humans.
    """

    reason: str
    """Why."""


class ResumeContractArguments(OnContract):
    """Resume a paused contract.

    Returns None when it was not paused. Raises UnknownContractError, or NotAllowedError for actors other than leads and
    humans.
    """


def _open(context: ActContext, to: OpenContractArguments) -> Iterable[c.Action]:
    terms = to.task_contract
    if not isinstance(terms, TaskContract):
        terms = read_arguments("task_contract", TaskContract, {"delegator": context.actor} | terms)
    return [c.OpenContract(terms)]


def _delegate(context: ActContext, to: DelegateArguments) -> Iterable[c.Action]:
    payload = TaskHandoff(
        task_description=to.task_description,
        expected_output=ExpectedOutput(format="", success_criteria=tuple(to.success_criteria)),
        authority_scope="",
        fallback_on_failure="",
    )
    name = to.contract or free_contract_id(context)
    return [c.Send(context.message(payload, to.assignee, "normal", first_line(to.task_description), task_ref=name))]


def free_contract_id(context: ActContext) -> str:
    """Return an id that no contract of the project has or had, such as `TC-008`: short, since people type it."""
    known = context.state.contracts.entries
    numbers = [int(number[1]) for name in known if (number := _NUMBERED.fullmatch(name))]
    ids = (f"TC-{number:03d}" for number in count(max(numbers, default=0) + 1))
    return next(name for name in ids if not _is_taken(context, name))


def _is_taken(context: ActContext, name: str) -> bool:
    with suppress(UnknownContractError):
        context.find_contract(name)
        return True
    return False


def _claim(context: ActContext, to: ClaimArguments) -> Iterable[c.Action]:
    return [c.ClaimContract(to.contract or work_to_claim(context, overlapping=to.overlapping), to.lease)]


def _step(transition: Transition) -> Callable[[ActContext, WithReason], Iterable[c.Action]]:
    return lambda context, to: [c.TransitionContract(to.contract, transition, to.reason)]


def return_step(status: str) -> Transition:
    """Return the transition that gives work back to the queue: work that ended short is reopened."""
    return "reopen" if status in ("partial", "failed", "refused") else "release"


def _assign(context: ActContext, to: AssignArguments) -> Iterable[c.Action]:
    contract = context.find_contract(to.contract)
    if contract.status != "open" or contract.assignee is not None:
        yield c.TransitionContract(contract.terms.id, return_step(contract.status), to.reason)
    yield c.AssignContract(contract.terms.id, to.assignee)


def _reopen(context: ActContext, to: ReopenArguments) -> Iterable[c.Action]:
    contract = context.find_contract(to.contract)
    yield c.TransitionContract(contract.terms.id, "reopen", to.reason)
    was_assigned = contract.status == "failed" and contract.lease is None
    if was_assigned and contract.assignee is not None and contract.assignee in context.state.actors:
        yield c.AssignContract(contract.terms.id, contract.assignee)


def _block(context: ActContext, to: BlockArguments) -> Iterable[c.Action]:
    terms = context.find_contract(to.contract).terms
    blocked_by = to.blocked_by or one_line(to.reason)[:MAX_BLOCKED_BY]
    payload = TaskBlocked(original_task_ref=terms.id, blocked_by=blocked_by, reason=to.reason, needed=())
    return [c.Send(context.message(payload, [terms.delegator], "normal", first_line(to.reason), task_ref=terms.id))]


def _submit(context: ActContext, to: SubmitArguments) -> Iterable[c.Action]:
    terms = context.find_contract(to.contract).terms
    yield from _registered(context, to.output_artifacts)
    claims = [claim.model_dump(mode="json") for claim in to.evidence if isinstance(claim, Evidence)]
    if terms.delegator == context.actor and to.status == "completed":  # nobody sends itself a result
        made = tuple(Claim.model_validate(claim) for claim in claims)
        yield c.TransitionContract(terms.id, "submit", to.summary, made)
        return
    result = TaskResult(
        original_task_ref=terms.id, status=to.status, output_artifacts=to.output_artifacts, summary=to.summary
    )
    header: dict[str, Any] = {"task_ref": terms.id} | ({"extensions": {"evidence": claims}} if claims else {})
    yield c.Send(context.message(result, [terms.delegator], "normal", first_line(to.summary), **header))


def _registered(context: ActContext, refs: Sequence[str]) -> Iterable[Write]:
    """Yield the writes that register artifacts which the board does not have."""
    board = context.state.board
    for ref in dict.fromkeys(refs) if board.has_entry(join("agents", context.actor)) else ():
        if not list(board.artifact_owners(ref)):
            yield Write(join("agents", context.actor, "artifacts", ref), {"version": 1, "path": ref})


def _reject(context: ActContext, to: RejectArguments) -> Iterable[c.Action]:
    name = _judged(context, to.contract, "reject {}", "Only submitted or partial work is rejected.")
    return [send_verdict(context, name, "rejected", to.reason)]


def _send_back(context: ActContext, to: SendBackArguments) -> Iterable[c.Action]:
    name = _judged(context, to.contract, "send {} back", "Only submitted or partial work is sent back.")
    return [send_verdict(context, name, "changes_requested", to.reason, to.findings)]


def _judged(context: ActContext, contract: str, what: str, following: str) -> str:
    """Return the id of a contract with a result to judge; raises NotReadyError."""
    entry = context.find_contract(contract)
    name = entry.terms.id
    if entry.status not in ("submitted", "partial"):
        raise NotReadyError(what=what.format(name), reason=f"it is {entry.status}", next=following)
    return name


def _verify(context: ActContext, to: VerifyArguments) -> Iterable[c.Action]:
    proofs = context.gather_proofs(contract := context.find_contract(to.contract), to)
    return [c.ProveContract(contract.terms.id, proofs)] if proofs else []


def _act(name: str, arguments: type[Frozen], plan: Callable[[ActContext, Any], Iterable[c.Action]]) -> Act:
    return Act(name, arguments, plan, "contract", "contract")


ACTS = (
    _act("open_contract", OpenContractArguments, _open),
    _act("delegate", DelegateArguments, _delegate),
    _act("assign", AssignArguments, _assign),
    _act("claim", ClaimArguments, _claim),
    _act("start", StartArguments, _step("start")),
    _act("block", BlockArguments, _block),
    _act("submit", SubmitArguments, _submit),
    _act("verify", VerifyArguments, _verify),
    _act("accept", AcceptArguments, lambda context, to: [c.AcceptContract(to.contract, to.reason)]),
    _act("send_back", SendBackArguments, _send_back),
    _act("reject", RejectArguments, _reject),
    _act("release", ReleaseArguments, _step("release")),
    _act("refuse", RefuseArguments, _step("refuse")),
    _act("reopen", ReopenArguments, _reopen),
    _act("cancel", CancelArguments, _step("cancel")),
    _act("note", NoteArguments, lambda context, to: [c.AddNote(to.contract, to.text)]),
    _act("pause_contract", PauseContractArguments, lambda context, to: [c.PauseContract(to.contract, to.reason)]),
    _act("resume_contract", ResumeContractArguments, lambda context, to: [c.ResumeContract(to.contract)]),
)
