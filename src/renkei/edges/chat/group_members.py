"""Finds who has joined or left a group of the project since its channel was last updated.

The members of a group are compared with those that were stored, so that nothing is lost when the bridge is killed. The
other direction is in `intake`, which stores what it changes, so that nobody is invited for having joined.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from renkei.edges.chat.bridge_file import BridgeFile
from renkei.edges.chat.port import Membership
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.state import EVERYBODY, State
from renkei.frozen import frozen


@frozen
class GroupChange:
    """The difference between a group and what was last stored for its channel."""

    channel: str
    group: str
    joined: tuple[str, ...]
    left: tuple[str, ...]
    """Who joined the group and who left it, as participants."""
    wanted: tuple[tuple[str, bool], ...]
    """The users to invite (true) or to remove (false), by their ids in the chat."""

    def store(self, file: BridgeFile) -> None:
        """Store that the channel has these changes, beside others that it had meanwhile; raises LogError."""
        side = _side(self.channel, self.group)
        with file.groups:
            stored = [one for one in _stored(file, side) if one not in (*self.joined, *self.left)]
            file.set_position(side, json.dumps([*stored, *self.joined]))


def changes(state: Callable[[], State], settings: BridgeSettings, file: BridgeFile) -> list[GroupChange]:
    """Return the groups that changed. Nobody is invited to the channel of everybody, or removed from it."""
    with file.groups:
        return list(_changes(state(), settings, file))


def _changes(state: State, settings: BridgeSettings, file: BridgeFile) -> Iterator[GroupChange]:
    for channel, group in settings.channels.items():
        if group == EVERYBODY:
            continue
        members, before = state.members(group), _stored(file, _side(channel, group))
        joined = tuple(name for name in members if name not in before)
        left = tuple(name for name in before if name not in members)
        if joined or left:
            invited = [(user, True) for name in joined for user in settings.users_of(name)]
            removed = [(user, False) for name in left for user in settings.users_of(name)]
            yield GroupChange(channel, group, joined, left, (*invited, *removed))


@contextmanager
def following(file: BridgeFile, settings: BridgeSettings, change: Membership, name: str) -> Iterator[None]:
    """Store, after a block that lets a group follow a change of its channel, that the channel has changed already.

    Also where the group was ahead: whoever then joins it again is invited.
    """
    side = _side(change.channel, settings.channels[change.channel])
    with file.groups:
        yield
        if len(list(settings.users_of(name))) == 1:  # another user of the participant is still to follow
            others = [one for one in _stored(file, side) if one != name]
            file.set_position(side, json.dumps(others + [name] * change.joined))


def expect(file: BridgeFile, channel: str, user: str, *, joined: bool) -> bool:
    """Store that the bridge itself is about to invite or remove a user; return False if that is the newest already.

    Raises LogError.
    """
    with file.groups:
        expected = _expected(file, channel, user)
        is_new = expected[-1:] != (joined,)
        if is_new:
            _expect(file, channel, user, (*expected, joined))
    return is_new


def expect_no_more(file: BridgeFile, channel: str, user: str, *, joined: bool) -> None:
    """Store that the newest change of the bridge was not made, so that the same by the user is not taken for it."""
    with file.groups:
        expected = _expected(file, channel, user)
        if expected[-1:] == (joined,):
            _expect(file, channel, user, expected[:-1])


def was_expected(file: BridgeFile, change: Membership) -> bool:
    """Return whether the bridge itself made a change, so that the group may have changed again since.

    A chat may tell late, when the bridge has changed the same user again, so expectations wait in their order. A change
    ends those before it, and one that was not expected ends all, so that one that never comes true hides nothing.
    """
    with file.groups:
        expected = _expected(file, change.channel, change.user)
        found = change.joined in expected
        if expected:
            left = expected[expected.index(change.joined) + 1 :] if found else ()
            _expect(file, change.channel, change.user, left)
    return found


MOST_EXPECTED = 10
"""How many changes of one user are expected, for chats that do not tell of changes."""


def _expected(file: BridgeFile, channel: str, user: str) -> tuple[bool, ...]:
    """Return the changes of a user that are still to be heard, the oldest first: true for an invitation."""
    return tuple(json.loads(file.position(_expectation(channel, user)) or "[]"))


def _expect(file: BridgeFile, channel: str, user: str, changes: tuple[bool, ...]) -> None:
    file.set_position(_expectation(channel, user), json.dumps(changes[-MOST_EXPECTED:]))


def _expectation(channel: str, user: str) -> str:
    return f"expected of {user} in {channel}"


def _stored(file: BridgeFile, side: str) -> list[str]:
    """Return the members of a group that are in its channel, as far as it is known."""
    found: list[str] = json.loads(file.position(side) or "[]")
    return found


def _side(channel: str, group: str) -> str:
    return f"members of {group} in {channel}"
