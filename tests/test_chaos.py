"""The faults of `make chaos`, each in a smaller form; killing at every write point is done in full."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("ptrace", reason="tracing a process needs Linux")
from faults import COMPARISON, FAULTS
from holding import HOLD, stopped
from prove import PROOFS, noticed
from stepping import can_trace

SCALE = {
    "kills": 1.0,
    "torn writes": 1.0,
    "power losses": 0.25,
    "side files": 1.0,
    "clocks": 1.0,
    "torn log": 0.5,
    "load": 0.02,
}
SMALL = 0.1
QUICKLY_PROVED = ("clocks", "stopped", "side files", "torn log")
TRACED = ("kills", "torn writes", "power losses")


@pytest.mark.skipif(sys.platform != "linux", reason="tracing a process needs Linux")
@pytest.mark.parametrize("name", [name for name in FAULTS if name != COMPARISON])
def test_a_fault_loses_nothing_that_was_acknowledged(name: str, tmp_path: Path) -> None:
    if name in TRACED and not can_trace():
        pytest.skip("this system does not let a process be traced")
    outcome = FAULTS[name](tmp_path, SCALE.get(name, SMALL))
    assert outcome.tried > 0
    assert outcome.acknowledged > 0
    assert outcome.unsound == ()
    assert outcome.lost == 0


def test_the_same_load_loses_letters_of_a_mailbox_that_is_read_and_truncated(tmp_path: Path) -> None:
    """The measure itself: what can lose something is seen to lose it."""
    assert FAULTS[COMPARISON](tmp_path, 0.02).lost > 0


@pytest.mark.parametrize("fault", QUICKLY_PROVED)
def test_a_protection_that_is_taken_away_is_missed(fault: str) -> None:
    """The quick ones of `make chaos-proof`, which does this for every fault."""
    for protection in PROOFS[fault]:
        assert noticed(fault, protection, SMALL)


def test_a_writer_that_waits_for_nobody_is_noticed(tmp_path: Path) -> None:
    nothing = HOLD.replace("with renkei.open(sys.argv[1]).log.exclusive()", "if True")
    assert nothing != HOLD
    assert "h0: the writer did not wait for the lock" in stopped(tmp_path, SMALL, nothing).unsound
