"""The choices below a post: buttons that stand for commands of the chat."""

from collections.abc import Iterable

from renkei.acts.offers import Offer
from renkei.edges.chat.port import Choice
from renkei.protocol.primitives import Locale
from renkei.texts.say import say


def choices_of(offers: Iterable[Offer], locale: Locale) -> tuple[Choice, ...]:
    """Return a choice for each offer."""
    return tuple(
        Choice(
            one.option or say(locale, f"chat.choice.{one.act}", ref=one.ref), command_of(one, locale), one.recommended
        )
        for one in offers
    )


def command_of(offer: Offer, locale: Locale) -> str:
    """Return the command that performs an offer. Where it lacks a reason, its author is asked for one.

    To pause an agent is urgent, so its reason is only the press.
    """
    words = [f"/{offer.act.replace('_', '-')}", offer.ref, offer.option]
    if offer.act == "pause":
        words += ["because", say(locale, "chat.paused_in_chat")]
    return " ".join(one for one in words if one)
