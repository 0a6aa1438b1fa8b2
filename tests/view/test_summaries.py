"""A message without a summary is shown by its words wherever the view names it, not by its id."""

from pathlib import Path

import pytest

import renkei
from renkei.edges import view
from visitor import Visitor

ONE_CARD = "record.html"
"""The template that shows a message whole, with its summary."""


def test_no_template_shows_a_summary_that_may_be_missing() -> None:
    templates = Path(view.__file__).parent.joinpath("templates").rglob("*.html")
    assert [one.name for one in templates if "context_summary" in one.read_text()] == [ONE_CARD]


@pytest.mark.parametrize(
    "path", ["/decisions/D-bare", "/agents/ann", "/contexts/bob?lost=currency", "/?all=1", "/contexts/bob"]
)
def test_a_message_without_a_summary_is_named_by_its_words(person: Visitor, project: renkei.Project, path: str) -> None:
    if "D-bare" not in {one.ref for one in project.waiting_for("human")}:
        question = renkei.DecisionRequest(decision_id="D-bare", question="Which currency comes first?")
        project.send(project.message("ann", question, ["human", "bob"]))
    assert "Which currency comes first?" in person.get(path).text
