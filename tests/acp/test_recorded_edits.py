"""Edits that a coding agent reports are recorded while its turn goes on, and hold up no other agent."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from coding_agent_fleet import Fleet, Make, running
from renkei.edges.team.member_changes import MemberChanges
from scripted_coding_agent import Scripted
from teammates.watching import until

EDIT = [
    {"tool": {"id": "e", "kind": "edit", "title": "Write app.py", "paths": ["app.py"]}},
    {"edit": {"path": "app.py", "content": "one\n"}},
    {"progress": {"id": "e", "status": "completed", "diff": {"path": "app.py", "new": "one\n"}}},
]


def test_an_edit_is_recorded_before_its_turn_ends(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    fleet = Fleet(
        tmp_path, scripted_agent(prompts=[{"when": "build", "steps": [*EDIT, {"until_cancelled": None}]}]), idle_lead
    )
    with running(fleet):
        fleet.give("build it")
        until(fleet.project, lambda: bool(fleet.project.state.files.file("app.py").changes))
        assert "ben" in fleet.project.state.turns


def test_recording_an_edit_of_one_agent_does_not_hold_up_another(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording, go_on = Event(), Event()
    record: Callable[..., None] = MemberChanges.edited_itself

    def slowly(changes: MemberChanges, *edit: object) -> None:
        recording.set()
        assert go_on.wait(60)
        record(changes, *edit)

    monkeypatch.setattr(MemberChanges, "edited_itself", slowly)
    fleet = Fleet(tmp_path, scripted_agent(prompts=[{"when": "build", "steps": EDIT}]), idle_lead)
    with running(fleet):
        fleet.give("build it")
        assert recording.wait(60)
        answer = fleet.ask("Are you there?", to="lead")
        go_on.set()
        assert answer == "Nothing to do."
        until(fleet.project, lambda: bool(fleet.project.state.files.file("app.py").changes))
