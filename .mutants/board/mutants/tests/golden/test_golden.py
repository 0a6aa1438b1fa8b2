"""Logs that were written once must replay for ever, to the same board. These files are never made anew."""

from pathlib import Path

import pytest

from renkei import replay
from renkei.board.document import board_document
from renkei.documents.yaml_reader import read_yaml
from renkei.engine.record import read_record

LOGS = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_of_an_earlier_release_replays_to_the_same_board(path: Path) -> None:
    state = replay(read_record(line) for line in path.read_bytes().splitlines())
    (board,) = read_yaml(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    assert board_document(state.board) == board.value


def test_there_is_a_log_of_every_format() -> None:
    from renkei.engine.upcast import FORMAT

    assert {path.stem.split("-")[1] for path in LOGS} == {str(number) for number in range(1, FORMAT + 1)}
