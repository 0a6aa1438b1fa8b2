"""Who participates: joining, and groups."""

from collections.abc import Sequence
from typing import Any

from renkei.board.decide import Write, decide_write
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.access import need_actor, need_privilege
from renkei.engine.events import ActorJoined, AnyEvent, GroupSet
from renkei.engine.replacing import replace
from renkei.engine.rows import ActionRow, EventRow, nothing
from renkei.engine.state import EVERYBODY, SYSTEM, Actor, State
from renkei.errors import AlreadyExistsError, NotAllowedError


def decide_join(state: State, action: c.Join, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Add a participant, and an agent's entry on the board."""
    if action.actor in state.actors or action.actor in state.groups or action.actor in (SYSTEM, EVERYBODY):
        raise AlreadyExistsError(what="an actor or group", name=action.actor)
    need_privilege(state, who.actor, f"add {action.actor!r}")
    if action.human and who.actor in state.actors and not state.actors[who.actor].human:
        humans = ", ".join(one.id for one in state.everybody() if one.human)
        raise NotAllowedError(actor=who.actor, what=f"add the human {action.actor!r}", allowed=humans)
    joined = ActorJoined(
        actor=action.actor,
        human=action.human,
        lead=action.lead,
        role=action.role,
        incarnation=state.departed.get(action.actor, 0) + 1,
        at=who.at,
    )
    if action.human:
        return [joined]
    entry = Write(join("agents", action.actor), {"role": action.role}, action=f"{action.actor} joined")
    return [joined, *decide_write(state.board, entry, who.actor, who.at)]


def _decide_group(state: State, action: c.SetGroup, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_privilege(state, who.actor, f"define the group {action.group!r}")
    if action.group in state.actors or action.group in (EVERYBODY, SYSTEM):
        raise AlreadyExistsError(what="an actor or group", name=action.group)
    for member in action.members:
        need_actor(state, member)
    return [GroupSet(group=action.group, members=action.members)]


def _joined(state: State, event: ActorJoined) -> State:
    number = 1 + max((one.number for one in state.actors.values()), default=-1)
    actor = Actor(event.actor, number, event.human, event.lead, event.role, event.incarnation)
    last_active = state.last_active.delete(event.actor) if event.actor in state.last_active else state.last_active
    return replace(state, actors=state.actors.set(event.actor, actor), last_active=last_active)


def _group(state: State, event: GroupSet) -> State:
    return replace(state, groups=state.groups.set(event.group, event.members))


ACTIONS: dict[type[Any], ActionRow] = {
    c.Join: ActionRow(decide_join, contracts=nothing),
    c.SetGroup: ActionRow(_decide_group, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    ActorJoined: EventRow(_joined, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
    GroupSet: EventRow(_group, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
}
