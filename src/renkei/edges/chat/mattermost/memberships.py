"""Joining and leaving, as the system posts of Mattermost report it."""

from collections.abc import Iterator, Mapping
from typing import Any

from renkei.edges.chat.port import Membership

_JOINED = {
    "system_join_channel": "",
    "system_add_to_channel": "addedUserId",
    "system_join_team": "",
    "system_add_to_team": "addedUserId",
}
_LEFT = {
    "system_leave_channel": "",
    "system_remove_from_channel": "removedUserId",
    "system_leave_team": "",
    "system_remove_from_team": "removedUserId",
}
"""System posts about joins and leaves → the property with the user id ("" = the author)."""


def membership(post: Mapping[str, Any], kind: str, channel: str, cursor: str) -> Iterator[Membership]:
    """Yield who joined or left with a system post; nothing for one of another kind."""
    named = {**_JOINED, **_LEFT}.get(kind)
    if named is not None:
        user = str((post.get("props") or {}).get(named, "")) if named else str(post["user_id"])
        yield Membership(channel, user, kind in _JOINED, cursor)
