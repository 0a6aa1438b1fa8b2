"""The description of the API: valid, complete, and enough to use it."""

from http import HTTPStatus
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from renkei import errors
from renkei.edges.server.endpoints import ENDPOINTS, WAITING
from renkei.edges.server.openapi import openapi
from renkei.edges.server.problems import refused, status_of
from renkei.texts.look_up import LOOK_UP, look_up
from serving import Client, freeform


def test_it_is_valid_openapi() -> None:
    validate(openapi())
    assert openapi()["openapi"] == "3.1.0"


def test_every_endpoint_is_described_once() -> None:
    described = {(method.upper(), path) for path, found in openapi()["paths"].items() for method in found}
    assert described == {(one.method.value, f"/api{one.path}") for one in (*ENDPOINTS, *WAITING)}
    names = [one["operationId"] for found in openapi()["paths"].values() for one in found.values()]
    assert len(names) == len(set(names))
    assert all(one["summary"].endswith(".") for found in openapi()["paths"].values() for one in found.values())


@pytest.mark.parametrize("what", LOOK_UP["http"])
def test_what_a_context_names_is_an_endpoint(what: str) -> None:
    method, _, address = look_up("http", what, id="{contract}", seq=1).partition(" ")
    path, _, query = address.partition("?")
    (found,) = (one for one in ENDPOINTS if (one.method.value, f"/api{one.path}") == (method, path))
    found.query.model_validate(dict(one.split("=") for one in query.split("&") if one), strict=False)


def schema_of(method: str, path: str) -> Any:
    """Return a validator of the answer of an operation, with all components."""
    document = openapi()
    found = document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    return Draft202012Validator({**found, "components": document["components"]})


READINGS = [
    ("/project", ""),
    ("/inbox", ""),
    ("/obligations", ""),
    ("/context", "?budget=900"),
    ("/board", ""),
    ("/board/field", "?path=/goal"),
    ("/board/changes", ""),
    ("/contracts", ""),
    ("/decisions", ""),
    ("/messages", "?words=hello"),
    ("/conversation", "?with=bob"),
    ("/records", "?after=0"),
    ("/work", "?timeout=0"),
]


@pytest.mark.parametrize(("path", "query"), READINGS)
def test_answers_are_what_the_description_says(ann: Client, lead: Client, path: str, query: str) -> None:
    ann.post("/acts/send", {"message": freeform()}, Idempotency_Key="hello")
    terms = {
        "id": "T-O",
        "delegator": "lead",
        "inputs": {"description": "x"},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
    }
    lead.post("/acts/open_contract", {"task_contract": terms}, Idempotency_Key="T-O")
    entry = {"question": "?", "owner": "lead", "options": [{"label": "a"}]}
    writes = {"writes": [{"path": "/pending_decisions/D-O", "value": entry}]}
    ann.post("/acts/write", writes, Idempotency_Key="D-O")
    answer = ann.get(path + query)
    problems = [one.message for one in schema_of("get", f"/api{path}").iter_errors(answer)]
    assert problems == []


def test_a_message_of_the_description_is_accepted(ann: Client) -> None:
    document = openapi()
    schema = {"$ref": "#/components/schemas/NewMessage", "components": document["components"]}
    assert list(Draft202012Validator(schema).iter_errors(freeform())) == []
    assert ann.post("/acts/send", {"message": freeform("described")})["changed"]


def test_it_is_served_to_everybody(port: int) -> None:
    assert Client(port, "").send("GET", "/api/openapi.json").data == openapi()


STATUSES = [
    (errors.TokenRefusedError(), 401),
    (errors.NotAllowedError(actor="ann", what="x", allowed="lead"), 403),
    (errors.UnknownContractError(contract="T", known=""), 404),
    (errors.BadValueError(path="/x"), 422),
    (errors.DuplicateIdError(name="m"), 409),
    (errors.DuplicateCommandError(name="k"), 422),
    (errors.TurnOpenError(agent="ann", until=""), 409),
    (errors.UnreadLimitError(sender="ann", recipient="bob", size=1, unread=1, limit=1), 429),
    (errors.LogUncertainError(path="", reason=""), 503),
    (errors.ExtraMissingError(what="", package="", extra=""), 500),
    (refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, ""), 415),
]


@pytest.mark.parametrize(("error", "status"), STATUSES, ids=lambda one: getattr(one, "code", ""))
def test_each_error_has_the_status_of_its_kind(error: errors.RenkeiError, status: int) -> None:
    assert status_of(error) == status
