"""The time of a project whose clock was set back continues from its last record: nothing waits for the clock."""

import pytest

import renkei
from renkei.project import clock
from renkei.project.clock import TimeAfter
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import later

NOON = "2026-01-01T12:00:00.000000Z"
HOUR = 3_600_000_000


def test_the_time_of_a_clock_that_is_behind_continues_from_the_last_record(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: passed[0])
    after = TimeAfter()
    assert after(NOON, later(NOON, 5)) == later(NOON, 5)
    assert after(NOON, NOON) == after(NOON, later(NOON, -900_000)) == later(NOON, 1), "it catches up by itself"
    assert after(NOON, later(NOON, -HOUR)) == later(NOON, 1)
    passed[0] += 2.0
    assert after(NOON, later(NOON, 2_000_000 - HOUR)) == later(NOON, 2_000_000)
    assert after(later(NOON, 2_000_000), later(NOON, 2_000_000 - HOUR)) == later(NOON, 2_000_001)
    passed[0] += 1.0
    assert after(later(NOON, 2_000_001), later(NOON, 3_000_000 - HOUR)) == later(NOON, 3_000_000)
    assert after(later(NOON, 2_000_001), later(NOON, HOUR)) == later(NOON, HOUR)
    passed[0] += 1.0
    assert after(later(NOON, HOUR), NOON) == later(NOON, HOUR + 1), "the clock was set back again"


def test_what_is_gathered_wakes_and_who_is_alive_keeps_its_turn_after_the_clock_was_set_back() -> None:
    offset = [0]
    project = renkei.create(":memory:", "shop", "a goal", now=lambda: later(clock.utc_now(), offset[0]))
    project.join("ann", "backend")
    offset[0] = -HOUR
    payload = Freeform(intent_hint="NOTE", body="look", requires_response=False, urgency="normal")
    project.send(project.message("human", payload, "ann", "normal", "look"))
    assert project.wait_for_work("ann", timeout=5, pause=0.05) is not None
    before = project.state.at
    project.heartbeat("ann")
    assert project.heartbeats()["ann"] > before
