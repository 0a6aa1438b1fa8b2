"""Documentation of chats: the abilities of each kind, the Slack app, and the example of a websocket chat."""

from importlib import import_module
from pathlib import Path

import yaml

from renkei.edges.chat.kinds import KINDS
from renkei.edges.chat.port import Chat
from renkei.edges.chat.slack.manifest import manifest

EXAMPLE = Path(__file__).parent.parent / "examples" / "websocket-chat" / "chat_on_renkei.py"

COLUMNS = {
    "threads": "has_threads",
    "formatting": "shows_blocks",
    "authors": "shows_authors",
    "files": "shows_files",
    "buttons": "shows_choices",
    "reactions": "hears_reactions",
    "changed posts": "replaces_posts",
    "data": "carries_data",
}
"""The attribute of each column that says yes or no."""


def chats() -> str:
    """Return the table of chats for the page on bridges."""
    columns = ("", "longest post", *COLUMNS, "commands")
    head = f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|\n"
    return head + "".join(_row(name, getattr(import_module(kind.module), kind.name)) for name, kind in KINDS.items())


def _row(name: str, chat: type[Chat]) -> str:
    marks = ("yes" if getattr(chat, one) else "–" for one in COLUMNS.values())
    return f"| {' | '.join((name, f'{chat.limit:,} bytes', *marks, f'`{chat.command_prefix}`'))} |\n"


def slack_manifest() -> str:
    """Return the manifest of the app for Slack as a block of YAML."""
    return f"```yml\n{yaml.safe_dump(manifest(), sort_keys=False, width=4000)}```\n"


def own_chat() -> str:
    """Return the program of a chat over websockets; it is tested as an example, not as code of a page."""
    return f"```py\n{EXAMPLE.read_text()}```\n"
