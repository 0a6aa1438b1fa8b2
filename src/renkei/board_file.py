"""Keeps `board.yaml` beside the log: the board for people and for anything that reads YAML.

The file is derived from the log; deleting it loses nothing.
"""

import os
import tempfile
from pathlib import Path

from renkei.board.document import board_document
from renkei.board.state import Board
from renkei.protocol.yaml_text import to_yaml


def write_board(path: Path, board: Board) -> None:
    """Replace the file in one step: a reader sees the old board or the new one, never half of one."""
    text = to_yaml(board_document(board))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".board-", suffix=".yaml")
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 – an open descriptor
            file.write(text)
        Path(name).chmod(0o644)
        os.replace(name, path)  # noqa: PTH105 – both names are texts
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
