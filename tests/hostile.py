"""A project in which every field that a participant can write holds a text chosen by a test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel

from engine.views.test_every_field import Values, filled_message
from renkei import Project, TaskContract
from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.contracts.model import TaskContract as Terms
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from renkei.protocol.messages import MESSAGE_CLASSES, make_message
from team import small_team

Attack = Callable[[str], str]
"""Makes the text of a field from a mark that occurs only once."""

REFS = {
    "ref",
    "input_artifacts",
    "output_artifacts",
    "artifact_ref",
    "conflicting_artifacts",
    "artifacts",
    "blocked_by",
}
"""Fields that refer to something; only some of them may hold any text, so they are tried with visible characters."""

TIMES = {"timestamp", "reply_by", "created_at"}

IDS = {
    "TASK_RESULT": {"original_task_ref": "TC-1", "status": "completed"},
    "TASK_BLOCKED": {"original_task_ref": "TC-4"},
    "STATUS_UPDATE": {"task_ref": "TC-4", "new_status": "working"},
    "DECISION_REQUEST": {"decision_id": "D-5"},
    "DECISION_RESULT": {"decision_id": "D-8"},
    "CONFLICT_REPORT": {"conflicting_decisions": None, "severity": "info"},
    "REVIEW_RESULT": {"artifact_ref": "TC-2"},
}
"""The references that some payloads must have, by type."""


class HostileValues(Values):
    """Makes documents whose texts are attacks; ids, times and enumerations are as they must be."""

    def __init__(self, attack: Attack) -> None:
        super().__init__()
        self.attack = attack

    def document(self, model: type[BaseModel], **given: Any) -> dict[str, Any]:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        free = {name: self.free(name) for name, one in fields.items() if one.annotation is str and not one.metadata}
        return super().document(model, **free | given)

    def value(self, kind: Any, name: str) -> Any:
        if kind is str and name not in REFS | TIMES:
            return self.free(name)
        if get_origin(kind) is dict or kind is dict:
            return {"note": self.free("extension")}
        return super().value(kind, name)

    def free(self, name: str) -> str:
        return self.attack(f"{name}-{next(self.numbers)}")


def message(kind: str, attack: Attack, number: int, project: Project) -> dict[str, Any]:
    """Return a message from ann to bob whose every text is an attack."""
    values = HostileValues(attack)
    header: dict[str, Any] = {"id": f"m-{number}", "timestamp": project.now(), "reply_by": None, "in_reply_to": None}
    header |= {"task_ref": None, "thread": f"T-{number}", "expected_response_type": []}
    document = filled_message(kind, **header, context_summary=values.free("summary"), extensions={})
    payload_model: Any = MESSAGE_CLASSES[kind].model_fields["payload"].annotation
    payload = values.document(payload_model, **IDS.get(kind, {}))
    if kind == "FREEFORM":
        payload["urgency"] = "normal"
    if kind == "DECISION_REQUEST":
        payload["recommended"] = payload["options"][0]["label"]
    document["extensions"] = {"note": values.free("extension")}
    return document | {"payload": payload}


def terms(attack: Attack, **given: Any) -> TaskContract:
    """Return a contract whose every text is an attack."""
    made = HostileValues(attack).document(Terms, delegator="lead", depends_on=[], parent=None, roles=[], **given)
    made["paths"] = []  # a pattern may not hold any text: tests/files
    made["inputs"]["artifacts"] = ["REF-9"]
    made["expected_output"]["schema"] = attack("schema")
    made["acceptance_criteria"][0]["command"] = None
    return TaskContract.model_validate(made)


def hostile_project(
    attack: Attack, path: str | Path = ":memory:", kinds: tuple[str, ...] = (), *, guarded: bool = True
) -> Project:
    """Make a project whose every text is an attack: board, messages of these types (or all), contract, reasons."""
    project = small_team(path, goal=attack("goal"), phase=attack("phase"), guarded=guarded)
    project.do(c.Join("eve", attack("role")), c.SetGroup("pair", ("ann", "bob")))
    for name, assignee in (("TC-1", "ann"), ("TC-2", "bob"), ("TC-3", None), ("TC-4", "ann")):
        project.do(c.OpenContract(terms(attack, id=name, assignee=assignee)), actor="lead")
    write_board(project, attack)
    for number, kind in enumerate(kinds or MESSAGE_CLASSES, 1):
        project.send(make_message(message(kind, attack, number, project)))
    project.start("TC-2", attack("start"), actor="bob")
    project.do(TransitionContract("TC-2", "block", attack("block")), actor="bob")
    project.pause_contract("TC-2", reason=attack("pause-contract"))
    project.pause("bob", reason=attack("pause"))
    project.do(c.Write("/agents/ann/current_task", attack("overwritten"), at="2026-01-05T08:00:00Z"), actor="lead")
    return project


def write_board(project: Project, attack: Attack) -> None:
    """Write entries of every list and every field of an agent."""
    values = HostileValues(attack)
    resolved = {"owner": "ann", "status": "resolved", "resolution": attack("resolution")}
    with project.act_as("ann") as draft:
        for path, model, given in (
            ("/pending_decisions/D-8", PendingDecision, {"owner": "ann", "status": "open", "resolution": None}),
            ("/pending_decisions/D-9", PendingDecision, {"owner": "bob", "status": "open", "resolution": None}),
            ("/blockers/B-9", Blocker, {"affected_agents": ["bob"], "resolved": False}),
            ("/agents/ann/artifacts/REF-9", Artifact, {}),
        ):
            entry = values.document(model, **given)
            draft.write(path, {name: one for name, one in entry.items() if name not in ("id", "ref")})
        agent = values.document(AgentEntry, status="blocked", blocked_by=attack("blocked_by"))
        for name in ("status", "current_task", "blocked_by"):
            draft.write(f"/agents/ann/{name}", agent[name])
    project.do(c.Write("/pending_decisions/D-8/resolution", resolved["resolution"]), actor="ann")
