"""Rules, the quota and the halt of a project: who may set them, and what they change."""

import pytest

from engine.factory import after, decided, events, team, who
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.project_settings import check_rules
from renkei.errors import BadValueError, NotAllowedError


def rule(condition: str | None = None, of_action: str | None = None) -> Rule:
    action = {"set": "/current_phase = x", "condition": of_action}
    values = {"event": "mine", "trigger": {"field": "/goal"}, "auto_actions": [{"update_state_board": action}]}
    return Rule.model_validate(values | {"condition": condition})


@pytest.mark.parametrize("bad", [rule("new ==="), rule(None, "new ===")])
def test_a_condition_that_is_no_expression_is_refused(bad: Rule) -> None:
    with pytest.raises(BadValueError, match="not a usable condition") as error:
        check_rules([bad])
    where = "condition" if bad.condition else "auto_actions/0/update_state_board/condition"
    assert error.value.details["path"] == f"/events/mine/{where}"
    for action in (c.SetRules((bad,)),):
        with pytest.raises(BadValueError):
            decided(team(), action, who("lead"))
    with pytest.raises(BadValueError):
        team(rules=(bad,))


def test_rules_are_replaced_by_the_privileged() -> None:
    fine = rule("new == 'x'", "old != 'x'")
    with pytest.raises(NotAllowedError, match="set the event rules"):
        decided(team(), c.SetRules((fine,)), who("ann"))
    assert after(team(), "lead", c.SetRules((fine,))).rules.rules == (fine,)


def test_a_quota_is_set_by_the_privileged_and_resumes_the_project() -> None:
    with pytest.raises(NotAllowedError, match="quota"):
        decided(team(), c.SetQuota(turns=1), who("ann"))
    state = after(team(), "human", c.HaltProject("spent"))
    state = after(state, "human", c.SetQuota(turns=3, tokens=900))
    assert (state.quota.turns, state.quota.tokens, state.halted) == (3, 900, "")


def test_a_halted_project_is_not_halted_again() -> None:
    state = after(team(), "human", c.HaltProject("spent"))
    assert state.halted == "spent"
    assert events(state, "human", c.HaltProject("spent")) == ()


def test_only_the_privileged_halt_a_project() -> None:
    with pytest.raises(NotAllowedError, match="halt"):
        decided(team(), c.HaltProject("spent"), who("ann"))


@pytest.mark.parametrize(
    ("quota", "spent"),
    [
        ({}, False),
        ({"turns": 0}, True),
        ({"turns": 1}, False),
        ({"tokens": 0}, True),
        ({"turns": 1, "tokens": 0}, True),
    ],
)
def test_a_quota_is_used_up_when_turns_or_tokens_are(quota: dict[str, int], spent: bool) -> None:
    assert after(team(), "human", c.SetQuota(**quota)).spent is spent
