"""Decides each part of a command: one table from a part to the function that gives its events or refuses it.

`decide` changes nothing. A refusal is a ProtocolError that names what would have been allowed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.decide import Write, decide_write
from renkei.board.events import CommentsKept, RereadNoticed
from renkei.dispatch.match import check_condition
from renkei.dispatch.rules import Rule
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.access import check_write, need_actor, need_privilege
from renkei.engine.delegation import DELEGATION
from renkei.engine.sending import check_time, decide_send
from renkei.engine.state import EVERYBODY, SYSTEM, State
from renkei.engine.turns import TURNS
from renkei.errors import AlreadyExistsError, BadValueError, NotAllowedError, NotReadyError
from renkei.protocol.primitives import Timestamp
from renkei.wording import quote

TIMESTAMP: TypeAdapter[str] = TypeAdapter(Timestamp)

HUMAN = "human"
"""The human who always takes part."""


def _create(state: State, part: c.CreateProject, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    if state.name:
        raise AlreadyExistsError(what="another project", name=state.name)
    check_rules(part.rules)
    opening = c.CommandContext(SYSTEM, who.at, who.seen)
    goal = decide_write(state.board, Write("/goal", part.goal), HUMAN, who.at)
    phase = decide_write(state.board, Write("/current_phase", part.phase), HUMAN, who.at)
    return [
        e.ProjectCreated(name=part.name, locale=part.locale, guarded=part.guarded, at=who.at),
        *_join(state, c.Join(HUMAN, human=True), opening),
        e.RulesSet(rules=part.rules),
        *goal,
        *phase,
    ]


def check_rules(rules: Sequence[Rule]) -> None:
    """Raise BadValueError for a condition that is not an expression."""
    for rule in rules:
        for condition in (rule.condition, *(action.condition for _, action in rule.actions())):
            fault = check_condition(condition) if condition is not None else None
            if fault:
                raise BadValueError(
                    path=f"/events/{rule.event}/condition",
                    got=condition,
                    problem=f"{quote(condition)} is not a valid CEL expression: {fault}",
                )


def _join(state: State, part: c.Join, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    if part.actor in state.actors or part.actor in state.groups or part.actor in (SYSTEM, EVERYBODY):
        raise AlreadyExistsError(what="an actor or group", name=part.actor)
    need_privilege(state, who.actor, f"add {part.actor!r}")
    if part.human and who.actor in state.actors and not state.actors[who.actor].human:
        humans = ", ".join(one.id for one in state.everybody() if one.human)
        raise NotAllowedError(actor=who.actor, what=f"add the human {part.actor!r}", allowed=humans)
    joined = e.ActorJoined(actor=part.actor, human=part.human, lead=part.lead, role=part.role, at=who.at)
    if part.human:
        return [joined]
    entry = Write(join("agents", part.actor), {"role": part.role}, action=f"{part.actor} joined")
    return [joined, *decide_write(state.board, entry, who.actor, who.at)]


def _group(state: State, part: c.SetGroup, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    need_privilege(state, who.actor, f"define the group {part.group!r}")
    if part.group in state.actors or part.group in (EVERYBODY, SYSTEM):
        raise AlreadyExistsError(what="an actor or group", name=part.group)
    for member in part.members:
        need_actor(state, member)
    return [e.GroupSet(group=part.group, members=part.members)]


def _rules(state: State, part: c.SetRules, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    need_privilege(state, who.actor, "set the event rules")
    check_rules(part.rules)
    return [e.RulesSet(rules=part.rules)]


def _send(state: State, part: c.Send, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    return decide_send(state, part.message, who.actor, who.at, who.seen.get(part.message.id))


def _write(state: State, part: Write, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    check_write(state, who.actor, part.path)
    if part.at is not None:
        part = replace(part, at=_time(part.at))
        check_time(str(part.at), who.at)
    parts = split(part.path)
    if parts[0] == "pending_decisions" and (parts[-1] == "owner" or len(parts) == 2):
        owner = part.value.get("owner", "") if isinstance(part.value, dict) else part.value
        need_actor(state, str(owner))
    if parts[0] == "pending_decisions" and len(parts) == 2 and isinstance(part.value, dict):
        _check_open(part, who)
    if parts[0] == "agents" and parts[-1] == "status" and part.value == "completed" and who.actor == parts[1]:
        _check_done(state, parts[1])
    events = decide_write(state.board, _complete(part, who), who.actor, part.at or who.at)
    return [one for one in events if not isinstance(one, RereadNoticed) or one.to != SYSTEM]  # it reads nothing


def _close(state: State, part: c.CloseObligations, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    need_privilege(state, who.actor, "close obligations")
    return [
        e.ObligationClosed(message_id=one.message_id, debtor=debtor)
        for debtor in sorted(state.obligations)
        for one in state.owed_by(debtor)
        if debtor != part.keep
        and (one.message_id == part.message_id or (part.subject is not None and one.subject == part.subject))
        and (part.expects is None or part.expects in one.expects)
    ]


def _time(text: str) -> str:
    try:
        return TIMESTAMP.validate_python(text)
    except ValidationError:
        raise BadValueError(path="at", got=text, expected="a time such as 2026-01-15T09:30:00Z") from None


def _comments(state: State, part: c.KeepComments, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    need_privilege(state, who.actor, "comment on the board file")
    kept = dict(part.comments)
    return [] if kept == dict(state.board.comments) else [CommentsKept(comments=kept)]


def _complete(part: Write, who: c.CommandContext) -> Write:
    """Date a new blocker that its writer left undated."""
    if part.path.startswith("/blockers/") and isinstance(part.value, dict) and "created_at" not in part.value:
        return Write(part.path, part.value | {"created_at": who.at}, part.at, part.read_seq, part.if_seq, part.action)
    return part


def _check_open(part: Write, who: c.CommandContext) -> None:
    """Refuse a decision that is born resolved: only its owner or a human resolves it."""
    if who.actor != SYSTEM and (part.value.get("status", "open") != "open" or part.value.get("resolution")):
        raise BadValueError(
            path=f"{part.path}/status", got=part.value.get("status"), expected="status open and no resolution"
        )


def _check_done(state: State, agent: str) -> None:
    current = state.contracts.find(state.board.agent(agent, "current_task"))
    begun = [one for one in state.contracts.of(agent) if one.status in ("in_progress", "blocked") or one is current]
    for entry in begun[:1]:
        raise NotReadyError(
            what=f"mark {entry.terms.id} completed",
            reason=f"it is {entry.status}",
            next="Send a TASK_RESULT; the contract completes when its criteria are proved or accepted.",
        )


def decide(state: State, part: c.Action, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Give the events of one part; raises ProtocolError when it is not allowed here and now."""
    return DECIDE[type(part)](state, part, who)


DECIDE: dict[type[Any], Callable[[State, Any, c.CommandContext], Sequence[e.AnyEvent]]] = {
    c.CreateProject: _create,
    c.Join: _join,
    c.SetGroup: _group,
    c.SetRules: _rules,
    c.Send: _send,
    Write: _write,
    c.CloseObligations: _close,
    c.KeepComments: _comments,
    **DELEGATION,
    **TURNS,
}
"""How each part is decided. A test proves that no part is missing."""
