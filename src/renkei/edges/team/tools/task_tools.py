"""The tools of the shared task board: creating, claiming and finishing tasks. A task is a contract (section 4).

Models already know the names and parameters: an id such as `#1`, a subject, an owner, `blockedBy`. The life cycle of
contracts alone decides which steps a task may take.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from renkei.acts.contracts import return_step
from renkei.acts.names import Evidence, first_line
from renkei.acts.table import request
from renkei.agent_tools.message_tools import SendMessage
from renkei.agent_tools.tool import Answer, Tool
from renkei.agent_tools.work_tools import ListWork, SubmitWork, contract_data, list_work, override_of
from renkei.contracts.events import Proof
from renkei.contracts.lifecycle import Status
from renkei.contracts.model import Inputs, Output, TaskContract
from renkei.contracts.state import CLOSED_KEPT, Contract
from renkei.edges.team.port import RunningTeam
from renkei.edges.team.tools.acceptance import check_commands, criteria_of, has_to_prove
from renkei.edges.team.tools.task_ids import TaskId, TaskIds, contract_id, next_number, order, short_id
from renkei.engine import commands as c
from renkei.errors import AlreadyExistsError, BadValueError, NotReadyError
from renkei.project.acting import Request
from renkei.project.project import Project
from renkei.project.running.repositories import disable_new
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen, TupleOf
from renkei.texts.say import say

Step = Literal["pending", "in_progress", "completed", "cancelled"]

STATUS_NAMES: dict[Status, str] = {"open": "pending", "claimed": "pending", "accepted": "pending"}
"""Names of statuses on the task board that differ from the contract's."""


class TaskCreate(Frozen):
    """Arguments of `TaskCreate`."""

    subject: Annotated[str, Field(min_length=1, max_length=500)]
    """The task in one line."""
    description: str = ""
    """Further details."""
    blocked_by: Annotated[TaskIds, Field(alias="blockedBy")] = ()
    """Tasks that must be completed first, such as ["#1"]."""
    owner: str | None = None
    """The assignee; without one, any free member claims it."""
    role: str | None = None
    """The role that may claim it; without one, any."""
    criteria: TupleOf[str] = ()
    """When it is done. You accept the result."""
    command: TupleOf[str] = ()
    """A command that proves it by exit status 0, as a list of arguments."""
    paths: TupleOf[str] = ()
    """Patterns of the files that it changes, such as src/api/**: until it ends, no other member gets work on them."""


class TaskUpdate(Frozen):
    """Arguments of `TaskUpdate`."""

    id: TaskId
    """Such as "#1"."""
    status: Step | None = None
    """in_progress: take it and work; completed: submit it; pending: return it; cancelled: no longer needed."""
    owner: str | None = None
    """Your own id claims it; another id hands it over; "" returns it."""
    blocked_by: Annotated[TaskIds, Field(alias="blockedBy")] = ()
    """Tasks that you must wait for. You are woken when they are completed."""
    summary: str = ""
    """The result, or the reason."""
    evidence: TupleOf[Evidence] = ()
    """Evidence that each criterion is met."""


class TaskList(Frozen):
    """Arguments of `TaskList`: none."""


class TaskGet(Frozen):
    """Arguments of `TaskGet`."""

    id: TaskId
    """Such as "#1"."""


def task_create(team: RunningTeam, session: Session, arguments: TaskCreate) -> dict[str, Any]:
    """Open a short-form contract under the next free number."""
    project, file = session.project, team.file
    if not arguments.subject.strip():
        raise BadValueError(path="/subject", got=arguments.subject, expected="the task in one line")
    named, command = tuple(arguments.criteria), tuple(arguments.command)
    text = "\n\n".join(one for one in (arguments.subject.strip(), arguments.description.strip()) if one)
    terms: dict[str, Any] = {
        "delegator": session.agent,
        "assignee": arguments.owner or None,
        "inputs": Inputs(description=text),
        "expected_output": Output(format="what the task asks for"),
        "acceptance_criteria": criteria_of(file, arguments.subject, named, command),
        "depends_on": tuple(map(contract_id, arguments.blocked_by)),
        "roles": (arguments.role,) if arguments.role else (),
        "paths": tuple(arguments.paths),
    }
    number = next_number(project)
    while True:
        one = TaskContract(id=f"task-{number}", **terms)
        try:
            project.do(c.OpenContract(one, to_prove=has_to_prove(file, named, command)), actor=session.agent)
        except AlreadyExistsError:  # another member created this id first
            number += 1
            continue
        return line(session, project.find_contract(one.id)) | _nobody(session, arguments)


def _nobody(session: Session, arguments: TaskCreate) -> dict[str, Any]:
    """Return a warning if no member has the role that may claim a task."""
    state = session.project.state
    roles = {one.role for one in state.everybody() if not one.human}
    if not arguments.role or arguments.owner or arguments.role in roles:
        return {}
    return {"warning": say(state.locale, "tasks.no_role", role=arguments.role, roles=", ".join(sorted(roles)))}


def task_update(team: RunningTeam, session: Session, arguments: TaskUpdate) -> dict[str, Any]:
    """Claim, start, finish, release, hand over or block a task in one record."""
    project, agent = session.project, session.agent
    contract = project.find_contract(contract_id(arguments.id))
    task = contract.terms.id
    if arguments.owner not in (None, "", agent):
        _hand_over(session, contract, arguments)
    elif arguments.status == "completed":
        _submit(team, session, contract, arguments)
    elif requests := list(_requests(contract, agent, arguments)):
        project.perform(*requests, actor=agent)
    waits = [
        name for name in map(contract_id, arguments.blocked_by) if project.find_contract(name).status != "completed"
    ]
    if waits:
        named = ", ".join(map(short_id, waits))
        reason = arguments.summary or say(project.state.locale, "tasks.waits", tasks=named)
        project.block(task, reason, waits[0], actor=agent)
    after = project.find_contract(task)
    begun = after.assignee == agent and after.status == "in_progress"
    answer = line(session, after) | ({"terms": contract_data(after)["terms"]} if begun else {})
    return answer | _undecided(after)


def _requests(contract: Contract, agent: str, arguments: TaskUpdate) -> Iterator[Request]:
    """Yield the acts that move a task to the requested status. The life cycle rejects a claim of another's task."""
    status, reason = arguments.status, arguments.summary
    task = contract.terms.id
    is_mine = contract.assignee == agent
    if status == "cancelled":
        yield request("cancel", contract=task, reason=reason)
    elif status == "pending" or arguments.owner == "":
        yield request(return_step(contract.status), contract=task, reason=reason)
    elif arguments.owner is not None or status is not None:
        if not is_mine:
            yield request("claim", contract=task)
        if status == "in_progress" and not (is_mine and contract.status == "in_progress"):
            yield request("start", contract=task, reason=reason)


def _hand_over(session: Session, contract: Contract, arguments: TaskUpdate) -> None:
    if arguments.status not in (None, "pending"):
        hint = "Hand it over without a status: its new owner begins it."
        raise BadValueError(path="/status", got=arguments.status, hint=hint)
    session.project.assign(contract.terms.id, arguments.owner or "", arguments.summary, actor=session.agent)


def _submit(team: RunningTeam, session: Session, contract: Contract, arguments: TaskUpdate) -> None:
    """Submit a task to its delegator, after running the commands of its criteria."""
    project, agent, terms = session.project, session.agent, contract.terms
    proofs = _checked(team, session, contract)
    summary = arguments.summary.strip() or first_line(terms.inputs.description) or terms.id
    requests = [] if contract.closed or contract.assignee == agent else [request("claim", contract=terms.id)]
    requests.append(request("submit", contract=terms.id, summary=summary, evidence=arguments.evidence))
    with team.atomic_block():
        project.perform(*requests, actor=agent)
        _prove(project, terms.id, proofs)


def _submitted_work(arguments: SubmitWork) -> object:
    return arguments.contract if arguments.status == "completed" else None


def _submitted_by_message(arguments: SendMessage) -> object:
    given = arguments.payload if arguments.type == "TASK_RESULT" else None
    given = given or {}
    return given.get("original_task_ref") if given.get("status") == "completed" else None


SUBMITS: dict[type[Frozen], Callable[[Any], object]] = {
    SubmitWork: _submitted_work,
    SendMessage: _submitted_by_message,
}
"""Typed tools that can submit work, by their arguments' model → the contract that a call completes."""


def submit_checked(team: RunningTeam, tool: Tool, session: Session, arguments: Any) -> Answer:
    """Call a tool that may submit a contract; if so, run the commands of its criteria first, as for `TaskUpdate`."""
    project, name = session.project, SUBMITS[tool.arguments](arguments)
    contract = project.state.contracts.find(name) if isinstance(name, str) else None
    if contract is None:
        return tool.call(session, arguments)
    proofs = _checked(team, session, contract)
    with team.atomic_block():
        answer = tool.call(session, arguments)
        _prove(project, contract.terms.id, proofs)
    after = contract_data(project.find_contract(contract.terms.id))
    del after["terms"]
    return after if isinstance(answer, str) else answer | after


def prove_submitted(team: RunningTeam, agent: str, after: int) -> None:
    """Prove work that an agent submitted since a record without this process's tools, as a program can."""
    for contract in team.project.state.contracts.of(agent):
        criteria = contract.terms.acceptance_criteria
        to_run = any(criteria[one].command for one in contract.unproved)
        if to_run and contract.status == "submitted" and contract.moved > after:
            with suppress(NotReadyError):  # a note on the contract says what failed; its delegator judges
                session = Session(team.project, agent)
                _prove(team.project, contract.terms.id, _checks_of(team, session, contract, asks=False))


def _checked(team: RunningTeam, session: Session, contract: Contract) -> tuple[Proof, ...]:
    """Return the proofs by the criteria's commands if the agent works on the contract, otherwise none."""
    if contract.assignee != session.agent or contract.closed:
        return ()
    return _checks_of(team, session, contract)


def _checks_of(team: RunningTeam, session: Session, contract: Contract, *, asks: bool = True) -> tuple[Proof, ...]:
    """Return the proofs by the criteria's commands, run in an agent's directory."""
    directory = team.workspaces.directory_of(session.agent)
    try:
        return check_commands(session, team.file, contract, directory, team.workspaces.cage(directory), asks=asks)
    finally:
        disable_new(directory, team.workspaces.repositories_in(directory))


def _prove(project: Project, contract: str, proofs: tuple[Proof, ...]) -> None:
    """Record the proofs of commands that the runtime ran."""
    if proofs and project.find_contract(contract).status == "submitted":
        project.do_as_runtime(c.ProveContract(contract, proofs))


def _undecided(contract: Contract) -> dict[str, Any]:
    """Return what a submitted task still needs for its completion."""
    if contract.status != "submitted":
        return {}
    criteria = contract.terms.acceptance_criteria
    return {"accepted_by": contract.terms.delegator, "unproved": [criteria[one].criterion for one in contract.unproved]}


def task_list(session: Session, arguments: TaskList) -> dict[str, Any]:
    """Return all open tasks and the last closed ones, sorted by id."""
    known = session.project.state.contracts
    found = sorted(known.entries.values(), key=order)
    answer: dict[str, Any] = {"tasks": [line(session, one) for one in found]}
    if len(known.recent) >= CLOSED_KEPT:
        answer["not_listed"] = say(session.project.state.locale, "tasks.older", count=CLOSED_KEPT)
    return answer


def task_get(session: Session, arguments: TaskGet) -> Any:
    """Return the full terms of a task, its claims and notes."""
    return list_work(session, ListWork(contract=contract_id(arguments.id)))


def line(session: Session, contract: Contract) -> dict[str, Any]:
    """Return a task as a line of the board."""
    terms = contract.terms
    waits = session.project.state.contracts.waits_for(contract)
    found: dict[str, Any] = {
        "id": short_id(terms.id),
        "subject": first_line(terms.inputs.description),
        "status": STATUS_NAMES.get(contract.status, contract.status),
        "owner": contract.assignee,
        "blockedBy": [short_id(one) for one in waits],
    }
    if found["id"] != terms.id:
        found["contract"] = terms.id
    if terms.roles and contract.assignee is None:
        found["roles"] = list(terms.roles)
    return found | ({"paused": contract.paused} if contract.paused else {}) | override_of(contract)


def tools(team: RunningTeam) -> tuple[Tool, ...]:
    """Return the task board's tools for members of the team; the last is reserved for the lead."""
    return (
        Tool(
            "TaskCreate",
            "Put a task on the shared task board, for whoever claims it or for one owner. Returns its id.",
            TaskCreate,
            partial(task_create, team),
        ),
        Tool(
            "TaskUpdate",
            "Claim a task, begin it, hand it in as completed, give it back, hand it over, or say what it waits for.",
            TaskUpdate,
            partial(task_update, team),
        ),
        Tool(
            "TaskList",
            "List the tasks of the team: id, subject, status, owner, and what each waits for.",
            TaskList,
            task_list,
            reads=True,
        ),
        Tool("TaskGet", "Show one task in full: its terms, criteria and notes.", TaskGet, task_get, reads=True),
    )
