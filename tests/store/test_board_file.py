"""The file of the board shows one board, and says so."""

from pathlib import Path

from renkei.board.state import Board
from renkei.store.board_file import BoardFile
from renkei.store.layout import Layout
from team import small_team


def test_a_file_shows_the_board_that_was_written_to_it_last(tmp_path: Path) -> None:
    board = small_team(":memory:").state.board
    file = BoardFile(Layout(tmp_path))
    assert not file.shows(board)  # there is none yet
    file.write(board)
    assert file.shows(board)
    assert not file.shows(Board())
    file.path.write_text("edited")
    assert not file.shows(board)
    file.close()
