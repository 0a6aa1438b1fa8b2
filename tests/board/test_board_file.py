"""The board file is always the board, the same for every reader of YAML, and costs what changed."""

import io
import threading
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

import renkei
from renkei.board.decide import Write
from renkei.board.document import board_document
from renkei.engine import commands as c
from team import small_team
from thoroughness import examples

TEXTS = st.text(max_size=30) | st.sampled_from(
    ["yes", "123e456", "2026-01-05", "null", "a: b", "- x", "# no", "日本語", "a\nb\n"]
)


@given(goal=TEXTS, descriptions=st.lists(TEXTS, max_size=4), task=TEXTS, above=st.sampled_from(["", "# a word"]))
@settings(max_examples=examples(60))
def test_every_reader_reads_the_board_from_the_file(
    tmp_path_factory: Any, goal: str, descriptions: list[str], task: str, above: str
) -> None:
    place = tmp_path_factory.mktemp("project")
    with small_team(place) as project:
        parts: list[c.Action] = [Write("/goal", goal), Write("/agents/ann/current_task", task)]
        parts += [Write(f"/blockers/b{n}", {"description": text}) for n, text in enumerate(descriptions)]
        parts.append(c.KeepComments({"/project_state/goal": ((above,) if above else (), "# beside")}))
        project.do(*parts)
        project.flush()
        text = (place / "board.yaml").read_text(encoding="utf-8")
        document = board_document(project.state.board)
    assert yaml.safe_load(text) == document
    assert YAML(typ="safe", pure=True).load(io.StringIO(text)) == document
    assert "# beside" in text


def test_only_what_changed_is_written_anew_and_the_rest_stays_to_the_letter(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    project.flush()
    before = (tmp_path / "board.yaml").read_text().splitlines()
    project.do(Write("/agents/ann/status", "working"), actor="ann")
    project.flush()
    after = (tmp_path / "board.yaml").read_text().splitlines()
    changed = [line.strip() for line in after if line not in before]
    assert "status: working" in changed
    assert not any("bob" in line for line in changed)


def test_a_reader_never_sees_half_a_board(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    done = threading.Event()
    seen: list[Any] = []

    def read() -> None:
        while not done.is_set():
            seen.append(yaml.safe_load((tmp_path / "board.yaml").read_text())["project_state"]["goal"])

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(60):
        project.do(Write("/goal", f"goal {n} " * 50))
        project.flush()
    done.set()
    reader.join()
    assert all(goal == "a goal" or goal.startswith("goal ") for goal in seen)
    assert seen


def test_a_board_that_cannot_be_written_does_not_undo_the_record(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    (tmp_path / "board.yaml").unlink()
    (tmp_path / "board.yaml").mkdir()
    record = project.do(Write("/goal", "another"))
    project.flush()
    assert record is not None
    assert renkei.open(tmp_path).state.board.get("/goal") == "another"


def test_a_deleted_board_file_is_there_again_after_the_next_change(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    (tmp_path / "board.yaml").unlink()
    project.do(Write("/goal", "another"))
    project.flush()
    assert "another" in (tmp_path / "board.yaml").read_text()
