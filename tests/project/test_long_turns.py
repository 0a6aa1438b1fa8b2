"""Long turns: news and leases through the library, and a process that is killed in the middle of one."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import renkei
from renkei import Freeform, Project
from renkei.engine.events import NewsGiven, TurnEnded
from renkei.errors import NotAllowedError, TurnLostError, TurnOpenError
from renkei.testing import ManualClock
from team import small_team, work

HELLO = Freeform(intent_hint="FREEFORM", body="the port is 8080", requires_response=False, urgency="low")


def unread(project: Project, reader: str) -> list[str]:
    return [kept.message.id for kept in project.state.unread_of(reader)]


def test_news_is_recorded_counts_for_the_quota_and_is_read_when_the_turn_ends() -> None:
    project = small_team()
    with project.turn("ann", locale="ja") as turn:
        assert turn.news() is None
        before = project.state
        project.send(project.message("bob", HELLO, "ann", id="m1"))
        found = turn.news(budget=300)
        assert found is not None
        assert "the port is 8080" in found.text
        assert "=== あなたに関わる変化 (relevant) ===" in found.text
        assert (found.budget, found.rendering) == (300, "delta")
        *_, record = project.records()
        (event,) = record.events
        assert isinstance(event, NewsGiven)
        assert (event.turn, event.tokens, event.locale, event.read) == (turn.id, found.tokens, "ja", ("m1",))
        assert project.state.tokens_spent == before.tokens_spent + found.tokens
        seq = project.state.seq
        assert turn.news() is None
        assert project.state.seq == seq  # asking in vain appends nothing
        assert unread(project, "ann") == ["m1"]
    assert unread(project, "ann") == []


def test_an_exception_after_news_gives_it_again() -> None:
    project = small_team()
    project.send(project.message("bob", HELLO, "ann", id="m0"))

    def fails_at_work() -> None:
        with project.turn("ann") as turn:
            project.send(project.message("bob", HELLO, "ann", id="m1"))
            assert turn.news() is not None
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails_at_work()
    assert unread(project, "ann") == ["m0", "m1"]
    assert [one.id for one in project.context("ann").given] == ["m0", "m1"]


def test_renewing_news_acts_and_heartbeats_keep_a_turn_open() -> None:
    clock = ManualClock()
    project = small_team(now=clock)
    turn = project.begin_turn("ann", lease=60)
    clock.advance(50)
    turn.renew()
    clock.advance(50)
    project.tick()
    project.send(project.message("bob", HELLO, "ann"))
    assert turn.news() is not None
    clock.advance(50)
    project.tick()
    project.heartbeat("ann")
    clock.advance(50)
    project.tick()
    turn.renew(3600)
    clock.advance(3000)
    project.tick()
    assert project.end_turn(turn) is not None


def test_a_turn_that_is_no_longer_open_has_no_news_and_no_lease() -> None:
    project = small_team()
    turn = project.begin_turn("ann")
    project.interrupt_turn("ann", "it hangs")
    for use in (turn.news, turn.renew, lambda: project.end_turn(turn)):
        with pytest.raises(TurnLostError):
            use()
    newer = project.begin_turn("ann")
    with pytest.raises(TurnLostError):
        turn.news()
    project.end_turn(newer)
    assert project.interrupt_turn("ann", "again") is None


def test_an_agent_cannot_interrupt_another() -> None:
    project = small_team()
    project.begin_turn("ann")
    with pytest.raises(NotAllowedError):
        project.interrupt_turn("ann", "no", actor="bob")


def test_a_waiting_agent_notices_a_turn_whose_lease_is_over() -> None:
    clock = ManualClock()
    project = small_team(now=clock)
    project.do(work("T-1", assignee="ann"), actor="lead")
    with project.turn("ann") as turn:
        turn.transition("T-1", "start")
    project.begin_turn("ann", lease=60)
    found: list[str | None] = []
    waiting = threading.Thread(target=lambda: found.append(project.wait_for_work("lead", 30)))
    clock.advance(61)
    waiting.start()
    waiting.join()
    assert "to me" in str(found[0])
    assert project.state.board.agent("ann", "status") == "error"
    assert project.wait_for_work("ann", 0) == "its last turn was interrupted (its lease ended)"


def test_the_wake_reason_of_an_agent_whose_lease_is_over_needs_no_tick() -> None:
    clock = ManualClock()
    project = small_team(now=clock)
    project.begin_turn("ann", lease=60)
    assert project.wake_reason("ann") is None
    clock.advance(61)
    assert project.wake_reason("ann") == "its last turn was interrupted (its lease ended)"


def test_a_lease_that_is_over_does_not_keep_the_agent_from_its_next_turn() -> None:
    clock = ManualClock()
    project = small_team(now=clock)
    dead = project.begin_turn("ann", lease=60)
    clock.advance(61)
    with project.turn("ann") as turn:
        assert "INTERRUPTED" in turn.context.text
    with pytest.raises(TurnLostError):
        project.end_turn(dead)


def test_taking_over_without_an_open_turn_interrupts_nothing() -> None:
    project = small_team()
    with project.turn("ann", take_over=True) as turn:
        assert "INTERRUPTED" not in turn.context.text


WORKER = """
import sys
import renkei

project = renkei.open(sys.argv[1])
turn = project.begin_turn("ann")
turn.set(status="completed")
assert "the port is 8080" in turn.context.text
news = turn.news()
print(news.text if news else "begun", flush=True)
sys.stdin.readline()
news = turn.news()
print("use 9090" in news.text, flush=True)
sys.stdin.readline()
"""


def test_a_killed_process_is_replaced_by_one_that_takes_over_and_receives_everything_again(tmp_path: Path) -> None:
    project = renkei.create(tmp_path, "team", "a goal")
    project.join("lead", lead=True)
    project.join("ann")
    project.do(work("T-1", assignee="ann"), actor="lead")
    with project.turn("ann") as turn:
        turn.transition("T-1", "start")
    project.send(project.message("lead", HELLO, "ann", id="m1"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WORKER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stdout.readline() == "begun\n"
        project.send(project.message("lead", HELLO.model_copy(update={"body": "use 9090"}), "ann", id="m2"))
        worker.stdin.write("\n")
        worker.stdin.flush()
        assert worker.stdout.readline() == "True\n"
        worker.send_signal(signal.SIGKILL)
    with pytest.raises(TurnOpenError, match="ann"):
        project.begin_turn("ann")
    with project.turn("ann", take_over=True) as turn:
        assert [one.id for one in turn.context.given] == ["m1", "m2"]
        assert "INTERRUPTED" in turn.context.text
    ended = [one for record in project.records() for one in record.events if isinstance(one, TurnEnded)]
    assert [(one.finished, one.by, one.read) for one in ended[1:]] == [(False, "ann", ()), (True, None, ("m1", "m2"))]
    assert unread(project, "ann") == []
    assert project.state.board.agent("ann", "status") == "working"
    assert project.wake_reason("ann") == "T-1 is in progress"
    project.close()
