"""The words of a notification, in the language of the project, and the address at which the person can act."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from renkei.edges.ages import age
from renkei.edges.entry_address import ANSWER, LIST, entry_address
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.planning import Batch
from renkei.edges.notifications.port import AnswerLink, Notification
from renkei.edges.notifications.quiet_hours import local_time
from renkei.engine.state import State
from renkei.engine.views.titles import entry_title
from renkei.engine.views.waiting.entry import Waiting
from renkei.texts.catalogue import texts
from renkei.texts.say import say

MOST_TITLES = 5
"""Titles in a digest; the others are counted."""

SENDER = "renkei"
"""The title of a notification without content."""


def link_to(base: str, one: Waiting | None = None) -> str:
    """Return the link to an item's entry in the view, or to the list; "" if the address of the view is unknown."""
    return base and f"{base.rstrip('/')}{LIST if one is None else entry_address(one.key)}"


def answer_link(base: str, token: str) -> str:
    """Return the link that answers a question with a token."""
    return f"{base.rstrip('/')}{ANSWER}?{urlencode({'link': token})}"


def notification(
    state: State,
    to: Destination,
    batch: Batch,
    waiting: Sequence[Waiting],
    base: str,
    now: str,
    answers: tuple[AnswerLink, ...] = (),
) -> Notification:
    """Return the notification about a batch, out of all items that wait; `answers` are links for its only item."""
    locale, count = state.locale, len(waiting)
    if not to.content:
        return Notification(batch.key, SENDER, say(locale, "notification.count", count=count), link_to(base))
    if len(batch.items) == 1:
        (one,) = batch.items
        lines = _about(state, to, one, count - 1)
        return Notification(batch.key, _title(state, one), "\n".join(lines), link_to(base, one), answers)
    title = say(locale, "notification.digest", count=count, project=state.name)
    return Notification(batch.key, title, "\n".join(_several(state, batch, waiting, now)), link_to(base))


def sample(state: State, to: Destination, key: str, base: str) -> Notification:
    """Return the notification with which a person tries a destination."""
    body = say(state.locale, "notification.sample", person=to.person, project=state.name) if to.content else ""
    return Notification(key, SENDER, body or say(state.locale, "notification.count", count=0), link_to(base))


def _title(state: State, one: Waiting) -> str:
    kind = str(texts(state.locale, "view")[f"waiting.kind.{one.kind}"])  # the words of the view
    title = entry_title(state, one)
    return say(state.locale, "notification.title", kind=kind, title=title) if title else kind


def _about(state: State, to: Destination, one: Waiting, others: int) -> Iterator[str]:
    locale = state.locale
    yield say(locale, "notification.project", project=state.name)
    if one.creditors:
        yield say(locale, "notification.from", creditors=", ".join(one.creditors))
    if one.behind:
        yield say(locale, "notification.behind", agents=", ".join(one.behind))
    if one.reply_by:
        at = f"{local_time(one.reply_by, to.time_zone):%Y-%m-%d %H:%M}"
        yield say(locale, "notification.due", at=at)
    if others:
        yield say(locale, "notification.others", count=others)


def _several(state: State, batch: Batch, waiting: Sequence[Waiting], now: str) -> Iterator[str]:
    """Yield the age of the oldest item, and titles: new items first."""
    if since := min((one.since for one in waiting if one.since), default=""):
        yield say(state.locale, "notification.oldest", age=age(since, now, state.locale))
    new = {one.key for one in batch.items}
    ordered = [*batch.items, *(one for one in waiting if one.key not in new)]
    yield from (f"- {_title(state, one)}" for one in ordered[:MOST_TITLES])
    if len(ordered) > MOST_TITLES:
        yield say(state.locale, "notification.more", count=len(ordered) - MOST_TITLES)
