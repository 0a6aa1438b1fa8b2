"""The beginning of a turn is a lease: it needs no sync of its own, and a power failure takes the turn, but no work."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

import renkei
from renkei import Record
from renkei.errors import TurnLostError
from renkei.log.memory import MemoryLog
from renkei.project.project import Project

FILES = ("log.db", "log.db-wal")


class NotingLog(MemoryLog):
    """A log in memory that notes which appends were synced."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__()
        super().append(records)
        self.synced: list[bool] = []

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        super().append(records, synced=synced)
        self.synced.append(synced)


@pytest.fixture
def records() -> list[Record]:
    with renkei.create() as project:
        project.join("ann")
        return list(project.records())


def test_only_what_begins_or_renews_a_turn_is_not_synced(records: list[Record]) -> None:
    log = NotingLog(records)
    with Project(log).turn("ann") as turn:
        turn.renew(60)
        assert log.synced == [False, False]
        turn.set(status="working")
    assert log.synced == [False, False, True]


def test_a_beginning_that_changes_the_board_is_synced(records: list[Record]) -> None:
    log = NotingLog(records)
    project = Project(log)
    with project.turn("ann") as turn:
        turn.set(status="working")
    project.begin_turn("ann")
    project.interrupt_turn("ann")  # its entry says `error` until its next turn
    project.begin_turn("ann")
    assert project.state.board.agent("ann", "status") == "idle"
    assert log.synced == [False, True, False, True, True]


def test_a_power_failure_takes_a_turn_that_had_begun_and_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    place, after = tmp_path / "p", tmp_path / "after"
    with renkei.create(place) as project:
        project.join("ann")
        on_disk = {name: (place / name).read_bytes() for name in FILES}  # at the last sync
        turn = project.begin_turn("ann")
        shutil.copytree(place, after)
        (after / "log.db-shm").unlink()
        for name, content in on_disk.items():
            (after / name).write_bytes(content)
        turn.set(status="working")
        with renkei.open(after) as later:
            assert "ann" not in later.state.turns
            with pytest.raises(TurnLostError):
                later.end_turn(turn)
            with later.turn("ann") as again:
                again.set(status="working")
            assert later.state.board.agent("ann", "status") == "working"
        project.end_turn(turn)
    with renkei.open(place) as whole:
        assert whole.state.board.agent("ann", "status") == "working"
