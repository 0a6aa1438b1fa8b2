"""What reaches a person who is away, and when, over a real service and with a clock that is moved."""

from pathlib import Path

import pytest

from notifications.away import away
from renkei import Join
from renkei.board.decide import Write
from renkei.edges.ages import age


def test_a_question_reaches_the_person_with_a_link_to_its_entry() -> None:
    with away() as person:
        person.ask("D-1", "Which *port*?")
        person.look()
        (one,) = person.hook.received
        assert one.title == "Decision: Which *port*?"
        assert one.body.splitlines() == [
            "Project: shop",
            "Asked by: bob",
            "",
            "http://view.test/waiting?entry=decision:D-1",
        ]


def test_a_japanese_project_notifies_in_japanese() -> None:
    with away(locale="ja") as person:
        person.ask("D-1", "どのポート？")
        person.look()
        (one,) = person.hook.received
        assert one.title == "決定: どのポート？"
        assert one.body.splitlines()[:2] == ["プロジェクト: shop", "依頼者: bob"]


def test_more_questions_come_as_one_digest_after_the_interval() -> None:
    with away() as person:
        person.ask("D-1")
        assert person.look() == 0
        for n in range(2, 9):
            person.ask(f"D-{n}", f"question {n}?")
        assert person.look(60) == 540
        assert person.look(539) == 1
        person.look(1)
        digest = person.hook.received[-1]
        assert (len(person.hook.received), digest.title) == (2, "8 things wait for you in shop")
        assert digest.body.splitlines() == [
            "The oldest has waited 10 min.",
            *(f"- Decision: question {n}?" for n in range(2, 7)),
            "and 3 more",
            "",
            "http://view.test/waiting",
        ]
        assert person.look(99_999) is None
        assert len(person.hook.received) == 2


def test_what_was_answered_in_time_is_not_sent() -> None:
    with away() as person:
        person.ask("D-1")
        person.look()
        person.ask("D-2")
        person.ask("D-3", "third?")
        person.look(60)
        person.answer("D-2")
        person.look(600)
        assert person.hook.titles == ["Decision: which port?", "Decision: third?"]
        assert "1 other thing waits for you." in person.hook.received[1].body


def test_what_was_answered_during_a_failure_is_not_sent() -> None:
    with away() as person:
        person.ask("D-1")
        person.hook.status = 500
        person.look()
        person.answer("D-1")
        person.hook.status = 200
        assert person.look(60) is None
        assert len(person.hook.received) == 1


def test_in_quiet_hours_nothing_is_sent_and_after_them_one_digest() -> None:
    with away(quiet_hours="22-7", time_zone="Europe/Berlin") as person:
        person.clock.at = "2026-01-05T21:30:00.000000Z"
        person.ask("D-1")
        assert person.look() == 8.5 * 3600
        person.ask("D-2")
        person.look(8 * 3600)
        assert person.hook.received == []
        person.look(1800)
        assert person.hook.titles == ["2 things wait for you in shop"]
        assert "The oldest has waited 8 h." in person.hook.received[0].body


def test_without_content_only_the_count_is_sent() -> None:
    with away(content=False) as person:
        person.ask("D-1", "who is the buyer?")
        person.look()
        person.ask("D-2")
        person.look(600)
        assert [(one.title, one.body) for one in person.hook.received] == [
            ("renkei", "1 thing waits for you.\n\nhttp://view.test/waiting"),
            ("renkei", "2 things wait for you.\n\nhttp://view.test/waiting"),
        ]


def test_only_the_chosen_kinds_are_sent() -> None:
    with away(when=("failures",)) as person:
        person.ask("D-1")
        assert person.look() is None
        person.project.pause("ann", "wait for me", actor="human")
        person.look()
        assert person.hook.titles == ["Agent stopped: ann"]


def test_an_agent_that_stops_again_is_told_again() -> None:
    with away(when=("failures",)) as person:
        for _ in range(2):
            person.project.pause("ann", "wait for me", actor="human")
            person.look()
            person.look(600)
            person.project.resume("ann", actor="human")
            person.look(600)
        assert person.hook.shown == ["Agent stopped: ann", "Agent stopped: ann"]


def test_blocked_agents_and_the_due_time_are_named_in_the_persons_time_zone() -> None:
    with away(time_zone="Asia/Tokyo") as person:
        person.ask("D-1", reply_by="2026-01-05T20:00:00Z")
        person.project.do(Write("/agents/ann/blocked_by", "D-1"), actor="ann")
        person.look()
        assert {"Blocked: ann", "Due: 2026-01-06 05:00"} <= set(person.hook.received[0].body.splitlines())


def test_a_failing_service_is_tried_again_and_its_problem_is_shown(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        person.ask("D-1")
        person.hook.status = 500
        assert (person.look(), person.look(5)) == (5, 10)
        assert "500" in person.problems[-1]
        person.hook.status = 200
        assert person.look(10) == 0
        assert person.problems[-1] == ""
        assert len({one.key for one in person.hook.received}) == 1
        assert person.look() is None


def test_the_pause_after_failures_doubles_up_to_five_minutes() -> None:
    with away() as person:
        person.ask("D-1")
        person.hook.status = 503
        assert [person.look() for _ in range(8)] == [5, 10, 20, 40, 80, 160, 300, 300]
        assert person.sender.look() == pytest.approx(300, abs=5)
        assert len(person.hook.received) == 8


def test_a_killed_process_repeats_exactly_its_notification_to_a_service_with_keys(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        person.ask("D-1")
        person.look()
        _forget_answer(person)
        person.kill()
        person.ask("D-2")
        person.look()
        assert person.hook.titles == ["Decision: which port?"] * 2
        assert person.hook.shown == ["Decision: which port?"]


def test_a_killed_process_reminds_after_the_interval_at_a_service_without_keys(tmp_path: Path) -> None:
    with away(tmp_path / "p", "ntfy topic") as person:
        person.ask("D-1")
        person.look()
        _forget_answer(person)
        person.kill()
        assert person.look(1) == 599
        assert len(person.hook.received) == 1
        person.look(599)
        person.look(600)
        assert len(person.hook.received) == 2
        person.answer("D-1")
        assert person.look(600) is None


def _forget_answer(person) -> None:  # type: ignore[no-untyped-def]
    """Leave the file as a kill does between the request and the note of its answer."""
    progress = person.sender._holding.progress
    told = {name: one.model_copy(update={"unsure": 1}) for name, one in progress.told.items()}
    person.sender._holding.save(progress.model_copy(update={"told": told}))


def test_a_process_that_starts_again_sends_nothing_twice(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        person.ask("D-1")
        person.look()
        person.kill()
        assert person.look(9999) is None
        assert len(person.hook.received) == 1


def test_of_two_processes_one_sends_and_the_other_takes_over_when_it_ends(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        person.ask("D-1")
        other = person.next_sender()
        person.look()
        assert other.look() == 2
        person.ask("D-2")
        person.sender._holding.release()
        person.clock.at = "2026-01-06T00:00:00.000000Z"
        other.look()
        assert person.hook.titles == ["Decision: which port?", "Decision: which port?"]
        assert len({one.key for one in person.hook.received}) == 2


def test_a_damaged_file_of_what_was_told_stops_nothing(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        person.ask("D-1")
        person.look()
        assert person.project.directory is not None
        (person.project.directory / "notifications" / "d1.json").write_bytes(b"\xff{")
        person.kill()
        person.look()
        assert len(person.hook.received) == 2


def test_a_person_who_has_left_is_a_problem_and_not_the_end() -> None:
    with away(person="kim") as person:
        assert person.look() == 5
        assert "'kim' is not a participant" in person.problems[-1]
        person.project.do(Join("kim", human=True))
        assert person.look() is None
        assert person.problems[-1] == ""


def test_a_wrong_address_in_the_file_is_a_problem_that_shows_no_secret() -> None:
    with away(url="nosuch") as person:
        person.ask("D-1")
        assert person.look() == 5
        assert "no service has the scheme 'nosuch'" in person.problems[-1]
        assert "hook-secret" not in person.problems[-1]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (7200, "2 h"), (90_000, "1 d")],
)
def test_ages_are_written_in_their_largest_unit(seconds: int, words: str) -> None:
    from renkei.protocol.primitives import later
    from team import START

    assert age(START, later(START, seconds * 1_000_000)) == words


def test_a_service_that_does_not_answer_in_time_is_asked_again_after_the_interval() -> None:
    with away(url="ntfy topic?rto=0.2") as person:
        person.ask("D-1")
        person.hook.answers.clear()
        assert person.look() == 5
        person.hook.answers.set()
        assert person.look(5) == 595
        assert "did not answer" in person.sender._holding.progress.problem
        person.look(595)
        assert len(person.hook.received) == 2
        assert person.look(9999) is None
