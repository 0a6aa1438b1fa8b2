"""Who writes what on the board, under which conditions, and what the event of a write refers to."""

import pytest

from engine.factory import after, applied, decided, events, kinds, send, submitted, team, terms, time, who
from renkei.board.decide import Write
from renkei.board.events import CommentsKept, EntryAdded, FieldWritten
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import (
    BadValueError,
    FutureTimestampError,
    NotAllowedError,
    NotReadyError,
    UnknownActorError,
    UnknownFieldError,
)
from renkei.protocol.payloads import DecisionRequest


def asked() -> State:
    return after(team(), "ann", send("ask", "ann", "bob", DecisionRequest(decision_id="D-1", question="port?")))


@pytest.mark.parametrize("actor", ["ann", "lead", "human", "renkei"])
def test_an_entry_is_written_by_its_agent_the_privileged_and_the_system(actor: str) -> None:
    assert kinds(decided(team(), Write("/agents/ann/status", "working"), who(actor))) == ["field_written"]


def test_the_entry_of_another_agent_is_not_written() -> None:
    with pytest.raises(NotAllowedError, match="Allowed: ann, human, lead") as error:
        decided(team(), Write("/agents/ann/status", "working"), who("bob"))
    assert "write /agents/ann/status" in str(error.value)


def test_fields_of_the_project_are_written_by_the_privileged() -> None:
    assert decided(team(), Write("/goal", "g"), who("lead"))
    with pytest.raises(NotAllowedError, match="Allowed: human, lead"):
        decided(team(), Write("/goal", "g"), who("ann"))


def test_an_outsider_writes_nothing_on_the_board() -> None:
    with pytest.raises(UnknownActorError):
        decided(team(), Write("/goal", "g"), who("zoe"))


def test_a_field_of_an_entry_that_is_not_there_is_unknown() -> None:
    with pytest.raises(UnknownFieldError, match="/agents/lead, /agents/ann, /agents/bob, /agents/eve"):
        decided(team(), Write("/agents/zoe/status", "idle"), who("ann"))


def test_entries_of_agents_are_made_by_joining() -> None:
    with pytest.raises(NotAllowedError, match="only the system"):
        decided(team(), Write("/agents/zoe", {"role": "qa"}), who("human"))


@pytest.mark.parametrize(("actor", "may"), [("bob", True), ("human", True), ("lead", False), ("ann", False)])
def test_a_decision_is_resolved_by_its_owner_or_a_human(actor: str, may: bool) -> None:
    write = Write("/pending_decisions/D-1/resolution", "80")
    if may:
        assert kinds(decided(asked(), write, who(actor))) == ["field_written"]
    else:
        with pytest.raises(NotAllowedError, match="Allowed: bob, human"):
            decided(asked(), write, who(actor))


def test_the_owner_of_a_decision_participates() -> None:
    with pytest.raises(UnknownActorError):
        decided(team(), Write("/pending_decisions/D-2", {"owner": "zoe", "question": "?"}), who("ann"))
    with pytest.raises(UnknownActorError):
        decided(asked(), Write("/pending_decisions/D-1/owner", "zoe"), who("human"))


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("/pending_decisions/D-2", {"question": "?"}, "D-2/owner: `owner` is missing. The participant who decides."),
        ("/pending_decisions/D-2", {"owner": 5}, "D-2/owner: expected a string, got number 5"),
        ("/pending_decisions/D-2", "bob", "D-2: 'bob' is not allowed. Expected: a mapping"),
        ("/pending_decisions/D-1/owner", 5, "D-1/owner: expected a string, got number 5"),
        ("/blockers/B-1", {"descr": "?"}, "B-1/descr: unknown field `descr`. Did you mean 'description'?"),
    ],
)
def test_an_owner_or_field_that_is_none_is_named(path: str, value: object, text: str) -> None:
    with pytest.raises(BadValueError) as error:
        decided(asked(), Write(path, value), who("human"))
    assert text in str(error.value)


@pytest.mark.parametrize("more", [{"status": "resolved"}, {"resolution": "80"}])
def test_a_new_decision_is_open(more: dict[str, str]) -> None:
    entry = {"owner": "bob", "question": "?"}
    assert kinds(decided(team(), Write("/pending_decisions/D-2", entry), who("ann"))) == ["entry_added"]
    with pytest.raises(BadValueError, match="status open and no resolution") as error:
        decided(team(), Write("/pending_decisions/D-2", entry | more), who("ann"))
    assert error.value.details["path"] == "/pending_decisions/D-2/status"


def test_nobody_is_completed_whose_work_is_not() -> None:
    done = Write("/agents/ann/status", "completed")
    assert decided(team(), done, who("ann"))
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    assert decided(state, done, who("ann"))  # it has not begun
    state = after(state, "ann", c.TransitionContract("TC-1", "start"))
    with pytest.raises(NotReadyError, match="Cannot mark TC-1 completed: it is in_progress") as error:
        decided(state, done, who("ann"))
    assert "TASK_RESULT" in str(error.value.hint)
    assert decided(state, done, who("lead"))  # a lead may all the same
    blocked = after(state, "ann", c.TransitionContract("TC-1", "block"))
    with pytest.raises(NotReadyError, match="blocked"):
        decided(blocked, done, who("ann"))
    with pytest.raises(NotReadyError, match="submitted"):
        decided(submitted(team(), "TC-1"), done, who("ann"))


def test_a_write_has_the_time_of_its_command_unless_it_gives_its_own() -> None:
    (event,) = decided(team(), Write("/agents/ann/status", "working"), who("ann", 9))
    assert isinstance(event, FieldWritten)
    assert (event.at, event.author) == (time(9), "ann")
    (event,) = decided(team(), Write("/agents/ann/status", "working", at="2026-01-05T10:00:03+01:00"), who("ann", 9))
    assert isinstance(event, FieldWritten)
    assert event.at == time(3)
    with pytest.raises(FutureTimestampError):
        decided(team(), Write("/agents/ann/status", "working", at=time(1000)), who("ann"))
    with pytest.raises(BadValueError, match="yesterday"):
        decided(team(), Write("/agents/ann/status", "working", at="yesterday"), who("ann"))


def test_a_new_blocker_is_dated_when_its_writer_left_that_out() -> None:
    (event,) = decided(team(), Write("/blockers/B-1", {"description": "no key"}), who("ann", 9))
    assert isinstance(event, EntryAdded)
    assert event.entry["created_at"] == time(9)
    dated = {"description": "no key", "created_at": time(2)}
    (event,) = decided(team(), Write("/blockers/B-1", dated), who("ann", 9))
    assert isinstance(event, EntryAdded)
    assert event.entry["created_at"] == time(2)


def test_the_author_of_an_overwritten_value_is_noticed_but_not_the_system() -> None:
    other = Write("/agents/ann/status", "working", read_seq=0)
    state = applied(team(), *decided(team(), Write("/agents/ann/status", "error"), who("renkei", 1)))
    assert kinds(decided(state, other, who("ann", 2))) == ["field_written"]
    state = applied(team(), *decided(team(), Write("/agents/ann/status", "error"), who("lead", 1)))
    assert kinds(decided(state, other, who("ann", 2))) == ["field_written", "reread_noticed"]


@pytest.mark.parametrize(
    ("path", "value", "refers_to"),
    [
        ("/agents/ann/blocked_by", "bob", "agent:bob"),
        ("/agents/ann/current_task", "TC-1", "contract:TC-1"),
        ("/agents/ann/current_task", "paint", "artifact:paint"),
        ("/agents/ann/status", "working", None),
        ("/current_phase", "bob", None),
        ("/goal", "TC-1", None),
    ],
)
def test_only_what_an_agent_waits_for_or_works_on_refers_to_something(
    path: str, value: str, refers_to: str | None
) -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    (event,) = decided(state, Write(path, value), who("lead", 1))
    assert isinstance(event, FieldWritten)
    assert event.refers_to == refers_to


def test_comments_are_kept_once_and_by_the_privileged() -> None:
    keep = c.KeepComments({"/goal": (("# why",), "# beside")})
    with pytest.raises(NotAllowedError, match="comment on the board file"):
        decided(team(), keep, who("ann"))
    (event,) = decided(team(), keep, who("lead"))
    assert isinstance(event, CommentsKept)
    state = applied(team(), event)
    assert dict(state.board.comments) == {"/goal": (("# why",), "# beside")}
    assert events(state, "lead", keep) == ()


@pytest.mark.parametrize(
    "line", ["goal: owned", "# a\ngoal: owned", "# a\rgoal", "# a\u2028b", "# \x1b[2J", "# \u202ea", " # a"]
)
def test_a_comment_is_one_visible_line_that_begins_with_its_sign(line: str) -> None:
    for comment in (((line,), ""), ((), line)):
        with pytest.raises(BadValueError, match="/goal"):
            decided(team(), c.KeepComments({"/goal": comment}), who("lead"))
    (event,) = decided(team(), c.KeepComments({"/goal": (("# 目標 👩\u200d💻", ""), "")}), who("lead"))
    assert isinstance(event, CommentsKept)
