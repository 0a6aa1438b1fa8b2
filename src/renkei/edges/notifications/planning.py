"""Which items become the next notification, and when. Pure: a clock and a log are not needed to decide it.

While an item waits, it is in one notification. After it was answered it is forgotten, and may be in another if it
waits again. The first notification goes out at once, the next after the destination's interval, with every item that
began to wait in between.

An attempt is noted before it is made, as not sure. A killed process, or a service that does not answer in time, leaves
such a note, which does not say whether the service has the notification. A service with keys gets exactly that
notification again, at once. Any other service gets a reminder if the items still wait after the interval: a person who
has read the first sees it twice, but nothing is lost. Each further reminder comes after twice the time.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from renkei.engine.views.waiting.entry import SHARED, Waiting
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Count, Frozen, later, seconds_between

MOST_DOUBLINGS = 16

LONGEST_REPEAT = 3600.0
"""Most seconds until a notification without an answer is repeated, unless the interval is longer."""


class Told(Frozen):
    """An item that a notification was about."""

    since: str
    """Time from which it waited; "" for items whose time may change while they wait."""
    at: str
    """Time of the notification (UTC)."""
    key: str
    """The key of the notification."""
    unsure: Count = 0
    """Attempts of which none was answered; 0 after an answer."""


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
    again = [one for one in waiting if _tries(one, progress) == 1]
    if has_keys and again:
        key = progress.told[again[0].key].key
        return Batch(tuple(one for one in again if progress.told[one.key].key == key), key)
    due = [one for one in waiting if _tries(one, progress) or _is_new(one, progress)]
    waits = {one.key: _wait(one, progress, interval, now) for one in due}
    if not waits:
        return Batch()
    if (wait := min(waits.values())) > 0:
        return Batch(wait=wait)
    fresh = tuple(one for one in due if waits[one.key] <= 0)
    earlier = {progress.told[one.key].key if _tries(one, progress) else "" for one in fresh}
    repeated = earlier.pop() if len(earlier) == 1 else ""
    return Batch(fresh, repeated or _key(destination, fresh, progress.last))


def _tries(one: Waiting, progress: Progress) -> int:
    told = progress.told.get(one.key)
    return told.unsure if told is not None and not _is_new(one, progress) else 0


def _is_new(one: Waiting, progress: Progress) -> bool:
    told = progress.told.get(one.key)
    return told is None or _since(one) > told.since


def _wait(one: Waiting, progress: Progress, interval: float, now: str) -> float:
    """Return the seconds until an item may be in a notification."""
    if not progress.last:
        return 0.0
    due = later(progress.last, round(interval * 1_000_000))
    if tries := _tries(one, progress):
        pause = min(interval * 2.0 ** min(tries - 1, MOST_DOUBLINGS), max(interval, LONGEST_REPEAT))
        due = max(due, later(progress.told[one.key].at, round(pause * 1_000_000)))
    return max(0.0, seconds_between(now, due))


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
    told = {
        one.key: Told(since=_since(one), at=now, key=batch.key, unsure=_tries(one, progress) + 1) for one in batch.items
    }
    return _with(progress, told={**progress.told, **told}, last=now)


def delivered(progress: Progress, batch: Batch) -> Progress:
    """Return the progress after the service took a notification."""
    told = {one.key: progress.told[one.key].model_copy(update={"unsure": 0}) for one in batch.items}
    return _with(progress, told={**progress.told, **told}, problem="")


def undelivered(progress: Progress, problem: str) -> Progress:
    """Return the progress with the reason why the last attempt did not succeed.

    After a failure, `progress` is the one before the attempt. If the service may have the notification, it is the one
    during the attempt.
    """
    return _with(progress, problem=problem)


def _with(progress: Progress, **changed: object) -> Progress:
    return progress.model_copy(update=changed)
