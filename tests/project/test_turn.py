"""A turn reads on entry and writes on exit, whole or not at all; what it was given stays unread until it ends."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import renkei
from renkei import Freeform, Project
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.errors import (
    BadValueError,
    BudgetTooSmallError,
    DocumentError,
    DuplicateCommandError,
    DuplicateIdError,
    FieldMovedError,
    FutureTimestampError,
    LogUncertainError,
    NobodyReachedError,
    TurnLostError,
    TurnOpenError,
    UnknownActorError,
    UnknownMessageError,
)
from renkei.protocol.primitives import later
from renkei.testing import log_faults
from team import START, handoff, small_team, ticking_clock, work

HELLO = Freeform(intent_hint="FREEFORM", body="hello", requires_response=False, urgency="low")


def unread(project: Project, reader: str) -> list[str]:
    return [kept.message.id for kept in project.state.unread_of(reader)]


def test_an_exception_in_a_turn_writes_nothing_and_leaves_its_messages_unread() -> None:
    project = small_team()
    project.send(project.message("ann", HELLO, "bob", id="m1"))

    def fails_at_work() -> None:
        with project.turn("bob") as turn:
            turn.set(status="working")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails_at_work()
    assert project.state.board.get("/agents/bob/status") == "idle"
    assert unread(project, "bob") == ["m1"]
    with project.turn("bob") as turn:
        assert "hello" in turn.context.text
    assert unread(project, "bob") == []


def test_what_is_refused_at_the_end_of_a_turn_leaves_its_messages_unread() -> None:
    project = small_team()
    project.send(project.message("ann", HELLO, "bob", id="m1"))
    with pytest.raises(renkei.ProtocolError), project.turn("bob") as turn:
        turn.write("/agents/ann/status", "working")
    assert unread(project, "bob") == ["m1"]
    with project.turn("bob"):
        pass


def test_a_message_that_comes_during_a_turn_is_not_read_by_it() -> None:
    project = small_team()
    with project.turn("bob"):
        project.send(project.message("ann", HELLO, "bob", id="late"))
    assert unread(project, "bob") == ["late"]


def test_an_agent_has_one_turn_at_a_time_until_the_lease_is_over() -> None:
    project = small_team(now=ticking_clock(START))
    dead = project.begin_turn("bob", lease=30)
    with pytest.raises(TurnOpenError, match="lease expires"):
        project.begin_turn("bob")
    project.now = lambda: later(START, 3_600_000_000)
    with project.turn("bob") as turn:
        turn.set(status="working")
    dead.set(status="error")
    with pytest.raises(TurnLostError):
        project.end_turn(dead)
    assert project.state.board.get("/agents/bob/status") == "working"


def test_a_turn_ends_once() -> None:
    project = small_team()
    turn = project.begin_turn("bob")
    project.end_turn(turn)
    with pytest.raises(TurnLostError):
        project.end_turn(turn)


def test_what_is_given_to_a_turn_after_its_end_is_refused_at_once() -> None:
    project = small_team()
    with project.turn("bob") as written:
        written.set(status="working")
    abandoned = project.begin_turn("bob")
    project.abandon_turn(abandoned)
    with pytest.raises(ValueError, match="no bread"), project.turn("bob") as failed:
        raise ValueError("no bread")
    with project.act_as("lead") as acted:
        acted.write("/current_phase", "build")
    for ended in (written, abandoned, failed, acted):
        for act in (lambda one: one.set(status="idle"), lambda one: one.claim("T-1"), lambda one: one.accept("T-1")):
            with pytest.raises(TurnLostError):
                act(ended)
    assert repr(written) == "<Turn of bob: ended>"


def test_terms_that_are_no_contract_are_refused_at_once_and_the_turn_goes_on() -> None:
    project = small_team()
    with project.turn("ann") as turn:
        with pytest.raises(BadValueError, match="/terms: 'TC-1' is not allowed"):
            turn.open_contract("TC-1")  # type: ignore[arg-type]
        turn.set(status="working")
    assert project.state.board.agent("ann", "status") == "working"


def test_a_turn_claims_what_is_ready_one_after_the_other_and_its_own_first() -> None:
    project = small_team()
    with project.act_as("lead") as lead:
        lead.add(work("T-1", assignee=None))
        lead.add(work("T-2", assignee=None, priority="blocking"))
        lead.add(work("T-3", assignee="bob"))
        lead.add(work("T-4", assignee="ann"))
    assert [one.terms.id for one in project.ready("bob")] == ["T-3", "T-2", "T-1"]
    with project.turn("bob") as turn:
        assert [turn.claim() for _ in range(4)] == ["T-3", "T-2", "T-1", None]
    assert project.ready("bob") == []
    with pytest.raises(UnknownActorError):
        project.ready("nobody")


def test_compare_and_set_is_refused_when_the_field_moved() -> None:
    project = small_team()
    with project.turn("lead") as turn:
        project.do(Write("/goal", "moved"))
        turn.write("/current_phase", "build", if_seq=turn.seq)
    turn = project.begin_turn("lead")
    project.do(Write("/goal", "moved again"))
    turn.write("/goal", "mine", if_seq=turn.seq)
    with pytest.raises(FieldMovedError, match="human"):
        project.end_turn(turn)
    assert project.state.board.get("/goal") == "moved again"


def test_a_time_far_ahead_is_refused_and_one_with_an_offset_is_understood() -> None:
    project = small_team()
    with pytest.raises(FutureTimestampError):
        project.do(Write("/goal", "x", at="2036-01-01T00:00:00Z"))
    with pytest.raises(BadValueError):
        project.do(Write("/goal", "x", at="tomorrow"))
    with pytest.raises(FutureTimestampError):
        project.send(project.message("ann", HELLO, "bob", timestamp="2036-01-01T00:00:00Z"))
    project.do(Write("/goal", "from Tokyo", at="2026-01-05T18:01:00+09:00"))
    assert project.state.board.get("/goal") == "from Tokyo"


def test_the_same_message_id_with_other_content_is_refused_also_after_it_was_read() -> None:
    project = small_team()
    project.send(project.message("ann", HELLO, "bob", id="m1"))
    with project.turn("bob"):
        pass
    other = project.message("ann", HELLO.model_copy(update={"body": "something else"}), "bob", id="m1")
    with pytest.raises(DuplicateIdError):
        project.send(other)


def test_the_same_command_id_of_another_actor_is_refused() -> None:
    project = small_team()
    project.do(Write("/goal", "x"), command_id="once")
    with pytest.raises(DuplicateCommandError):
        project.do(Write("/agents/ann/status", "working"), actor="ann", command_id="once")


def test_the_same_command_id_with_another_fingerprint_is_refused(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    first = project.do(Write("/goal", "x"), command_id="once", fingerprint="f1")
    assert project.do(Write("/goal", "x"), command_id="once", fingerprint="f1") == first
    with pytest.raises(DuplicateCommandError):
        project.do(Write("/goal", "y"), command_id="once", fingerprint="f2")
    older = project.do(Write("/goal", "z"), command_id="older")
    assert project.do(Write("/goal", "z"), command_id="older", fingerprint="f1") == older
    written = [b"fingerprint" in one.to_json() for one in project.records(older.seq - 2)]
    assert written == [True, False]  # no record of another command grows


def test_any_message_can_be_had_in_full_by_its_id(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    long = HELLO.model_copy(update={"body": "word " * 20_000})
    project.send(project.message("ann", long, "bob", id="long"))
    with project.turn("bob", budget=500) as turn:
        assert turn.context.tokens <= 500
    assert project.find_message("long").payload == long
    with pytest.raises(UnknownMessageError):
        project.find_message("nothing")


def test_a_field_that_is_wrong_is_named_when_the_message_is_made() -> None:
    project = small_team()
    with pytest.raises(DocumentError) as error:
        project.message("ann", HELLO, "bob", "urgent")  # type: ignore[arg-type]
    assert [problem.path for problem in error.value.problems] == ["/priority"]


def test_a_message_to_a_group_of_nobody_is_refused() -> None:
    project = small_team()
    project.do(c.SetGroup("empty", ()))
    with pytest.raises(NobodyReachedError):
        project.send(project.message("ann", HELLO, "empty"))


def test_a_budget_that_holds_nothing_says_how_much_is_needed() -> None:
    with pytest.raises(BudgetTooSmallError) as error:
        small_team().context("ann", budget=10)
    least = error.value.details["least"]
    assert small_team().context("ann", budget=least).tokens <= least


def test_a_count_of_ones_own_is_kept() -> None:
    project = small_team()
    project.send(project.message("ann", HELLO.model_copy(update={"body": "word " * 500}), "bob"))
    with project.turn("bob", budget=900, count=len) as turn:
        assert len(turn.context.text) <= 900


def test_an_agent_waiting_for_work_is_woken_by_it_from_another_thread() -> None:
    project = small_team()
    found: list[str | None] = []
    waiting = threading.Thread(target=lambda: found.append(project.wait_for_work("ann", 30)))
    waiting.start()
    project.send(project.message("lead", HELLO, "ann", "low"))  # read with the next turn: no reason to wake
    project.do(work("T-1", roles=["backend"]), actor="lead")
    waiting.join()
    assert found == ["T-1 is ready to be claimed"]
    assert project.wait_for_work("bob", 0) is None


def test_a_project_as_it_was_is_read_from_the_log() -> None:
    project = small_team()
    seq = project.state.seq
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    assert "TC-1" not in project.state_at(seq).contracts.entries
    assert "TC-1" in project.state_at(seq + 1).contracts.entries
    with pytest.raises(BadValueError):
        project.state_at(999)


def test_people_act_outside_turns_all_or_nothing() -> None:
    project = small_team()
    with project.act_as() as draft:
        draft.write("/goal", "a better goal")
        draft.send(HELLO, "all")
    assert draft.record is not None

    def changes_their_mind() -> None:
        with project.act_as() as draft:
            draft.write("/goal", "never")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        changes_their_mind()
    assert project.state.board.get("/goal") == "a better goal"


def test_a_turn_whose_append_is_uncertain_is_ended_again_and_sends_nothing_twice() -> None:
    project = small_team()
    turn = project.begin_turn("ann")
    turn.send(HELLO, to="bob")
    with log_faults(project) as faults:
        faults.hide_outcome()
        with pytest.raises(LogUncertainError):
            project.end_turn(turn)
    last = project.log.last()
    record = project.end_turn(turn)
    assert record is not None
    assert (record.seq, record.id) == (last, f"{turn.id}-end")
    assert len(unread(project, "bob")) == 1


def test_the_end_of_a_turn_asks_the_log_only_for_ids_that_were_not_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_team()
    asked: list[Sequence[str]] = []
    hashes = project.log.content_hashes
    monkeypatch.setattr(project.log, "content_hashes", lambda ids: asked.append(ids) or hashes(ids))
    monkeypatch.setattr(project.log, "find", lambda name: asked.append([name]))
    with project.turn("ann") as turn:
        turn.send(HELLO, to="bob")
        turn.send(HELLO, to="bob", id="m1")
    assert asked == [["m1"]]
    with pytest.raises(DuplicateIdError), project.turn("ann") as turn:
        turn.send(handoff(), to="bob", id="m1")
