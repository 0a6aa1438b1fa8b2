"""`renkei interrupt`: a person ends the turn of an agent whose process has died."""

import json
from pathlib import Path

import renkei as library
from process import renkei


def test_a_person_ends_a_turn_and_everybody_sees_it(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.begin_turn("ann")
    assert "idle, in a turn" in renkei("status", cwd=project).stdout
    done = renkei("interrupt", "ann", "out of memory", "--end-turn", cwd=project)
    assert (done.returncode, done.stdout) == (0, "ann is interrupted.\n")
    status = renkei("status", cwd=project).stdout
    assert "idle, turn interrupted" in status
    assert "its last turn was interrupted (human ended it: out of memory)" in status
    log = renkei("log", cwd=project).stdout
    assert "interrupted by human (out of memory): nothing written, its messages stay unread" in log
    assert "renkei → lead" in log
    assert renkei("interrupt", "ann", "again", "--end-turn", cwd=project).stdout == "ann is interrupted.\n"


def test_another_agent_may_not_and_a_reason_is_required(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.begin_turn("ann")
    refused = renkei("interrupt", "ann", "x", "--end-turn", "--as", "bob", cwd=project)
    assert (refused.returncode, "NOT_ALLOWED" in refused.stderr) == (1, True)
    assert renkei("interrupt", "ann", cwd=project).returncode == 2
    done = renkei("interrupt", "ann", "x", "--end-turn", "--as", "lead", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["id"] == "ann"


def test_a_turn_that_is_open_names_the_command_that_ends_it(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.begin_turn("ann")
    refused = renkei("read", "--as", "ann", cwd=project)
    assert "renkei interrupt ann TEXT --end-turn" in refused.stderr


def test_the_log_shows_news_and_renewing(project: Path) -> None:
    team = library.open(project / ".renkei")
    with team.turn("ann") as turn:
        team.send(
            team.message(
                "bob", library.Freeform(intent_hint="x", body="hi", requires_response=False, urgency="low"), "ann"
            )
        )
        turn.news()
        turn.renew()
    log = renkei("log", cwd=project).stdout
    assert "reads news: 1 relevant; " in log
    assert "lease renewed until 20" in log
    (ann, *_) = json.loads(renkei("context", "stats", "--format", "json", cwd=project).stdout)
    assert (ann["turns"], ann["tokens"]) == (1, team.state.tokens_spent)
