"""One thread follows the log and the time for all subscribers, and no exception ends it."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import ref

import pytest

import renkei
from renkei import Project
from renkei.board.decide import Write
from renkei.errors import LogNotWritableError
from renkei.project import follower as module
from renkei.project.follower import Problem
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import later
from renkei.store import problems
from team import START, small_team

PATIENCE = 10.0


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat at once what has failed."""
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.002)


@pytest.fixture
def project() -> Iterator[Project]:
    with small_team() as made:
        yield made


class Heard:
    """A subscriber that keeps what it was told, and lets a test wait for it."""

    def __init__(self, call: Callable[[], Any] = lambda: None) -> None:
        self.calls = 0
        self.problems: list[str] = []
        self._call = call
        self._changed = threading.Condition()

    def __call__(self) -> Any:
        try:
            return self._call()
        finally:
            with self._changed:
                self.calls += 1
                self._changed.notify_all()

    def hear(self, problem: Problem | None) -> None:
        with self._changed:
            self.problems.append("" if problem is None else str(problem.error))
            self._changed.notify_all()

    def until(self, holds: Callable[["Heard"], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self), PATIENCE)


def test_a_project_that_is_dropped_without_closing_goes_at_once_and_needs_no_garbage_collector() -> None:
    made = small_team()
    dropped = ref(made)
    made.wait_for_work("ann", 0)
    del made
    assert dropped() is None


def test_subscribers_are_called_at_once_and_for_each_new_record(project: Project) -> None:
    heard = Heard()
    project.follower.subscribe("one", heard)
    heard.until(lambda one: one.calls > 0)
    seen = heard.calls
    project.do(Write("/goal", "another"))
    heard.until(lambda one: one.calls > seen)


def test_subscribers_hear_of_new_records_before_the_deadlines_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    monkeypatch.setattr(module, "LOOK", 0.0)
    calls: list[str] = []

    def look() -> list[Any]:
        calls.append("deadlines")
        return []

    monkeypatch.setattr(module, "deadlines", lambda state, alive: look())
    first, second = (Heard(lambda name=name: calls.append(name)) for name in ("first", "second"))
    for name, one in (("first", first), ("second", second)):
        project.follower.subscribe(name, one)
        one.until(lambda one: one.calls > 0)
    calls.clear()
    project.do(Write("/goal", "another"))
    third = Heard()
    second.until(lambda one: one.calls > 1)
    project.follower.subscribe("third", third)
    third.until(lambda one: one.calls > 0)
    assert calls[:3] == ["first", "second", "deadlines"]


def test_a_subscriber_is_called_again_after_the_seconds_that_it_returned(project: Project) -> None:
    heard = Heard(lambda: 0.001)
    project.follower.subscribe("one", heard)
    heard.until(lambda one: one.calls > 3)


def test_a_subscriber_that_exits_does_not_end_the_thread(project: Project) -> None:
    exits = [SystemExit(3)]

    def leave() -> None:
        if exits:
            raise exits.pop()

    leaving, other = Heard(leave), Heard()
    project.follower.subscribe("leaving", leaving, leaving.hear)
    leaving.until(lambda one: one.problems == ["it called sys.exit(3)", ""])
    project.follower.subscribe("other", other)
    other.until(lambda one: one.calls > 0)


def test_a_subscriber_that_fails_is_called_again_and_hears_of_each_problem_once(project: Project) -> None:
    errors = [ValueError("a"), ValueError("a"), ValueError("b")]

    def fail() -> None:
        if errors:
            raise errors.pop(0)

    broken, other = Heard(fail), Heard()
    project.follower.subscribe("broken", broken, broken.hear)
    project.follower.subscribe("other", other, other.hear)
    broken.until(lambda one: "" in one.problems)
    assert broken.problems == ["a", "b", ""]
    assert other.problems == []
    assert project.follower.problem is None


def test_a_problem_says_since_when_it_exists_however_often_it_was_tried(project: Project) -> None:
    broken = Heard(lambda: 1 / 0)
    project.follower.subscribe("the room", broken)
    broken.until(lambda one: one.calls > 1)  # the first call has ended
    first = project.follower.problem
    broken.until(lambda one: one.calls > 3)
    found = project.follower.problem
    assert found is not None
    assert found is first
    assert str(found) == f"the room failed since {found.since}: ZeroDivisionError: division by zero"


def test_deadlines_that_cannot_be_applied_are_reported_to_everybody_until_they_can(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    monkeypatch.setattr(project, "tick", fail)
    heard = Heard()
    project.follower.subscribe("one", heard, heard.hear)
    heard.until(lambda one: len(one.problems) == 1)
    assert "the disk is full" in heard.problems[0]
    assert str(project.follower.problem).startswith("deadlines could not be applied since ")
    monkeypatch.undo()
    heard.until(lambda one: one.problems[-1] == "")


def test_a_log_that_cannot_be_waited_for_is_reported_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, project: Project
) -> None:
    real, fails = project.log.wait, [True]

    def wait(*arguments: Any) -> bool:
        if fails:
            raise OSError("gone")
        return real(*arguments)

    monkeypatch.setattr(project.log, "wait", wait)
    heard = Heard()
    project.follower.subscribe("one", heard, heard.hear)
    heard.until(lambda one: one.problems == ["gone"])
    fails.clear()
    heard.until(lambda one: one.problems == ["gone", ""])
    seen = heard.calls
    project.do(Write("/goal", "another"))
    heard.until(lambda one: one.calls > seen)


def test_a_deadline_is_applied_when_it_passes_though_nobody_acts() -> None:
    now = [START]
    with renkei.create(now=lambda: now[0], members=[renkei.Join("ann"), renkei.Join("bob")]) as project:
        ask = Freeform(intent_hint="TALK", body="?", requires_response=True, urgency="low")
        project.send(project.message("ann", ask, "bob", reply_by=later(START, 50_000)))
        last, heard = project.log.last(), Heard()
        project.follower.subscribe("one", heard)
        heard.until(lambda one: one.calls > 0)
        now[0] = later(START, 1_000_000)
        end = monotonic() + PATIENCE
        while project.log.last() == last and monotonic() < end:
            project.wait(last, 0.1)
        assert [one.overdue for one in project.obligations("bob")] == [True]


def test_the_log_is_not_waited_for_while_nobody_follows_it(monkeypatch: pytest.MonkeyPatch, project: Project) -> None:
    monkeypatch.setattr(module, "LOOK", 0.001)
    waited: list[int] = []
    real = project.log.wait
    monkeypatch.setattr(project.log, "wait", lambda *given: waited.append(1) or real(*given))
    heard = Heard(lambda: 0.001)
    subscription = project.follower.subscribe("one", heard, follows=False)
    heard.until(lambda one: one.calls > 5)
    assert waited == []
    subscription.follows = True
    subscription.ask()
    seen = heard.calls
    heard.until(lambda one: one.calls > seen + 2)
    assert waited != []


def test_the_thread_ends_with_the_last_subscriber_and_begins_again_with_the_next(project: Project) -> None:
    for _ in range(2):
        heard = Heard()
        subscription = project.follower.subscribe("one", heard)
        heard.until(lambda one: one.calls > 0)
        (thread,) = [one for one in threading.enumerate() if one.name == "renkei-follower"]
        subscription.end()
        subscription.end()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_subscription_that_has_ended_is_not_called(project: Project) -> None:
    heard, other = Heard(), Heard()
    subscription = project.follower.subscribe("one", heard)
    project.follower.subscribe("other", other)
    heard.until(lambda one: one.calls > 0)
    subscription.end()
    seen = heard.calls
    project.do(Write("/goal", "another"))
    before = other.calls
    project.do(Write("/goal", "a third"))
    other.until(lambda one: one.calls > before)
    assert heard.calls == seen


def test_a_closed_project_ends_the_thread() -> None:
    project = small_team()
    heard = Heard()
    project.follower.subscribe("one", heard)
    heard.until(lambda one: one.calls > 0)
    project.close()
    assert [one for one in threading.enumerate() if one.name == "renkei-follower"] == []


def test_a_forked_child_waits_for_work_with_a_thread_of_its_own(tmp_path: Any) -> None:
    with small_team(tmp_path / "p") as project:
        heard = Heard()
        project.follower.subscribe("one", heard)
        heard.until(lambda one: one.calls > 0)
        child = os.fork()
        if child == 0:
            found = project.wait_for_work("ann", 0.05)
            os._exit(0 if found is None else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_problem_can_be_read_in_another_process_while_it_lasts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    with small_team(tmp_path / "p") as project, renkei.open(tmp_path / "p") as other:
        monkeypatch.setattr(project, "tick", fail)
        heard = Heard()
        project.follower.subscribe("server", heard, heard.hear)
        heard.until(lambda one: len(one.problems) == 1)
        project.follower.subscribe("another", heard := Heard(lambda: 0.001))
        heard.until(lambda one: one.calls > 1)
        (found,) = other.problems()
        assert found.startswith("server: deadlines could not be applied since ")
        assert "the disk is full" in found
        monkeypatch.undo()
        seen = heard.calls
        heard.until(lambda one: project.follower.problem is None and one.calls > seen + 2)
        assert other.problems() == []


def test_a_problem_with_deadlines_is_shown_without_a_gap_while_agents_wait_one_after_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    with small_team(tmp_path / "p") as project, renkei.open(tmp_path / "p") as other:
        shown: list[list[str]] = []
        report = project.report_problem
        monkeypatch.setattr(project, "tick", fail)
        monkeypatch.setattr(project, "report_problem", lambda text: shown.append([text]) or report(text))
        since = set()
        for name in ("ann", "bob", "ann"):
            heard = Heard()
            waiting = project.follower.subscribe(f"waiting of {name}", heard, heard.hear)
            heard.until(lambda one: len(one.problems) == 1)
            waiting.end()
            (found,) = other.problems()
            since.add(found.partition(" since ")[2])
        assert len(since) == 1, "it began once"
        assert [one for one in shown[1:] if one == [""]] == []
        monkeypatch.undo()
        project.tick()
        assert other.problems() == []


def test_a_subscription_during_the_end_of_a_project_does_not_keep_it_from_ending(project: Project) -> None:
    called, released = threading.Event(), threading.Event()

    def hold() -> None:
        called.set()
        released.wait(PATIENCE)

    project.follower.subscribe("slow", hold)
    assert called.wait(PATIENCE)
    closing = threading.Thread(target=project.follower.close, daemon=True)
    closing.start()
    while project.follower.follows:
        pass
    heard = Heard()
    other = threading.Thread(target=project.follower.subscribe, args=("other", heard), daemon=True)
    other.start()
    released.set()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    heard.until(lambda one: one.calls > 0)


def test_the_problem_of_a_closed_project_is_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    with renkei.open(small_team(tmp_path / "p").directory or "") as other:
        with renkei.open(tmp_path / "p") as project:
            monkeypatch.setattr(project, "tick", fail)
            heard = Heard()
            waiting = project.follower.subscribe("waiting", heard, heard.hear)
            heard.until(lambda one: len(one.problems) == 1)
            waiting.end()
            assert len(other.problems()) == 1
        assert other.problems() == []


def test_the_problem_of_a_process_that_has_ended_is_not_shown(tmp_path: Path) -> None:
    with small_team(tmp_path / "p") as project:
        child = os.fork()
        if child == 0:
            project.report_problem("server: late")
            os._exit(0)
        os.waitpid(child, 0)
        assert project.problems() == []
        project.report_problem("server: now")
        assert project.problems() == ["server: now"]
        project.report_problem("")
        assert project.problems() == []


def test_a_problem_is_not_shown_as_that_of_another_process_with_the_same_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small_team(tmp_path / "p") as project:
        monkeypatch.setattr(problems, "_start", lambda process: 7)
        project.report_problem("server: late")
        assert project.problems() == ["server: late"]
        monkeypatch.setattr(problems, "_start", lambda process: 8)  # the id was given again
        assert project.problems() == []


def test_the_problem_of_a_subscriber_is_over_when_it_ends(project: Project) -> None:
    def fail() -> None:
        raise ValueError("a fault")

    project.follower.subscribe("another", Heard())
    heard = Heard(fail)
    failing = project.follower.subscribe("team", heard, heard.hear)
    heard.until(lambda one: len(one.problems) == 1)
    assert ["team failed" in one for one in project.problems()] == [True]
    failing.end()
    assert project.problems() == []


def test_what_an_ended_process_of_the_same_id_reported_is_over(tmp_path: Path) -> None:
    with small_team(tmp_path / "p") as project:
        project.report_problem("server: written before the machine was started again")
        heard = Heard()
        project.follower.subscribe("server", heard)
        heard.until(lambda one: one.calls > 0)
        assert project.problems() == []


def test_a_closed_project_has_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise LogNotWritableError(path="log.db", reason="the disk is full")

    with renkei.open(small_team(tmp_path / "p").directory) as other:
        project = renkei.open(tmp_path / "p")
        monkeypatch.setattr(project, "tick", fail)
        heard = Heard()
        project.follower.subscribe("server", heard, heard.hear)
        heard.until(lambda one: len(one.problems) == 1)
        project.close()
        assert other.problems() == []


def test_a_wait_goes_on_when_another_thread_closes_the_project(tmp_path: Path) -> None:
    project = small_team(tmp_path / ".renkei")
    found: list[str | None] = []
    waiter = threading.Thread(target=lambda: found.append(project.wait_for_work("bob")), daemon=True)
    waiter.start()
    while not project.follower.follows:
        pass
    project.close()
    project.post("hello", "bob", "high", actor="lead")
    waiter.join(30)
    assert found
    assert "to me" in str(found[0])
    project.close()


def test_waiting_for_no_number_of_seconds_does_not_wait() -> None:
    assert small_team().wait_for_work("ann", timeout=float("nan")) is None
