"""`renkei obligations`: who owes what to whom, since when; what an asker waits for in `renkei status`."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei import DecisionRequest
from renkei.errors import UnknownActorError
from team import handoff, small_team


def asked(project: Path) -> library.Project:
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), "ann", task_ref="TC-1", context_summary="build the API"))
    request = DecisionRequest(decision_id="D-1", question="Which?", deadline_steps=2)
    team.send(team.message("ann", request, "human", context_summary="which token?", timestamp="2026-01-05T09:00:00Z"))
    return team


def test_every_reply_that_is_owed_is_listed_with_its_creditor_and_its_age(project: Path) -> None:
    team = asked(project)
    listed = json.loads(renkei("obligations", "--format", "json", cwd=project).stdout)
    assert [(one["debtor"], one["creditor"], one["subject"]) for one in listed] == [
        ("ann", "lead", "TC-1"),
        ("human", "ann", "D-1"),
    ]
    assert (listed[1]["since"], listed[1]["turns_left"]) == ("2026-01-05T09:00:00.000000Z", 2)
    text = renkei("obligations", "--agent", "human", cwd=project).stdout
    assert "DECISION_RESULT" in text
    assert "2 turns" in text
    assert "build the API" not in text
    team.decide("D-1", "JWT")
    assert renkei("obligations", "--agent", "human", cwd=project).stdout == "No reply is owed.\n"
    assert renkei("obligations", "--agent", "carl", cwd=project).returncode == 1


def test_the_status_shows_what_each_asker_waits_for(project: Path) -> None:
    asked(project)
    waits = json.loads(renkei("status", "--format", "json", cwd=project).stdout)["unanswered"]
    assert [(one["who"], one["waits_for"], one["says"]) for one in waits] == [
        ("lead", "ann", "build the API"),
        ("ann", "human", "D-1: which token?"),
    ]
    assert "requests without a reply" in renkei("status", cwd=project).stdout


def test_a_request_to_several_is_one_row_of_the_status_and_one_obligation_for_each(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), ["ann", "bob"], task_ref="TC-1"))
    assert [one.debtor for one in team.obligations()] == ["ann", "bob"]
    waits = json.loads(renkei("status", "--format", "json", cwd=project).stdout)["unanswered"]
    assert [one["waits_for"] for one in waits] == ["ann, bob"]


def test_the_obligations_of_an_unknown_participant_are_refused() -> None:
    with pytest.raises(UnknownActorError):
        small_team().obligations("carl")
