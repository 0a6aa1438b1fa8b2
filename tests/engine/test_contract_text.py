"""The assignee is shown every field of its contract, in both languages: a new field cannot be forgotten."""

from typing import Any

import pytest
from pydantic import BaseModel

from renkei.contracts.model import TaskContract
from renkei.engine import commands as c
from team import handoff, small_team

FULL = {
    "id": "TC-007",
    "delegator": "lead",
    "assignee": "ann",
    "created_at": "2026-01-05T08:00:00.000000Z",
    "inputs": {
        "description": "Implement DESCRIPTION",
        "artifacts": ["auth-api-spec-v2"],
        "constraints": [{"constraint": "CONSTRAINT", "hard": True}],
        "assumptions": ["ASSUMPTION"],
    },
    "expected_output": {"format": "FORMAT", "schema": "SCHEMA", "deliverables": ["DELIVERABLE"]},
    "acceptance_criteria": [{"criterion": "CRITERION", "verification_method": "METHOD", "command": ["make", "CHECK"]}],
    "authority": {
        "autonomous_decisions": ["ALONE"],
        "must_consult": ["CONSULT"],
        "escalation_triggers": ["ESCALATE"],
    },
    "failure_handling": {
        "on_blocked": "BLOCKED",
        "on_partial_completion": "PARTIAL",
        "on_assumption_violation": "VIOLATION",
        "max_retries": 37,
    },
    "timeout": {"max_steps": 41, "on_timeout": "LATE"},
    "depends_on": ["TC-001"],
    "parent": "TC-000",
    "roles": ["backend"],
    "priority": "high",
    "paths": ["src/PATHS/**"],
}


def leaves(value: Any) -> list[str]:
    """Return every value in a document as text."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in leaves(one)]
    if isinstance(value, list):
        return [text for one in value for text in leaves(one)]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def unset(model: type[BaseModel], document: dict[str, Any], path: str = "") -> list[str]:
    """Return the fields of a model that a document does not set."""
    found = []
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key not in document:
            found.append(f"{path}{key}")
            continue
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            found += unset(inner, document[key], f"{path}{key}.")
    return found


def test_the_contract_of_this_test_sets_every_field() -> None:
    assert unset(TaskContract, FULL) == []


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("rendering", ["snapshot", "delta"])
def test_the_assignee_is_shown_every_field(locale: Any, rendering: Any) -> None:
    project = small_team()
    for name in ("TC-000", "TC-001"):
        terms = FULL | {"id": name, "depends_on": [], "parent": None, "assignee": None}
        project.do(c.OpenContract(TaskContract.model_validate(terms)))
    with project.turn("bob") as turn:
        turn.artifact("auth-api-spec-v2", path="docs/auth.yaml", description="the routes")
    project.do(c.OpenContract(TaskContract.model_validate(FULL)))
    context = project.context("ann", budget=8000, locale=locale, rendering=rendering)
    text = context.text + context.system
    missing = [one for one in leaves(FULL) if one.replace(".000000Z", "Z") not in text and one != "ann"]
    assert missing == []
    assert "docs/auth.yaml" in text


def test_where_the_budget_is_small_what_is_missing_is_named_with_how_to_have_it() -> None:
    project = small_team()
    for number in range(5):
        terms = FULL | {"id": f"TC-{number}", "depends_on": [], "parent": None}
        project.do(c.OpenContract(TaskContract.model_validate(terms)))
    text = project.context("ann", budget=420).text
    assert all(f"TC-{number}" in text for number in range(5))
    assert "renkei contract show" in text


def test_notes_that_the_state_no_longer_holds_are_counted() -> None:
    project = small_team()
    project.do(c.OpenContract(TaskContract.model_validate(FULL | {"depends_on": [], "parent": None})))
    for number in range(7):
        project.do(c.AddNote("TC-007", f"NOTE-{number}"), actor="ann")
    text = project.context("ann").text
    assert "notes so far: (2 earlier notes: `renkei contract show TC-007`); ann: NOTE-2; ann: NOTE-3" in text


def test_a_contract_that_a_message_carries_is_not_repeated_to_its_assignee() -> None:
    project = small_team()
    terms = {key: one for key, one in FULL.items() if key not in ("depends_on", "parent", "created_at", "roles")}
    extensions = {"task_contract": terms, "x-vendor": "KEPT"}
    message = project.message("lead", handoff("go"), "ann", task_ref="TC-007", extensions=extensions)
    project.send(message)
    text = project.context("ann", budget=9000).text
    assert text.count("CRITERION") == 1
    assert 'task_contract: "TC-007 (terms: see your contracts)"' in text
    assert "KEPT" in text
    assert "CRITERION" in project.message_text(message.id)
