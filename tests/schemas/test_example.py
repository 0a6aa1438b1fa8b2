"""The example of every published schema is a minimal valid document."""

import pytest

from renkei.documents.schema_check import build_validator
from renkei.documents.yaml_reader import read_yaml
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.document_kinds import check_document
from renkei.schemas.example import example
from renkei.schemas.published import load, names


@pytest.mark.parametrize("name", names())
def test_the_example_of_a_schema_is_valid_for_schema_and_reader(name):
    (source,) = read_yaml(to_yaml(example(load(name))))
    assert source.value == example(load(name))
    assert build_validator(load(name)).is_valid(source.value)
    checked = check_document(source)
    assert checked.problems == ()
    assert checked.kind == (name if name.islower() else "message")


@pytest.mark.parametrize("name", [name for name in names() if name.isupper()])
def test_the_example_of_a_message_has_its_type_and_only_required_fields(name):
    value, schema = example(load(name)), load(name)
    assert value["type"] == name
    assert value["priority"] == "normal"
    assert set(value) == set(schema["required"])


def test_the_example_of_rules_has_one_rule_that_does_something():
    (rule,) = example(load("events"))["events"]
    assert rule["trigger"]
    assert rule["auto_actions"]
