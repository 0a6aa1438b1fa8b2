"""The record of a turn lists what its context showed, and counts what it left out before."""

from typing import Any

import pytest

from engine.factory import after, decided, send, talk, team, who
from renkei import Freeform, KnowledgeShare, Project
from renkei.budget.context.context import Context
from renkei.budget.context.shown import Form, Omitted, Shown
from renkei.engine import commands as c
from renkei.engine.events import NewsGiven, TurnBegan
from renkei.engine.state import OpenTurn, State
from renkei.engine.views.agent_context.given import completed, rebuild
from renkei.immutable.replacing import replace
from team import small_team

BUDGET = 500


def asked(project: Project, number: int) -> None:
    """Send ann relevant messages that are too long to be shown by a small budget."""
    for _ in range(number):
        note = Freeform(intent_hint="t", body="a b c d " * 200, requires_response=True, urgency="low")
        project.send(project.message("lead", note, "ann"))


def began(project: Project) -> TurnBegan:
    return project.past_turns("ann", limit=1)[0].began


def turn(project: Project) -> TurnBegan:
    with project.turn("ann", budget=BUDGET):
        pass
    return began(project)


@pytest.fixture
def project() -> Project:
    project = small_team(guarded=False)
    asked(project, 30)
    return project


def test_the_first_turn_lists_every_message(project: Project) -> None:
    event = turn(project)
    assert (len(event.given), event.omitted, event.tiers.total()) == (30, (), 30)


def test_a_later_turn_counts_the_messages_that_it_omits_again(project: Project) -> None:
    first = turn(project)
    left = len(project.state.unread["ann"])
    event = turn(project)
    assert left > 20
    shown = [one for one in event.given if one.form != "omitted"]
    assert [one for one in event.given if one.id not in event.read] == [
        one for one in shown if one.id not in event.read
    ]
    assert [(one.tier, one.rule) for one in event.omitted] == [("relevant", "to_me")]
    assert event.omitted[0].count + len(event.given) == left == event.tiers["relevant"]
    assert len(event.model_dump_json()) < len(first.model_dump_json()) / 2


def test_what_is_new_is_listed_even_if_it_is_omitted(project: Project) -> None:
    turn(project)
    asked(project, 2)
    new = list(project.state.unread["ann"].in_order())[-2:]
    assert {one.id for one in turn(project).given} >= set(new)


def test_the_size_of_a_record_does_not_grow_with_what_stays_unread() -> None:
    sizes = []
    for number in (40, 200):
        project = small_team(guarded=False)
        asked(project, number)
        turn(project)
        sizes.append(len(turn(project).model_dump_json()))
    assert sizes[1] < sizes[0] * 1.2


def test_news_counts_what_the_turn_has_omitted(project: Project) -> None:
    with project.turn("ann", budget=BUDGET) as open_turn:
        asked(project, 5)
        open_turn.news(budget=BUDGET)
    events = [one for record in project.records() for one in record.events if isinstance(one, NewsGiven)]
    assert [event.tiers.total() for event in events] == [5]
    assert all(event.omitted == () for event in events)


def test_a_context_is_rebuilt_with_the_messages_that_its_record_only_counts(project: Project) -> None:
    turn(project)
    event = turn(project)
    rebuilt = rebuild(project.state_at(event.seen), event)
    assert rebuilt is not None
    assert rebuilt.exact
    rows = completed(event, rebuilt)
    assert len(rows) == event.tiers.total()
    assert rows == rebuilt.context.given == project.given_then(event)
    assert completed(event, None) == event.given


def test_the_fate_of_a_message_is_known_although_later_records_only_count_it(project: Project) -> None:
    turn(project)
    event = turn(project)
    last = project.past_turns("ann", limit=1)[0].seq
    counted = next(one.id for one in project.given_then(event) if one not in event.given)
    assert [one.shown.form for one in project.given_message("ann", counted)] == ["omitted"]
    seq, _, shown = project.shown_to("ann", counted, last)
    assert (seq, shown is not None and shown.form) == (last, "omitted")


def test_a_message_that_was_omitted_and_counts_as_read_is_listed() -> None:
    project = small_team(guarded=False)
    for number in range(60):
        share = KnowledgeShare(topic=f"t{number}", content="x y z " * 50, relevance_to_recipients="", actionable=False)
        project.send(project.message("lead", share, "all"))
    event = turn(project)
    assert set(event.read) <= {one.id for one in event.given}


def row(name: str, form: Form = "omitted") -> Shown:
    return Shown(id=name, tier="relevant", rule="to_me", form=form, tokens=0)


def two_messages() -> State:
    """Return a state in which bob has not read two messages, sent with the records 3 and 4."""
    return after(
        after(team(), "ann", send("old", "ann", "bob", talk("a"))), "ann", send("new", "ann", "bob", talk("b"))
    )


LISTED: dict[str, tuple[int, tuple[str, ...], Form, tuple[str, ...], int]] = {
    "both are new": (2, (), "omitted", ("old", "new"), 0),
    "one was in the last context": (3, (), "omitted", ("new",), 1),
    "both were": (4, (), "omitted", (), 2),
    "one of them now counts as read": (4, ("old",), "omitted", ("old",), 1),
    "both are shown": (4, (), "line", ("old", "new"), 0),
}


@pytest.mark.parametrize(("seen", "read", "form", "listed", "counted"), LISTED.values(), ids=LISTED)
@pytest.mark.parametrize("kind", ["turn", "news"])
def test_the_messages_that_a_record_lists(
    kind: str, seen: int, read: tuple[str, ...], form: Form, listed: tuple[str, ...], counted: int
) -> None:
    state = two_messages()
    assert [state.messages[name].seq for name in ("old", "new")] == [3, 4]
    context = Context("", 1, 9, (row("old", form), row("new", form)), (), read=read)
    action: Any = c.BeginTurn("bob", "t", state.at, state.seq, context)
    if kind == "turn":
        state = replace(state, read_up_to=state.read_up_to.set("bob", seen))
    else:
        state = replace(state, turns=state.turns.set("bob", OpenTurn("t", state.at, 1, (), 0, news_seen=seen)))
        action = c.GiveNews("bob", "t", state.seq, context)
    (event,) = decided(state, action, who("bob"))
    assert isinstance(event, TurnBegan | NewsGiven)
    assert tuple(one.id for one in event.given) == listed
    assert event.omitted == ((Omitted(tier="relevant", rule="to_me", count=counted),) if counted else ())


def test_what_is_recorded_wins_over_what_is_rebuilt(project: Project) -> None:
    turn(project)
    event = turn(project)
    rebuilt = rebuild(project.state_at(event.seen), event)
    first, *others = event.given
    other_form = first.model_copy(update={"form": "summary"})
    rows = completed(event.model_copy(update={"given": (other_form, *others, row("gone"))}), rebuilt)
    assert other_form in rows
    assert first not in rows
    assert rows[-1] == row("gone")
