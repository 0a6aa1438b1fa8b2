"""Which items become the next notification, and when. Pure: a clock and a log are not needed to decide it.

While an item waits, it is in one notification. After it was answered it is forgotten, and may be in another if it
waits again. The first notification goes out at once, the next after the destination's interval, with every item that
began to wait in between.

An attempt is noted before it is made, as not sure. A killed process leaves such a note, which does not say whether the
service has the notification. A service with keys gets exactly that notification again, at once. Any other service gets
a reminder after the interval if the items still wait: a person who has read the first sees it twice, but nothing is
lost.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from renkei.engine.views.waiting.entry import SHARED, Waiting
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen, later, seconds_between


class Told(Frozen):
    """An item that a notification was about."""

    since: str
    """Time from which it waited; "" for items whose time may change while they wait."""
    key: str
    """The key of the notification."""
    sure: bool
    """Whether the service has answered."""


class Progress(Frozen):
    """How far the notifications of a destination are."""

    last: str = ""
    """Time of the last notification (UTC); "" before the first."""
    told: Mapping[str, Told] = {}
    problem: str = ""
    """The last failure; "" after a success."""
    holder: str = ""
    """The process that last held the lease on this machine."""


@frozen
class Batch:
    """The items of the next notification; none if it is not due."""

    items: tuple[Waiting, ...] = ()
    key: str = ""
    wait: float | None = None
    """Seconds until something is due; None if only a new item can be a reason."""


def next_batch(
    destination: str, waiting: Sequence[Waiting], progress: Progress, interval: float, now: str, *, has_keys: bool
) -> Batch:
    """Return the items of the next notification, out of those that wait.

    `has_keys`: whether the service shows a notification with the same key once.
    """
    unsure = [one for one in waiting if (told := progress.told.get(one.key)) is not None and not told.sure]
    if has_keys and unsure:
        key = progress.told[unsure[0].key].key
        return Batch(tuple(one for one in unsure if progress.told[one.key].key == key), key)
    fresh = tuple(one for one in waiting if one in unsure or _is_new(one, progress))
    if not fresh:
        return Batch()
    wait = seconds_between(now, later(progress.last, round(interval * 1_000_000))) if progress.last else 0.0
    return Batch(wait=wait) if wait > 0 else Batch(fresh, _key(destination, fresh, progress.last))


def _is_new(one: Waiting, progress: Progress) -> bool:
    told = progress.told.get(one.key)
    return told is None or _since(one) > told.since


def _since(one: Waiting) -> str:
    return "" if one.kind in SHARED else one.since


def _key(destination: str, items: Sequence[Waiting], last: str) -> str:
    parts = (destination, last, *sorted(f"{one.key}@{_since(one)}" for one in items))
    return sha256("\0".join(parts).encode()).hexdigest()[:32]


def without_answered(progress: Progress, waiting: Sequence[Waiting]) -> Progress:
    """Return the progress without the items that no longer wait."""
    names = {one.key for one in waiting}
    return _with(progress, told={name: one for name, one in progress.told.items() if name in names})


def attempted(progress: Progress, batch: Batch, now: str) -> Progress:
    """Return the progress while an attempt is made."""
    return _noted(progress, batch, sure=False, last=now)


def delivered(progress: Progress, batch: Batch) -> Progress:
    """Return the progress after the service took a notification."""
    return _noted(progress, batch, sure=True, problem="")


def unanswered(before: Progress, progress: Progress, batch: Batch, problem: str) -> Progress:
    """Return the progress after a service took too long: the second time, the notification counts as delivered."""
    again = any(one.key in before.told and not before.told[one.key].sure for one in batch.items)
    return _noted(progress, batch, sure=again, problem=problem)


def failed(before: Progress, problem: str) -> Progress:
    """Return the progress after a failed attempt, which leaves nothing but its reason."""
    return _with(before, problem=problem)


def _noted(progress: Progress, batch: Batch, *, sure: bool, **more: str) -> Progress:
    told = {one.key: Told(since=_since(one), key=batch.key, sure=sure) for one in batch.items}
    return _with(progress, told={**progress.told, **told}, **more)


def _with(progress: Progress, **changed: object) -> Progress:
    return progress.model_copy(update=changed)
