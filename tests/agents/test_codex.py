"""The real Codex in a team, with a scripted model: joined by `run`, and by `connect`."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agents.overlap_story import COMMAND, NEW, OLD, RECORDED, new_overlap, recorded
from agents.overlap_story import PROMPT as BEGIN
from agents.real_program import check_told, new_home, running
from agents.team_story import PROMPT, contract, lead, new_team, script
from process import renkei
from renkei.testing import Reply, Script, ScriptedModel

RENKEI = (sys.executable, "-m", "renkei")

CONFIG = """
model = "{model}"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[projects."{work}"]
trust_level = "trusted"
"""

EDITS = "gpt-5.5"
"""A model that Codex knows, and so gives its tool to edit files."""

pytestmark = [
    pytest.mark.agents,
    pytest.mark.skipif(shutil.which("codex") is None, reason="Codex is not installed (npm install -g @openai/codex)"),
]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory to work in, with a separate home."""
    home, work = new_home(tmp_path, monkeypatch)
    monkeypatch.setenv("CODEX_HOME", str(home / ".codex"))
    monkeypatch.setenv("SCRIPTED_KEY", "key")
    (home / ".codex").mkdir()
    return work


@contextmanager
def playing(story: Script, work: Path, model: str = "scripted-model") -> Iterator[None]:
    """Let a script be the model."""
    with ScriptedModel(story) as server:
        (work.parent / "home/.codex/config.toml").write_text(CONFIG.format(url=server.url, work=work, model=model))
        yield


def play(work: Path, *arguments: str, connected: bool = False) -> None:
    """Play the story with a session that stays, and check what the model was shown."""
    with new_team(work) as project:
        if connected:
            assert "is connected" in renkei("connect", "codex", "--as", "backend", cwd=work).stdout
        story = script(project, "mcp__renkei.{}".format)
        join = (*RENKEI, "run", "codex", "--as", "backend", "--stay", "--", "exec", "--skip-git-repo-check", *arguments)
        with playing(story, work), running(work, *join, PROMPT, log=work.parent / "log"):
            lead(project)
            assert story.wait(lambda one: not one.open), story.open
        check_told(story.requests[-1].text)
        assert project.find_contract(contract(project)).status == "completed"


def test_a_session_works_in_a_team_and_is_woken(work: Path) -> None:
    play(work)
    assert sorted(one.name for one in work.iterdir()) == [".renkei"]


def test_a_connected_session_works_in_a_team(work: Path) -> None:
    play(work, "--dangerously-bypass-hook-trust", connected=True)  # a person answers that once in a terminal
    assert sorted(one.name for one in work.iterdir()) == [".codex", ".renkei"]
    assert "is disconnected" in renkei("disconnect", "codex", cwd=work).stdout
    assert sorted(one.name for one in work.iterdir()) == [".renkei"]


def test_a_session_that_answers_and_ends_is_not_kept(work: Path) -> None:
    with new_team(work), playing(Script(), work):
        join = ("run", "codex", "--as", "backend", "--", "exec", "--skip-git-repo-check", "hello")
        assert renkei(*join, cwd=work).stdout == "Nothing to do.\n"


def test_an_edit_and_a_command_are_followed(work: Path) -> None:
    patch = f"*** Begin Patch\n*** Update File: app.py\n@@\n line 2\n-{OLD}\n+{NEW}\n*** End Patch\n"
    story = Script(
        Reply(BEGIN, call="apply_patch", input=patch),
        Reply("CONFLICT_REPORT", call="exec_command", arguments={"cmd": COMMAND}),
        only_with_tools=True,
    )
    with new_overlap(work) as project, playing(story, work, EDITS):
        join = ("run", "codex", "--as", "backend", "--", "exec", "--sandbox", "danger-full-access", BEGIN)
        renkei(*join, cwd=work)
        assert not story.open
        assert recorded(project) == RECORDED
