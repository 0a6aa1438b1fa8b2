"""Mistakes about coding agents in the file of a team, which are found before anything is started."""

from pathlib import Path

import pytest

from renkei.edges.team.team_file import read_team
from renkei.errors import DocumentError

FAULTS = {
    "agent: claud-code": ("/agent", "there is no agent 'claud-code'. Agents: claude-code, codex"),
    'agent: [""]': ("/agent", "a program and its arguments"),
    "agent: codex, command: [x]": ("", "ben has an `agent` and a `command` Leave one of them out."),
    "agent: codex, model: m": ("", "ben has an `agent` and a `model` Leave one of them out."),
    "mode: plan": ("", "ben has a `mode`, which only an `agent` has"),
}


@pytest.mark.parametrize("member", FAULTS)
def test_a_fault_of_a_coding_agent_is_named_with_its_line(member: str, tmp_path: Path) -> None:
    file = tmp_path / "team.yaml"
    file.write_text(f"team:\n  goal: g\n  lead: {{id: lead}}\n  members:\n    - {{id: ben, {member}}}\n")
    with pytest.raises(DocumentError) as refused:
        read_team(file)
    (problem,) = refused.value.problems
    place, said = FAULTS[member]
    assert (problem.path, problem.line) == (f"/team/members/0{place}", 5)
    assert said in f"{problem.message} {problem.hint}"


def test_a_coding_agent_by_name_or_command_is_read(tmp_path: Path) -> None:
    file = tmp_path / "team.yaml"
    members = "[{id: ben, agent: codex, mode: read-only}, {id: cho, agent: [my-agent, --acp]}]"
    file.write_text(f"team:\n  goal: g\n  lead: {{id: lead}}\n  members: {members}\n")
    assert [one.agent for one in read_team(file).members] == ["codex", ("my-agent", "--acp")]
