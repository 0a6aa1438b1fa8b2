"""The parts of the board's screens and of the slider that need no browser."""

from typing import get_args

import pytest

from renkei import Project, Write
from renkei.board.document import board_document
from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.view.board.controls import Control, control_of, controls
from renkei.edges.view.screens.board import yaml_parts
from renkei.edges.view.time_bar import describe
from renkei.engine.views.past.landmarks import LandmarkKind
from renkei.errors import BadValueError, UnknownFieldError
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES, texts
from team import small_team

HARD = ["plain", "two\nlines\n", " - dash: [", "yes", "\u202ereversed", "", "#no comment", "日本語", "a: b\n  c"]


def filled() -> Project:
    project = small_team()
    for number, text in enumerate(HARD):
        entry = {"question": text, "owner": "lead", "options": [{"label": f"{text}!", "pros": text}]}
        project.do(Write(f"/pending_decisions/D-{number}", entry))
        project.do(Write(f"/agents/ann/artifacts/a{number}", {"description": text, "version": number + 1}))
    return project


def test_the_yaml_with_anchors_is_the_yaml_of_the_command_line() -> None:
    document = board_document(filled().state.board)
    parts = list(yaml_parts(document))
    assert "\n".join(part.text for part in parts) + "\n" == to_yaml(document)
    paths = [part.path for part in parts]
    assert len(set(paths)) == len(paths)
    assert "/agents/ann/artifacts/a3/version" in {one.removeprefix("/project_state") for one in paths}


@pytest.mark.parametrize("model", [AgentEntry, Artifact, Blocker, PendingDecision])
def test_every_field_has_a_name_in_every_language(model: type) -> None:
    for locale in LOCALES:
        unnamed = {f"board.field.{name}" for name in controls(model)} - set(texts(locale, "view"))
        assert unnamed <= {"board.field.artifacts"}


@pytest.mark.parametrize(
    ("path", "kind", "typed", "value"),
    [
        ("/goal", "text", "yes", "yes"),
        ("/agents/ann/status", "choice", "working", "working"),
        ("/agents/ann/blocked_by", "line", "", None),
        ("/agents/ann/role", "line", "", ""),
        ("/agents/ann/artifacts/a/version", "number", "3", 3),
        ("/blockers/B-1/resolved", "flag", "true", True),
        ("/blockers/B-1/resolved", "flag", "false", False),
        ("/blockers/B-1/affected_agents", "yaml", "- ann\n- bob\n", ["ann", "bob"]),
        ("/blockers/B-1/affected_agents", "yaml", " ", []),
        ("/blockers/B-1/affected_agents", "yaml", "# nobody", []),
    ],
)
def test_what_is_typed_becomes_a_value_of_the_field(path: str, kind: str, typed: str, value: object) -> None:
    control = control_of(path)
    assert control.kind == kind
    assert control.read(typed, path) == value
    assert control.read(control.shown(value), path) == value


@pytest.mark.parametrize(("kind", "typed"), [("number", "three"), ("number", ""), ("yaml", "[a"), ("yaml", "a: b: c")])
def test_what_cannot_be_read_is_refused(kind: str, typed: str) -> None:
    with pytest.raises(BadValueError, match="/x"):
        Control("x", kind).read(typed, "/x")  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/agents/ann", "/blockers/B-1", "/changelog", "/nope", "goal", "/agents/ann/id", ""])
def test_what_is_no_field_has_no_form(path: str) -> None:
    with pytest.raises(UnknownFieldError):
        control_of(path)


def test_every_landmark_has_a_line_in_every_language() -> None:
    for locale in LOCALES:
        assert {f"mark.{kind}" for kind in get_args(LandmarkKind)} <= set(texts(locale, "view"))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_record_has_a_line(locale: Locale) -> None:
    project = filled()
    for record in project.records():
        line = describe(record, locale, "bob")
        assert line
        assert "\n" not in line


def test_the_line_of_a_record_names_its_actor_once() -> None:
    project = small_team()
    record = project.do(Write("/goal", "x" * 500), actor="lead")
    assert record is not None
    line = describe(record, "en", "bob")
    assert line.startswith("lead changed /goal: ")
    assert len(line) < 200
    joined = project.record(1)
    assert describe(joined, "en", "bob").count("human") <= 1
