"""Acts on event rules and on how contexts are built (sections 3 and 5)."""

from typing import Annotated

from pydantic import Field

from renkei.acts.act import Act
from renkei.acts.names import Names
from renkei.budget.delivery.model import ContextDelivery
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.protocol.primitives import Flag, Frozen, TupleOf


class SetRulesArguments(Frozen):
    """Replace all event rules of the project.

    Raises BadValueError for a condition that can never hold or an unknown recipient, or NotAllowedError for actors
    other than leads and humans.
    """

    events: TupleOf[Rule]
    """The rules in order, as in a document `events:`."""


class AddRulesArguments(Frozen):
    """Add event rules after those of the project.

    Raises AlreadyExistsError for a name that a rule has, BadValueError for a condition that can never hold or an
    unknown recipient, or NotAllowedError for actors other than leads and humans.
    """

    events: TupleOf[Rule]
    """The rules in order, as in a document `events:`."""
    replace: Flag = False
    """Replace the project's rules of the same names."""


class RemoveRulesArguments(Frozen):
    """Remove event rules of the project.

    Raises BadValueError for a name that no rule has, or NotAllowedError for actors other than leads and humans.
    """

    events: Annotated[Names, Field(min_length=1)]
    """Names of their events."""


class SetContextDeliveryArguments(Frozen):
    """Replace how messages are classified and delivered to agents.

    Raises BadValueError, or NotAllowedError for actors other than leads and humans.
    """

    context_delivery: ContextDelivery | str
    """A document `context_delivery:`, or the name of a delivery: default, specification or addressee_only."""


ACTS = (
    Act("set_rules", SetRulesArguments, lambda context, to: [c.SetRules(tuple(to.events))], "rules"),
    Act("add_rules", AddRulesArguments, lambda context, to: [c.AddRules(tuple(to.events), to.replace)], "rules"),
    Act("remove_rules", RemoveRulesArguments, lambda context, to: [c.RemoveRules(tuple(to.events))], "rules"),
    Act(
        "set_context_delivery",
        SetContextDeliveryArguments,
        lambda context, to: [c.SetContextDelivery(_delivery(to.context_delivery))],
        "project",
    ),
)


def _delivery(wanted: ContextDelivery | str) -> ContextDelivery:
    """Return a delivery, which may be given by its name; raises BadValueError for a name that none has."""
    if isinstance(wanted, ContextDelivery):
        return wanted
    from renkei.engine.turns.deliveries import DELIVERIES, named_delivery  # reads YAML, which is slow to import

    for name in DELIVERIES:
        if wanted == name:
            return named_delivery(name)
    raise BadValueError(path="/context_delivery", got=wanted, expected=" | ".join(DELIVERIES))
