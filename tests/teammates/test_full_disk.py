"""A disk that is full under a team: it says so, waits, and loses nothing."""

import errno
import os
from pathlib import Path

import pytest

import renkei
from renkei.edges.team.members import conversation as conversations
from renkei.testing import Reply, ScriptedModel, log_faults
from team import work
from teammates.scripted_team import TeamScript, new_team, team_file
from teammates.test_faults import ANSWER, done
from teammates.watching import FAST, said, until, with_work


def test_a_full_disk_under_the_conversation_loses_nothing_and_runs_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = renkei.create(tmp_path / "p", "shop", "a goal")
    script = TeamScript(
        {
            "lead": (
                Reply("Reach the goal.", call="SendMessage", arguments={**ANSWER, "content": "Half."}),
                done("may have happened"),
                done("Half"),
            )
        }
    )
    real = os.write

    def write(handle: int, data: bytes) -> int:
        if b'"tool_result"' in data and next(faults, None):
            real(handle, data[:7])
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle, data)

    faults = iter([1, 1, 1])
    monkeypatch.setattr(conversations.os, "write", write)
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), project, pauses=FAST)
        team.run()
    kept = conversations.Conversation(next((tmp_path / "p").rglob("lead.jsonl")))
    assert "may have happened" in str(kept.messages)
    assert said(project, "lead").count("lead: Half.") == 1
    kept.close()
    project.close()


def test_a_full_disk_under_the_log_is_waited_for() -> None:
    project = with_work()
    script = TeamScript({"lead": (done(), done("storage failed"), done("storage failed"))})
    waits = list[tuple[str, str]]()
    with ScriptedModel(script) as server, log_faults(project) as faults:
        faults.refuse(2, about="All done.")
        team = new_team(server, team_file(), project, pauses=FAST, on_storage_wait=lambda *given: waits.append(given))
        assert team.run() == "All done."
    assert waits == [("lead", "The log 'log' cannot be written: No space left on device")] * 2
    assert said(project, "lead") == ["lead: All done."]
    assert "may have happened or not" in script.told("lead")


def test_a_full_disk_is_waited_for_before_the_lead_is_notified_that_all_are_idle() -> None:
    project = with_work()
    script = TeamScript({"lead": (done("Nobody has anything to do"),)})
    with ScriptedModel(script) as server, log_faults(project) as faults:
        faults.refuse(about="Nobody has anything to do")
        assert new_team(server, team_file(), project, pauses=FAST).run() == "All done."
        assert faults.left == 0


def test_a_full_disk_while_work_is_claimed_is_waited_for() -> None:
    project = with_work(work("api", roles=["backend"]))
    script = TeamScript({})
    with ScriptedModel(script) as server, log_faults(project) as faults:
        faults.refuse(2, about='"claim"')
        with new_team(server, team_file("ann:backend"), project, pauses=FAST) as team:
            until(project, lambda: "You have claimed api" in script.told("ann") or team.failed)
            team.close()
        assert not team.failed
        assert faults.left == 0
