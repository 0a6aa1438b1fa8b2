"""The real Claude Code as a member of a team that runs: one `claude -p` for each turn, with a scripted model."""

import os
import sys
from pathlib import Path

import pytest

import renkei
from agents.test_claude_code import KEY, environment, program, pytestmark  # noqa: F401
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.testing import Reply, Script, ScriptedModel
from teammates.watching import FAST, said, tell, until


def test_claude_code_answers_as_a_member(
    environment: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = renkei.create(tmp_path / "p", "shop", "g")
    command = ("claude", "-p", "--mcp-config", "{mcp_config}", "--allowedTools", "mcp__renkei__list_work")
    file = TeamFile.model_validate(
        {
            "goal": "g",
            "lead": {"id": "lead"},
            "members": [{"id": "cc", "command": command}],
            "workspace": {"path": str(environment)},
        }
    )
    script = Script(
        Reply("what is open?", call="mcp__renkei__list_work", arguments={"which": "mine"}),
        Reply("contracts", "Nothing is open."),
        only_with_tools=True,
    )
    with ScriptedModel(script) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        with Team(project, file, find_model=_unused, pauses=FAST) as team:
            asked = tell(project, "cc", "what is open?", expected_response_type=["FREEFORM"])
            until(project, lambda: not project.state.owed_by("cc"))
            team.close()
    assert project.conversation(thread=asked)[-1].message.payload.body == "Nothing is open."
    assert any("exit status 0" in one for one in said(project, "renkei"))
    assert any("you_owe" in one.text for one in script.requests)
    project.close()


def _unused(name: str) -> object:
    from renkei.edges.team.models.claude import ClaudeModel

    return ClaudeModel(name)
