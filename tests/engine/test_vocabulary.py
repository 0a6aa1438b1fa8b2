"""A project knows what vendors register: types of messages and extensions, each with its schema."""

from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei.errors import BadValueError, DocumentError, NotAllowedError, UnknownExtensionError, UnknownTypeError
from renkei.protocol.messages import make_message

INCIDENT, ACK, TRACE = "acme.example/INCIDENT", "acme.example/ACK", "https://acme.example/trace"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"severity": {"type": "integer", "minimum": 1}, "text": {"type": "string"}},
    "required": ["severity"],
}


def project(**registered: Any) -> renkei.Project:
    made = renkei.create(members=[renkei.Join("ann"), renkei.Join("bob"), renkei.Join("lead", lead=True)])
    made.register(INCIDENT, SCHEMA, **registered)
    return made


def message(**values: Any) -> Any:
    header = {"id": "i-1", "from": "ann", "to": "bob", "priority": "normal", "timestamp": "2026-01-05T09:00:00Z"}
    given = {"type": INCIDENT, "context_summary": "Down.", "payload": {"severity": 2, "text": "No answer."}}
    return make_message(header | given | values)


def test_a_message_of_a_registered_type_is_delivered_and_shown() -> None:
    made = project()
    made.send(message())
    assert [one.message.type for one in made.state.unread_of("bob")] == [INCIDENT]
    shown = made.context("bob").text
    assert f"[i-1] ann → bob · {INCIDENT} · normal" in shown
    assert "> severity: 2\n> text: No answer." in shown


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.com/incident.json"},
        {"$ref": "incident.json"},
        {"properties": {"severity": {"$ref": "#/$defs/severity"}}},
        {"properties": {"severity": {"$ref": "#severity"}}, "$defs": {"other": {"$anchor": "other"}}},
        {"$ref": "#"},
    ],
)
def test_a_schema_that_no_message_could_pass_is_rejected(schema: dict[str, Any]) -> None:
    made = project()
    last = made.log.last()
    with pytest.raises(BadValueError, match=r"not a usable JSON Schema: .*(leads nowhere|recursion|references)"):
        made.register(ACK, schema)
    assert made.log.last() == last


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"cause": {"$ref": "#"}}},
        {"$ref": "#/$defs/incident", "$defs": {"incident": {"type": "object"}}},
        {"$ref": "#incident", "$defs": {"incident": {"$anchor": "incident"}}},
        {"$id": "urn:acme:a", "$ref": "urn:acme:b", "$defs": {"b": {"$id": "urn:acme:b", "type": "object"}}},
        {"properties": {"severity": {"default": {"$ref": "elsewhere"}}}},
    ],
)
def test_a_schema_may_refer_to_its_own_parts(schema: dict[str, Any]) -> None:
    made = project()
    made.register(ACK, schema)
    made.send(message(type=ACK))
    assert [one.message.type for one in made.state.unread_of("bob")] == [ACK]


def test_a_type_that_nobody_registered_is_rejected_by_name() -> None:
    with pytest.raises(UnknownTypeError) as raised:
        project().send(message(type=ACK))
    assert (raised.value.details["type"], raised.value.details["known"]) == (ACK, INCIDENT)


def test_every_fault_of_a_payload_is_reported_with_its_place() -> None:
    with pytest.raises(DocumentError) as raised:
        project().send(message(payload={"severity": 0, "text": 3}))
    assert {(one.code, one.path) for one in raised.value.problems} == {
        ("OUT_OF_RANGE", "/payload/severity"),
        ("WRONG_TYPE", "/payload/text"),
    }


def test_replies_that_a_type_declares_are_owed_until_they_come() -> None:
    made = project(replies=[ACK])
    made.register(ACK, {})
    made.send(message())
    assert [one.expects for one in made.state.owed_by("bob")] == [(ACK,)]
    reply = {"id": "a-1", "from": "bob", "to": "ann", "type": ACK, "payload": {}, "in_reply_to": "i-1"}
    made.send(message(**reply))
    assert made.state.owed_by("bob") == []


def test_a_repeated_message_of_a_vendor_changes_nothing() -> None:
    made = project(replies=[ACK])
    made.send(message())
    assert made.send(message(timestamp="2026-01-06T09:00:00Z")) is None


def test_an_extension_that_is_required_must_be_known() -> None:
    made = project()
    with pytest.raises(UnknownExtensionError) as raised:
        made.send(message(required_extensions=["evidence", TRACE]))
    assert (raised.value.details["extension"], raised.value.details["path"]) == (TRACE, "/required_extensions/1")
    made.register(TRACE, {"type": "string"})
    made.send(message(required_extensions=["evidence", TRACE]))


def test_data_of_a_registered_extension_matches_its_schema() -> None:
    made = project()
    made.send(message(extensions={TRACE: 3}))  # unknown data is kept as it is
    made.register(TRACE, {"type": "string"})
    with pytest.raises(DocumentError) as raised:
        made.send(message(id="i-2", extensions={TRACE: 3}))
    assert [one.path for one in raised.value.problems] == ["/extensions/https:~1~1acme.example~1trace"]


def test_only_a_lead_or_a_human_registers_a_type() -> None:
    made = project()
    with pytest.raises(NotAllowedError):
        made.register(ACK, {}, actor="ann")
    made.register(ACK, {}, actor="lead")


@pytest.mark.parametrize("schema", [{"type": 3}, {"pattern": "(a+)+$(?=x)"}])
def test_a_schema_that_cannot_be_used_is_rejected(schema: dict[str, Any]) -> None:
    with pytest.raises(BadValueError) as raised:
        project().register(ACK, schema)
    assert raised.value.details["path"] == "/json_schema"


def test_the_same_registration_again_changes_nothing() -> None:
    made = project()
    assert made.register(INCIDENT, SCHEMA) is None
    assert made.register(INCIDENT, {}) is not None


def test_another_process_knows_the_types_from_the_log(tmp_path: Path) -> None:
    with renkei.create(tmp_path / "p", members=[renkei.Join("ann"), renkei.Join("bob")]) as first:
        first.register(INCIDENT, SCHEMA)
        first.send(message())
    with renkei.open(tmp_path / "p") as second:
        assert [one.message.type for one in second.state.unread_of("bob")] == [INCIDENT]
        with pytest.raises(DocumentError):
            second.send(message(id="i-2", payload={}))
