"""The document `context_delivery`: tiers with their delivery, and the rules that classify messages (section 3).

The structure is the specification's, with optional additions: `rules`, `expand` and the limits. Omitted tiers and
fields have their defaults.
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
    """How messages of one tier are delivered."""

    tier: Tier
    """The tier."""
    description: str = ""
    """Its contents, in words for people."""
    delivery: Delivery
    """The minimum shown of a message; `critical` is always `full_content`."""
    format: str | None = None
    """Text of a structured summary or a one-line digest, with {names} of its parts; by default renkei's own."""
    examples: TupleOf[str] = ()
    """Examples, for people."""

    def text(self, values: dict[str, str]) -> str:
        """Return the format with its placeholders filled in, each once; any other braces stay."""
        return _NAMED.sub(lambda match: values[match[1]], (self.format or "").rstrip("\n"))


_EXAMPLE: dict[str, Any] = {
    "tiers": [{"tier": "background", "delivery": "one_line_digest", "format": "{agent}: {one_line_summary}"}]
}

_DEFAULT: dict[Tier, DeliveryTier] = {
    # Constructed without validation, which would build a validator while the package is imported.
    "critical": DeliveryTier.model_construct(tier="critical", delivery="full_content"),
    "relevant": DeliveryTier.model_construct(tier="relevant", delivery="structured_summary"),
    "background": DeliveryTier.model_construct(tier="background", delivery="one_line_digest"),
    "irrelevant": DeliveryTier.model_construct(tier="irrelevant", delivery="omit"),
}


class ContextDelivery(Frozen):
    """How messages are classified for an agent, and how much of each is shown."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    tiers: TupleOf[DeliveryTier] = ()
    """The tiers; an omitted tier has its default delivery."""
    rules: Annotated[tuple[RuleName, ...], Field(min_length=1)] = EVERY_RULE
    """The classification rules that apply. Their order is fixed; the first that holds decides."""
    expand: Flag = True
    """Whether left-over budget shows messages at greater length than their tier's delivery."""
    background_limit: Count | None = None
    """The most background messages shown, newest first; null: as many as fit."""
    changelog_limit: Count = 10
    """How many of the newest board changes a snapshot shows."""

    @cached_property
    def of_tier(self) -> dict[Tier, DeliveryTier]:
        """The delivery of every tier."""
        return _DEFAULT | {tier.tier: tier for tier in self.tiers}


DEFAULT_DELIVERY = ContextDelivery.model_construct()  # see `_DEFAULT`


def check_delivery(delivery: ContextDelivery) -> None:
    """Raise BadValueError for the first fault of a delivery."""
    for path, _, problem, hint in delivery_faults(delivery):
        raise BadValueError(path=join("context_delivery", *path), problem=problem, hint=hint)


def delivery_faults(delivery: ContextDelivery) -> Iterator[tuple[Path, str, str, str]]:
    """Yield path, code, message and hint of each fault that the schema cannot express."""
    seen: set[Tier] = set()
    for index, tier in enumerate(delivery.tiers):
        here: tuple[Any, ...] = ("tiers", index)
        if tier.tier in seen:
            yield (*here, "tier"), "DUPLICATE_KEY", f"the tier {tier.tier!r} is listed twice", "Keep one of them."
        seen.add(tier.tier)
        if tier.tier == "critical" and tier.delivery != "full_content":
            text = f"critical messages cannot be given as {tier.delivery!r}"
            yield (*here, "delivery"), "NOT_ONE_OF", text, "Allowed: full_content. What is critical is never cut."
        yield from _format_faults(tier, (*here, "format"))


def _format_faults(tier: DeliveryTier, path: Path) -> Iterator[tuple[Path, str, str, str]]:
    if tier.format is None:
        return
    if tier.delivery not in FORMATTED:
        text = f"a format has no effect on {tier.delivery!r}"
        yield path, "UNKNOWN_FIELD", text, f"Remove it, or set `delivery` to one of: {', '.join(FORMATTED)}."
        return
    for name in dict.fromkeys(_NAMED.findall(tier.format)):
        if name not in PLACEHOLDERS:
            known = ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
            yield path, "UNKNOWN_NAME", f"unknown placeholder '{{{name}}}'", f"Allowed: {known}."
