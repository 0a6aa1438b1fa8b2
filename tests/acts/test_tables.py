"""The tables of the acts, written a second time."""

import pytest

from renkei import Project
from renkei.acts.doors import OMITTED
from renkei.acts.errors import BadArgumentsError
from renkei.acts.renamed import RENAMED, current_name
from renkei.acts.table import ACTS
from renkei.engine import commands as c
from team import small_team, work

SUBJECTS = {
    "message": "send post reply mark_read",
    "message message_id": "waive give_context_feedback",
    "decision decision_id": "decide assign_decision",
    "artifact artifact_ref": "review add_artifact",
    "agent agent": "interrupt unblock",
    "agent participant": "join leave",
    "agent": "pause resume",
    "contract contract": "open_contract delegate assign claim start block submit verify accept send_back reject "
    "release refuse reopen cancel note pause_contract resume_contract",
    "board": "write revert",
    "files": "reserve_files release_files record_changes",
    "group group": "set_group",
    "project": "set_file_policy pause_project resume_project set_quota set_context_delivery register",
    "rules": "set_rules add_rules remove_rules",
}


def test_each_act_changes_this_kind_of_thing_and_this_argument_names_it() -> None:
    found = {name: f"{act.about} {act.subject}".strip() for name, act in ACTS.items()}
    assert found == {name: subject for subject, names in SUBJECTS.items() for name in names.split()}


def test_acts_are_listed_in_the_order_in_which_they_are_needed() -> None:
    assert " ".join(ACTS) == (
        "send post reply decide assign_decision review waive interrupt unblock mark_read give_context_feedback "
        f"{SUBJECTS['contract contract']} write revert add_artifact reserve_files "
        "release_files set_file_policy record_changes join leave pause resume set_group pause_project "
        "resume_project set_quota set_rules add_rules remove_rules set_context_delivery register"
    )


def test_these_doors_omit_these_acts() -> None:
    assert {door: set(acts) for door, acts in OMITTED.items()} == {
        "library": set(),
        "cli": set(),
        "http": {"verify"},
        "tools": {
            *("open_contract", "delegate", "verify", "accept", "reject", "send_back", "revert", "add_artifact"),
            *("interrupt", "unblock", "mark_read", "give_context_feedback", "join", "leave", "pause", "resume"),
            *("set_group", "pause_project", "resume_project", "set_quota", "set_rules", "add_rules", "remove_rules"),
            *("set_context_delivery", "register", "set_file_policy", "record_changes", "assign_decision"),
        },
        "view": {"add_artifact", "verify", "record_changes", "register"},
        "chat": {
            *("send", "post", "reply", "open_contract", "verify", "write", "add_artifact", "set_rules", "add_rules"),
            *("record_changes", "register"),
        },
    }


def test_these_arguments_had_other_names() -> None:
    assert RENAMED == {
        "actor": ("participant", "agent"),
        "artifacts": ("output_artifacts",),
        "at": ("seq",),
        "because": ("rationale", "summary", "reason", "action", "note", "body"),
        "by": ("blocked_by",),
        "contract": ("artifact_ref",),
        "decision": ("decision_id",),
        "detail": ("reason",),
        "fields": ("writes",),
        "id": ("participant",),
        "in": ("directory",),
        "message": ("message_id", "in_reply_to"),
        "option": ("chosen_option",),
        "outputs": ("output_artifacts",),
        "output": ("output_artifacts",),
        "reason": ("rationale", "summary", "action", "note", "body"),
        "ref": ("artifact_ref", "contract", "decision_id"),
        "rules": ("events",),
        "step": ("act",),
        "terms": ("task_contract",),
        "text": ("body",),
        "tier": ("wanted",),
        "transition": ("act",),
        "waits_for": ("blocked_by",),
    }


def test_an_earlier_name_is_answered_with_the_current_one() -> None:
    assert current_name("/because", ("summary", "body")) == "summary"
    assert current_name("/because", ("because",)) is None
    assert current_name("/mood", ("body",)) is None
    with pytest.raises(BadArgumentsError) as error:
        ACTS["post"].read({"text": "Hello.", "mood": "good"})
    hints = {problem.path: problem.hint for problem in error.value.problems}
    assert hints["/text"] == "It is called `body`."
    assert hints["/mood"].startswith("Did you mean 'body'?")


def reopened(*steps: tuple[str, c.Action], leaving: bool = False) -> Project:
    project = small_team()
    for actor, action in steps:
        project.do(action, actor=actor)
    if leaving:
        project.leave("ann", actor="lead")
    project.reopen("T-1", "once more", actor="lead")
    return project


def test_failed_assigned_work_returns_to_its_agent_and_failed_claimed_work_to_all() -> None:
    opened, assigned = work("T-1"), work("T-1", assignee="ann")
    fail = c.TransitionContract("T-1", "fail", "broken")
    for first, steps, assignee in (
        (assigned, [("ann", fail)], "ann"),
        (opened, [("ann", c.ClaimContract("T-1")), ("ann", fail)], None),
        (assigned, [("ann", c.TransitionContract("T-1", "refuse", "busy"))], None),
    ):
        contract = reopened(("lead", first), *steps).find_contract("T-1")
        assert (contract.status, contract.assignee) == ("open", assignee)


def test_failed_work_of_an_agent_that_left_is_open_to_all() -> None:
    fail = c.TransitionContract("T-1", "fail", "broken")
    project = reopened(("lead", work("T-1", assignee="ann")), ("ann", fail), leaving=True)
    assert project.find_contract("T-1").assignee is None
