"""What a machine tells the others: its last record and whose turns it began, and only when something changed."""

import json

import pytest

from memory_stream import MemoryStream, Servers
from records import began
from renkei.store.machines.telling import LATEST, MOST_TURNS, Telling, Told, read_machines
from team import START

KEY = "machines/a"


class Machine:
    """A machine whose clock a test moves; `written` counts what it told."""

    def __init__(self) -> None:
        self.servers = Servers()
        self.seconds = 0.0
        self.written = 0
        self.telling = Telling(MemoryStream(self.servers), "a", lambda: self.seconds)

    def note(self, seq: int, after: float = 0.0) -> int:
        """Note a last record, and return what others know."""
        self.seconds += after
        before = self.servers.shared.get(KEY)
        self.telling.note(seq)
        self.written += self.servers.shared.get(KEY) != before
        return self.told.seq

    @property
    def told(self) -> Told:
        return read_machines(self.servers.shared).get("a", Told(0, "", {}))


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_a_machine_tells_its_last_record_some_seconds_after_a_new_one(machine: Machine) -> None:
    assert machine.note(3) == 0
    assert machine.note(3, after=LATEST) == 3
    assert machine.note(3, after=1000) == 3
    assert machine.written == 1
    assert machine.note(4) == 3
    assert machine.note(5, after=LATEST) == 5


def test_a_stream_of_records_is_told_of_once_in_some_seconds(machine: Machine) -> None:
    for seq in range(1, 1001):
        machine.note(seq, after=0.01)
    assert 1 <= machine.written <= 5


def test_what_cannot_be_told_is_told_later(machine: Machine) -> None:
    machine.servers.stop()
    machine.note(3)
    assert machine.note(3, after=LATEST) == 0
    machine.servers.start()
    machine.note(3)
    assert machine.note(3, after=LATEST) == 3


def test_turns_are_told_by_any_process_and_never_forgotten(machine: Machine) -> None:
    machine.telling.note_own(began(3, "ann"))
    machine.telling.tell_turns(3)
    assert not machine.told.turns, "that would be too soon"
    machine.telling.tell_turns(3, now=True)
    assert machine.told.turns == {"ann": 3}
    other = Telling(MemoryStream(machine.servers), "a", lambda: machine.seconds)
    other.note_own(began(5, "bob"))
    machine.seconds += LATEST
    other.tell_turns(5)
    machine.note(6)
    assert machine.note(6, after=LATEST) == 6
    assert machine.told.turns == {"ann": 3, "bob": 5}
    assert not other.turns
    value = machine.servers.shared[KEY]
    other.tell_turns(9, now=True)
    assert machine.servers.shared[KEY] == value, "there is nothing new to tell"


def test_of_very_many_turns_the_newest_are_told(machine: Machine) -> None:
    for seq in range(1, MOST_TURNS + 11):
        machine.telling.note_own(began(seq, f"agent-{seq}"))
    machine.telling.tell_turns(seq, now=True)
    assert min(machine.told.turns.values()) == 11
    assert len(machine.told.turns) == MOST_TURNS


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"seq": 1, "at": "x", "turns": {}}',
        b'{"seq": null}',
        b'{"seq": Infinity, "at": "2026-11-28T09:00:00Z", "turns": {}}',
        b'{"seq": 1, "at": "0001-01-01T00:00:00+14:00", "turns": {}}',
        pytest.param(b"[" * 200_000, id="deep"),
    ],
)
def test_a_value_that_renkei_did_not_write_is_no_machine(machine: Machine, value: bytes) -> None:
    machine.servers.shared |= {KEY: value, "tokens": json.dumps({"seq": 1, "at": START, "turns": {}}).encode()}
    assert read_machines(machine.servers.shared) == {}
    machine.note(2)
    assert machine.note(2, after=LATEST) == 2
