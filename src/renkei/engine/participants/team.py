"""Membership: joining, and groups."""

from collections.abc import Sequence
from typing import Any

from renkei.board.decide import Write, decide_write
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.events import ActorJoined, AnyEvent, GroupSet, MergingSet
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import ActionRow, EventRow, nothing
from renkei.engine.state import EVERYBODY, SYSTEM, Actor, State
from renkei.errors import AlreadyExistsError
from renkei.immutable.replacing import replace
from renkei.protocol.names import check_name


def decide_join(state: State, action: c.Join, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Add a participant, and an agent's entry on the board."""
    if action.actor in state.actors or action.actor in state.groups or action.actor in (SYSTEM, EVERYBODY):
        raise AlreadyExistsError(what="an actor or group", name=action.actor)
    check_name(action.actor, _taken(state))
    joined = ActorJoined(
        actor=action.actor,
        human=action.human,
        lead=action.lead,
        role=action.role,
        incarnation=state.departed.get(action.actor, 0) + 1,
        appointed_by=_chain(state, who.actor),
        at=who.at,
    )
    if action.human:
        return [joined]
    entry = Write(join("agents", action.actor), {"role": action.role}, action=f"{action.actor} joined")
    return [joined, *decide_write(state.board, entry, who.actor, who.at)]


def _decide_merging(state: State, action: c.SetMerging, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_actor(state, action.actor)
    same = state.actors[action.actor].merges == action.is_on
    return [] if same else [MergingSet(actor=action.actor, is_on=action.is_on)]


def _merging(state: State, event: MergingSet) -> State:
    actor = replace(state.actors[event.actor], merges=event.is_on)
    return replace(state, actors={**state.actors, event.actor: actor})


def _taken(state: State) -> tuple[str, ...]:
    return (*state.actors, *state.groups, SYSTEM, EVERYBODY)


def _chain(state: State, actor: str) -> tuple[str, ...]:
    """Return the chain of agents that a new participant has its rights from; empty if a human or the system adds it."""
    adds = state.actors.get(actor)
    return () if adds is None or adds.human else (adds.id, *adds.appointed_by)


def _decide_group(state: State, action: c.SetGroup, who: c.CommandContext) -> Sequence[AnyEvent]:
    if action.group in state.actors or action.group in (EVERYBODY, SYSTEM):
        raise AlreadyExistsError(what="an actor or group", name=action.group)
    check_name(action.group, _taken(state))
    for member in action.members:
        need_actor(state, member)
    return [GroupSet(group=action.group, members=action.members)]


def _decide_change(state: State, action: c.ChangeGroup, who: c.CommandContext) -> Sequence[AnyEvent]:
    members = state.groups.get(action.group, ())
    if action.is_in == (action.member in members):
        return []
    others = tuple(one for one in members if one != action.member)
    changed = (*others, action.member) if action.is_in else others
    return _decide_group(state, c.SetGroup(action.group, changed), who)


def _joined(state: State, event: ActorJoined) -> State:
    number = 1 + max((one.number for one in state.actors.values()), default=-1)
    actor = Actor(event.actor, number, event.human, event.lead, event.role, event.incarnation, event.appointed_by)
    last_active = state.last_active.delete(event.actor) if event.actor in state.last_active else state.last_active
    actors = dict(sorted({**state.actors, event.actor: actor}.items()))
    unread = state.unread.joined(EVERYBODY, event.actor)
    return replace(state, actors=actors, last_active=last_active, unread=unread)


def _group(state: State, event: GroupSet) -> State:
    before, unread = state.groups.get(event.group, ()), state.unread
    for member in before:
        unread = unread if member in event.members else unread.left(event.group, member)
    for member in event.members:
        unread = unread if member in before else unread.joined(event.group, member)
    return replace(state, groups=state.groups.set(event.group, event.members), unread=unread)


ACTIONS: dict[type[Any], ActionRow] = {
    c.Join: ActionRow(decide_join, contracts=nothing),
    c.SetMerging: ActionRow(_decide_merging, contracts=nothing),
    c.SetGroup: ActionRow(_decide_group, contracts=nothing),
    c.ChangeGroup: ActionRow(_decide_change, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    ActorJoined: EventRow(_joined, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
    MergingSet: EventRow(_merging, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
    GroupSet: EventRow(_group, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
}
