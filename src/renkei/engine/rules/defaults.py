"""The default rules of a project: those of `dispatch/default_rules.yaml` (section 5)."""

from functools import cache
from importlib import resources

from renkei.dispatch.rules import Rule
from renkei.documents.yaml_reader import read_yaml
from renkei.engine.validation import check


@cache
def default_rules() -> tuple[Rule, ...]:
    """Read the rule file that ships with the package."""
    text = resources.files("renkei.dispatch").joinpath("default_rules.yaml").read_text(encoding="utf-8")
    checked = check(next(iter(read_yaml(text))))
    assert not checked.problems, checked.problems
    rules: tuple[Rule, ...] = checked.model
    return rules
