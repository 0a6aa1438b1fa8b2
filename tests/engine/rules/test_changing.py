"""The rules of a living project are added to, replaced and removed one by one."""

import pytest

import renkei
from renkei.errors import AlreadyExistsError, BadValueError, NotAllowedError
from team import small_team


def rule(name: str, text: str = "x") -> renkei.Rule:
    action = {"notify": {"to": "lead", "message_type": "FREEFORM", "content_template": text}}
    return renkei.Rule.model_validate({"event": name, "trigger": {"message": "FREEFORM"}, "auto_actions": [action]})


def names(project: renkei.Project) -> list[str]:
    return [one.event for one in project.state.rules.rules]


def test_rules_are_added_at_the_end_and_replaced_in_their_place() -> None:
    project = small_team(rules=(rule("a"), rule("b")))
    project.add_rules([rule("c")])
    assert names(project) == ["a", "b", "c"]
    project.add_rules([rule("a", "y"), rule("d")], replace=True)
    assert names(project) == ["a", "b", "c", "d"]
    assert project.state.rules.rules[0] == rule("a", "y")


def test_a_rule_of_the_same_name_is_refused_and_nothing_is_added() -> None:
    project = small_team(rules=(rule("a"),))
    with pytest.raises(AlreadyExistsError, match="'a' is already taken by another event rule, which `--replace`"):
        project.add_rules([rule("b"), rule("a", "y")])
    assert names(project) == ["a"]


def test_rules_are_removed_by_name() -> None:
    project = small_team(rules=(rule("a"), rule("b"), rule("c")))
    project.remove_rules(["a", "c"])
    assert names(project) == ["b"]
    with pytest.raises(BadValueError, match=r"there is no event rule 'a'. Expected: b."):
        project.remove_rules("a")


def test_only_leads_and_humans_change_rules_and_the_rules_are_checked() -> None:
    project = small_team(rules=(rule("a"),))
    with pytest.raises(NotAllowedError):
        project.add_rules([rule("b")], actor="ann")
    with pytest.raises(NotAllowedError):
        project.remove_rules("a", actor="ann")
    broken = rule("b").model_copy(update={"condition": "severity == critical"})
    with pytest.raises(BadValueError, match="unknown variable"):
        project.add_rules([broken])
