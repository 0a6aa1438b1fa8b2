"""`renkei artifact add`: an agent registers what it produced."""

import json
from pathlib import Path

import renkei as library
from process import renkei


def test_an_artifact_is_registered_with_its_path_and_then_its_next_version(project: Path) -> None:
    add = "artifact", "add", "api-spec", "--as", "ann"
    first = renkei(*add, "--path", "docs/api.yaml", "--description", "the API", cwd=project)
    assert first.stdout == "api-spec v1 of ann is registered.\n"
    second = renkei(*add, "--format", "json", cwd=project)
    assert json.loads(second.stdout)["version"] == 2
    board = library.open(project / ".renkei").state.board
    assert board.get("/agents/ann/artifacts/api-spec/path") == "docs/api.yaml"


def test_only_a_participant_with_an_entry_on_the_board_has_artifacts(project: Path) -> None:
    assert renkei("artifact", "add", "x", "--as", "carl", cwd=project).returncode == 1
    assert renkei("artifact", "add", "x", cwd=project).returncode == 2


def test_a_version_without_a_path_and_a_description_is_one_line(project: Path) -> None:
    renkei("artifact", "add", "spec", "--as", "ann", cwd=project)
    assert len(renkei("artifact", "log", "spec", cwd=project).stdout.splitlines()) == 1
