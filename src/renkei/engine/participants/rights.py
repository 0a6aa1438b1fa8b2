"""The rights: one table from every variant of an action to the standings that allow it.

Some actions of commands have several variants (`_VARIANT`), such as one for each transition of a contract, access of a
board field, or request that a DECISION_RESULT answers. A standing is a participant's relation to the subject of the
action. `check_right` is called before any action is decided, so an action without a row does nothing.

The rights belong to actor ids. A caller of the library can name any id; an edge that admits agents from outside must
authenticate them.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from renkei.board.decide import Write
from renkei.board.fields import ACCESS, Access, pattern_of
from renkei.contracts.lifecycle import PERFORMERS, Party
from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine.participants.access import need_actor
from renkei.engine.state import HUMAN, SYSTEM, State
from renkei.errors import NotAllowedError, UnknownFieldError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import ConflictReportMessage, DecisionRequestMessage

Standing = Literal[
    "anybody",  # even non-participants: the creator of the project, and the clock
    "participant",
    "system",  # rules, and effects of the protocol
    "human",
    "lead",
    "self",  # the sender, the agent whose turn or board entry it is, the participant who leaves
    "delegator",
    "assignee",
    "candidate",  # may claim the contract by its roles and assignee
    "parent",  # assignee of the parent contract
    "owner",  # of the decision
    "reporter",  # of the conflict
    "asked",  # to resolve the conflict
    "involved",  # owns an artifact or a decision that is in conflict
    "producer",  # of the judged work
    "appointee",  # added by the producer, directly or indirectly
]


@frozen
class Right:
    """The name of an action, for errors; the standings that allow it; the standings that forbid it."""

    what: str
    may: tuple[Standing, ...]
    never: tuple[Standing, ...] = ()


LEADS: tuple[Standing, ...] = ("human", "lead", "system")
HUMANS: tuple[Standing, ...] = ("human", "system")
PARTIES: tuple[Standing, ...] = ("delegator", "assignee", *LEADS)
JUDGES: tuple[Standing, ...] = ("delegator", *LEADS)
BIASED: tuple[Standing, ...] = ("producer", "appointee")
"""Standings that never judge a producer's work: itself, and participants appointed by it."""

_OF: dict[Party, tuple[Standing, ...]] = {
    "assignee": ("assignee",),
    "delegator": ("delegator",),
    "privileged": ("lead", "human"),
    "candidate": ("candidate",),
    "system": ("system",),
}

ActionVariant = tuple[type[Any], str]
"""A class of actions, and the name of the variant; "" where there is only one."""

RIGHTS: dict[ActionVariant, Right] = {
    # The project
    (c.CreateProject, ""): Right("create the project", ("anybody",)),
    (c.SetRules, ""): Right("set the event rules", LEADS),
    (c.AddRules, ""): Right("add event rules", LEADS),
    (c.RemoveRules, ""): Right("remove event rules", LEADS),
    (c.SetContextDelivery, ""): Right("set the context delivery", LEADS),
    (c.Register, ""): Right("register {action.registration.name!r}", LEADS),
    (c.SetQuota, ""): Right("set the project's quota", LEADS),
    (c.HaltProject, ""): Right("halt the project", LEADS),
    (c.PauseProject, ""): Right("pause the project", LEADS),
    (c.ResumeProject, ""): Right("resume the project", LEADS),
    (c.Tick, ""): Right("check deadlines", ("anybody",)),
    # Participants
    (c.Join, "agent"): Right("add {action.actor!r}", LEADS),
    (c.Join, "human"): Right("add the human {action.actor!r}", HUMANS),
    (c.Leave, "agent"): Right("take {action.actor!r} out of the project", ("self", *LEADS)),
    (c.Leave, "human"): Right("take the human {action.actor!r} out of the project", HUMANS),
    (c.Leave, "always here"): Right("take {action.actor!r}, the human who always stays, out of the project", ()),
    (c.SetMerging, ""): Right("set how work of {action.actor!r} is completed", ("system",)),
    (c.SetGroup, ""): Right("define the group {action.group!r}", LEADS),
    (c.ChangeGroup, ""): Right("define the group {action.group!r}", LEADS),
    (c.SuspendActor, ""): Right("suspend {action.actor!r}", LEADS),
    (c.ResumeActor, ""): Right("resume {action.actor!r}", LEADS),
    # Turns
    (c.BeginTurn, ""): Right("take a turn of {action.agent!r}", ("self",)),
    (c.GiveNews, ""): Right("take a turn of {action.agent!r}", ("self",)),
    (c.RenewTurn, ""): Right("take a turn of {action.agent!r}", ("self",)),
    (c.EndTurn, ""): Right("take a turn of {action.agent!r}", ("self",)),
    (c.AbandonTurn, ""): Right("take a turn of {action.agent!r}", ("self",)),
    (c.InterruptTurn, ""): Right("end a turn of {action.agent!r}", ("self", *LEADS)),
    (c.GiveContextFeedback, ""): Right("correct what {action.agent!r} was given", ("self", *LEADS)),
    (c.MarkRead, ""): Right("mark as read what no turn has shown", HUMANS),
    # Messages; their effects are further actions of the sender
    (c.Send, ""): Right("send as {action.message.from_!r}", ("self",)),
    (c.Send, "DECISION_REQUEST"): Right("make the decision asked for in {ref!r}", ("owner", *HUMANS)),
    (c.Send, "CONFLICT_REPORT"): Right("resolve the conflict {ref!r}", ("asked", "involved", *LEADS)),
    (c.Send, "REVIEW_RESULT"): Right("review {ref!r}", ("participant", "system"), ("producer",)),
    (c.RecordPast, ""): Right("record what was said before", HUMANS),
    (c.CloseObligations, ""): Right("waive replies to {action.message_id!r}", ("self", *LEADS)),
    (c.TransferObligation, ""): Right("transfer obligations", LEADS),
    # The board: by the access of a field
    (Write, "lead"): Right("write {action.path}", LEADS),
    (Write, "own"): Right("write {action.path}", ("self", *LEADS)),
    (Write, "owner"): Right("write {action.path}", ("owner", *HUMANS)),
    (Write, "anyone"): Right("write {action.path}", ("participant", "system")),
    (Write, "system"): Right("write {action.path}", ("system",)),
    (Write, "report"): Right("write {action.path}", ("reporter", "asked", "involved", *LEADS)),
    (Write, "conflict"): Right("write {action.path}", ("asked", "involved", *LEADS)),
    (c.KeepComments, ""): Right("comment on the board file", LEADS),
    # Files
    (c.ReserveFiles, ""): Right("reserve files for {action.agent!r}", ("self", *LEADS)),
    (c.ReleaseFiles, ""): Right("release files of {action.agent!r}", ("self", *LEADS)),
    (c.SetFilePolicy, ""): Right("set the policy for files", LEADS),
    (c.RecordChanges, ""): Right("record changes of {action.agent!r}", ("self", *LEADS)),
    # Contracts
    (c.OpenContract, ""): Right("delegate as {action.terms.delegator!r}", ("delegator", *LEADS)),
    (c.OpenContract, "part"): Right("open a subcontract of {action.terms.parent!r}", ("parent", *LEADS)),
    (c.AssignContract, ""): Right("hand over {action.contract!r}", ("delegator", *LEADS)),
    (c.AddNote, ""): Right("comment on {action.contract!r}", PARTIES),
    (c.ClaimContract, ""): Right("claim {action.contract!r}", ("candidate",)),
    (c.AcceptContract, ""): Right("accept {action.contract!r}", JUDGES, BIASED),
    (c.ProveContract, ""): Right("prove {action.contract!r}", JUDGES, BIASED),
    (c.RecordMerge, ""): Right("record the merge of {action.contract!r}", ("system",)),
    (c.DelayMerge, ""): Right("delay the merge of {action.contract!r}", ("system",)),
    (c.PauseContract, ""): Right("pause {action.contract!r}", LEADS),
    (c.ResumeContract, ""): Right("resume {action.contract!r}", LEADS),
    (c.ReplaceParty, ""): Right("replace a party of {action.contract!r}", ("system",)),
} | {
    (c.TransitionContract, step): Right(
        step.replace("_", " ") + " {action.contract!r}",
        tuple(standing for party in parties for standing in _OF[party]),
        BIASED if step == "complete" else (),
    )
    for step, parties in PERFORMERS.items()
}
"""The standings that may do each variant of an action, and standings that never may, whatever else they are."""

_VARIANT: dict[type[Any], Callable[[State, Any], str]] = {
    c.Join: lambda state, action: "human" if action.human else "agent",
    c.Leave: lambda state, action: "always here" if action.actor == HUMAN else _kind(state, action.actor),
    c.TransitionContract: lambda state, action: action.transition,
    Write: lambda state, action: _access(state, action),
}
"""How the variants of an action are distinguished."""


def _kind(state: State, actor: str) -> str:
    return "human" if actor in state.actors and state.actors[actor].human else "agent"


def conflict_report(state: State, ref: str | None) -> ConflictReportMessage | None:
    """Return the CONFLICT_REPORT with an id; None if it is neither unread nor unanswered."""
    kept = state.messages.get(ref) if ref is not None else None
    return kept.message if kept is not None and isinstance(kept.message, ConflictReportMessage) else None


def _access(state: State, action: Write) -> Access | Literal["report", "conflict"]:
    """Return the access of a field; a blocker with the id of a CONFLICT_REPORT is the conflict itself."""
    row = pattern_of(action.path)
    if row[0] == "blockers" and conflict_report(state, split(action.path)[1]) is not None:
        return "report" if len(row) == 2 else "conflict"
    return ACCESS[row]


@frozen
class About:
    """The subject of an action; fields that do not apply are None. `maker`: the only maker of the artifact."""

    participant: str | None = None
    contract: Contract | None = None
    decision: str | None = None
    conflict: ConflictReportMessage | None = None
    parent: Contract | None = None
    maker: str | None = None

    @property
    def assignee(self) -> str | None:
        """The contract's assignee."""
        return self.contract.assignee if self.contract is not None else None

    @property
    def producer(self) -> str | None:
        """The producer of the judged work, even after leaving."""
        return self.maker if self.contract is None else self.contract.producer or self.contract.assignee


_TURNS = (c.BeginTurn, c.GiveNews, c.RenewTurn, c.EndTurn, c.AbandonTurn, c.InterruptTurn)
_FILES = (c.ReserveFiles, c.ReleaseFiles, c.RecordChanges)
_OF_AN_AGENT = frozenset((c.Leave, *_TURNS, *_FILES))
_BY_ANYBODY = frozenset((c.CreateProject, c.Tick))
_ABOUT: dict[type[Any], Callable[[State, Any], About]] = {
    c.Leave: lambda state, action: About(action.actor),
    c.Send: lambda state, action: About(action.message.from_),
    c.OpenContract: lambda state, action: About(action.terms.delegator),
    c.CloseObligations: lambda state, action: About(_sender(state, action.message_id)),
    Write: lambda state, action: _about_field(state, action.path),
} | {one: lambda state, action: About(action.agent) for one in (*_TURNS, *_FILES, c.GiveContextFeedback)}
"""The subject of each action; an unlisted action that names a contract is about it."""


def _sender(state: State, message_id: str | None) -> str | None:
    """Return the sender of a message that is still in the state."""
    known = state.messages.get(message_id) if message_id is not None else None
    return None if known is None else known.message.from_


def _about_field(state: State, path: str) -> About:
    pattern_of(path)  # refuses a path that names no field
    match split(path):
        case ("agents", agent, *_):
            return About(agent)
        case ("pending_decisions", decision, *_):
            return About(decision=decision)
        case ("blockers", blocker, *_):
            return About(conflict=conflict_report(state, blocker))
    return About()


def _about(state: State, action: Any) -> About:
    find = _ABOUT.get(type(action))
    return find(state, action) if find is not None else About(contract=state.contracts.find(_contract_of(action)))


def _contract_of(action: c.Action) -> str | None:
    return getattr(action, "contract", None)


HOLDERS: dict[Standing, Callable[[State, About], Collection[str]]] = {
    "participant": lambda state, about: state.actors,
    "candidate": lambda state, about: state.actors,  # `contracts.decide.claim` selects among them
    "system": lambda state, about: (SYSTEM,),
    "human": lambda state, about: [one.id for one in state.everybody() if one.human],
    "lead": lambda state, about: [one.id for one in state.everybody() if one.lead],
    "self": lambda state, about: _one(about.participant),
    "delegator": lambda state, about: _one(about.contract.terms.delegator if about.contract else about.participant),
    "assignee": lambda state, about: _one(about.assignee),
    "parent": lambda state, about: _one(about.parent.assignee if about.parent else None),
    "owner": lambda state, about: _one(state.board.get(join("pending_decisions", about.decision or "", "owner"))),
    "reporter": lambda state, about: _one(about.conflict.from_ if about.conflict else None),
    "asked": lambda state, about: _asked(state, about.conflict),
    "involved": lambda state, about: _involved(state, about.conflict),
    "producer": lambda state, about: _one(about.producer),
    "appointee": lambda state, about: _appointees(state, about.producer),
}
"""The participants with each standing to the subject of an action."""


def _one(actor: str | None) -> tuple[str, ...]:
    return () if actor is None else (actor,)


def _asked(state: State, conflict: ConflictReportMessage | None) -> Collection[str]:
    """Return the addressees of a report, and the debtors who replaced participants that left."""
    if conflict is None:
        return ()
    groups = [state.members(one) for one in conflict.receivers if one not in state.actors and one in state.groups]
    debtors = [one for one in state.obligations if conflict.id in state.obligations[one]]
    return dict.fromkeys((*conflict.receivers, *(member for group in groups for member in group), *sorted(debtors)))


def _involved(state: State, conflict: ConflictReportMessage | None) -> Collection[str]:
    """Return the present owners of the artifacts and decisions in conflict who owned them at the time of the report."""
    if conflict is None:
        return ()
    cells, reported = state.board.cells, state.messages[conflict.id].seq
    found: dict[str, None] = {}
    for ref in conflict.payload.conflicting_artifacts:
        for agent in state.board.artifact_owners(ref):
            base = join("agents", agent, "artifacts", ref)
            if any(cells[f"{base}/{name}"].seq < reported for name in ("description", "version", "path")):
                found[agent] = None
    for decision in conflict.payload.conflicting_decisions or ():
        owner = cells.get(join("pending_decisions", decision, "owner"))
        if owner is not None and owner.seq < reported:
            found[owner.value] = None
    return found


def _appointees(state: State, producer: str | None) -> Collection[str]:
    return [one.id for one in state.actors.values() if producer in one.appointed_by]


def check_right(state: State, actor: str, action: c.Action) -> None:
    """Raise NotAllowedError, naming the allowed parties, for an action without right; UnknownActorError for a stranger.

    A transition is checked by `contracts.decide`, after its status; completing is a judgement, and is checked here. A
    missing contract or agent is rejected when the action is decided.
    """
    kind = type(action)
    if actor != SYSTEM and kind not in _BY_ANYBODY:
        need_actor(state, actor)
    variant = _VARIANT[kind](state, action) if kind in _VARIANT else ""
    about = _about(state, action)
    if _is_left_to_decide(state, action, about):
        return
    if kind not in _BY_ANYBODY:
        check_variant(state, actor, (kind, variant), about, action=action)
    if isinstance(action, c.OpenContract) and (parent := state.contracts.find(action.terms.parent)) is not None:
        check_variant(state, actor, (c.OpenContract, "part"), About(parent=parent), action=action)


def _is_left_to_decide(state: State, action: Any, about: About) -> bool:
    if isinstance(action, c.TransitionContract) and action.transition != "complete":
        return True
    if type(action) in _OF_AN_AGENT:
        return about.participant not in state.actors
    return hasattr(action, "contract") and about.contract is None


def check_reply(state: State, actor: str, refs: Iterable[str]) -> None:
    """Raise NotAllowedError for a DECISION_RESULT to a request that its sender may not answer."""
    for ref in dict.fromkeys(one for one in refs if one in state.messages):
        request = state.messages[ref].message
        if isinstance(request, DecisionRequestMessage):
            decision = request.payload.decision_id
            check_variant(state, actor, (c.Send, request.type), About(decision=decision), ref=ref)
        elif isinstance(request, ConflictReportMessage):
            check_variant(state, actor, (c.Send, request.type), About(conflict=request), ref=ref)


def check_review(state: State, actor: str, ref: str) -> None:
    """Raise NotAllowedError if an actor would review an artifact that it alone produced.

    A participant who was asked may still answer: a request to a group may reach the producer too. The review of a
    submitted contract is a judgement, and is rejected as such.
    """
    if any(one.subject == ref and "REVIEW_RESULT" in one.expects for one in state.owed_by(actor)):
        return
    contract, makers = state.contracts.find(ref), tuple(state.board.artifact_owners(ref))
    if contract is not None and contract.status in ("submitted", "partial"):
        return
    about = About(contract=contract, maker=makers[0] if len(makers) == 1 else None)
    check_variant(state, actor, (c.Send, "REVIEW_RESULT"), about, ref=ref)


def check_variant(state: State, actor: str, variant: ActionVariant, about: About, **names: Any) -> None:
    """Raise NotAllowedError, naming the allowed parties, when an actor may not do an action."""
    right = RIGHTS[variant]
    biased = next((one for one in right.never if actor in HOLDERS[one](state, about)), None)
    if biased is None and any(actor in HOLDERS[one](state, about) for one in right.may):
        return
    if variant[0] is Write:
        _check_known(state, names["action"].path)
    what = right.what.format(**names)
    if biased == "producer":
        what = what.replace(" ", " its own work on ", 1)
    elif biased is not None:
        what = f"{what}, the work of {about.producer!r}, which gave it its rights"
    raise NotAllowedError(actor=actor, what=what, allowed=_allowed(state, right, about))


def judge_of(state: State, contract: Contract) -> str:
    """Return the judge of work: its delegator or, if that one may not judge it, a lead or else a human."""
    about = About(contract=contract)
    biased = {actor for one in BIASED for actor in HOLDERS[one](state, about)}
    leads = [one.id for one in state.everybody() if one.lead and one.id not in state.suspended]
    candidates = (contract.terms.delegator, *leads, *HOLDERS["human"](state, about))
    return next((one for one in candidates if one not in biased), HUMAN)


def _check_known(state: State, path: str) -> None:
    """Raise UnknownFieldError for a field of an entry that does not exist."""
    parts = split(path)
    if len(parts) > 2 and not state.board.has_entry(join(*parts[:2])):
        known = ", ".join(join(parts[0], name) for name in state.board.ids(parts[0])) or f"no entry yet in /{parts[0]}"
        raise UnknownFieldError(path=path, known=known)


def _allowed(state: State, right: Right, about: About) -> str:
    """Return the participants who may do an action: the parties of a contract by role, all others by id."""
    never = {actor for one in right.never for actor in HOLDERS[one](state, about)}
    found: dict[str, str] = {}
    for standing in right.may:
        for actor in HOLDERS[standing](state, about):
            if actor not in never and standing != "system":
                named = about.contract is not None and standing in ("delegator", "assignee")
                found.setdefault(actor, f"its {standing} {actor!r}" if named else actor)
    return ", ".join(found.values()) or NOBODY.get(right.may, "nobody")


NOBODY: dict[tuple[Standing, ...], str] = {
    (): "nobody, because one human always participates",
    ("system",): "only the system",
}
"""The allowed parties of actions that no participant may do, for errors."""
