"""Tools of the lead alone, the notice to the lead when all are idle, and turns that make no progress."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei.edges.team.ending import waits_for_others
from renkei.edges.team.spawning import added_members
from renkei.edges.team.standings import check_team
from renkei.edges.team.team_file import TeamFile
from renkei.edges.team.tools.lead_tools import read_skill, skills_in
from renkei.edges.team.tools.toolbox import all_tools
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.protocol.payloads import TaskResult
from renkei.testing import Reply, ScriptedModel
from team import small_team, work
from teammates.scripted_team import TeamScript, new_team, speaker, team_file
from teammates.test_task_tools import a_team, called


def test_a_subagent_answers_once_with_a_conversation_of_its_own() -> None:
    lead = [
        Reply("> Count it.", call="Task", arguments={"prompt": "How many routes are there?"}),
        Reply("nine routes", call="Task", arguments={"prompt": "Go round in circles."}),
        Reply("SUBAGENT_FAILED", say="I know it."),
        Reply("nothing is open", say="Nine."),
    ]
    other = [
        Reply("How many routes", call="TaskList"),
        Reply('"tasks"', call="SendMessage", arguments={"recipient": "human", "content": "hello"}),
        Reply("There is no tool SendMessage", say="nine routes"),
        Reply("Go round in circles", call="TaskList"),
        Reply('"tasks"', call="TaskList", again=True),
    ]
    script = TeamScript({"lead": lead, "lead's subagent": other})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(goal="Count it."))
        assert team.run() == "Nine."
    first = next(one for one in script.requests if speaker(one) == "lead's subagent")
    assert [one["content"][0]["text"] for one in first.body["messages"]] == ["How many routes are there?"]
    shown = set(script.tools("lead's subagent"))
    assert {"bash", "edit_file", "TaskList"} <= shown
    assert not {"TaskCreate", "SendMessage", "Task", "write_board", "send_message"} & shown
    assert sum(speaker(one) == "lead's subagent" for one in script.requests) == 23
    assert set(team.project.state.actors) == {"human", "lead"}
    assert team.usage()["lead"].output == 5 * len(script.requests)
    assert "it has made 20 requests" in script.told("lead")


def test_a_member_that_the_lead_added_is_found_again_by_the_next_process(tmp_path: Path) -> None:
    spawn = {"name": "alice", "role": "coder", "prompt": "You write the parser.", "tools": ["TaskList"]}
    lead = [Reply("> Port it.", call="Task", arguments=spawn), Reply('"spawned"', say="Alice is there.")]
    script = TeamScript({"lead": lead}, ending="Ready.")
    file = team_file(goal="Port it.")
    with ScriptedModel(script) as server:
        with renkei.create(tmp_path / "p", file.name, file.goal) as project, new_team(server, file, project):
            assert script.wait(lambda one: "You write the parser." in one.told("alice"))
            assert script.wait(lambda one: not one.open)
        with renkei.open(tmp_path / "p") as project:
            found = list(added_members(project, file))
            assert [(one.id, one.role, one.tools) for one in found] == [("alice", "coder", ("TaskList",))]
            with new_team(server, file, project) as team:
                assert team.names == ("lead", "alice")
    first = next(one for one in script.requests if speaker(one) == "alice")
    assert "You write the parser." in first.body["system"][0]["text"]
    assert script.tools("alice") == ["TaskList"]


def test_the_lead_sees_and_ends_its_teammates() -> None:
    lead = [
        Reply("> Try it.", call="TeamCreate", arguments={"name": "shop"}),
        Reply('"team": "shop"', call="TaskOutput", arguments={"task_id": "nobody"}),
        Reply("Teammates: lead, ann, bob", call="Task", arguments={"name": "ann", "prompt": "again"}),
        Reply("ALREADY_EXISTS", call="TaskStop", arguments={"id": "lead"}),
        Reply("you cannot end yourself", call="TeamDelete", arguments={"name": "other"}),
        Reply(
            "there is no team 'other'", call="SendMessage", arguments={"recipient": "ann", "content": "Look around."}
        ),
        Reply('"to": ["ann"]', say="I wait for ann."),
        Reply("I have looked", call="TaskOutput", arguments={"name": "ann"}),
        Reply("TaskList {}", call="TeamDelete", arguments={"name": "shop"}),
        Reply('"asked"', say="They are asked."),
        Reply("nothing is open", say="All have gone."),
    ]
    ann = [
        Reply("Look around.", call="TaskList"),
        Reply('"tasks"', call="SendMessage", arguments={"recipient": "lead", "content": "I have looked."}),
        Reply('"to": ["lead"]', say="That was all."),
    ]
    script = TeamScript({"lead": lead, "ann": ann})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("ann:backend", "bob", goal="Try it."))
        assert team.run() == "All have gone."
    assert script.open == ()
    assert set(team.project.state.actors) == {"human", "lead"}
    assert '"asked": ["ann", "bob"]' in script.told("lead")


def test_the_lead_is_told_when_nobody_has_anything_to_do_and_what_is_open() -> None:
    lead = [
        Reply("> Port it.", call="TaskCreate", arguments={"subject": "Write it", "role": "design"}),
        Reply("nobody can claim it yet", say="Somebody will do it."),
        Reply("still open: task-1 (open)", call="TaskUpdate", arguments={"id": "#1", "status": "cancelled"}),
        Reply('"cancelled"', say="I have cancelled it."),
        Reply(
            "nothing is open",
            call="SendMessage",
            arguments={"recipient": "human", "content": "It cannot be done.", "in_reply_to": "team-goal"},
        ),
    ]
    script = TeamScript({"lead": lead})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("ann:backend", goal="Port it."))
        assert team.run() == "It cannot be done."
    assert script.open == ()


def test_a_lead_that_says_nothing_ends_the_team_with_the_reason() -> None:
    script = TeamScript({}, ending="")
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(goal="Port it."))
        assert team.run() == ""
    said = team.project.search("The team was ended")[0]
    assert (said.from_, said.receivers) == ("lead", ("human",))


def test_a_team_waits_for_a_person_that_was_asked() -> None:
    question = {"decision_id": "D-port", "question": "Which port?", "options": [{"label": "one", "analysis": "a"}]}
    asked = {"type": "DECISION_REQUEST", "to": ["human"], "payload": question, "context_summary": "The port"}
    lead = [
        Reply("> Port it.", call="send_message", arguments=asked),
        Reply("owe_you_a_reply", say="I wait."),
        Reply("D-port", say="One, then."),
    ]
    script = TeamScript({"lead": lead}, ending="All is done.")
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(goal="Port it."))
        with team:
            assert script.wait(lambda one: "I wait." in one.told("lead") or len(one.requests) == 2)
            assert script.wait(lambda one: len(one.open) == 1)
            assert not team._ending.is_done()
            assert not team.project.search("Nobody has anything to do")
            team.project.decide("D-port", "one")
            assert script.wait(lambda one: not one.open)


def test_a_team_waits_for_work_that_it_gave_to_an_agent_that_runs_elsewhere() -> None:
    lead = [
        Reply("> Port it.", call="TaskCreate", arguments={"subject": "Test it", "owner": "mia"}),
        Reply('"id": "#1"', say="Mia tests it."),
        Reply("TASK_RESULT", say="It works."),
    ]
    script = TeamScript({"lead": lead})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(goal="Port it."))
        project = team.project
        project.join("mia", "tester")
        with team:
            assert script.wait(lambda one: len(one.open) == 1)
            for step in ("accept", "start"):
                team._watcher.wait_quiet(0)
                assert not team._ending.is_done()
                project.do(c.TransitionContract("task-1", step), actor="mia")
            result = TaskResult(original_task_ref="task-1", status="completed", summary="All passed.")
            project.send(project.message("mia", result, "lead"))
            assert script.wait(lambda one: not one.open)
            assert not project.search("Nobody has anything to do")
            team._watcher.wait_quiet(0)
            assert not team._ending.is_done()
            assert project.search("Nobody has anything to do")


@pytest.mark.parametrize(
    ("given", "acts", "waits"),
    [
        ({"assignee": "mia"}, (), True),
        ({"assignee": "ann"}, (), False),
        ({}, (), False),
        ({"assignee": "mia", "depends_on": ["first"]}, (), False),
        ({"assignee": "mia", "delegator": "bob"}, (), False),
        ({"assignee": "mia"}, (c.PauseContract("api", "not today"),), False),
        ({"assignee": "mia"}, (c.TransitionContract("api", "fail", "too hard"),), False),
    ],
)
def test_others_are_waited_for_who_can_go_on_with_work_of_the_team(
    given: dict[str, object], acts: tuple[c.Action, ...], waits: bool
) -> None:
    project = small_team()
    project.join("mia")
    project.do(work("first"), work("api", **given), *acts)
    assert waits_for_others(project, ("lead", "ann")) == waits


@pytest.mark.parametrize(
    ("step", "rounds", "reason"),
    [
        (Reply("", call="TaskList", again=True), 50, "I made the same call (TaskList) 5 times in a row"),
        (
            Reply(
                "", call="find_messages", arguments=lambda text: {"words": f"w{len(text)}-{next(COUNT)}"}, again=True
            ),
            6,
            "it was not finished after 6 requests",
        ),
    ],
)
def test_a_turn_that_gets_nowhere_is_ended_and_the_delegator_told(step: Reply, rounds: int, reason: str) -> None:
    lead = [
        Reply("> Port it.", call="TaskCreate", arguments={"subject": "Write it", "owner": "ann"}),
        Reply('"id": "#1"', say="Ann has it."),
        Reply(reason, call="TaskUpdate", arguments={"id": "#1", "status": "cancelled"}),
        Reply('"cancelled"', say="Ann could not do it."),
    ]
    begin = Reply("task-1", call="TaskUpdate", arguments={"id": "#1", "status": "in_progress"})
    script = TeamScript({"lead": lead, "ann": [begin, step]}, ending="Ann could not do it.")
    members = [{"id": "ann", "budget": {"rounds": rounds}}]
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(goal="Port it.", members=members))
        assert team.run() == "Ann could not do it."
    blocked = team.project.search(reason.split("(")[0])[0]
    assert (blocked.type, blocked.from_, blocked.receivers) == ("TASK_BLOCKED", "ann", ("lead",))
    if step.call == "TaskList":
        assert "You have made the same call 3 times in a row" in script.told("ann")


COUNT = iter(range(1000))


def test_skills_are_files_of_one_directory(tmp_path: Path) -> None:
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "SKILL.md").write_text("Read twice.")
    (tmp_path / "port.md").write_text("Port it.")
    (tmp_path / "secret.md").symlink_to("/etc/passwd")
    assert list(skills_in(tmp_path)) == ["port", "review"]
    assert read_skill(tmp_path, "review") == "Read twice."
    for name in ("../port", "secret", "", "revew"):
        with pytest.raises(BadValueError, match="Skills: port, review"):
            read_skill(tmp_path, name)
    with pytest.raises(BadValueError, match="Did you mean 'review'"):
        read_skill(tmp_path, "revew")
    team = a_team(skills=str(tmp_path))
    assert called(team, "lead", "Skill", skill="port") == "Port it."
    described = next(one.description for one in all_tools(team, "lead") if one.name == "Skill")
    assert described == "Read how something is done. Skills of the team: port, review."
    assert "is a tool of the lead" in called(team, "ann", "Skill", skill="port")


def test_a_team_has_a_limit_of_members() -> None:
    file = TeamFile.model_validate({"goal": "g", "lead": {"id": "lead"}, "quota": {"members": 3}})
    script: Any = TeamScript({})
    with ScriptedModel(script) as server:
        team = new_team(server, file, small_team())
        refused = called(team, "lead", "Task", prompt="Help.", name="carol")
    assert "the team has 3 members, which is its limit" in refused["message"]
    assert "carol" not in team.project.state.actors


@pytest.mark.parametrize("look_up", [a_team().member, lambda name: check_team(team_file(), name)])
def test_a_name_that_a_model_pastes_is_quoted_in_short(look_up: Callable[[str], object]) -> None:
    with pytest.raises(BadValueError) as caught:
        look_up("x" * 100_000)
    assert len(caught.value.message) < 300
