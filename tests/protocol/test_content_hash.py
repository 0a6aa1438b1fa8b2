"""When two messages with the same id are the same message."""

import pytest

from renkei.protocol.content_hash import canonical, content_hash, number
from renkei.protocol.messages import AnyMessage, make_message

HEADER = {
    "type": "FREEFORM",
    "id": "M-2",
    "from": "ann",
    "to": "bob",
    "priority": "normal",
    "timestamp": "2026-01-05T09:00:00Z",
    "context_summary": "",
}
PAYLOAD = {"intent_hint": "", "body": "Hello.", "requires_response": False, "urgency": "low"}


def message(payload: dict | None = None, **header: object) -> AnyMessage:
    return make_message({**HEADER, "payload": {**PAYLOAD, **(payload or {})}, **header})


@pytest.mark.parametrize("again", [{"timestamp": "2026-01-06T00:00:00Z"}, {"thread": None, "extensions": {}}])
def test_a_repeated_sending_has_the_same_hash(again):
    assert content_hash(message(**again)) == content_hash(message())


def test_the_order_of_keys_is_not_content():
    one, other = {"a": 1, "b": {"c": 1, "d": 2}}, {"b": {"d": 2, "c": 1}, "a": 1}
    assert content_hash(message(extensions=one)) == content_hash(message(extensions=other))


def test_a_number_has_one_form_whatever_its_notation():
    def hash_of(number: float) -> str:
        return content_hash(message(extensions={"n": number}))

    assert hash_of(100) == hash_of(100.0) == hash_of(1e2)
    assert hash_of(0.0) == hash_of(-0.0)
    assert hash_of(1e-7) != hash_of(1e-6)


@pytest.mark.parametrize(
    ("value", "text"),
    [(1e-7, "1e-7"), (1e-6, "0.000001"), (-2.5, "-2.5"), (1e16, "10000000000000000"), (1.5e21, "1.5e+21")],
)
def test_a_number_is_written_as_ecmascript_writes_it(value, text):
    assert number(value) == text


def test_a_score_of_a_vendor_is_a_number_like_any_other():
    assert '{"recommendation_score": 1}' in canonical(message(extensions={"x": {"recommendation_score": 1.0}}))


CHANGES = [{"id": "M-3"}, {"to": "all"}, {"priority": "high"}, {"extensions": {"a": 1}}, {"payload": {"body": "Bye."}}]


@pytest.mark.parametrize("changed", CHANGES)
def test_other_content_has_another_hash(changed):
    assert content_hash(message(**changed)) != content_hash(message())
