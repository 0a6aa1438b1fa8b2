"""Finds participants that joined or left a group of the project since its channel was last updated.

A group's users are compared with those stored, so that nothing is lost when the bridge is killed. The other direction
is in `intake`, which stores its own changes, so that joining a channel does not cause an invitation to it.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.port import Membership
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.state import EVERYBODY, State
from renkei.immutable.frozen import frozen


@frozen
class GroupChange:
    """The difference between a group and the known users of its channel."""

    channel: str
    group: str
    wanted: tuple[tuple[str, bool], ...]
    """The users to invite (true) or to remove (false), by their ids in the chat."""

    def store(self, file: BridgeFile) -> None:
        """Store that the channel has these changes, except for users heard to join or leave since they were computed.

        Raises LogError.
        """
        with file.groups:
            for user, joined in self.wanted:
                if (self.channel, user) not in file.moved:
                    _keep(file, self.channel, self.group, user, joined=joined)


def changes(state: Callable[[], State], settings: BridgeSettings, file: BridgeFile) -> list[GroupChange]:
    """Return the groups that changed. The channel of the group `all` has no invitations or removals."""
    with file.groups:
        file.moved.clear()
        return list(_changes(state(), settings, file))


def _changes(state: State, settings: BridgeSettings, file: BridgeFile) -> Iterator[GroupChange]:
    for channel, group in settings.channels.items():
        if group == EVERYBODY:
            continue
        members, before, people = state.members(group), _stored(file, channel, group), settings.people
        invited = [(user, True) for name in members for user in settings.users_of(name) if user not in before]
        removed = [(user, False) for user in before if user in people and people[user] not in members]
        if invited or removed:
            yield GroupChange(channel, group, (*invited, *removed))


@contextmanager
def following(file: BridgeFile, settings: BridgeSettings, change: Membership) -> Iterator[None]:
    """Run a block that updates a group after a change of its channel, then store that the channel has the change.

    It is stored even if the group already had the change, so that a user who joins the group again is invited.
    """
    with file.groups:
        yield
        _heard(file, settings, change)


def expect(file: BridgeFile, channel: str, user: str, *, joined: bool) -> bool:
    """Store that the bridge is about to invite or remove a user; return False if that is already its newest change.

    Raises LogError.
    """
    with file.groups:
        expected = _expected(file, channel, user)
        is_new = expected[-1:] != (joined,)
        if is_new:
            _expect(file, channel, user, (*expected, joined))
    return is_new


def expect_no_more(file: BridgeFile, channel: str, user: str, *, joined: bool) -> None:
    """Store that the bridge's newest change was not made, so that the user's own change is not mistaken for it."""
    with file.groups:
        expected = _expected(file, channel, user)
        if expected[-1:] == (joined,):
            _expect(file, channel, user, expected[:-1])


def was_expected(file: BridgeFile, settings: BridgeSettings, change: Membership) -> bool:
    """Return whether the bridge itself made a change, so that the group may have changed since.

    A chat may report late, when the bridge has changed the same user again, so expectations are kept in sequence. A
    confirmed change clears earlier ones; an unexpected one clears all, so a lost confirmation hides nothing. The change
    is stored as made, since the bridge may have been killed before storing it.
    """
    with file.groups:
        expected = _expected(file, change.channel, change.user)
        found = change.joined in expected
        left = expected[expected.index(change.joined) + 1 :] if found else ()
        if expected:
            _expect(file, change.channel, change.user, left)
        if found:
            _heard(file, settings, change)
    return found


MOST_EXPECTED = 10
"""Most expected changes of one user, for chats that do not report changes."""


def _expected(file: BridgeFile, channel: str, user: str) -> tuple[bool, ...]:
    """Return the expected changes of a user, the oldest first: true for an invitation."""
    return tuple(json.loads(file.position(_expectation(channel, user)) or "[]"))


def _expect(file: BridgeFile, channel: str, user: str, changes: tuple[bool, ...]) -> None:
    file.set_position(_expectation(channel, user), json.dumps(changes[-MOST_EXPECTED:]))


def _expectation(channel: str, user: str) -> str:
    return f"expected of {user} in {channel}"


def _heard(file: BridgeFile, settings: BridgeSettings, change: Membership) -> None:
    """Store a change reported by a channel; differences computed before are outdated."""
    _keep(file, change.channel, settings.channels[change.channel], change.user, joined=change.joined)
    file.moved.add((change.channel, change.user))


def _keep(file: BridgeFile, channel: str, group: str, user: str, *, joined: bool) -> None:
    others = [one for one in _stored(file, channel, group) if one != user]
    file.set_position(_side(channel, group), json.dumps(others + [user] * joined))


def _stored(file: BridgeFile, channel: str, group: str) -> list[str]:
    """Return the users of a group known to be in its channel."""
    found: list[str] = json.loads(file.position(_side(channel, group)) or "[]")
    return found


def _side(channel: str, group: str) -> str:
    return f"users of {group} in {channel}"
