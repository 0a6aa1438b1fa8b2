"""Forms and pages in Slack: the form that asks for a reason, the app's home of a person, and the slash command."""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from renkei.edges.chat.bridge.commands import COMMANDS, READINGS, asks_reason
from renkei.edges.chat.port import Home
from renkei.edges.chat.slack.text import CHOICES, buttons_of
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

Json = dict[str, Any]

SLASH = "/renkei"
"""The slash command of the manifest; an app may give it another name."""

REASON = "renkei-reason"
"""The name of the form, its field and its input."""

BY_COMMAND = "command "
"""The beginning of the id of a slash command: only its author sees the answer to it."""

LONGEST_TITLE, LONGEST_SECTION, MOST_ENTRIES = 24, 2900, 45
"""Slack's limits: characters of a form's title and of a section; a page has 100 blocks, two for each entry."""


def usage_hint() -> str:
    """Return the words that Slack shows beside the command while a person types: commands that only read come first."""
    return " | ".join((*READINGS, *(one for one in COMMANDS if one not in READINGS)))


def line_of(text: str) -> str:
    """Return the words after the slash command as a command line."""
    return f"{SLASH} {text.strip() or 'help'}"


def asks_for_form(command: str) -> bool:
    """Return whether a command has its subject, and lacks its reason."""
    return asks_reason(command) and len(command.removeprefix(SLASH).split()) > 1


def reason_form(command: str, label: str, kept: Mapping[str, str], locale: Locale) -> Json:
    """Return a form that asks for the reason of a command. `kept`: what its submission brings back."""
    field = {
        "type": "input",
        "block_id": REASON,
        "label": _plain(say(locale, "chat.reason")),
        "element": {"type": "plain_text_input", "action_id": REASON, "multiline": True},
    }
    return {
        "type": "modal",
        "callback_id": REASON,
        "private_metadata": json.dumps({"command": command, **kept}, ensure_ascii=False),  # at most 3,000 characters
        "title": _plain(label if len(label) <= LONGEST_TITLE else f"{label[: LONGEST_TITLE - 1]}…"),
        "submit": _plain(say(locale, "chat.submit")),
        "blocks": [field],
    }


def submitted(view: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the command of a form with its reason, and what was kept; "" if the form is another one."""
    if view.get("callback_id") != REASON:
        return "", {}
    kept = json.loads(str(view["private_metadata"]))
    reason = view["state"]["values"][REASON][REASON]["value"]
    return f"{kept['command']} because {reason}", kept


def home_of(home: Home, locale: Locale) -> Json:
    """Return a person's page as the app's home."""
    blocks: list[Json] = [{"type": "header", "text": _plain(home.heading[:150])}]
    at = 0
    for group, entries in groupby(home.entries[:MOST_ENTRIES], key=lambda one: one.group):
        blocks.append({"type": "section", "text": _plain(group or " ")})
        for one in entries:
            blocks.append({"type": "section", "text": _plain(f"• {one.text}"[:LONGEST_SECTION])})
            if buttons := buttons_of(one.choices):
                blocks.append({"type": "actions", "block_id": f"{CHOICES}-{at}", "elements": buttons})
            at += 1
    more = len(home.entries) - MOST_ENTRIES
    if more > 0:
        blocks.append({"type": "section", "text": _plain(say(locale, "chat.more", count=more))})
    return {"type": "home", "blocks": blocks}


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text, "emoji": False}
