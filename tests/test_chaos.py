"""The faults of `make chaos`, each in a smaller form.

A process is killed at every fourth of its writes, and with `EVERY_KILL=1` at each. The faults of servers that take long
run with `EVERY_KILL=1` only.
"""

import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("ptrace", reason="tracing a process needs Linux")
from fault_outcome import make
from faults import COMPARISON, FAULTS
from holding import HOLD, stopped
from load import NEVER, Failed, hammer, killed_load, reader
from prove import PROOFS, noticed
from stepping import can_trace, step_through
from unprotected import REMOVALS

from renkei.log.sqlite import SqliteLog
from thoroughness import EVERY_KILL

TRACED = ("kills", "torn writes", "power losses")
SCALE = dict.fromkeys(TRACED, 1.0 if EVERY_KILL else 0.12) | {
    "side files": 1.0,
    "clocks": 1.0,
    "torn log": 0.5,
    "load": 0.02,
    "machines": 0.05,
    "bridge": 0.04,
}
SMALL = 0.1
LONG = ("network", "rights", "replicas", "server disks")
QUICKLY_PROVED = ("clocks", "stopped", "side files", "torn log")


@pytest.mark.short("kills", "load")
@pytest.mark.skipif(sys.platform != "linux", reason="tracing a process needs Linux")
@pytest.mark.parametrize("name", [one for one in FAULTS if one != COMPARISON and (EVERY_KILL or one not in LONG)])
def test_a_fault_loses_nothing_that_was_acknowledged(name: str, tmp_path: Path) -> None:
    if name in TRACED and not can_trace():
        pytest.skip("this system does not let a process be traced")
    outcome = FAULTS[name](tmp_path, SCALE.get(name, SMALL))
    assert outcome.tried > 0
    assert outcome.acknowledged > 0
    assert outcome.unsound == ()
    assert outcome.lost == 0


@pytest.mark.long
def test_the_same_load_loses_letters_of_a_mailbox_that_is_read_and_truncated(tmp_path: Path) -> None:
    """The measure itself: what can lose something is seen to lose it."""
    assert FAULTS[COMPARISON](tmp_path, 0.02).lost > 0


@pytest.mark.short("clocks")
@pytest.mark.parametrize("fault", QUICKLY_PROVED)
def test_a_protection_that_is_taken_away_is_missed(fault: str) -> None:
    """The quick ones of `make chaos-proof`, which does this for every fault."""
    for protection in PROOFS[fault]:
        assert noticed(fault, protection, SMALL)


def test_a_removal_that_does_not_fit_the_package_any_more_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = partial(patch.object, SqliteLog, "append", lambda log, records: None)  # `append` has a further argument
    monkeypatch.setitem(REMOVALS, "stale", stale)
    with pytest.raises(AssertionError, match="not taken away: stale: TypeError"):
        noticed("clocks", "stale", SMALL)


def test_work_that_ends_with_an_error_has_not_held(tmp_path: Path) -> None:
    if not can_trace():
        pytest.skip("this system does not let a process be traced")

    def work(place: Path, tell: Callable[[str], None]) -> None:
        tell("done")
        raise ValueError("of the work")

    outcome = step_through("no fault", make(tmp_path / "made", 1), work, tmp_path)
    assert outcome.unsound == ("call 2: the work failed: ValueError: of the work",)  # telling is two calls


def test_a_worker_that_ends_with_an_error_is_told(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise ValueError("of the worker")

    _, told = hammer(fail, tmp_path, 0.1, seed=1)
    assert set(told) == {Failed("ValueError: of the worker")}


def test_a_reader_that_fails_is_noticed(tmp_path: Path) -> None:
    with reader(tmp_path / "nothing") as longest:
        active_children()[0].join()
        assert longest() == NEVER


def test_a_reader_that_waits_too_long_is_unsound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("load.PATIENCE", 0.0)
    (waited,) = killed_load(tmp_path / "p", 0.5).unsound
    assert waited.startswith("a reader waited")


@pytest.mark.long
def test_a_writer_that_waits_for_nobody_is_noticed(tmp_path: Path) -> None:
    nothing = HOLD.replace("with renkei.open(sys.argv[1]).log.exclusive()", "if True")
    assert nothing != HOLD
    assert "h0: the writer did not wait for the lock" in stopped(tmp_path, SMALL, nothing).unsound
