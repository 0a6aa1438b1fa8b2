"""A team whose project is paused while a member takes a turn."""

import os
from pathlib import Path

import renkei
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from teammates.watching import FAST, tell, until


def test_a_member_that_ends_its_turn_during_a_pause_stays_and_takes_it_again(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "go")
    members = [{"id": "ben", "command": ["cat", "go"]}]
    file = TeamFile.model_validate(
        {
            "goal": "g",
            "lead": {"id": "lead", "command": ["true"]},
            "members": members,
            "workspace": {"path": str(tmp_path)},
        }
    )
    with renkei.create(tmp_path / "p", "shop", "g") as project:
        team = Team(project, file, pauses=FAST)
        team.start(goal=False)
        try:
            asked = tell(project, "ben", "go", expected_response_type=["FREEFORM"])
            with (tmp_path / "go").open("w") as pipe:  # which its program has opened then
                project.pause_project("wait")
                pipe.write("One.")
            until(project, lambda: "ben" not in project.state.turns)
            project.resume_project()
            until(project, lambda: "ben" in project.state.turns)
            (tmp_path / "go").write_text("Two.")
            until(project, lambda: not project.state.owed_by("ben"))
        finally:
            team.close()
        assert project.conversation(thread=asked)[-1].message.payload.body == "Two."
        assert team.failed == {}
