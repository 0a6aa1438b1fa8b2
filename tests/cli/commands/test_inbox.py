"""`renkei inbox`: what the next turn of an agent will deliver, and what wakes the agent."""

import json
import re
from pathlib import Path

import renkei as library
from process import renkei
from team import work


def test_the_inbox_shows_messages_alerts_duties_and_what_wakes_the_agent(project: Path) -> None:
    team = library.open(project / ".renkei")
    ask = library.Freeform(intent_hint="x", body="which port?", requires_response=True, urgency="normal")
    team.send(team.message("bob", ask, "ann", "blocking", id="m1"))
    team.do(work("T-1", assignee="ann"), actor="lead")
    team.begin_turn("ann")
    team.interrupt_turn("ann", "it hangs")
    before = team.state.seq
    lines = renkei("inbox", "--agent", "ann", cwd=project).stdout.splitlines()
    assert lines[0].split() == ["id", "tier", "form", "from", "message"]
    assert lines[1].split() == [
        "m1",
        "critical",
        "full",
        "bob",
        "FREEFORM:",
        "which",
        "port?",
        "(blocking,",
        "to",
        "me)",
    ]
    assert lines[2].startswith("! INTERRUPTED: your last turn did not finish (human ended it: it hangs).")
    assert lines[3] == "owes bob a reply (FREEFORM) to m1"
    assert lines[4].startswith("contract T-1 (open) from lead: T-1")
    assert lines[5] == "woken by: its last turn was interrupted (human ended it: it hangs)"
    found = json.loads(renkei("inbox", "--agent", "ann", "--format", "json", cwd=project).stdout)
    assert [(one["message"]["id"], one["form"], one["read"]) for one in found["messages"]] == [("m1", "full", True)]
    assert found["obligations"][0]["creditor"] == "bob"
    assert found["tokens"] > 0
    assert team.state.seq == before


def test_an_empty_inbox_says_so(project: Path) -> None:
    done = renkei("inbox", "--agent", "bob", cwd=project)
    assert done.stdout == "bob has no unread messages.\nwoken by: nothing\n"


def test_a_human_sees_what_waits_for_it(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        question = library.DecisionRequest(decision_id="D-1", question="which port?")
        opened.send(opened.message("ann", question, "human"))
    shown = renkei("inbox", "--agent", "human", cwd=project).stdout
    assert re.search(r"^decide\tD-1\tann\t[^\t]+\t\twhich port\?$", shown, re.M)
    found = json.loads(renkei("inbox", "--agent", "human", "--format", "json", cwd=project).stdout)
    assert [(one["kind"], one["ref"], one["creditors"]) for one in found["waiting"]] == [("decision", "D-1", ["ann"])]
    assert json.loads(renkei("inbox", "--agent", "ann", "--format", "json", cwd=project).stdout)["waiting"] == []
