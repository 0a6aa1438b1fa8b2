"""Rules that trigger each other endlessly: each group of them is one finding, however many cycles it holds."""

import tracemalloc

from renkei.dispatch.rules import Rule
from renkei.documents.source import Source
from renkei.engine.rules.check import rule_findings
from renkei.errors import Problem


def rule(name: str, field: str, *writes: str, **more: object) -> Rule:
    trigger = {"field": field} | ({"becomes": more.pop("becomes")} if "becomes" in more else {})
    actions = [{"update_state_board": {"set": list(writes)}}]
    return Rule.model_validate({"event": name, "trigger": trigger, "auto_actions": actions, **more})


def loops(*rules: Rule) -> list[Problem]:
    return [one for one in rule_findings(rules, Source([]), ("events",)) if one.code == "LOOP"]


def test_a_group_is_reported_once_with_a_shortest_cycle() -> None:
    found = loops(
        rule("outside", "/phase_before", "/goal = x"),
        rule("first", "/goal", "/current_phase = x"),
        rule("second", "/current_phase", "/goal = y", "/name = z"),
        rule("third", "/name", "/current_phase = z"),
    )
    assert [one.path for one in found] == ["/events/1"]
    text = "these rules may trigger each other endlessly: first → second → first (1 more in the same group)"
    assert found[0].message == text


def test_two_groups_are_two_findings_in_the_order_of_the_file() -> None:
    found = loops(rule("a", "/goal", "/goal = {new}x"), rule("b", "/name", "/name = {new}x"))
    assert [one.path for one in found] == ["/events/0", "/events/1"]


def test_a_cycle_that_a_value_or_a_condition_ends_is_none() -> None:
    assert loops(rule("a", "/goal", "/goal = done", becomes="begun")) == []
    assert loops(rule("a", "/goal", "/goal = x", condition="new == 'y'")) == []
    assert len(loops(rule("a", "/goal", "/goal = begun", becomes="begun"))) == 1
    assert len(loops(rule("a", "/goal", "/goal = {new}", becomes="begun"))) == 1


def test_a_long_cycle_is_shown_in_part() -> None:
    paths = [f"/p{number}" for number in range(20)]
    (found,) = loops(*(rule(f"r{n}", path, f"{paths[(n + 1) % 20]} = x") for n, path in enumerate(paths)))
    assert found.message.endswith("r0 → r1 → r2 → r3 → r4 → r5 → r6 → … 13 more → r0")


def test_every_rule_triggering_every_other_costs_no_square() -> None:
    rules = [rule(f"r{number}", "/goal", f"/goal = {number}") for number in range(2000)]
    tracemalloc.start()
    found = loops(*rules)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) == 1
    assert peak < 20_000_000
