"""A coding agent is a member of a team: prompted with its context, it acts with tools and survives faults."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

import renkei
from coding_agent_fleet import Fleet, Make, running
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.errors import BadValueError
from scripted_coding_agent import Scripted
from teammates.watching import FAST, notes, said, tell, until


def test_a_turn_is_one_prompt_whose_text_is_the_context_and_the_text_is_the_answer(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(prompts=[{"when": "which port", "steps": [{"say": "Port "}, {"say": "8080."}]}])
    fleet = Fleet(tmp_path, ben, idle_lead, instructions="Be brief.")
    with running(fleet):
        assert fleet.ask("which port?") == "Port 8080."
    (prompt,) = ben.saw("prompt")
    assert "You are ben" in prompt
    assert "Be brief." in prompt
    assert "> which port?" in prompt
    assert idle_lead.saw("prompt") == []
    assert ben.saw("cwd")[0] == str(fleet.workspace)


def test_a_second_turn_runs_in_the_same_session_and_is_given_only_the_news(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[{"when": "first", "steps": [{"say": "One."}]}, {"when": "second", "steps": [{"say": "Two."}]}]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert [fleet.ask("the first"), fleet.ask("the second")] == ["One.", "Two."]
    assert len(ben.saw("new_session")) == 1
    first, second = ben.saw("prompt")
    assert "You are ben (teammate)" in first
    assert "You are ben (teammate)" not in second
    assert "the first" not in second


def test_an_agent_works_with_the_team_s_tools_and_its_work_is_recorded_in_measure(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    submitted = {"contract": "WORK", "status": "completed", "summary": "built"}
    submitted["evidence"] = [{"criterion": "it works", "evidence": "tried"}]
    edit = {"id": "e", "kind": "edit", "title": "Write app.py", "paths": ["app.py"]}
    ben = scripted_agent(
        prompts=[
            {
                "when": "build it",
                "usage": {"totalTokens": 30, "inputTokens": 10, "outputTokens": 20},
                "steps": [
                    {"plan": ["look", {"content": "write", "status": "in_progress"}]},
                    {"call": {"tool": "take_work", "arguments": {"contract": "WORK", "act": "start"}}},
                    {"tool": edit},
                    {"edit": {"path": "app.py", "content": "one\ntwo\n"}},
                    {"progress": {"id": "e", "status": "completed", "diff": {"path": "app.py", "new": "one\ntwo\n"}}},
                    {"tool": {"id": "c", "kind": "execute", "title": "pytest -q", "rawOutput": {"exitCode": 1}}},
                    {"usage": {"used": 1, "size": 2, "cost": {"amount": 0.125, "currency": "USD"}}},
                    {"call": {"tool": "submit_work", "arguments": submitted}},
                    {"say": "Built."},
                ],
            }
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet) as team:
        fleet.give("build it")
        until(fleet.project, lambda: "app.py" in notes(fleet.project, "WORK"))
        until(fleet.project, lambda: "ben" not in fleet.project.state.turns)
        text = notes(fleet.project, "WORK")
        assert "- edit – Write app.py: app.py (2 lines) – completed" in text
        assert "- execute – pytest -q – exit status 1" in text
        assert "[ ] look\n[>] write" in text
        assert "0.125 USD" in text
        assert fleet.project.state.contracts.entries["WORK"].status == "submitted"
        assert team.usage()["ben"].total == 30
        changed = fleet.project.state.files.file("app.py").changes
        assert [one.agent for one in changed] == ["ben"]
    calls = [(who, one.title, one.status) for who, one in fleet.activities if one.call == "e"]
    assert calls == [("ben", "Write app.py", "pending"), ("ben", "Write app.py", "completed")]
    assert "no such contract" not in str(ben.saw("answer"))


@pytest.mark.long
@pytest.mark.parametrize("full_text", [True, False])
def test_the_log_keeps_the_full_text_only_if_the_team_s_file_says_so(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, full_text: bool
) -> None:
    command = {"id": "c", "kind": "execute", "title": "pytest", "status": "completed", "output": "3 passed"}
    ben = scripted_agent(
        prompts=[{"when": "go", "steps": [{"say": "First I look."}, {"tool": command}, {"say": "Ok."}]}]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    fleet.file = fleet.file.model_copy(update={"full_text": full_text})
    fleet.team = fleet.new_team()
    with running(fleet):
        assert fleet.ask("go") == "Ok."
        until(fleet.project, lambda: "- execute – pytest" in "".join(said(fleet.project, "renkei")))
        text = "".join(said(fleet.project, "renkei"))
    assert ("First I look." in text) == ("3 passed" in text) == full_text


def test_a_permission_follows_the_rules(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    read = {"id": "r", "kind": "read", "title": "Read a", "paths": ["a"]}
    ben = scripted_agent(
        prompts=[
            {
                "when": "go",
                "steps": [
                    {"permission": read},
                    {"permission": {"id": "s", "kind": "other", "title": "mcp__renkei__send_message"}},
                    {"say": "allowed"},
                ],
            }
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert "allowed" in fleet.ask("go")
    assert [one["optionId"] for one in ben.saw("outcome")] == ["allow_once", "allow_once"]


@pytest.mark.long
def test_a_write_to_a_file_that_another_member_changed_is_refused_and_names_the_member(
    tmp_path: Path, scripted_agent: Make
) -> None:
    ben = scripted_agent(
        "ben",
        prompts=[
            {"when": "read it", "steps": [{"read": "a.txt"}, {"say": "Read."}]},
            {"when": "write it", "steps": [{"write": {"path": "a.txt", "content": "ben's"}}, {"say": "Tried."}]},
        ],
    )
    write = [{"read": "a.txt"}, {"write": {"path": "a.txt", "content": "lead's"}}, {"say": "Changed."}]
    lead = scripted_agent("lead", prompts=[{"when": "change it", "steps": write}])
    fleet = Fleet(tmp_path, ben, lead)
    (fleet.workspace / "a.txt").write_text("old")
    with running(fleet):
        fleet.ask("read it")
        fleet.ask("change it", "lead")
        fleet.ask("write it")
    assert ben.saw("content") == ["old"]
    (error,) = ben.saw("error")
    assert "'a.txt' was changed (by lead) after you had read it" in error["message"]
    assert (fleet.workspace / "a.txt").read_text() == "lead's"


def test_files_outside_of_the_workspace_are_neither_read_nor_written(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    (tmp_path / "secret").write_text("secret")
    ben = scripted_agent(
        prompts=[
            {
                "when": "go",
                "steps": [{"read": "../secret"}, {"read": "missing"}, {"write": {"path": "../x", "content": "x"}}],
            }
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go")
        until(fleet.project, lambda: len(ben.saw("error")) == 3)
    assert [one["code"] for one in ben.saw("error")] == [-32602, -32002, -32602]
    assert not (tmp_path / "x").exists()


@pytest.mark.long
def test_an_agent_that_is_killed_in_a_prompt_loads_its_session_and_gets_its_messages_again(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[
            {"when": "hello", "steps": [{"say": "Hello."}]},
            {"when": "build", "steps": [{"silent": True}]},
            {"when": "build", "steps": [{"say": "Built after all."}]},
        ],
        load_session=[{"say": "an old answer"}],
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("hello") == "Hello."
        asked = tell(fleet.project, "ben", "build", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(ben.saw("prompt")) == 2)
        os.kill(ben.saw("pid")[-1], signal.SIGKILL)
        until(fleet.project, lambda: not fleet.project.state.owed_by("ben"))
        assert fleet.project.conversation(thread=asked)[-1].message.payload.body == "Built after all."
    assert ben.saw("load_session") == ben.saw("new_session")
    assert any("it was ended by SIGKILL" in one for one in said(fleet.project, "renkei"))


@pytest.mark.long
def test_what_a_loaded_session_replays_is_no_answer_however_late_it_comes(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        initialize={"modes": ["ask", "plan"]},
        prompts=[{"when": "first", "steps": [{"say": "One."}]}, {"when": "second", "steps": [{"say": "Two."}]}],
        replayed_late=[{"say": "One."}, {"tool": {"id": "1", "title": "an old call", "status": "completed"}}],
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    fleet.team.start(goal=False)
    assert fleet.ask("the first") == "One."
    fleet.team.close()
    fleet.team = fleet.new_team()
    with running(fleet):
        assert fleet.ask("the second") == "Two."
    assert ben.saw("mode") == ["ask"]
    assert not any("an old call" in one for one in said(fleet.project))


@pytest.mark.long
def test_a_restarted_team_loads_the_sessions_of_its_agents(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[{"when": "first", "steps": [{"say": "One."}]}, {"when": "second", "steps": [{"say": "Two."}]}]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    fleet.team.start(goal=False)
    assert fleet.ask("the first") == "One."
    fleet.team.close()
    fleet.team = fleet.new_team()
    with running(fleet):
        assert fleet.ask("the second") == "Two."
    assert len(ben.saw("new_session")) == len(ben.saw("load_session")) == 1
    assert "You are ben (teammate)" not in ben.saw("prompt")[1]


@pytest.mark.long
def test_an_agent_that_cannot_load_its_session_begins_a_new_one_with_everything(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[
            {"when": "first", "steps": [{"die": 7}]},
            {"when": "first", "again": True, "steps": [{"say": "One."}]},
        ],
        load_session=[{"error": {"code": -32603, "message": "lost"}}],
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("the first") == "One."
    assert len(ben.saw("new_session")) == 2
    assert all("You are ben (teammate)" in one for one in ben.saw("prompt"))


@pytest.mark.short("fault5-*")
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"prompts": [{"again": True, "steps": [{"die": 7}]}]}, "it ended with exit status 7"),
        ({"prompts": [{"again": True, "steps": [{"spawn": "inherit"}, {"die": 7}]}]}, "it ended with exit status 7"),
        ({"start": [{"die": 3}]}, "it ended with exit status 3"),
        ({"initialize": {"version": 99}}, "it speaks version 99 of ACP, and renkei version 1"),
        ({"initialize": {"http": False}}, "it takes no tool servers over HTTP"),
        ({"new_session": [{"error": {"code": -32000, "message": "sign in"}}]}, "it needs you to sign in (sign in)"),
        ({"prompts": [{"again": True, "steps": [{"error": {"code": 1, "message": "no model"}}]}]}, "no model"),
    ],
)
def test_an_agent_that_cannot_work_leaves_with_the_reason_and_its_work_is_released(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, fault: dict[str, Any], reason: str
) -> None:
    fleet = Fleet(tmp_path, scripted_agent(**fault), idle_lead)
    with running(fleet) as team:
        fleet.give("build it")
        until(fleet.project, lambda: "ben" not in fleet.project.state.actors)
        assert reason in team.failed["ben"]
        assert fleet.project.state.contracts.entries["WORK"].status == "open"


@pytest.mark.long
def test_faults_of_the_stream_do_not_end_a_turn(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    faults = [
        {"raw": "this is not JSON"},
        {"raw": '{"jsonrpc": "2.0"}'},
        {"raw": '{"jsonrpc": "2.0", "method": "session/update", "params": 7}'},
        {"raw": '{"jsonrpc": "2.0", "id": "x", "result": {}}'},
        {"update": {"sessionUpdate": "from_the_future", "content": 1}},
        {"update": {"sessionUpdate": "tool_call"}},
        {"update": {"sessionUpdate": "plan", "entries": [1, {"content": None}]}},
        {"tool": {"id": "", "kind": "unheard of", "status": "strange", "title": ""}},
        {"stderr": 1_000_000},
        {"big": 1_000_000},
        {"flood": 2_000},
        {"tool": {"id": "t", "kind": "read", "title": "Read"}},
        {"permission": {"id": "done", "kind": "edit", "title": "E", "paths": ["a"], "status": "completed"}},
        {"say": "Still here."},
    ]
    ben = scripted_agent(prompts=[{"when": "go", "steps": faults, "later": [{"say": "too late"}]}])
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        assert fleet.ask("go") == "Still here."
        assert fleet.ask("and again") == "Nothing to do."


@pytest.mark.long
def test_an_interrupted_turn_is_cancelled_and_its_messages_stay_unread(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent(
        prompts=[{"when": "go", "steps": [{"until_cancelled": True}]}, {"when": "go", "steps": [{"say": "Now."}]}]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        asked = tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: len(ben.saw("prompt")) == 1)
        fleet.project.interrupt_turn("ben")
        assert fleet.ask("go on") == "Now."
        assert fleet.project.conversation(thread=asked)[-1].message.payload.body == "Now."
    assert len(ben.saw("cancel")) == 1
    assert len(ben.saw("initialize")) == 1


@pytest.mark.long
def test_an_agent_that_does_not_listen_to_a_cancel_is_ended(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.team.members.acp_member.CANCEL_SECONDS", 0.0)
    ben = scripted_agent(
        prompts=[
            {"when": "go", "steps": [{"spawn": "own"}, {"silent": True}]},
            {"when": "go", "steps": [{"say": "Now."}]},
        ]
    )
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        tell(fleet.project, "ben", "go", expected_response_type=["FREEFORM"])
        until(fleet.project, lambda: bool(ben.saw("child")))
        ended = [os.pidfd_open(pid) for pid in (*ben.saw("pid"), *ben.saw("child"))]
        fleet.project.interrupt_turn("ben")
        assert fleet.ask("go on") == "Now."
    for one in ended:
        assert select.select([one], [], [], 60.0)[0] == [one]
        os.close(one)


@pytest.mark.long
def test_a_silent_agent_is_started_again(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    ben = scripted_agent(
        prompts=[{"when": "go", "steps": [{"until_cancelled": True}]}, {"when": "go", "steps": [{"say": "Now."}]}]
    )
    fleet = Fleet(tmp_path, ben, idle_lead, budget={"seconds": 1})
    with running(fleet):
        assert fleet.ask("go") == "Now."
    assert len(ben.saw("cancel")) == 1


@pytest.mark.long
def test_a_reviewer_works_in_the_read_only_mode(tmp_path: Path, scripted_agent: Make, idle_lead: Scripted) -> None:
    ben = scripted_agent(initialize={"modes": ["ask", "plan"]})
    fleet = Fleet(tmp_path, ben, idle_lead, role="reviewer", mode="plan")
    with running(fleet):
        fleet.ask("hello")
        assert ben.saw("mode") == ["plan"]
        assert fleet.project.problems() == []


@pytest.mark.long
def test_a_team_says_that_a_reviewer_s_program_has_no_read_only_mode(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    edit = {"permission": {"id": "e", "kind": "edit", "title": "Edit a.txt", "paths": ["a.txt"]}}
    ben = scripted_agent(prompts=[{"when": "hello", "steps": [edit]}])
    fleet = Fleet(tmp_path, ben, idle_lead, role="reviewer")
    with running(fleet):
        tell(fleet.project, "ben", "hello")
        until(fleet.project, lambda: bool(ben.saw("outcome")))
        (problem,) = fleet.project.problems()
    assert ben.saw("outcome")[0]["optionId"] == "reject_once"
    assert "has no read-only mode for ben: what it asks permission to change is refused." in problem


def test_a_member_whose_program_is_missing_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    member = {"id": "ben", "agent": ["/nowhere/x"]}
    file = TeamFile.model_validate({"goal": "g", "lead": {"id": "lead"}, "members": [member]})
    with renkei.create(tmp_path / "p", "shop", "g") as project, pytest.raises(BadValueError) as refused:
        Team(project, file)
    assert refused.value.path == "/team/members/0/agent"
    assert "x is not installed" in str(refused.value)


@pytest.mark.long
def test_a_teammate_that_a_coding_agent_adds_is_the_same_program_also_after_a_restart(
    tmp_path: Path, scripted_agent: Make
) -> None:
    add = {"tool": "Task", "arguments": {"name": "cho", "prompt": "You help.", "role": "helper"}}
    lead = scripted_agent("lead", prompts=[{"when": "add somebody", "steps": [{"call": add}, {"say": "Added."}]}])
    fleet = Fleet(tmp_path, scripted_agent(), lead)
    fleet.team.start(goal=False)
    assert fleet.ask("add somebody", "lead") == "Added."
    assert fleet.ask("hello", "cho") == "Nothing to do."
    fleet.team.close()
    fleet.team = fleet.new_team()
    with running(fleet):
        assert fleet.ask("hello again", "cho") == "Nothing to do."
    assert any("You are cho (helper)" in one and "You help." in one for one in lead.saw("prompt"))


@pytest.mark.long
def test_each_member_calls_the_tools_with_a_token_of_its_own(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    ben = scripted_agent()
    fleet = Fleet(tmp_path, ben, idle_lead)
    with running(fleet):
        fleet.ask("hello")
        fleet.ask("hello", "lead")
        (mine,), (theirs,) = ben.saw("servers")[0], idle_lead.saw("servers")[0]
        assert mine["url"] == theirs["url"]
        assert mine["headers"] != theirs["headers"]
        for header, status in (({}, 401), ({"Authorization": "Bearer wrong"}, 401)):
            assert httpx2.post(mine["url"], json={}, headers=header).status_code == status
        own = {one["name"]: one["value"] for one in mine["headers"]}
        assert httpx2.post(mine["url"], json={}, headers=own | {"Host": "evil.example"}).status_code == 421
    with pytest.raises(httpx2.ConnectError):
        httpx2.post(mine["url"], json={})


@pytest.mark.long
def test_an_agent_that_survives_a_kill_of_its_team_is_ended_by_the_next_one(
    tmp_path: Path, scripted_agent: Make
) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    lead = scripted_agent("lead", prompts=[{"steps": [{"run": f"echo > {begun}"}, {"silent": True}]}])
    team = {"goal": "g", "lead": {"id": "lead", "agent": lead.command}}
    (tmp_path / "team.yaml").write_text(json.dumps({"team": team}))
    command = [sys.executable, "-m", "renkei", "team", "run"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        begun.read_text()
        process.kill()
    (pid,) = lead.saw("pid")
    ended = os.pidfd_open(pid)
    with renkei.open(tmp_path / ".renkei") as project, Team(project, tmp_path / "team.yaml", pauses=FAST) as again:
        assert select.select([ended], [], [], 60.0)[0] == [ended]
        assert again.run() == "Nothing to do."
    os.close(ended)
