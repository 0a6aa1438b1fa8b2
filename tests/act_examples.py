"""An example of every act: a project in which it is possible, its arguments, and invalid arguments."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from renkei import DecisionOption, DecisionRequest, Freeform, Project, Write
from renkei.engine import commands as c
from renkei.engine.record import Record
from team import small_team, work

Arguments = Mapping[str, Any]

TEXT = "One line.\nAnother line."
QUESTION = Freeform(intent_hint="NOTE", body="Which port?", requires_response=True, urgency="normal")
RULE = {
    "event": "later",
    "description": "Move on when a contract is completed.",
    "trigger": {"contract": "completed"},
    "auto_actions": [{"update_state_board": {"set": "/current_phase = done"}}],
}
TERMS = {
    "id": "NEW",
    "inputs": {"description": "build it"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "runs"}],
}

EXAMPLES: dict[str, tuple[Arguments, Arguments, str]] = {
    "send": (
        {
            "message": {
                "type": "FREEFORM",
                "to": ["ann"],
                "context_summary": "a port",
                "payload": {"intent_hint": "NOTE", "body": TEXT, "requires_response": False, "urgency": "normal"},
            }
        },
        {"message": {"type": "FREEFORM", "to": ["ann"], "payload": {}}},
        "INVALID_DOCUMENT",
    ),
    "post": ({"body": f"{TEXT} @bob", "to": ["ann"]}, {"body": TEXT, "to": ["nobody"]}, "UNKNOWN_RECIPIENT"),
    "reply": ({"in_reply_to": "q-1", "body": TEXT}, {"in_reply_to": "q-9", "body": TEXT}, "UNKNOWN_MESSAGE"),
    "decide": (
        {"decision_id": "D-1", "chosen_option": "sqlite", "rationale": "it is one file"},
        {"decision_id": "D-9", "chosen_option": "sqlite"},
        "UNKNOWN_DECISION",
    ),
    "assign_decision": (
        {"decision_id": "D-1", "owner": "bob", "reason": "bob knows it"},
        {"decision_id": "D-9", "owner": "bob"},
        "UNKNOWN_DECISION",
    ),
    "review": (
        {"artifact_ref": "api", "verdict": "approved", "summary": "clear"},
        {"artifact_ref": "nothing", "verdict": "approved", "summary": "clear"},
        "BAD_VALUE",
    ),
    "waive": ({"message_id": "q-2"}, {"message_id": "q-9"}, "UNKNOWN_MESSAGE"),
    "interrupt": ({"agent": "ann", "body": TEXT}, {"agent": "nobody", "body": TEXT}, "UNKNOWN_RECIPIENT"),
    "unblock": ({"agent": "bob", "body": TEXT}, {"agent": "nobody", "body": TEXT}, "UNKNOWN_FIELD"),
    "mark_read": ({"messages": ["q-1"]}, {"messages": ["q-1"], "notices": -1}, "BAD_ARGUMENTS"),
    "give_context_feedback": (
        {"agent": "bob", "message_id": "q-2", "wanted": "critical", "note": "it names bob"},
        {"agent": "bob", "message_id": "q-9", "wanted": "critical"},
        "UNKNOWN_MESSAGE",
    ),
    "open_contract": ({"task_contract": TERMS}, {"task_contract": TERMS | {"id": "OPEN"}}, "ALREADY_EXISTS"),
    "delegate": (
        {"assignee": "ann", "task_description": "build it", "success_criteria": ["it runs", "it stops"]},
        {"assignee": "nobody", "task_description": "build it"},
        "UNKNOWN_RECIPIENT",
    ),
    "assign": (
        {"contract": "OTHER", "assignee": "bob", "reason": "ann is away"},
        {"contract": "OTHER", "assignee": "nobody"},
        "UNKNOWN_ACTOR",
    ),
    "claim": ({"contract": "OPEN"}, {"contract": "NONE"}, "UNKNOWN_CONTRACT"),
    "start": ({"contract": "MINE"}, {"contract": "NONE"}, "UNKNOWN_CONTRACT"),
    "block": (
        {"contract": "BEGUN", "reason": TEXT, "blocked_by": "D-1"},
        {"contract": "DONE", "reason": "the port is unknown"},
        "ILLEGAL_TRANSITION",
    ),
    "submit": (
        {
            "contract": "BEGUN",
            "summary": TEXT,
            "output_artifacts": ["app"],
            "evidence": [{"criterion": "runs", "evidence": "ran it", "met": True}],
        },
        {"contract": "NONE", "summary": "done"},
        "UNKNOWN_CONTRACT",
    ),
    "verify": ({"contract": "PROVED"}, {"contract": "NONE"}, "UNKNOWN_CONTRACT"),
    "accept": ({"contract": "DONE", "reason": "it runs"}, {"contract": "OTHER"}, "ILLEGAL_TRANSITION"),
    "send_back": (
        {"contract": "DONE", "reason": "the port is wrong"},
        {"contract": "BEGUN", "reason": "the port is wrong"},
        "NOT_READY",
    ),
    "reject": (
        {"contract": "DONE", "reason": "the port is wrong"},
        {"contract": "BEGUN", "reason": "the port is wrong"},
        "NOT_READY",
    ),
    "release": ({"contract": "BEGUN", "reason": "too hard"}, {"contract": "FAILED"}, "ILLEGAL_TRANSITION"),
    "refuse": ({"contract": "MINE", "reason": "too hard"}, {"contract": "OTHER"}, "ILLEGAL_TRANSITION"),
    "reopen": ({"contract": "FAILED", "reason": "again"}, {"contract": "OPEN"}, "ILLEGAL_TRANSITION"),
    "cancel": ({"contract": "OTHER", "reason": "not needed"}, {"contract": "NONE"}, "UNKNOWN_CONTRACT"),
    "note": ({"contract": "OTHER", "text": "the port is 80"}, {"contract": "NONE", "text": "x"}, "UNKNOWN_CONTRACT"),
    "pause_contract": (
        {"contract": "OTHER", "reason": "wait"},
        {"contract": "NONE", "reason": "x"},
        "UNKNOWN_CONTRACT",
    ),
    "resume_contract": ({"contract": "PAUSED"}, {"contract": "NONE"}, "UNKNOWN_CONTRACT"),
    "write": (
        {"writes": [{"path": "/goal", "value": "a new goal", "action": "a better goal"}]},
        {"writes": [{"path": "/none", "value": 1}]},
        "UNKNOWN_FIELD",
    ),
    "revert": ({"seq": 4, "action": "it was better before"}, {"seq": 2}, "BAD_VALUE"),
    "add_artifact": (
        {"artifact_ref": "plan", "path": "plan.md", "description": "the plan"},
        {"artifact_ref": "plan", "version": 0},
        "BAD_ARGUMENTS",
    ),
    "reserve_files": (
        {"paths": ["docs/**", "plan.md"], "shared": True, "lease": 60},
        {"paths": ["../elsewhere"]},
        "BAD_VALUE",
    ),
    "release_files": ({"paths": ["src"]}, {"paths": ["docs"]}, "BAD_VALUE"),
    "set_file_policy": ({"overlap": "ask"}, {"overlap": "never"}, "BAD_ARGUMENTS"),
    "record_changes": (
        {"changes": [{"path": "src/a.py", "lines": [[3, 7]]}], "source": "command"},
        {"changes": [{"path": "/etc/passwd"}]},
        "BAD_VALUE",
    ),
    "join": ({"participant": "cid", "role": "review", "lead": True}, {"participant": "ann"}, "ALREADY_EXISTS"),
    "leave": ({"participant": "zoe", "reason": "her work is done"}, {"participant": "nobody"}, "UNKNOWN_ACTOR"),
    "pause": ({"agents": ["ann"], "reason": "wait"}, {"agents": ["nobody"], "reason": "wait"}, "UNKNOWN_ACTOR"),
    "resume": ({"agents": ["zoe"]}, {"agents": ["nobody"]}, "UNKNOWN_ACTOR"),
    "set_group": ({"group": "web", "members": ["ann", "bob"]}, {"group": "web", "members": ["x"]}, "UNKNOWN_ACTOR"),
    "pause_project": ({"reason": "lunch"}, {}, "BAD_ARGUMENTS"),
    "resume_project": ({}, {"now": True}, "BAD_ARGUMENTS"),
    "set_quota": ({"turns": 10, "tokens": 9000}, {"turns": 0}, "BAD_ARGUMENTS"),
    "set_rules": ({"events": [RULE]}, {"events": [RULE | {"condition": 5}]}, "BAD_ARGUMENTS"),
    "add_rules": ({"events": [RULE]}, {"events": [RULE | {"condition": 5}]}, "BAD_ARGUMENTS"),
    "remove_rules": ({"events": ["task_completed"]}, {"events": ["nothing"]}, "BAD_VALUE"),
    "register": (
        {"name": "acme.example/INCIDENT", "json_schema": {"type": "object"}},
        {"name": "acme.example/INCIDENT", "json_schema": {"type": 3}},
        "BAD_VALUE",
    ),
    "set_context_delivery": (
        {"context_delivery": "specification"},
        {"context_delivery": "nothing"},
        "BAD_VALUE",
    ),
}
"""Act → arguments, invalid arguments, and the code of their error."""


def example_project(act: str, actor: str, path: str | Path = ":memory:") -> Project:
    """Make a project in which an actor, who is a lead or a human, can perform the example of an act."""
    project = small_team(path)
    project.join("zoe")
    project.do(Write("/goal", "a good goal"), actor="human")
    for name in ("MINE", "BEGUN"):
        project.do(work(name, assignee=actor, delegator="lead" if actor == "human" else "human"), actor="human")
    project.start("BEGUN", actor=actor)
    for name in ("OTHER", "DONE", "FAILED", "PAUSED", "PROVED"):
        criteria = [{"criterion": "runs", "command": ["true"]}] if name == "PROVED" else [{"criterion": "runs"}]
        project.do(work(name, assignee="ann", delegator=actor, acceptance_criteria=criteria), actor=actor)
        project.start(name, actor="ann")
    for name in ("DONE", "PROVED") if act != "submit" else ():  # whoever owes a verdict cannot submit
        project.submit(name, "done", actor="ann")
    project.do(c.TransitionContract("FAILED", "fail", "broken"), actor="ann")
    project.pause_contract("PAUSED", "wait", actor=actor)
    project.do(work("OPEN"), actor="lead")
    project.reserve_files(["src"], actor=actor)
    project.do(Write("/agents/ann/artifacts/api", {"version": 1, "path": "api.md"}), actor="ann")
    asked = DecisionRequest(
        decision_id="D-1", question="Which store?", options=(DecisionOption(label="sqlite", analysis="one file"),)
    )
    for sender, payload, to, name in (
        ("ann", QUESTION, actor, "q-1"),
        (actor, QUESTION, "bob", "q-2"),
        ("bob", asked, actor, "q-3"),
    ):
        project.send(project.message(sender, payload, to, id=name))
    project.do(Write("/agents/bob/status", "blocked"), Write("/agents/bob/blocked_by", "D-1"), actor="bob")
    project.pause("zoe", "wait", actor=actor)
    if act == "resume_project":
        project.pause_project("lunch", actor=actor)
    return project


_MADE = re.compile(r'"(m-[\w-]+|\d{4}-\d\d-\d\dT[^"]*)"|(?<="seconds":)[\d.]+')


def written(record: Record | None) -> str:
    """Return the events of a record, without the ids and times that the runtime made, and the sizes of messages."""
    assert record is not None
    events = "\n".join(event.model_dump_json() for event in record.events)
    return re.sub(r'"size":\d+', '"size":0', _MADE.sub('"…"', events))
