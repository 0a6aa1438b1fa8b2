"""The published schemas can be listed and loaded."""

import json

import pytest

from renkei.protocol.messages import MESSAGE_CLASSES
from renkei.schemas.published import load, names, text


def test_every_message_type_and_kind_of_document_has_a_schema():
    others = {"message", "project_state", "task_contract", "events", "context_delivery", "scenario", "team", "script"}
    assert set(names()) == set(MESSAGE_CLASSES) | others
    assert list(names()) == sorted(names())


@pytest.mark.parametrize("name", names())
def test_a_loaded_schema_is_that_of_its_file(name):
    assert load(name) == json.loads(text(name))
    assert load(name)["$id"] == f"urn:renkei:v1:{name}"


@pytest.mark.parametrize("name", ["nothing", "../v1/message", "message.json", ""])
def test_a_schema_that_is_not_published_is_an_error(name):
    with pytest.raises(KeyError):
        load(name)
