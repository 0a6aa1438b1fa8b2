"""The document `context_delivery`: tiers with their delivery, and the rules that classify messages (section 3).

The structure is the specification's. What it does not have is optional: `rules`, `expand` and the limits. A tier that a
document leaves out, and everything else that it leaves out, is as in the default.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from renkei.budget.relevance.tiers import EVERY_RULE, RuleName, Tier
from renkei.documents.json_pointer import join
from renkei.documents.source import Path
from renkei.errors import BadValueError
from renkei.protocol.primitives import Count, Flag, Frozen, TupleOf

Delivery = Literal["full_content", "structured_summary", "one_line_digest", "omit"]

PLACEHOLDERS = ("agent", "action", "impact_assessment", "msg_id", "timestamp", "one_line_summary")
"""The names that a `format` may contain in braces."""

FORMATTED: tuple[Delivery, ...] = ("structured_summary", "one_line_digest")
"""Deliveries whose text a `format` may replace."""

_NAMED = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


class DeliveryTier(Frozen):
    """How messages of one tier are given."""

    tier: Tier
    """The tier."""
    description: str = ""
    """What belongs in it, in words for people."""
    delivery: Delivery
    """The least that is given of a message; `critical` is always `full_content`."""
    format: str | None = None
    """Text of a structured summary or a one-line digest, with {names} of what it says; by default our own."""
    examples: TupleOf[str] = ()
    """Examples, for people."""

    def text(self, values: dict[str, str]) -> str:
        """Return the format with its placeholders filled in, each once; braces around anything else stay."""
        return _NAMED.sub(lambda found: values[found[1]], (self.format or "").rstrip("\n"))


_EXAMPLE: dict[str, Any] = {
    "tiers": [{"tier": "background", "delivery": "one_line_digest", "format": "{agent}: {one_line_summary}"}]
}

_DEFAULT: dict[Tier, DeliveryTier] = {
    # Constructed without validation: it builds a validator, while the package is imported.
    "critical": DeliveryTier.model_construct(tier="critical", delivery="full_content"),
    "relevant": DeliveryTier.model_construct(tier="relevant", delivery="structured_summary"),
    "background": DeliveryTier.model_construct(tier="background", delivery="one_line_digest"),
    "irrelevant": DeliveryTier.model_construct(tier="irrelevant", delivery="omit"),
}


class ContextDelivery(Frozen):
    """How messages are classified for an agent, and how much it is given of each."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    tiers: TupleOf[DeliveryTier] = ()
    """The tiers; one that is left out has its default delivery."""
    rules: Annotated[tuple[RuleName, ...], Field(min_length=1)] = EVERY_RULE
    """The classification rules that apply. Their order is fixed; the first that holds decides."""
    expand: Flag = True
    """Whether what is left of the budget shows messages at greater length than their tier's delivery."""
    background_limit: Count | None = None
    """The most background messages that are shown, the newest; null: as many as fit."""
    changelog_limit: Count = 10
    """How many changes of the board a snapshot shows, the newest."""

    @cached_property
    def of_tier(self) -> dict[Tier, DeliveryTier]:
        """The delivery of every tier."""
        return _DEFAULT | {one.tier: one for one in self.tiers}


DEFAULT_DELIVERY = ContextDelivery.model_construct()  # see `_DEFAULT`


def check_delivery(delivery: ContextDelivery) -> None:
    """Raise BadValueError for the first fault of a delivery."""
    for path, _, problem, hint in delivery_faults(delivery):
        raise BadValueError(path=join("context_delivery", *path), problem=problem, hint=hint)


def delivery_faults(delivery: ContextDelivery) -> Iterator[tuple[Path, str, str, str]]:
    """Yield path, code, message and hint of each fault that the schema cannot express."""
    seen: set[Tier] = set()
    for index, one in enumerate(delivery.tiers):
        here: tuple[Any, ...] = ("tiers", index)
        if one.tier in seen:
            yield (*here, "tier"), "DUPLICATE_KEY", f"the tier {one.tier!r} is listed twice", "Keep one of them."
        seen.add(one.tier)
        if one.tier == "critical" and one.delivery != "full_content":
            text = f"critical messages cannot be given as {one.delivery!r}"
            yield (*here, "delivery"), "NOT_ONE_OF", text, "Allowed: full_content. What is critical is never cut."
        yield from _format_faults(one, (*here, "format"))


def _format_faults(one: DeliveryTier, path: Path) -> Iterator[tuple[Path, str, str, str]]:
    if one.format is None:
        return
    if one.delivery not in FORMATTED:
        text = f"a format has no effect on {one.delivery!r}"
        yield path, "UNKNOWN_FIELD", text, f"Remove it, or set `delivery` to one of: {', '.join(FORMATTED)}."
        return
    for name in dict.fromkeys(_NAMED.findall(one.format)):
        if name not in PLACEHOLDERS:
            known = ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
            yield path, "UNKNOWN_NAME", f"unknown placeholder '{{{name}}}'", f"Allowed: {known}."
