"""Write an unread message in each form, in the project's own words or with a tier's `format` (section 3)."""

from collections.abc import Callable

from renkei.budget.context import message_text as text_of
from renkei.budget.context.shown import CRITICAL_FORMS, FORMS, LEAST_FORM, Form
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.delivery.model import DeliveryTier
from renkei.texts.say import say
from renkei.wording.visible import one_line


def write(unread: UnreadMessage, tier: DeliveryTier, view: View, form: int) -> str:
    """Return an unread message in one of the forms of its tier, by index.

    The form named by the tier's delivery uses the tier's `format`, if there is one.
    """
    if tier.tier == "critical":
        return WRITE[CRITICAL_FORMS[form]](unread, view)
    if tier.format is not None and LEAST_FORM.get(tier.delivery) == form:
        return _formatted(unread, tier, view)
    return WRITE[FORMS[form]](unread, view)


def _formatted(unread: UnreadMessage, tier: DeliveryTier, view: View) -> str:
    message = unread.message
    values = {
        "agent": message.from_,
        "action": _summarized(unread, view) or text_of.action(message),
        "impact_assessment": _impact(unread, view) or say(view.locale, "none"),
        "msg_id": message.id,
        "timestamp": text_of.short_time(message.timestamp),
        "one_line_summary": text_of.gist(message),
    }
    return tier.text({name: one_line(value) for name, value in values.items()})


def _named(unread: UnreadMessage, view: View) -> str:
    message = unread.message
    return say(view.locale, "message.named", id=message.id, agent=message.from_, summary=text_of.gist(message))


def _summary(unread: UnreadMessage, view: View) -> str:
    return text_of.summary(unread.message, view.locale, _impact(unread, view), _summarized(unread, view))


def _impact(unread: UnreadMessage, view: View) -> str:
    return view.impact(unread.message) if view.impact else ""


def _summarized(unread: UnreadMessage, view: View) -> str:
    """Return a language model's summary of a message, or ""; requested only for long messages."""
    message = unread.message
    written = view.summarize(message) if view.summarize and text_of.is_long(message) else None
    return written or ""


WRITE: dict[Form, Callable[[UnreadMessage, View], str]] = {
    "named": _named,
    "line": lambda unread, view: text_of.line(unread.message),
    "summary": _summary,
    "excerpt": lambda unread, view: text_of.excerpt(unread.message, view.locale, unread.known),
    "full": lambda unread, view: text_of.full(unread.message, view.locale, unread.known),
}
"""The function that writes each form. A part is written where it is cut."""
