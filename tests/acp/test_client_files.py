"""Files that an agent reads and writes through renkei: the rules hold as if it had asked."""

from pathlib import Path
from typing import Any

import pytest

from coding_agent_fleet import Fleet, Make, running
from scripted_coding_agent import Scripted
from teammates.watching import tell, until

WRITE = {"write": {"path": "a.txt", "content": "new"}}
DENY = {"deny": ["edit", "read"], "paths": ["*.txt"]}


@pytest.mark.short
@pytest.mark.parametrize("more", [{"permissions": [DENY]}, {"role": "reviewer"}])
def test_a_write_that_a_rule_denies_is_refused_though_the_agent_did_not_ask(
    more: dict[str, Any], tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(prompts=[{"when": "go", "steps": [WRITE, {"say": "Tried."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead, **more)
    with running(fleet):
        assert fleet.ask("go") == "Tried."
    assert "A rule of the team's file refuses this" in ben.saw("error")[0]["message"]
    assert list(fleet.workspace.iterdir()) == []


def test_a_read_that_a_rule_denies_is_refused(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    ben = scripted_agent(prompts=[{"when": "go", "steps": [{"read": "a.txt"}, {"say": "Tried."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead, [DENY])
    (fleet.workspace / "a.txt").write_text("secret")
    with running(fleet):
        assert fleet.ask("go") == "Tried."
    assert "a.txt" in ben.saw("error")[0]["message"]
    assert ben.saw("content") == []


def test_a_write_of_an_agent_s_settings_is_asked_about_with_its_diff(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    settings = {"write": {"path": ".mcp.json", "content": "{}"}}
    ben = scripted_agent(prompts=[{"when": "go", "steps": [settings, {"say": "Done."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(fleet.open_decisions()) == 1)
        (decision,) = fleet.open_decisions()
        assert "+{}" in fleet.project.state.board.get(f"/pending_decisions/{decision}/question")
        assert not (fleet.workspace / ".mcp.json").exists()
        fleet.project.decide(decision, "once")
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
    assert (fleet.workspace / ".mcp.json").read_text() == "{}"


@pytest.mark.long
def test_a_write_that_was_allowed_in_its_turn_is_not_asked_about_twice(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ask = {"permission": {"id": "t", "kind": "edit", "title": "Write a.txt", "paths": ["a.txt"], "then": [WRITE]}}
    ben = scripted_agent(prompts=[{"when": "go", "steps": [ask, {"say": "Done."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead, [{"ask": ["edit"]}])
    with running(fleet):
        tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(fleet.open_decisions()) == 1)
        fleet.project.decide(fleet.open_decisions()[0], "once")
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
        assert fleet.open_decisions() == []
    assert (fleet.workspace / "a.txt").read_text() == "new"


@pytest.mark.long
def test_nothing_is_written_after_a_cancel(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    steps = [{"ignore_cancel": True}, WRITE]
    ben = scripted_agent(prompts=[{"when": "go", "steps": steps}, {"when": "go", "steps": [{"say": "Now."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(ben.saw("prompt")) == 1)
        fleet.project.interrupt_turn("ben")
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
    assert len(ben.saw("error")) == 1
    assert list(fleet.workspace.iterdir()) == []


@pytest.mark.long
def test_once_is_never_told_as_always(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    options = [{"kind": "allow_always"}, {"kind": "reject_once"}]
    ask = {"permission": {"id": "t", "kind": "read", "title": "Read", "paths": ["a.txt"], "options": options}}
    ben = scripted_agent(prompts=[{"when": "go", "steps": [ask, {"say": "Done."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Done."
    assert ben.saw("outcome") == [{"outcome": "cancelled"}]
