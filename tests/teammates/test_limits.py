"""Limits of a team and of its members that are used up: a clear outcome, and the reason."""

import pytest

import renkei
from renkei.edges.team.errors import TeamStoppedError
from renkei.edges.team.models import script_file
from renkei.edges.team.models.scripted import ScriptedModels
from renkei.edges.team.team import Team
from renkei.engine import commands as c
from renkei.testing import Reply, ScriptedModel
from team import work
from teammates.scripted_team import TeamScript, new_team, speaker, team_file, with_budgets
from teammates.test_faults import done
from teammates.watching import FAST, said, tell, until, with_work


def test_a_team_that_has_used_up_its_tokens_stops_with_the_reason() -> None:
    loop = Reply("", call="TaskList", again=True)
    script = TeamScript({"lead": (loop,)})
    file = team_file(quota={"tokens": 1})
    with ScriptedModel(script) as server:
        team = new_team(server, file, pauses=FAST)
        with pytest.raises(TeamStoppedError, match="quota"):
            team.run()
    assert len([one for one in script.requests if speaker(one) == "lead"]) <= 1
    assert team.project.state.halted == "spent"
    more = TeamScript({"lead": (done("Nobody has anything to do"),)})
    with ScriptedModel(more) as server:
        assert new_team(server, team_file(quota={"tokens": 9_000}), team.project).run() == "All done."


@pytest.mark.parametrize("limit", ["turns", "tokens"])
def test_a_team_without_any_quota_left_stops_before_it_asks_a_model(limit: str) -> None:
    script = TeamScript({})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("ann", quota={limit: 0}))
        with pytest.raises(TeamStoppedError, match="its quota is used up"):
            team.run()
    assert not script.requests


def test_a_file_that_names_more_members_than_it_allows_is_refused() -> None:
    team = team_file("ann", "bob", quota={"members": 3})
    Team(with_work(), team)
    fewer = team_file("ann", "bob", quota={"members": 2})
    with pytest.raises(renkei.errors.BadValueError, match="/team/quota/members: the file names 3 members"):
        Team(with_work(), fewer)


def test_a_lead_that_has_used_up_its_turns_stops_the_team_with_that_reason() -> None:
    file = with_budgets(team_file(), {"lead": {"turns": 1}})
    with ScriptedModel(TeamScript({})) as server, pytest.raises(TeamStoppedError) as caught:
        new_team(server, file, pauses=FAST).run()
    assert caught.value.message == "The team has stopped: lead has used up its one turn."


@pytest.mark.parametrize("limit", ["turns", "tokens"])
def test_a_quota_of_the_team_is_that_of_its_project_and_counts_what_providers_report(limit: str) -> None:
    replies = ({"call": "TaskList"}, {"call": "find_messages"}, {"say": "Nothing to do."})
    calls = [script_file.Reply.model_validate(one) for one in replies]
    goal, again = script_file.Scene(when="Reach the goal.", then=calls), script_file.Scene(when="one more", then=calls)
    file = team_file(quota={limit: 1 if limit == "turns" else 30_000})
    with ScriptedModels({"lead": (goal, again)}) as models:
        project = with_work()
        with Team(project, file, find_model=models.find_model) as team:
            until(project, lambda: project.state.turns_spent)
            used = team.usage()["lead"].total
            assert project.state.tokens_spent == project.state.usage["lead"].tokens == used > 9_000
            assert project.state.halted == ("spent" if limit == "turns" else "")
            project.do(c.SetQuota(tokens=used + 1))  # as `renkei project quota --tokens` does
            tell(project, "lead", "one more")
            until(project, lambda: project.state.halted == "spent")
            assert project.state.tokens_spent >= used + 1
            until(project, lambda: "lead" not in project.state.turns, "its turn ends")
    assert "used up" in " ".join(said(project))


def test_rounds_that_are_used_up_are_reported() -> None:
    steps = [Reply("", call="find_messages", arguments={"words": f"word{number}"}) for number in range(10)]
    script = TeamScript({"ann": steps})
    file = with_budgets(team_file("ann"), {"ann": {"rounds": 3}})
    with ScriptedModel(script) as server, new_team(server, file, with_work(), pauses=FAST) as team:
        tell(team.project, "ann", "go")
        until(team.project, lambda: any("after 3 requests" in one for one in said(team.project, "ann")))
        team.close()


def test_a_lead_that_only_talks_while_work_is_open_is_asked_a_handful_of_times_and_the_run_ends() -> None:
    script = TeamScript({"lead": (Reply("", say="Nothing more.", again=True),)})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), with_work(work("api")), pauses=FAST)
        assert team.run() == "Nothing more."
    assert script.asked("lead") <= 6, "notices that arrive one after the other may wake it apart"


def test_a_lead_that_answers_each_notice_without_moving_a_contract_is_told_twice() -> None:
    def note(number: int) -> Reply:
        body = {"intent_hint": "NOTE", "body": f"thought {number}", "requires_response": False, "urgency": "low"}
        arguments = {"type": "FREEFORM", "to": ["bob"], "payload": body}
        return Reply("Nobody has anything to do", call="send_message", arguments=arguments)

    script = TeamScript({"lead": [note(number) for number in range(20)]})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file("bob"), with_work(work("api", roles=["nobody"])), pauses=FAST)
        team.run()
    assert len([one for one in said(team.project, "renkei") if "Nobody has anything to do" in one]) == 2


def test_a_team_without_a_quota_in_its_file_gets_one_that_the_person_can_change() -> None:
    project, file = with_work(), team_file()
    with ScriptedModel(TeamScript({})) as server:
        with new_team(server, file, project):
            assert (project.state.quota.turns, project.state.quota.tokens) == (500, 10_000_000)
        project.do(c.SetQuota(turns=7, tokens=None))
        with new_team(server, file, project):
            assert project.state.quota.turns == 7
    unlimited = team_file(quota={"turns": None, "tokens": None})
    with ScriptedModel(TeamScript({})) as server, new_team(server, unlimited, with_work()) as team:
        assert (team.project.state.quota.turns, team.project.state.quota.tokens) == (None, None)
