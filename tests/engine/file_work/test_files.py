"""Actions on files: holds, the work that may begin, and notices."""

from typing import Any

import pytest

from engine.factory import after, events, settled, team, terms, time
from renkei.acts.act import outcome
from renkei.contracts.lifecycle import Transition
from renkei.engine import commands as c
from renkei.engine.deadlines import deadlines
from renkei.engine.file_work.decide import MOST_RESERVED, present_contract
from renkei.engine.state import State
from renkei.engine.views.contracts.claimable import claimable
from renkei.engine.views.contracts.work import work_items
from renkei.engine.views.files import file_work
from renkei.errors import BadValueError, FilesTakenError, UnknownActorError, UnknownContractError
from renkei.files.events import FilesChanged, FilesReleased, FilesReserved
from renkei.files.model import MOST_CHANGES, FileChange, FilePolicy
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, KnowledgeShareMessage


def opened(state: State, *contracts: tuple[str, str, str | None]) -> State:
    """Return a state with contracts: id, pattern and assignee."""
    for name, path, assignee in contracts:
        state = after(state, "lead", c.OpenContract(terms(name, assignee=assignee, paths=[path] if path else [])))
    return state


def step(contract: str, transition: Transition = "start") -> c.TransitionContract:
    return c.TransitionContract(contract, transition)


def reserve(agent: str, *paths: str, shared: bool = False, lease: int = 600) -> c.ReserveFiles:
    return c.ReserveFiles(agent, paths, lease, shared)


def change(agent: str, *paths: str, **more: Any) -> c.RecordChanges:
    changes = tuple(FileChange(path=path, lines=((1, 5),)) for path in paths)
    return c.RecordChanges(agent, changes, **more)


def messages(state: State, actor: str, *actions: c.Action) -> list[AnyMessage]:
    return [one.message for one in events(state, actor, *actions) if one.kind == "message_sent"]


def said(state: State, actor: str, *actions: c.Action) -> list[tuple[tuple[str, ...], str]]:
    """Return who is notified by a command, and how."""
    return [(one.receivers, one.context_summary) for one in messages(state, actor, *actions)]


def at_work(policy: FilePolicy = "warn") -> State:
    """Return a state in which `ann` works on `src` for T-1, and T-2 and T-3 are open."""
    state = opened(team(), ("T-1", "src", None), ("T-2", "src/a.py", None), ("T-3", "docs", None))
    return after(after(state, "ann", c.ClaimContract("T-1")), "lead", c.SetFilePolicy(policy))


WAIT = "Wait, or agree with ann."


# Intent


def test_the_delegator_learns_which_open_contracts_change_the_same_files() -> None:
    state = opened(team(), ("T-1", "src", None), ("T-2", "docs", None))
    opening = c.OpenContract(terms("T-3", paths=["./src/api/**", "docs"]))
    assert said(state, "lead", opening) == [
        (("lead",), "T-3 and T-1 both change src/api/** · src. T-3 and T-2 both change docs.")
    ]
    record, state = settled(state, "lead", opening)
    assert outcome(record).notices == ("T-3 and T-1 both change src/api/** · src. T-3 and T-2 both change docs.",)
    assert state.contracts.entries["T-3"].terms.paths == ("src/api/**", "docs")


def test_closed_contracts_and_those_without_paths_overlap_with_nothing() -> None:
    state = after(opened(team(), ("T-1", "src", None), ("T-2", "", None)), "lead", step("T-1", "cancel"))
    assert said(state, "lead", c.OpenContract(terms("T-3", paths=["**"]))) == []


def test_a_long_list_of_overlaps_is_counted() -> None:
    state = opened(team(), *((f"T-{number}", "src", None) for number in range(12)))
    ((_, text),) = said(state, "lead", c.OpenContract(terms("NEW", paths=["src"])))
    assert text.count("both change") == 10
    assert text.endswith(" and 2 more")


@pytest.mark.parametrize("path", ["/etc", "../x", ".git"])
def test_a_contract_with_a_path_outside_of_the_repository_is_not_opened(path: str) -> None:
    with pytest.raises(BadValueError) as error:
        events(team(), "lead", c.OpenContract(terms("T-1", paths=["src", path])))
    assert error.value.details["path"] == "/paths/1"


def test_work_whose_files_others_work_on_is_not_handed_out_unless_it_is_asked_for() -> None:
    state = at_work()
    assert [one.terms.id for one in claimable(state, "bob")] == ["T-3"]
    assert [one.terms.id for one in claimable(state, "bob", overlapping=True)] == ["T-2", "T-3"]
    assert [one.terms.id for one in claimable(state, "ann")] == ["T-2", "T-3"]
    waits = {one.contract.terms.id: one.waits_for for one in work_items(state)}
    assert waits == {"T-1": (), "T-2": ("contract:T-1",), "T-3": ()}


@pytest.mark.parametrize("shared", [False, True])
def test_a_reservation_holds_work_up_unless_it_is_shared(shared: bool) -> None:
    state = opened(after(team(), "ann", reserve("ann", "src", shared=shared)), ("T-1", "src/a.py", None))
    assert [one.terms.id for one in claimable(state, "bob")] == (["T-1"] if shared else [])
    assert work_items(state)[0].waits_for == (() if shared else ("agent:ann",))


def test_work_claimed_by_name_is_handed_out_and_both_are_notified() -> None:
    text = "bob began T-2, which changes files that ann also changes for T-1: src/a.py · src."
    assert said(at_work(), "bob", c.ClaimContract("T-2")) == [(("bob", "ann"), text)]
    state = after(at_work(), "bob", c.ClaimContract("T-2"))
    assert said(state, "bob", step("T-2")) == []  # they know


# Policies


@pytest.mark.parametrize("policy", ["ask", "refuse"])
def test_work_of_the_same_files_cannot_be_claimed_under_a_policy(policy: FilePolicy) -> None:
    with pytest.raises(FilesTakenError) as error:
        events(at_work(policy), "bob", c.ClaimContract("T-2"))
    details = error.value.details
    assert (details["pattern"], details["holder"], details["held"]) == ("src/a.py", "ann", "src")
    assert (details["contract"], details["until"]) == ("T-1", None)
    assert ("renkei contract assign T-2 bob" in error.value.hint) is (policy == "ask")
    assert events(at_work(policy), "bob", c.ClaimContract("T-3"))
    assert events(at_work(policy), "ann", c.ClaimContract("T-2"))


def test_a_lead_may_take_or_give_out_such_work_if_the_policy_asks_for_it() -> None:
    assert events(at_work("ask"), "lead", c.ClaimContract("T-2"))
    state = after(at_work("ask"), "lead", c.AssignContract("T-2", "bob"))
    assert said(state, "bob", step("T-2")) == [
        (("bob", "ann"), "bob began T-2, which changes files that ann also changes for T-1: src/a.py · src.")
    ]


def test_assigned_work_begins_only_when_the_other_is_done_if_the_policy_refuses_it() -> None:
    state = after(at_work("refuse"), "lead", c.AssignContract("T-2", "bob"))
    for action in (step("T-2"), step("T-2", "accept"), c.ClaimContract("T-2")):
        with pytest.raises(FilesTakenError, match=WAIT):
            events(state, "bob", action)
    assert [one.terms.id for one in claimable(state, "bob", overlapping=True)] == ["T-3"]
    state = after(state, "ann", step("T-1", "release"))
    assert events(state, "bob", step("T-2"))


def test_work_that_has_begun_continues_under_any_policy() -> None:
    state = after(at_work(), "bob", c.ClaimContract("T-2"))
    assert events(after(state, "lead", c.SetFilePolicy("refuse")), "bob", step("T-2"))


def test_the_same_policy_again_changes_nothing() -> None:
    assert events(team(), "lead", c.SetFilePolicy("warn")) == ()


# Reservations


def test_no_policy_allows_two_exclusive_reservations_of_the_same_files() -> None:
    state = after(team(), "ann", reserve("ann", "src/**"), seconds=60)
    with pytest.raises(FilesTakenError) as error:
        events(state, "lead", reserve("bob", "docs", "src/a.py"))
    details = error.value.details
    assert (details["holder"], details["held"], details["pattern"]) == ("ann", "src/**", "src/a.py")
    assert details["until"] == time(660)
    assert time(660) in error.value.message


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True), (True, True)])
def test_a_shared_and_an_exclusive_reservation_fall_under_the_policy(first: bool, second: bool) -> None:
    state = after(team(), "ann", reserve("ann", "src", shared=first))
    both = first and second
    notices = said(state, "bob", reserve("bob", "src/a.py", shared=second))
    assert [to for to, _ in notices] == ([] if both else [("bob", "ann")])
    for policy, actor, is_refused in (("ask", "bob", True), ("ask", "lead", False), ("refuse", "lead", True)):
        strict = after(state, "lead", c.SetFilePolicy(policy))  # type: ignore[arg-type]
        if is_refused and not both:
            with pytest.raises(FilesTakenError):
                events(strict, actor, reserve("bob", "src/a.py", shared=second))
        else:
            assert events(strict, actor, reserve("bob", "src/a.py", shared=second))


def test_reserving_files_of_work_in_progress_notifies_both() -> None:
    text = "bob reserved files that ann also changes for T-1: src."
    assert said(at_work(), "bob", reserve("bob", "src")) == [(("bob", "ann"), text)]
    assert said(at_work(), "ann", reserve("ann", "src")) == []
    with pytest.raises(FilesTakenError, match="renkei files reserve src --participant bob"):
        events(at_work("ask"), "bob", reserve("bob", "src"))


def test_renewing_a_reservation_notifies_no_one_again() -> None:
    state = after(at_work(), "bob", reserve("bob", "src"))
    (event,) = events(state, "bob", reserve("bob", "src/", lease=60))
    assert isinstance(event, FilesReserved)
    assert (event.paths, event.renewed, event.lease) == (("src",), ("src",), 60)


def test_a_shared_reservation_that_becomes_exclusive_is_told_like_a_new_one() -> None:
    state = after(team(), "ann", reserve("ann", "src", shared=True))
    state = after(state, "bob", reserve("bob", "src", shared=True))
    text = "bob reserved files that ann has reserved: src."
    assert said(state, "bob", reserve("bob", "src")) == [(("bob", "ann"), text)]
    assert said(after(state, "bob", reserve("bob", "src")), "bob", reserve("bob", "src")) == []


def test_a_reservation_belongs_to_the_contract_at_work_and_ends_with_it() -> None:
    state = after(at_work(), "ann", reserve("ann", "lib"))
    assert state.files.reserved_by("ann")["lib"].contract == "T-1"
    happened = events(state, "lead", step("T-1", "cancel"))
    (released,) = (one for one in happened if isinstance(one, FilesReleased))
    assert (released.agent, released.paths, released.reason) == ("ann", ("lib",), "closed")


def test_a_reservation_ends_when_its_holder_gives_no_sign_of_life() -> None:
    state = after(team(), "ann", reserve("ann", "src", lease=600))
    (due,) = (one for one in deadlines(state, {}) if one.kind == "reservation")
    assert (due.due, due.name, due.agent) == (time(600), "src", "ann")
    assert [one.due for one in deadlines(state, {"ann": time(60)})] == [time(660)]
    assert not events(state, "human", c.Tick(), seconds=600)
    (released,) = events(state, "human", c.Tick(), seconds=601)
    assert released == FilesReleased(agent="ann", paths=("src",), by="renkei", reason="expired")


@pytest.mark.parametrize("pause", [c.PauseProject("lunch"), c.SuspendActor("ann", "cycles")])
def test_a_reservation_does_not_end_during_a_pause(pause: c.Action) -> None:
    state = after(after(team(), "ann", reserve("ann", "src")), "human", pause)
    assert [*deadlines(state, {})] == []


def test_files_are_released_by_pattern_or_all_at_once() -> None:
    state = after(team(), "ann", reserve("ann", "src", "docs"))
    (one,) = events(state, "lead", c.ReleaseFiles("ann", ("./docs",)))
    assert one == FilesReleased(agent="ann", paths=("docs",), by="lead")
    (both,) = events(state, "ann", c.ReleaseFiles("ann"))
    assert isinstance(both, FilesReleased)
    assert both.paths == ("docs", "src")
    assert events(state, "bob", c.ReleaseFiles("bob")) == ()
    with pytest.raises(BadValueError, match=r"ann has not reserved lib\. Expected: docs \| src"):
        events(state, "ann", c.ReleaseFiles("ann", ("lib",)))


def test_reserving_nothing_or_for_a_stranger_is_rejected() -> None:
    with pytest.raises(BadValueError):
        events(team(), "ann", reserve("ann"))
    for action in (reserve("nobody", "src"), c.ReleaseFiles("nobody"), c.ReleaseFiles("nobody", ("src",))):
        with pytest.raises(UnknownActorError):
            events(team(), "lead", action)


def test_a_participant_reserves_some_hundred_patterns_at_most() -> None:
    state = team()
    for number in range(MOST_RESERVED // 50):
        state = after(state, "ann", reserve("ann", *(f"{number}/{at}" for at in range(50))))
    assert events(state, "ann", reserve("ann", "0/1", "0/2"))
    with pytest.raises(BadValueError, match="ann would have reserved more than 500 patterns") as error:
        events(state, "ann", reserve("ann", "0/1", "new"))
    assert error.value.hint == "Release some of them first, or name directories."


def test_a_participant_that_leaves_reserves_nothing() -> None:
    state = after(after(team(), "ann", reserve("ann", "src")), "lead", c.Leave("ann"))
    assert events(state, "bob", reserve("bob", "src"))
    with pytest.raises(UnknownActorError):
        events(state, "lead", c.ReleaseFiles("ann"))


def test_a_command_in_a_hint_names_a_pattern_as_one_word_of_a_shell() -> None:
    with pytest.raises(FilesTakenError) as error:
        events(at_work("ask"), "bob", reserve("bob", "src/x; reboot"))
    assert "`renkei files reserve 'src/x; reboot' --participant bob`" in error.value.hint


# Changes


def both_at_work() -> State:
    """Return a state in which `ann` has changed `a.py` for T-1, and `bob` has begun T-2."""
    state = opened(team(), ("T-1", "", "ann"), ("T-2", "", "bob"))
    state = after(after(state, "ann", step("T-1")), "bob", step("T-2"))
    return after(state, "ann", change("ann", "a.py", "b.py"))


def test_the_same_lines_are_a_conflict_report_to_both_agents_and_their_delegators() -> None:
    (report,) = messages(both_at_work(), "bob", change("bob", "a.py"))
    assert isinstance(report, ConflictReportMessage)
    assert (report.from_, report.receivers, report.priority) == ("renkei", ("bob", "ann", "lead"), "blocking")
    assert report.context_summary == "bob (for T-2) changed lines that ann also changes for T-1: a.py (lines 1-5)."
    assert (report.payload.severity, report.task_ref) == ("warning", "T-2")


def test_the_same_file_elsewhere_is_a_notice() -> None:
    far = c.RecordChanges("bob", (FileChange(path="a.py", lines=((9, 9),)),))
    (notice,) = messages(both_at_work(), "bob", far)
    assert isinstance(notice, KnowledgeShareMessage)
    assert notice.context_summary == "bob (for T-2) changed files that ann also changes for T-1: a.py."
    assert notice.priority == "normal"


def test_one_message_names_all_files_and_says_what_git_says() -> None:
    changes = (
        FileChange(path="A.py", lines=((5, 5),), conflicts_with=("ann",)),
        FileChange(path="b.py", lines=((90, 91),), merges_with=("ann",)),
    )
    assert [text for _, text in said(both_at_work(), "bob", c.RecordChanges("bob", changes, "git"))] == [
        "bob (for T-2) changed lines that ann also changes for T-1: A.py (line 5; does not merge; also written a.py).",
        "bob (for T-2) changed files that ann also changes for T-1: b.py (merges cleanly).",
    ]


def test_a_long_list_of_files_is_counted() -> None:
    names = [f"{number:02}.py" for number in range(13)]
    state = after(both_at_work(), "ann", change("ann", *names))
    ((_, text),) = said(state, "bob", change("bob", *names))
    assert text.endswith("09.py (lines 1-5) and 3 more.")


def test_a_departed_agent_or_delegator_silences_nothing() -> None:
    gone = after(both_at_work(), "human", c.Leave("ann"))
    assert [to for to, _ in said(gone, "bob", change("bob", "a.py"))] == [("bob", "lead")]
    gone = after(gone, "human", c.Leave("lead"))
    assert [to for to, _ in said(gone, "bob", change("bob", "a.py"))] == [("bob", "human")]


def test_changes_are_recorded_for_the_contract_at_work() -> None:
    state = both_at_work()
    assert present_contract(state, "lead") is None
    (event,) = events(state, "lead", change("lead", "x.py"))
    assert isinstance(event, FilesChanged)
    assert (event.contract, event.source) == (None, "edit")
    state = after(opened(state, ("T-3", "", "ann")), "ann", step("T-3"))
    (event,) = events(state, "ann", change("ann", "x.py"))
    assert isinstance(event, FilesChanged)
    assert event.contract == "T-3"
    state = after(state, "lead", step("T-3", "cancel"))
    current = present_contract(state, "ann")
    assert current is not None
    assert current.terms.id == "T-1"


def test_a_contract_may_be_named_and_a_closed_one_keeps_nothing() -> None:
    state = both_at_work()
    with pytest.raises(UnknownContractError):
        events(state, "bob", change("bob", "a.py", contract="T-9"))
    state = after(state, "lead", step("T-2", "cancel"))
    state = after(state, "bob", change("bob", "a.py", contract="T-2"))
    assert [one.agent for one in state.files.file("a.py").changes] == ["ann"]


def test_agents_without_contracts_are_notified_too() -> None:
    state = after(team(), "ann", change("ann", "a.py"))
    assert said(state, "bob", change("bob", "a.py")) == [
        (("bob", "ann"), "bob changed lines that ann also changes: a.py (lines 1-5).")
    ]
    assert [(one.agent, one.contract) for one in file_work(state)] == [("ann", None)]
    assert file_work(after(state, "human", c.Leave("ann"))) == []


def test_a_complete_look_undoes_what_it_does_not_find_and_the_same_look_again_changes_nothing() -> None:
    state = both_at_work()
    look = change("ann", "b.py", complete=True, source="git")
    (event,) = events(state, "ann", look)
    assert isinstance(event, FilesChanged)
    assert (event.changes, event.undone) == ((), ("a.py",))
    assert events(after(state, "ann", look), "ann", look) == ()
    assert events(state, "ann", change("ann", "a.py")) == ()


def test_more_than_a_thousand_files_are_counted_and_undo_nothing() -> None:
    names = [f"{number}.py" for number in range(MOST_CHANGES + 2)]
    (event,) = events(both_at_work(), "ann", change("ann", *names, complete=True, omitted=3))
    assert isinstance(event, FilesChanged)
    assert (len(event.changes), event.omitted, event.undone) == (MOST_CHANGES, 5, ())


def test_changes_of_a_closed_contract_overlap_with_nothing() -> None:
    state = after(both_at_work(), "lead", step("T-1", "cancel"))
    assert said(state, "bob", change("bob", "a.py")) == []


def test_the_files_in_work_name_their_agents_and_overlaps() -> None:
    state = after(opened(both_at_work(), ("T-3", "src", None)), "eve", c.ClaimContract("T-3"))
    state = after(state, "bob", change("bob", "a.py", "src/x.py"))
    state = after(state, "ann", reserve("ann", "src/*.py", shared=True))
    rows = [(one.path, one.hold, one.agent, one.others, one.conflicts) for one in file_work(state)]
    assert rows == [
        ("a.py", "changed", "ann", ("bob",), ("bob",)),
        ("a.py", "changed", "bob", ("ann",), ("ann",)),
        ("b.py", "changed", "ann", (), ()),
        ("src", "planned", "eve", ("ann",), ()),
        ("src/*.py", "reserved", "ann", ("eve",), ()),
        ("src/x.py", "changed", "bob", (), ()),
    ]
    (one,) = (one for one in file_work(state, {"ann": time(60)}) if one.hold == "reserved")
    assert (one.until, one.shared, one.contract, one.seq) == (time(660), True, "T-1", state.seq)
