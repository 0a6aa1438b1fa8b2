"""A field of a board of 1,000 agents, changed and on disk as YAML, beside writing all of it with PyYAML in C."""

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml
from measure import Row, beside

import renkei
from renkei.board.document import board_document
from renkei.board.events import FieldWritten
from renkei.board.state import apply_field_written
from renkei.engine import commands as c
from renkei.store.board_file import BoardFile
from renkei.store.layout import Layout

AGENTS = 1000


def rows() -> Iterator[Row]:
    """Measure."""
    members = [c.Join(f"agent-{n}", "builds things") for n in range(AGENTS)]
    board = renkei.create(members=members).state.board
    numbers = itertools.count()
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        file = BoardFile(Layout(Path(place)))
        file.write(board)

        def ours() -> None:
            nonlocal board
            number = next(numbers)
            path = f"/agents/agent-{number % AGENTS}/current_task"
            at = "2030-01-01T00:00:00.000000Z"
            event = FieldWritten(path=path, value=f"T-{number}", at=at, author="human")
            board = apply_field_written(board, event, number)
            file.touch([event])
            file.write(board)

        def whole() -> None:
            text = yaml.dump(board_document(board), Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
            (Path(place) / "whole.yaml").write_text(text)

        mine, theirs = beside(ours, whole, 3)
        yield Row("board of 1,000 agents: a field → YAML on disk", mine, theirs, "PyYAML (C), whole", "≤ 5 ms", 5000)
