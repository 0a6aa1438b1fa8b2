"""Coding agents that break the protocol or stop reading, and a team that ends or fails while one is at work."""

import json
from pathlib import Path
from typing import Any

import pytest

from coding_agent_fleet import Fleet, Make, running
from scripted_coding_agent import Scripted
from teammates.watching import said, tell, until

pytestmark = pytest.mark.long

NO_END = 1e9
"""Seconds that are never over in a test."""


def test_a_team_ends_while_an_agent_does_not_begin_its_session(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.acp.session.BEGIN_SECONDS", NO_END)
    ben = scripted_agent(new_session=[{"silent": True}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go")
        until(fleet.project, lambda: bool(ben.saw("new_session")))
    assert fleet.team.failed == {}


def test_an_agent_that_does_not_read_its_input_is_ended(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.team.members.acp_member.CANCEL_SECONDS", 0.0)
    ask = (
        '{"jsonrpc": "2.0", "id": %d, "method": "fs/read_text_file", "params": {"sessionId": "SESSION", "path": "big"}}'
    )
    stop = {"stop_reading": [ask % one for one in range(9)]}
    ben = scripted_agent(prompts=[{"when": "go", "steps": [stop]}, {"when": "go", "steps": [{"say": "Now."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead, budget={"seconds": 1})
    (fleet.workspace / "big").write_text("x" * 1_000_000)
    with running(fleet):
        assert fleet.ask("go") == "Now."


@pytest.mark.parametrize("identity", ["", 7])
def test_a_session_without_a_proper_id_is_a_failure(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, identity: Any
) -> None:
    ben = scripted_agent(initialize={"session": identity})
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet) as team:
        tell(fleet.project, "ben", "go")
        until(fleet.project, lambda: "ben" not in fleet.project.state.actors)
        assert "it began a session without an id" in team.failed["ben"]
    assert ben.saw("prompt") == []


def test_answers_that_break_the_protocol_do_not_end_the_connection(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    faults = [
        {"raw": '{"jsonrpc": "2.0", "id": [], "result": {}}'},
        {"raw": '{"jsonrpc": "2.0", "id": {}, "error": {}}'},
        {"raw": '{"jsonrpc": "2.0", "method": ["x"], "params": {}}'},
        {"raw": '{"jsonrpc": "2.0", "id": 1, "method": {}, "params": {}}'},
        {"raw": '{"jsonrpc": "2.0", "id": 0, "error": "twice"}'},
        {"say": "Still here."},
    ]
    ben = scripted_agent(prompts=[{"when": "go", "steps": faults}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Still here."
    assert len(ben.saw("initialize")) == 1


def test_an_error_that_is_a_text_is_told_as_one(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    error = [{"raw": json.dumps({"jsonrpc": "2.0", "id": one, "error": "no credit left"})} for one in range(9)]
    ben = scripted_agent(
        prompts=[
            {"when": "go", "steps": [*error, {"until_cancelled": True}]},
            {"when": "go", "steps": [{"say": "Now."}]},
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Now."
    assert any("python failed: no credit left." in one for one in said(fleet.project, "renkei"))


def test_a_character_that_is_split_between_two_chunks_is_whole(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[
            {"when": "go", "steps": [{"say": ["Done \ud83c", "\udf89", "!"]}]},
            {"when": "half", "steps": [{"say": "Half \ud83c!"}]},
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Done 🎉!"
        assert fleet.ask("half") == "Half �!"


def test_what_an_agent_tells_is_recorded_in_measure_and_visible(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    name = "a\n\x1b[2J\u202e\ud83c" + "x" * 5_000
    call = {"toolCallId": "t", "kind": "edit", "title": "T", "status": "completed", "locations": [{"path": name}]}
    diff = {"type": "diff", "path": name, "newText": "x"}
    ben = scripted_agent(
        prompts=[
            {
                "when": "go",
                "stop": "end_turn",
                "steps": [
                    {"update": {"sessionUpdate": "tool_call", **call}},
                    {"update": {"sessionUpdate": "tool_call", **call, "toolCallId": "u", "content": [diff]}},
                    {"usage": {"used": 1, "size": 2, "cost": {"amount": 10**400, "currency": "USD"}}},
                    {"usage": {"used": 1, "size": 2, "cost": {"amount": 1, "currency": "\x1b" + "x" * 5_000}}},
                    {"plan": [name]},
                    {"say": "Ok."},
                ],
            }
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Ok."
        until(fleet.project, lambda: "- edit" in "".join(said(fleet.project, "renkei")))
        (text,) = (one for one in said(fleet.project, "renkei") if "- edit" in one)
    assert not set(text) & set("\x1b\u202e\ud83c")
    assert len(text) < 2_000
    assert len(text.splitlines()) == 6


def test_a_turn_that_ends_by_itself_while_nobody_may_act_is_no_failure(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    deaf = [{"say": "One."}, {"ignore_cancel": True}]
    ben = scripted_agent(prompts=[{"when": "go", "steps": deaf}, {"when": "go", "steps": [{"say": "Two."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet) as team:
        asked = tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(ben.saw("prompt")) == 1)
        fleet.project.pause_project("wait")
        until(fleet.project, lambda: bool(ben.saw("cancel")) and "ben" not in fleet.project.state.turns)
        fleet.project.resume_project()
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
        print(said(fleet.project), ben.seen, team.failed)
        assert fleet.project.conversation(thread=asked)[-1].message.payload.body in ("One.", "Two.")
        assert team.failed == {}


def test_permissions_that_wait_when_a_turn_is_cancelled_ask_nobody_later(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    asks = {"ask_many": 60}
    ben = scripted_agent(prompts=[{"when": "go", "steps": [asks]}, {"when": "go", "steps": [{"say": "Now."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(fleet.open_decisions()) == 10)
        fleet.project.interrupt_turn("ben")
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
    assert len(fleet.open_decisions()) == 10


def test_an_agent_that_always_cancels_its_own_turn_is_not_woken_again_and_again(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(prompts=[{"when": "go", "again": True, "stop": "cancelled"}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go")
        until(fleet.project, lambda: any("ended early: cancelled" in one for one in said(fleet.project, "renkei")))
        assert fleet.ask("hello", "lead") == "Nothing to do."  # by then, it would have taken many turns
        tell(fleet.project, "ben", "here is more")
        until(fleet.project, lambda: len(ben.saw("prompt")) > 1)
    assert len(ben.saw("prompt")) == 2
