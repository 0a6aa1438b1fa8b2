"""The writes that undo a record hold only as long as nothing was written since."""

from board.factory import board_of_two, time, written
from renkei.board.decide import Write, decide_write
from renkei.board.reverting import reversal

STATUS = "/agents/ann/status"


def test_each_write_is_a_compare_and_set_on_what_the_record_wrote() -> None:
    board = board_of_two()
    write = Write(STATUS, "working")
    events = decide_write(board, write, "ann", time(4))
    board = written(board, write, "ann", 4, 9)
    assert reversal(board, 9, events, "by mistake") == [
        Write(STATUS, "idle", if_seq=9, action="reverted seq 9 of ann: by mistake")
    ]
    assert reversal(written(board, Write(STATUS, "idle"), "bob", 5, 10), 9, events) == []
