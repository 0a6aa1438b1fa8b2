"""Titles: what a thing is called in front of people, and never an id."""

import pytest

import renkei
from engine.views.test_every_field import filled_message
from renkei.engine.views.titles import LONGEST_TITLE, SUBJECTS, entry_title, first_words, message_title, title_of
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import FOUND, waiting_for
from renkei.protocol.messages import MESSAGE_CLASSES, make_message
from team import small_team, work


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_message_without_a_summary_has_its_own_words_as_title(kind: str) -> None:
    document = filled_message(kind) | {"context_summary": ""}
    message = make_message(document)
    title = message_title(message)
    assert title not in ("", message.id)
    assert title != getattr(message.payload, "artifact_ref", None) or kind == "REVIEW_RESULT"


def test_a_message_has_its_summary_as_title() -> None:
    assert message_title(make_message(filled_message("FREEFORM") | {"context_summary": "Ship it"})) == "Ship it"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("\n---\n\n## A plan\nmore", "A plan"),
        ("- **First** of `two`", "First of two"),
        ("> > quoted", "quoted"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("Fix __init__.py in src/** and lib/**", "Fix __init__.py in src/** and lib/**"),
        ("設計\nを読む", "設計"),
    ],
)
def test_first_words_have_no_signs_of_markdown(text: str, title: str) -> None:
    assert first_words(text) == title


def test_a_title_is_cut_at_a_word() -> None:
    title = first_words("word " * 100)
    assert len(title) <= LONGEST_TITLE
    assert title.endswith("word…")


def test_things_of_a_project_are_called_by_their_words() -> None:
    project = small_team()
    project.do(work("TC-1", inputs={"description": "Build the login\nwith keys"}), actor="lead")
    options = ({"label": "RS256", "analysis": ""}, {"label": "HS256", "analysis": ""})
    asked = {"decision_id": "D-1", "question": "Which key?", "options": options, "recommended": "RS256"}
    project.send(project.message("ann", renkei.DecisionRequest.model_validate(asked), "human"))
    entry = {"version": 1, "path": "a.yaml", "description": "The API"}
    project.write([{"path": "/agents/ann/artifacts/api", "value": entry}], actor="ann")
    known = [title_of(project.state, one) for one in ("contract:TC-1", "decision:D-1", "artifact:api", "agent:ann")]
    assert known == ["Build the login", "Which key?", "The API", "ann"]


@pytest.mark.parametrize("thing", ["contract:TC-9", "decision:D-9", "artifact:x", "message:m-9", "criterion:TC-1/0"])
def test_a_thing_that_the_state_does_not_know_has_no_title(thing: str) -> None:
    assert title_of(small_team().state, thing) == ""


def test_every_kind_that_waits_is_about_a_thing_or_is_its_own_title() -> None:
    assert FOUND.keys() - SUBJECTS.keys() == {"project", "quota", "reread", "deadlock"}


def test_a_conflict_that_waits_is_called_by_its_words() -> None:
    project = small_team()
    report = renkei.ConflictReport(
        conflicting_artifacts=("a", "b"), conflict_description="Two APIs for one login", severity="critical"
    )
    project.send(project.message("ann", report, "human"))
    (one,) = waiting_for(project.state, "human")
    assert (one.kind, entry_title(project.state, one)) == ("conflict", "Two APIs for one login")
    assert one.ref not in entry_title(project.state, one)


def test_what_waits_outside_the_graph_is_called_by_what_it_is() -> None:
    state = small_team().state
    assert entry_title(state, Waiting("deadlock", "agent:ann", "", behind=("ann", "bob"))) == "ann → bob"
    assert entry_title(state, Waiting("reread", "/goal", "")) == "/goal"
    assert entry_title(state, Waiting("decision", "D-9", "", summary="# Why?")) == "Why?"
