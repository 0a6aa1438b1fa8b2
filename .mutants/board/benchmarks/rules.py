"""One event against 100 rules in a team of 1,000 agents, beside a bare event with no rule."""

from collections.abc import Iterator

from measure import Row, beside

import renkei
from renkei.board.decide import Write
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.settle import settle

AGENTS = 1000
RULES = 100


def rule(number: int) -> Rule:
    """Make a rule that looks at every change of a status, and fires for one agent only."""
    action = {"notify": {"filter": "agent", "message_type": "FREEFORM", "content_template": "{agent} is {new}"}}
    condition = f'agent == "agent-{number}"' if number % 10 == 0 else None
    becomes = "error" if condition is None else "working"
    values = {"event": f"rule-{number}", "condition": condition, "auto_actions": [action]}
    return Rule.model_validate(values | {"trigger": {"field": "/agents/*/status", "becomes": becomes}})


def rows() -> Iterator[Row]:
    """Measure."""
    members = [c.Join(f"agent-{n}") for n in range(AGENTS)]
    with_rules = renkei.create(rules=[rule(n) for n in range(RULES)], members=members).state
    without = renkei.create(rules=[], members=members).state
    part = Write("/agents/agent-500/status", "working")

    def command() -> c.Command:
        return c.Command("x", "2030-01-01T00:00:00.000000Z", "agent-500", (part,))

    ours, limit = beside(lambda: settle(with_rules, command()), lambda: settle(without, command()), 100)
    yield Row("one event, 100 rules, 1,000 agents", ours, limit, "no rules", "≤ 1 ms", 1000)
