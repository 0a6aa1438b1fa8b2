"""What Slack refuses of a post, and what it shows of one, as its public documentation says."""

import json
from typing import Any

Json = dict[str, Any]

MOST_METADATA = 8000


class SlackFaultError(Exception):
    """An answer `{"ok": false, "error": …}`."""


def shown(post: Json, with_metadata: bool) -> Json:
    """Return a post as Slack shows it, which leaves metadata out where it is not asked for."""
    hidden = {"channel"} if with_metadata else {"channel", "metadata"}
    return {name: value for name, value in post.items() if name not in hidden}


def within(post: Json, given: Json) -> bool:
    ts, oldest, latest = float(post["ts"]), float(given.get("oldest", 0)), float(given.get("latest", 9e9))
    inclusive = given.get("inclusive") in (True, "1", "true", "True")
    return oldest <= ts <= latest if inclusive else oldest < ts < latest


def check(given: Json) -> None:
    """Refuse what Slack refuses: metadata that is too long or too deep, and blocks beyond its limits."""
    metadata = given.get("metadata") or {}
    if len(json.dumps(metadata)) > MOST_METADATA:
        raise SlackFaultError("metadata_too_large")
    if any(not isinstance(one, str | int | bool) for one in (metadata.get("event_payload") or {}).values()):
        raise SlackFaultError("invalid_metadata_format")
    for block in given.get("blocks") or ():
        if block["type"] == "rich_text":
            texts = [one for section in block["elements"] for one in section["elements"]]
            if any(one["type"] == "text" and not 0 < len(one["text"]) <= 3000 for one in texts):
                raise SlackFaultError("invalid_blocks")
        elif block["type"] == "actions":
            buttons = block["elements"]
            names = {one["action_id"] for one in buttons}
            if len(buttons) > 25 or len(names) < len(buttons):
                raise SlackFaultError("invalid_blocks")
            if any(len(one["text"]["text"]) > 75 or len(one["value"]) > 2000 for one in buttons):
                raise SlackFaultError("invalid_blocks")


def check_view(view: Json, kind: str) -> None:
    """Refuse a form or a home beyond Slack's limits."""
    blocks = view["blocks"]
    names = [one["block_id"] for one in blocks if "block_id" in one]
    is_short = kind == "home" or (len(view["title"]["text"]) <= 24 and len(view["private_metadata"]) <= 3000)
    if view["type"] != kind or len(blocks) > 100 or len(set(names)) < len(names) or not is_short:
        raise SlackFaultError("invalid_arguments")
    if any(block["type"] == "section" and not 0 < len(block["text"]["text"]) <= 3000 for block in blocks):
        raise SlackFaultError("invalid_blocks")
    check({"blocks": [one for one in blocks if one["type"] == "actions"]})
