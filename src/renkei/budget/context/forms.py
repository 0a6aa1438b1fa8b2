"""Writes an unread message in each form, in the project's own words or in those of a tier's `format` (section 3)."""

from collections.abc import Callable

from renkei.budget.context import message_text as text_of
from renkei.budget.context.shown import CRITICAL_FORMS, FORMS, LEAST_FORM, Form
from renkei.budget.context.view import UnreadMessage
from renkei.budget.delivery.model import DeliveryTier
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.visible import one_line


def write(unread: UnreadMessage, tier: DeliveryTier, locale: Locale, form: int) -> str:
    """Return an unread message in one of the forms of its tier, by the index of the form.

    The form that the tier's delivery names is written with the tier's `format`, if there is one.
    """
    if tier.tier == "critical":
        return WRITE[CRITICAL_FORMS[form]](unread, locale)
    if tier.format is not None and LEAST_FORM.get(tier.delivery) == form:
        return _formatted(unread, tier, locale)
    return WRITE[FORMS[form]](unread, locale)


def _formatted(unread: UnreadMessage, tier: DeliveryTier, locale: Locale) -> str:
    message = unread.message
    values = {
        "agent": message.from_,
        "action": _summarized(unread) or text_of.action(message),
        "impact_assessment": _impact(unread) or say(locale, "none"),
        "msg_id": message.id,
        "timestamp": text_of.short_time(message.timestamp),
        "one_line_summary": text_of.gist(message),
    }
    return tier.text({name: one_line(value) for name, value in values.items()})


def _named(unread: UnreadMessage, locale: Locale) -> str:
    message = unread.message
    return say(locale, "message.named", id=message.id, agent=message.from_, summary=text_of.gist(message))


def _summary(unread: UnreadMessage, locale: Locale) -> str:
    return text_of.summary(unread.message, locale, _impact(unread), _summarized(unread))


def _impact(unread: UnreadMessage) -> str:
    return unread.impact(unread.message) if unread.impact else ""


def _summarized(unread: UnreadMessage) -> str:
    """Return a language model's summary of a message, or ""; only for a long message is it asked for."""
    message = unread.message
    written = unread.summarize(message) if unread.summarize and text_of.is_long(message) else None
    return written or ""


WRITE: dict[Form, Callable[[UnreadMessage, Locale], str]] = {
    "named": _named,
    "line": lambda unread, locale: text_of.line(unread.message),
    "summary": _summary,
    "excerpt": lambda unread, locale: text_of.excerpt(unread.message, locale, unread.known),
    "full": lambda unread, locale: text_of.full(unread.message, locale, unread.known),
}
"""What writes a message in each form. A part is written where it is cut."""
