"""The chats whose exports can be imported, one row for each, and reading an export of one."""

from collections.abc import Callable, Sequence
from pathlib import Path

from renkei.edges.chat.past import discord_export, matrix_export, mattermost_export, slack_export
from renkei.edges.chat.past.export_files import ExportFiles
from renkei.edges.chat.past.reading import Reading
from renkei.edges.chat.past.spool import Spool

EXPORTS: dict[str, Callable[[Reading], None]] = {
    "slack": slack_export.read,
    "mattermost": mattermost_export.read,
    "matrix": matrix_export.read,
    "discord": discord_export.read,
}
"""The reader of each chat's exports."""


def read_exports(chat: str, paths: Sequence[Path], spool: Spool, progress: Callable[[int], None]) -> None:
    """Read exports of a chat into a spool; `progress` is called with the bytes that were read.

    Raises DocumentError with every fault, or OSError.
    """
    for path in paths:
        with ExportFiles(path) as files:
            EXPORTS[chat](Reading(files, spool, progress))
        spool.check(str(path))
