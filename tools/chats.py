"""The table of what each kind of chat can do, from the attributes of its class."""

from importlib import import_module

from renkei.edges.chat.kinds import KINDS
from renkei.edges.chat.port import Chat


def chats() -> str:
    """Return the table of chats for the page on bridges."""
    columns = ("", "longest post", "threads", "formatting", "reactions", "changed posts", "data", "commands")
    head = f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|\n"
    return head + "".join(_row(name, getattr(import_module(kind.module), kind.name)) for name, kind in KINDS.items())


def _row(name: str, chat: type[Chat]) -> str:
    marks = (chat.has_threads, chat.shows_blocks, chat.hears_reactions, chat.replaces_posts, chat.carries_data)
    cells = (name, f"{chat.limit:,} bytes", *("yes" if one else "–" for one in marks), f"`{chat.command_prefix}`")
    return f"| {' | '.join(cells)} |\n"
