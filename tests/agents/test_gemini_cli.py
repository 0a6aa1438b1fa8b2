"""The real Gemini CLI in a team, with a scripted model: joined by `connect`, and run as another agent."""

import json
import shutil
import sys
from html import unescape
from pathlib import Path

import pytest

from agents.overlap_story import COMMAND, NEW, OLD, RECORDED, new_overlap, recorded
from agents.overlap_story import PROMPT as BEGIN
from agents.real_program import check_told, new_home, running
from agents.team_story import PROMPT, contract, lead, new_team, script, until
from process import renkei
from renkei.testing import Reply, Script, ScriptedModel

MODEL = "gemini-2.5-flash"
"""A model by name: otherwise Gemini CLI asks one which to take."""

pytestmark = [
    pytest.mark.agents,
    pytest.mark.skipif(shutil.which("gemini") is None, reason="Gemini CLI is not installed (@google/gemini-cli)"),
]


def new_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory to work in, with a separate home."""
    home, work = new_home(tmp_path, monkeypatch)
    monkeypatch.setenv("GEMINI_API_KEY", "key")
    monkeypatch.setenv("GEMINI_CLI_TRUST_WORKSPACE", "true")
    (home / ".gemini").mkdir()
    own = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False}}
    (home / ".gemini/settings.json").write_text(json.dumps(own))
    return work


def test_a_connected_session_works_in_a_team_and_is_woken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = new_work(tmp_path, monkeypatch)
    with new_team(work) as project:
        assert "is connected" in renkei("connect", "gemini-cli", "--as", "guest", cwd=work).stdout
        story = script(project, "mcp_renkei_{}".format)
        join = (
            sys.executable,
            "-m",
            "renkei",
            "run",
            "gemini-cli",
            "--as",
            "backend",
            "--stay",
            "--",
            "-m",
            MODEL,
            "-p",
            PROMPT,
        )
        with ScriptedModel(story) as server:
            monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
            with running(work, *join, log=tmp_path / "log"):
                lead(project, 120)
                assert story.wait(lambda one: not one.open), story.open
        check_told(unescape(story.requests[-1].text))
        assert project.find_contract(contract(project)).status == "completed"
        assert "is disconnected" in renkei("disconnect", "gemini-cli", cwd=work).stdout
        assert sorted(one.name for one in work.iterdir()) == [".renkei"]


def test_an_edit_and_a_command_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = new_work(tmp_path, monkeypatch)
    edit = {"file_path": str(work / "app.py"), "instruction": "edit it", "old_string": OLD, "new_string": NEW}
    story = Script(
        Reply(BEGIN, call="replace", arguments=edit),
        Reply("CONFLICT_REPORT", call="run_shell_command", arguments={"command": COMMAND}),
        only_with_tools=True,
    )
    with new_overlap(work) as project, ScriptedModel(story) as server:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        renkei("connect", "gemini-cli", "--as", "backend", cwd=work)
        join = ("run", "gemini-cli", "--as", "backend", "--", "-m", MODEL, "--approval-mode", "yolo", "-p", BEGIN)
        with running(work, sys.executable, "-m", "renkei", *join, log=tmp_path / "log"):
            until(project, lambda: recorded(project).items() >= RECORDED.items(), 120)
