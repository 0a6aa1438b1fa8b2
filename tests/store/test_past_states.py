"""A past state is read from a stored state near it; the stored states are disposable and their number is bounded."""

import pytest

import renkei
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.apply import replay
from renkei.engine.settle import settle_on
from renkei.protocol.primitives import later
from renkei.store import past_states
from renkei.store.past_states import PastStates

LENGTH = 50


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(past_states, "SPACING", 10)
    monkeypatch.setattr("renkei.store.directory.SPACING", 10)
    with renkei.create(tmp_path / "p") as project:
        state = project.state
        while state.seq < LENGTH:
            command = c.Command(f"c{state.seq}", later(state.at, 1), "human", (Write("/goal", f"goal {state.seq}"),))
            record, state = settle_on(state, command)
            project.log.append([record])
    return tmp_path / "p"


def names(place):
    return sorted(int(one.stem) for one in (place / "states").glob("*"))


def test_a_past_state_is_that_of_a_replay_and_is_kept_along_the_way(place):
    with renkei.open(place) as project:
        records = list(project.records())
        for seq in (35, 35, 0, 9, 10, 11, LENGTH):
            assert project.state_at(seq) == replay(records[:seq])
    assert names(place) == [10, 20, 30, 40, 50]


def test_a_past_state_reads_only_the_records_after_the_stored_one(place, monkeypatch):
    with renkei.open(place) as project:
        project.state_at(35)
        read, asked = project.log.read, []
        monkeypatch.setattr(project.log, "read", lambda after=0: asked.append(after) or read(after))
        project.state_at(34)
    assert asked == [30]


@pytest.mark.parametrize("harm", [lambda file: file.unlink(), lambda file: file.write_bytes(b"damaged")])
def test_a_project_opens_from_a_past_state_when_its_snapshot_is_lost(harm, place, monkeypatch):
    monkeypatch.setattr("renkei.store.derived_files.SNAPSHOT_AT_CLOSE", 1)
    with renkei.open(place) as project:
        state = project.state
        project.state_at(35)
    harm(place / "snapshot.jsonl")
    (place / "states" / f"{LENGTH}.z").unlink()
    with renkei.open(place) as project:
        read, asked = project.log.read, []
        monkeypatch.setattr(project.log, "read", lambda after=0: asked.append(after) or read(after))
        assert project.state == state
    assert asked == [30]


def test_a_stored_state_that_does_not_fit_is_deleted(place):
    with renkei.open(place) as project:
        project.state_at(35)
    with renkei.open(place) as project:  # it has no state in memory
        (place / "states" / "30.z").write_bytes(b"damaged")
        (place / "states" / "20.z").replace(place / "states" / "29.z")
        assert project.state_at(35) == replay(list(project.records())[:35])
    assert names(place) == [10, 20, 30]


def test_a_project_that_is_only_read_stores_nothing(place):
    with renkei.open(place, read_only=True) as project:
        assert project.state_at(35) == replay(list(project.records())[:35])
    assert not (place / "states").exists()


def test_every_second_state_goes_when_there_are_too_many(place, monkeypatch):
    monkeypatch.setattr(past_states, "MOST", 3)
    with renkei.open(place) as project:
        project.state_at(LENGTH - 1)
    assert names(place) == [20, 40]


def test_states_are_stored_while_a_log_grows(tmp_path, monkeypatch):
    monkeypatch.setattr("renkei.store.derived_files.SNAPSHOT_EVERY", 10)
    monkeypatch.setattr(past_states, "SPACING", 10)
    with renkei.create(tmp_path / "p") as project:
        for number in range(25):
            project.do(Write("/goal", f"goal {number}"))
            project.flush()
    assert len(names(tmp_path / "p")) >= 2


def test_a_folder_that_cannot_be_made_is_left_alone(place):
    (place / "states").write_text("a file")
    with renkei.open(place) as project:
        assert project.state_at(35).seq == 35
        assert PastStates(place / "states", project.log).before(35) is None
