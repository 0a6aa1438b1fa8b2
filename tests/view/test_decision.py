"""The page of a decision, without a browser: what it is made from, now and in the past."""

from typing import Any

import pytest
from starlette.datastructures import QueryParams

from renkei import ConflictReport, DecisionRequest, Freeform, Project
from renkei.board.decide import Write
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.screen import show as page_of
from renkei.edges.view.screens.decision import show
from renkei.edges.view.visit import Visit
from renkei.errors import UnknownDecisionError
from team import small_team

PLACE = next(one for one in SCREENS if one.path.startswith("/decisions/"))


def visit(project: Project, decision: str, at: int | None = None) -> Visit:
    path = {"decision": decision}
    last = project.state.seq
    return Visit(
        project, RecordMarkup(), "human", "en", f"/decisions/{decision}", path, QueryParams(), "token", last, at
    )


def shown(project: Project, decision: str, at: int | None = None) -> dict[str, Any]:
    page_of(PLACE, visit(project, decision, at))  # every template renders
    return show(visit(project, decision, at))


def test_the_request_says_more_than_the_board_and_the_board_serves_without_one() -> None:
    project = small_team()
    options = [{"label": "80", "analysis": "usual", "recommendation_score": 0.5}, {"label": "81", "analysis": ""}]
    asked = {"decision_id": "D-1", "question": "which?", "options": options, "recommended": "80"}
    project.send(project.message("ann", DecisionRequest.model_validate(asked), "human"))
    found = shown(project, "D-1")
    assert [(one.label, one.analysis, one.score, one.recommended) for one in found["options"]] == [
        ("80", "usual", 0.5, True),
        ("81", "", None, False),
    ]
    assert (found["open"], found["one"].creditors) == (True, ("ann",))
    entry = {"question": "where?", "owner": "human", "options": [{"label": "EU", "pros": "near", "cons": "dear"}]}
    project.do(Write("/pending_decisions/D-2", entry))
    assert [(one.label, one.pros, one.cons) for one in shown(project, "D-2")["options"]] == [("EU", "near", "dear")]


def test_the_page_has_the_comments_on_a_decision_once_and_in_order() -> None:
    project = small_team()
    asked = project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human")
    project.send(asked)
    comment = Freeform(intent_hint="NOTE", body="At which hour?", requires_response=False, urgency="normal")
    project.send(project.message("human", comment, "ann", in_reply_to=asked.id))
    before = project.state.seq
    project.decide("D-1", "80")
    types = [one.message.type for one in shown(project, "D-1")["said"]]
    assert types == ["DECISION_REQUEST", "FREEFORM", "DECISION_RESULT"]
    assert len(shown(project, "D-1", before)["said"]) == 2


def test_what_was_decided_stands_there_with_and_without_a_message() -> None:
    project = small_team()
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "lead"))
    assert shown(project, "D-1")["one"].creditors == ("ann",)  # as it waits for its owner
    before = project.state.seq
    project.decide("D-1", "80", "usual")
    found = shown(project, "D-1")
    assert (found["open"], found["result"].message.payload.chosen_option, found["one"]) == (False, "80", None)
    assert shown(project, "D-1", before)["open"]
    project.do(Write("/pending_decisions/D-2", {"question": "where?", "owner": "human"}))
    project.do(Write("/pending_decisions/D-2/resolution", "EU"), Write("/pending_decisions/D-2/status", "resolved"))
    assert (shown(project, "D-2")["result"], shown(project, "D-2")["resolution"].value) == (None, "EU")


def test_a_conflict_shows_both_sides_until_it_is_settled() -> None:
    project = small_team()
    project.do(Write("/agents/ann/artifacts/api", {"description": "30 days", "path": "api.md"}), actor="ann")
    project.do(Write("/pending_decisions/D-1", {"question": "how long?", "owner": "bob"}), actor="bob")
    report = ConflictReport(
        conflict_description="they differ",
        conflicting_artifacts=("api", "unknown"),
        conflicting_decisions=("D-1", "D-9"),
        severity="critical",
    )
    project.send(project.message("lead", report, "human", id="k"))
    before = project.state.seq - 1
    found = shown(project, "k")
    assert found["open"]
    assert [(one.node, one.text, one.owners) for one in found["more"]["sides"]] == [
        ("artifact:api", "30 days", ("ann",)),
        ("artifact:unknown", "", ()),
        ("decision:D-1", "how long?", ("bob",)),
        ("decision:D-9", "", ()),
    ]
    project.decide("k", "24 hours")
    found = shown(project, "k")
    assert (found["open"], found["result"].message.payload.chosen_option) == (False, "24 hours")
    for name, at in (("k", before), ("nothing", None), ("D-1", 1)):
        with pytest.raises(UnknownDecisionError):
            show(visit(project, name, at))
