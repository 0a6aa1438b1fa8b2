"""Variables are gathered once, and only when a rule asks for one."""

from typing import Any

from renkei.dispatch.conditions import holds
from renkei.dispatch.match import Occurrence, RuleBook
from renkei.dispatch.rules import Rule
from renkei.dispatch.variables import Variables, size_of


class Source:
    """Gathers variables and counts how often."""

    def __init__(self, **values: Any) -> None:
        self.values = values
        self.asked = 0

    def __call__(self) -> dict[str, Any]:
        self.asked += 1
        return self.values


def book(condition: str | None = None) -> RuleBook:
    given = {"event": "mine", "trigger": {"message": "FREEFORM"}, "auto_actions": [{"notify": {"filter": "agent"}}]}
    return RuleBook.of([Rule.model_validate(given | {"condition": condition})])


def test_an_occurrence_that_triggers_no_rule_gathers_nothing() -> None:
    source = Source(agent="ann")
    assert book("agent == 'ann'").matching(Occurrence(("message", "TASK_RESULT"), Variables(source))) == []
    assert source.asked == 0


def test_what_a_condition_asks_for_is_gathered_once() -> None:
    source = Source(agent="ann", seen=["bob"])
    occurrence = Occurrence(("message", "FREEFORM"), Variables(source))
    assert len(book("agent == 'ann' && seen.exists(one, one == 'bob')").matching(occurrence)) == 1
    assert source.asked == 1


def test_variables_are_a_mapping_of_the_gathered_values() -> None:
    values = {"agent": "ann", "ports": [80, 443]}
    assert Variables(lambda: values) == values
    assert {**Variables(lambda: values)} == values
    assert len(Variables(lambda: values)) == 2


def test_their_size_is_that_of_the_plain_values() -> None:
    values = {"agent": "ann", "ports": [80, 443], "old": None, "share": 0.5, "by": {"a": {"b": "cd"}}, "tags": {"x"}}
    assert size_of(Variables(lambda: values)) == size_of(values) == (11, 32)


def test_a_condition_without_one_of_its_variables_does_not_hold() -> None:
    assert holds("agent == 'ann' || missing", {"agent": "bob"}) is False
    assert holds("agent == 'ann'", {"agent": "ann", "not used": object()}) is True
