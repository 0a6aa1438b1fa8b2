"""Whoever is concerned is shown every field of every document, in both languages: a new field cannot be forgotten.

The documents are generated from their models, with a different value in every field.
"""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

import renkei
from process import renkei as command
from renkei import Project
from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.board.state import Change
from renkei.budget.context.message_text import full
from renkei.engine import commands as c
from renkei.engine.validation import DOCUMENTS
from renkei.protocol.messages import MESSAGE_CLASSES, make_message
from renkei.protocol.primitives import PRIORITIES
from renkei.texts.say import say
from team import small_team

LOCALES = ["en", "ja"]
FIXED = {"protocol"}
"""Fields with one value, which says nothing."""

SAID_OTHERWISE = {"requires_response"}
"""A FREEFORM message that requires a response has the line that says which reply is expected."""


WALKED = {"message", "task_contract", "project_state"}
NOT_SHOWN = {
    "events": "a rule acts by messages and writes, which are shown; `rules explain` shows rules",
    "context_delivery": "a setting of the project says how contexts are built; `context delivery show` shows it",
}
"""Documents whose fields no context shows, each with the reason."""


def test_every_document_is_walked_or_has_a_reason_why_not() -> None:
    assert {*WALKED, *NOT_SHOWN} == set(DOCUMENTS)


class Values:
    """Makes a value for every field of a model: texts and numbers that occur only once."""

    def __init__(self) -> None:
        self.numbers = count(101)

    def document(self, model: type[BaseModel], **given: Any) -> dict[str, Any]:
        """Return a document that sets every field of a model."""
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        made = {name: self.value(field.annotation, name) for name, field in fields.items() if name not in given}
        return {name: given.get(name, made.get(name)) for name in fields}

    def value(self, kind: Any, name: str) -> Any:
        origin, arguments = get_origin(kind), get_args(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return self.document(kind)
        if origin is Literal:
            return arguments[-1]
        if origin in (UnionType, Union):
            return self.value(next(one for one in arguments if one is not type(None)), name)
        if origin is not None and (origin is tuple or "Sequence" in str(origin) or "list" in str(origin)):
            return [self.value(arguments[0], name)]
        if origin is dict or kind is dict:
            return {f"key-{next(self.numbers)}": f"extension-{next(self.numbers)}"}
        if arguments and origin is not None:  # Annotated
            return self.value(arguments[0], name)
        if name in ("timestamp", "reply_by", "created_at"):
            return f"2026-01-05T08:{next(self.numbers) % 60:02d}:00.000000Z"
        return {bool: True, int: next(self.numbers), float: 0.25}.get(kind, f"{name}-{next(self.numbers)}")


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every value of a document as text, with the name of its field."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one, name)
    elif value is not None and name not in FIXED | SAID_OTHERWISE:
        text = json.dumps(value) if isinstance(value, bool | float | int) else value
        yield name, text.replace(".000000Z", "Z") if text.endswith(".000000Z") else text


def missing(document: Any, text: str) -> list[str]:
    """Return the fields of a document whose values a text does not contain."""
    text = text.replace(".000000Z", "Z")
    return [f"{name}: {value}" for name, value in leaves(document) if value not in text]


def filled_message(kind: str, **given: Any) -> dict[str, Any]:
    """Return a message of a type that sets every field of its header and its payload."""
    values = Values()
    model = MESSAGE_CLASSES[kind]
    header = {"id": "m-1", "type": kind, "from": "ann", "to": ["bob"], "priority": "normal"} | given
    payload_model: Any = model.model_fields["payload"].annotation
    payload = values.document(payload_model, **({"intent_hint": "HINT"} if kind == "FREEFORM" else {}))
    if kind == "FREEFORM":
        payload["urgency"] = next(iter(PRIORITIES))
    if kind == "DECISION_REQUEST":
        payload["recommended"] = payload["options"][0]["label"]
    document = values.document(model, payload=payload, **header)
    known = {
        "protocol": "1.0",
        "required_extensions": ["violated_assumptions"],
        "expected_response_type": ["TASK_HANDOFF"],
    }
    return document | {"related_state_refs": [{"type": "agent", "id": "bob"}]} | known


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_message_in_full_shows_every_field(kind: str, locale: Any) -> None:
    document = filled_message(kind)
    message = make_message(document)
    assert missing(message.model_dump(mode="json", by_alias=True), full(message, locale)) == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("rendering", ["snapshot", "delta"])
def test_a_reader_is_shown_every_field_of_a_message_to_it(rendering: Any, locale: Any) -> None:
    project = small_team()
    document = filled_message("KNOWLEDGE_SHARE", timestamp=project.now(), id="m-7")
    project.send(make_message(document))
    text = project.context("bob", locale=locale, rendering=rendering).text
    message = project.find_message("m-7")
    assert missing(message.model_dump(mode="json", by_alias=True), text) == []


def test_message_show_prints_every_field(tmp_path: Path) -> None:
    with small_team(tmp_path / ".renkei") as project:
        project.send(make_message(filled_message("KNOWLEDGE_SHARE", timestamp=project.now(), id="m-7")))
        document = project.find_message("m-7").model_dump(mode="json", by_alias=True)
    for locale in LOCALES:
        assert missing(document, command("message", "show", "m-7", "--locale", locale, cwd=tmp_path).stdout) == []


def entries() -> dict[str, dict[str, Any]]:
    """Return an entry of every list of the board that sets every field, by its path."""
    values = Values()
    decision = {"id": "D-9", "owner": "bob", "status": "open", "resolution": None}
    return {
        "/pending_decisions/D-9": values.document(PendingDecision, **decision),
        "/blockers/B-9": values.document(Blocker, id="B-9", affected_agents=["bob"], resolved=False),
        "/agents/ann/artifacts/REF-9": values.document(Artifact, ref="REF-9"),
    }


def filled_board(project: Project) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Write entries with every field, and every field of an agent; return the entries and the agent."""
    made = entries()
    agent = Values().document(AgentEntry, id="ann", role="backend", status="blocked", artifacts=[], blocked_by="bob")
    with project.act_as("ann") as draft:
        for path, entry in made.items():
            draft.write(path, {name: value for name, value in entry.items() if name not in ("id", "ref")})
        for name, value in agent.items():
            if name not in ("id", "role", "artifacts"):
                draft.write(f"/agents/ann/{name}", value)
    return made, agent


SHOWN_IF_SET = {"resolved"}
"""Flags that an entry of a context does not need: a resolved blocker is not shown."""


def values_of(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in SHOWN_IF_SET}


@pytest.mark.parametrize("locale", LOCALES)
def test_whom_an_entry_of_the_board_concerns_is_shown_every_field(locale: Any) -> None:
    project = small_team()
    made, agent = filled_board(project)
    _, _, text = project.context("bob", locale=locale, budget=9000).text.partition(say(locale, "section.board"))
    for document in (*made.values(), agent):
        assert missing(values_of(document), text) == []
    project.decide("D-9", "RESOLUTION", "RATIONALE", actor="bob")
    assert "RESOLUTION (RATIONALE)" in project.context("bob", locale=locale, budget=9000).text


def test_changes_show_every_field_of_a_new_entry() -> None:
    project = small_team()
    with project.turn("bob"):
        pass
    made, _ = filled_board(project)
    text = project.context("bob", budget=9000, rendering="delta").text
    for document in made.values():
        assert missing({name: one for name, one in document.items() if name not in ("status", "resolved")}, text) == []


def test_board_show_prints_every_field(tmp_path: Path) -> None:
    with small_team(tmp_path / ".renkei") as project:
        made, agent = filled_board(project)
        changes = [one for one in project.state.board.changelog if one.path.startswith("/agents/ann/")]
    text = command("board", "show", cwd=tmp_path).stdout
    for document in (*made.values(), agent):
        assert missing({name: one for name, one in document.items() if name != "resolved"}, text) == []
    for change in changes:
        assert missing(changelog_entry(change), text) == []


def changelog_entry(change: Change) -> dict[str, Any]:
    return {"timestamp": change.timestamp, "agent": change.agent, "action": change.action, "diff": change.diff_summary}


def test_contract_show_prints_every_field(tmp_path: Path) -> None:
    from engine.test_contract_text import FULL

    with small_team(tmp_path / ".renkei") as project:
        terms = FULL | {"depends_on": [], "parent": None}
        project.do(c.OpenContract(renkei.TaskContract.model_validate(terms)))
    assert missing(terms, command("contract", "show", "TC-007", cwd=tmp_path).stdout) == []
