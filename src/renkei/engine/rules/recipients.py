"""The names that rules can currently use for participants."""

from renkei.dispatch.recipients import Names
from renkei.dispatch.rules import Rule
from renkei.engine.state import EVERYBODY, SYSTEM, State


def recipient_names(state: State) -> Names:
    """Return the participants behind every name: ids, groups, `lead` and `human` for all of them, `role:ROLE`."""
    found: dict[str, tuple[str, ...]] = {"lead": (), "human": (), SYSTEM: ()}  # a name that stands for nobody is known
    for one in state.everybody():
        for name in (one.id, *_kinds(one.lead, one.human), *((f"role:{one.role}",) if one.role else ())):
            found[name] = (*found.get(name, ()), one.id)
    for group in (EVERYBODY, *sorted(state.groups)):
        found.setdefault(group, state.members(group))
    return {name: tuple(dict.fromkeys(ids)) for name, ids in found.items()}


def _kinds(lead: bool, human: bool) -> tuple[str, ...]:
    return (*(("lead",) if lead else ()), *(("human",) if human else ()))


def names_for(state: State, rule: Rule) -> Names:
    """Return the names that a rule needs: empty if it names no one, which saves building the table."""
    return recipient_names(state) if any(action.to for _, action in rule.actions()) else {}
