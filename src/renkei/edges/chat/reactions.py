"""The characters of reactions for which chats have names, as Slack and Mattermost do."""

from collections.abc import Mapping

EMOJI: Mapping[str, str] = {
    "+1": "👍",
    "thumbsup": "👍",
    "ok_hand": "👌",
    "white_check_mark": "✅",
    "heavy_check_mark": "✔",
    "tada": "🎉",
    "rocket": "🚀",
    "-1": "👎",
    "thumbsdown": "👎",
    "x": "❌",
    "no_entry": "⛔",
    "leftwards_arrow_with_hook": "↩",
    "double_vertical_bar": "⏸",
    "pause_button": "⏸",
    "arrow_forward": "▶",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
"""Name of a reaction → its character, where it can answer a request."""


def emoji_of(name: str) -> str:
    """Return the character of a reaction, in any tone of skin; "" for a reaction that answers nothing."""
    return EMOJI.get(name.partition("::")[0].partition("_tone")[0].removesuffix("_skin"), "")
