"""The screens of contexts without a browser: what cannot be built again, what does not exist, and what is bounded."""

from typing import Any

import pytest
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException

from renkei import Freeform, Project
from renkei.edges.view.contexts.costs import CostsSoFar
from renkei.edges.view.contexts.page import LISTED, context_page
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.screen import show
from renkei.edges.view.screens import contexts
from renkei.edges.view.visit import Visit
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.past.turn_costs import turn_costs
from renkei.errors import BadValueError, UnknownActorError
from renkei.immutable.replacing import replace
from team import small_team

HELLO = Freeform(intent_hint="FREEFORM", body="hello", requires_response=False, urgency="low")


def visit(project: Project, screen: str, query: str = "", at: int | None = None, **path: str) -> Visit:
    made = Visit(project, RecordMarkup(), "human", "en", screen, path, QueryParams(query), "token", project.state.seq)
    return made if at is None else made.at_record(at)


def page(screen: str, look: Visit) -> str:
    return show(next(one for one in SCREENS if one.path == screen), look)


def told(messages: int = 1, to: str = "all") -> Project:
    project = small_team(guarded=False)
    for number in range(messages):
        project.send(project.message("ann", HELLO, to, id=f"m{number}"))
    return project


def given(project: Project, query: str = "", **options: Any) -> dict[str, Any]:
    with project.turn("bob", **options):
        pass
    return contexts.show_given(visit(project, "/", query, agent="bob", seq=str(project.past_turns("bob")[-1].seq)))


def test_a_text_that_differs_from_what_was_given_is_said_to_differ() -> None:
    project = told()
    found = given(project, count=lambda text: len(text))
    assert not found["exact"]
    look = visit(project, "/contexts/bob", agent="bob", seq=str(project.past_turns("bob")[-1].seq))
    assert "was built again and differs from what was given" in page("/contexts/{agent}/{seq}", look)


def test_a_text_that_cannot_be_built_again_leaves_what_the_record_says() -> None:
    project = told()
    found = given(project, budget=20, count=lambda text: len(text) // 100)
    assert found["rebuilt"] is None
    assert [block.row.shown.id for block in found["page"].blocks] == ["m0"]
    look = visit(project, "/contexts/bob", agent="bob", seq=str(project.past_turns("bob")[-1].seq))
    assert "cannot be built again" in page("/contexts/{agent}/{seq}", look)


def test_messages_that_a_record_only_counts_are_on_its_page() -> None:
    project = small_team(guarded=False)
    for number in range(30):
        asked = Freeform(intent_hint="ASK", body="a b c d " * 200, requires_response=True, urgency="low")
        project.send(project.message("ann", asked, "bob", id=f"m{number}"))
    given(project, budget=500)
    found = given(project, budget=500)
    assert found["event"].omitted[0].count > 20
    assert found["page"].tiers["relevant"][0] == found["event"].tiers["relevant"]
    more = contexts.show_given(
        visit(project, "/", "budget=9000", agent="bob", seq=str(project.past_turns("bob")[-1].seq))
    )
    assert more["page"].changes["longer"] > 20


def test_what_an_agent_saw_that_has_left_is_still_shown() -> None:
    project = told()
    with project.turn("bob"):
        pass
    project.leave("bob")
    assert contexts.show_now(visit(project, "/", agent="bob"))["has_left"]
    look = visit(project, "/contexts/bob", agent="bob")
    assert "bob has left the project." in page("/contexts/{agent}", look)
    seq = str(project.past_turns("bob")[-1].seq)
    assert contexts.show_given(visit(project, "/", agent="bob", seq=seq))["exact"]


@pytest.mark.parametrize("seq", ["0", "x", "1", "99", "-1", "²", "9" * 30])
def test_a_record_that_is_no_turn_is_not_found(seq: str) -> None:
    with pytest.raises(HTTPException):
        contexts.show_given(visit(told(), "/", agent="bob", seq=seq))


def test_an_agent_that_never_was_is_not_found_and_a_wrong_budget_is_refused() -> None:
    project = told()
    with pytest.raises(UnknownActorError):
        contexts.show_now(visit(project, "/", agent="nobody"))
    for wrong in ("budget=x", "budget=0", "budget=999999999"):
        with pytest.raises(BadValueError):
            contexts.show_now(visit(project, "/", wrong, agent="bob"))


@pytest.mark.parametrize("screen", ["/contexts/{agent}", "/contexts/{agent}/why", "/contexts/{agent}/costs"])
def test_every_page_of_an_agent_that_never_was_is_not_found(screen: str) -> None:
    with pytest.raises(UnknownActorError):
        page(screen, visit(told(), "/", agent="nobody"))


def test_a_state_that_has_outgrown_the_last_budget_is_shown_with_more() -> None:
    project = told()
    with project.turn("bob", budget=20, count=lambda text: len(text) // 100):
        pass
    assert "does not fit into 20 tokens" in page("/contexts/{agent}", visit(project, "/contexts/bob", agent="bob"))
    wider = visit(project, "/contexts/bob", "budget=900", agent="bob")
    assert "With 900 tokens instead of 20" in page("/contexts/{agent}", wider)


def test_a_budget_without_room_says_so() -> None:
    look = visit(told(), "/contexts/bob", "budget=5", agent="bob")
    assert "does not fit into 5 tokens" in page("/contexts/{agent}", look)


def test_of_many_messages_that_are_left_out_a_hundred_are_listed() -> None:
    found = given(told(300), budget=250)["page"]
    assert (len(found.without), found.unlisted > 100) == (LISTED, True)
    assert found.without[0].cause == "budget"
    assert sum(count for count, _ in found.tiers.values()) == 300
    assert sum(one.tokens for one in found.segments) == 250


def test_what_another_budget_drops_is_listed_before_newer_messages_that_had_no_room_anyway() -> None:
    state = told(2).state
    built = context(state, "bob")
    omitted = tuple(one.model_copy(update={"form": "omitted"}) for one in built.given)
    found = context_page(state, "bob", replace(built, given=omitted), (built.given[0], omitted[1]), (), "en")
    assert [(row.shown.id, row.change) for row in found.without] == [("m0", "dropped"), ("m1", "")]
    assert found.changes == {"dropped": 1}


def test_the_turns_beside_a_turn_are_those_around_it() -> None:
    project = told(0)
    for _ in range(40):
        with project.turn("bob"):
            pass
    seqs = [one.seq for one in project.past_turns("bob", limit=100)]
    found = contexts.show_given(visit(project, "/", agent="bob", seq=str(seqs[20])))
    assert [one.seq for one in found["turns"]] == seqs[28:8:-1]
    assert (found["previous"].seq, found["next"].seq) == (seqs[19], seqs[21])
    past = contexts.show_given(visit(project, "/", at=seqs[20], agent="bob", seq=str(seqs[20])))
    assert (past["next"], past["end"]) == (None, None)


def test_a_correction_that_came_later_is_not_shown_in_the_past() -> None:
    project = told()
    with project.turn("bob"):
        pass
    seq = project.past_turns("bob")[-1].seq
    project.give_context_feedback("bob", "m0", "critical")
    now = contexts.show_given(visit(project, "/", agent="bob", seq=str(seq)))["page"]
    then = contexts.show_given(visit(project, "/", at=seq + 1, agent="bob", seq=str(seq)))["page"]
    assert [len(one.blocks[1].row.feedback) for one in (now, then)] == [1, 0]


def test_costs_are_read_in_parts_and_are_those_of_all_records() -> None:
    project = told(20)
    for _ in range(3):
        with project.turn("bob") as turn:
            project.send(project.message("ann", HELLO, "bob"))
            turn.news()
    known = CostsSoFar()
    parts = 0
    while not known.read_on(project, project.state.seq, seconds=0):
        parts += 1
    assert parts > 20
    bill = turn_costs(project.records())["bob"].bill
    found = known.reader("bob").turns.values()
    assert [len(found), sum(one.read for one in found)] == pytest.approx([3, bill.read])
    assert [sum(one.naive for one in found), sum(one.cached for one in found)] == pytest.approx(
        [bill.naive, bill.cached]
    )
    shown = contexts.show_costs(visit(project, "/", agent="bob"))
    assert (shown["count"], shown["sums"].read) == (3, pytest.approx(bill.read))
