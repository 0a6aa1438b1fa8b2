"""The manifest from which an app for a bridge is created in Slack: its rights, events and commands."""

from typing import Any

from renkei.edges.chat.slack.api import SCOPES
from renkei.edges.chat.slack.forms import SLASH, usage_hint

EVENTS = (
    "app_home_opened",
    "channel_rename",
    "group_rename",
    "member_joined_channel",
    "member_left_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "reaction_added",
)
"""The events that the app hears."""


def manifest() -> dict[str, Any]:
    """Return the manifest as Slack reads it."""
    command = {
        "command": SLASH,
        "description": "Give a command to the project",
        "usage_hint": usage_hint(),
        "should_escape": True,
    }
    return {
        "display_information": {"name": "renkei"},
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "renkei", "always_online": True},
            "slash_commands": [command],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES)}},
        "settings": {
            "event_subscriptions": {"bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True},
            "socket_mode_enabled": True,
        },
    }
