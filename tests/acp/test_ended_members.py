"""The goal survives a lead that cannot begin, and the record of a turn survives the acceptance of its work."""

import os
from pathlib import Path

import pytest

from coding_agent_fleet import Fleet, Make, running
from renkei.edges.team.errors import TeamStoppedError
from scripted_coding_agent import Scripted
from teammates.watching import notes, until


def test_a_lead_that_could_not_sign_in_gets_the_goal_when_the_team_runs_again(
    tmp_path: Path, scripted_agent: Make
) -> None:
    sign_in = {"error": {"code": -32000, "message": "sign in"}}
    fleet = Fleet(tmp_path, scripted_agent("ben"), scripted_agent("lead", new_session=[sign_in]))
    with pytest.raises(TeamStoppedError, match="needs you to sign in") as caught:
        fleet.team.run()
    assert caught.value.hint.endswith("in its own terminal. Then start again: the team continues where it stopped.")
    report = {"recipient": "human", "in_reply_to": "team-goal-2", "content": "It is done."}
    steps = [{"call": {"tool": "SendMessage", "arguments": report}}, {"say": "Reported."}]
    scripted_agent("lead", prompts=[{"when": "the goal of the team", "steps": steps}])
    assert fleet.new_team().run() == "It is done."
    assert fleet.new_team().run() == "It is done."  # it has reported, and is not given the goal a third time
    asked = fleet.project.conversation(between=("human", "lead"))
    assert [one.message.id for one in asked if one.message.from_ == "human"] == ["team-goal", "team-goal-2"]
    fleet.project.close()


@pytest.mark.long
def test_work_that_is_accepted_during_its_turn_gets_the_record_of_the_turn(
    tmp_path: Path, scripted_agent: Make, idle_lead: Scripted
) -> None:
    submitted = {"contract": "WORK", "status": "completed", "summary": "built"}
    submitted["evidence"] = [{"criterion": "it works", "evidence": "tried"}]
    accepted = tmp_path / "accepted"
    os.mkfifo(accepted)
    steps = [
        {"tool": {"id": "e", "kind": "edit", "title": "Write app.py", "paths": ["app.py"], "status": "completed"}},
        {"call": {"tool": "submit_work", "arguments": submitted}},
        {"hold": str(accepted)},
        {"say": "Built."},
    ]
    fleet = Fleet(tmp_path, scripted_agent(prompts=[{"when": "build it", "steps": steps}]), idle_lead)
    with running(fleet):
        fleet.give("build it")
        until(fleet.project, lambda: fleet.project.state.contracts.entries["WORK"].status == "submitted")
        fleet.project.accept("WORK", actor="lead")
        accepted.write_text("go on")
        until(fleet.project, lambda: "Write app.py" in notes(fleet.project, "WORK"))
        assert "Write app.py" not in str(fleet.project.conversation(between=("renkei", "human")))
