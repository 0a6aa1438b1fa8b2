"""Which items become the next notification: each once while it waits, the first at once, the others in digests."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.edges.notifications import planning
from renkei.edges.notifications.planning import Batch, Progress
from renkei.engine.views.waiting.entry import Waiting
from renkei.protocol.primitives import later
from team import START

INTERVAL = 600.0


def at(seconds: float) -> str:
    return later(START, round(seconds * 1_000_000))


def decision(name: str, since: str = START) -> Waiting:
    return Waiting("decision", name, since)


def due(waiting: list[Waiting], progress: Progress, now: float, *, has_keys: bool = False) -> Batch:
    return planning.next_batch("d1", waiting, progress, INTERVAL, at(now), has_keys=has_keys)


def sent(waiting: list[Waiting], progress: Progress, now: float) -> Progress:
    """Return the progress after what is due was delivered."""
    batch = due(waiting, progress, now)
    return planning.delivered(planning.attempted(progress, batch, at(now)), batch)


ONE, TWO, THREE = decision("D-1"), decision("D-2"), decision("D-3")


def test_the_first_item_is_due_at_once() -> None:
    assert due([ONE], Progress(), 0).items == (ONE,)


def test_nothing_is_due_twice() -> None:
    assert due([ONE], sent([ONE], Progress(), 0), 99_999) == Batch()


def test_items_within_the_interval_are_due_together_at_its_end() -> None:
    progress = sent([ONE], Progress(), 0)
    assert due([ONE, TWO, THREE], progress, 60) == Batch(wait=540)
    assert due([ONE, TWO, THREE], progress, 600).items == (TWO, THREE)


def test_an_item_that_was_answered_meanwhile_is_never_due() -> None:
    progress = sent([ONE], Progress(), 0)
    assert due([THREE], progress, 600).items == (THREE,)


def test_an_item_that_waits_once_more_is_due_again() -> None:
    progress = planning.without_answered(sent([ONE], Progress(), 0), [])
    assert due([ONE], progress, 600).items == (ONE,)


def test_a_new_request_for_the_same_thing_is_due_again_though_no_process_ran_in_between() -> None:
    again = decision("D-1", at(300))
    assert due([again], sent([ONE], Progress(), 0), 600).items == (again,)


def test_an_item_whose_time_changes_while_it_waits_is_due_once() -> None:
    agent = Waiting("agent", "ann", START)
    assert due([Waiting("agent", "ann", at(300))], sent([agent], Progress(), 0), 600) == Batch()


def test_a_failed_attempt_leaves_the_items_due_with_the_same_key() -> None:
    first = due([ONE], Progress(), 0)
    progress = planning.undelivered(Progress(), "down")
    assert due([ONE], progress, 5) == first
    assert progress.problem == "down"


def test_an_attempt_of_a_killed_process_is_repeated_with_its_key_and_items_if_the_service_knows_keys() -> None:
    first = due([ONE, TWO], Progress(), 0)
    killed = planning.attempted(Progress(), first, at(0))
    assert due([ONE, TWO, THREE], killed, 1, has_keys=True) == first
    assert due([TWO, THREE], killed, 1, has_keys=True) == Batch((TWO,), first.key)


def test_an_attempt_of_a_killed_process_is_repeated_after_the_interval_if_the_service_knows_no_keys() -> None:
    killed = planning.attempted(Progress(), due([ONE], Progress(), 0), at(0))
    assert due([ONE], killed, 1) == Batch(wait=599)
    assert due([ONE, TWO], killed, 600).items == (ONE, TWO)
    assert due([], killed, 600) == Batch()


@pytest.mark.parametrize("has_keys", [False, True])
def test_a_service_that_never_answers_gets_a_repetition_ever_more_rarely(has_keys: bool) -> None:
    progress, now, times = Progress(), 0.0, []
    first = due([ONE], progress, now, has_keys=has_keys)
    for _ in range(8):
        batch = due([ONE], progress, now, has_keys=has_keys)
        assert batch == first
        times.append(now)
        progress = planning.undelivered(planning.attempted(progress, batch, at(now)), "slow")
        now += due([ONE], progress, now, has_keys=has_keys).wait or 0
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses == [0 if has_keys else 600, 1200, 2400, 3600, 3600, 3600, 3600]


def test_new_items_need_not_wait_for_a_repetition() -> None:
    progress = Progress()
    for now in (0, 600):
        progress = planning.attempted(progress, due([ONE], progress, now), at(now))
    assert due([ONE, TWO], progress, 1200).items == (TWO,)
    assert due([ONE], progress, 1200) == Batch(wait=600)


def test_a_repetition_keeps_the_interval_after_another_notification() -> None:
    progress = Progress()
    for now in (0, 600):
        progress = planning.attempted(progress, due([ONE], progress, now), at(now))
    progress = sent([ONE, TWO], progress, 1500)
    assert due([ONE, TWO], progress, 1800) == Batch(wait=300)


def test_an_answer_after_a_repetition_ends_the_repetitions() -> None:
    progress = planning.attempted(Progress(), due([ONE], Progress(), 0), at(0))
    assert due([ONE], sent([ONE], progress, 600), 99_999) == Batch()


def test_the_keys_of_two_causes_differ() -> None:
    first = sent([ONE], Progress(), 0)
    again = planning.without_answered(first, [])
    assert due([ONE], again, 600).key != due([ONE], Progress(), 0).key


STEPS = st.lists(st.tuples(st.sets(st.sampled_from("ABCDE")), st.integers(1, 900)), max_size=30)


@given(STEPS)
def test_every_item_that_waits_long_enough_is_told_once_and_no_two_notifications_are_close(steps) -> None:
    progress, now, times = Progress(), 0.0, []
    open_since: dict[str, float] = {}
    told: dict[str, float] = {}
    for names, seconds in steps:
        now += seconds
        open_since = {name: open_since.get(name, now) for name in sorted(names)}
        told = {name: time for name, time in told.items() if name in names}
        waiting = [decision(name, at(since)) for name, since in open_since.items()]
        progress = planning.without_answered(progress, waiting)
        batch = due(waiting, progress, now)
        if batch.items:
            assert not {one.ref for one in batch.items} & set(told)
            assert not times or now - times[-1] >= INTERVAL
            told |= {one.ref: now for one in batch.items}
            times.append(now)
            progress = planning.delivered(planning.attempted(progress, batch, at(now)), batch)
        late = [name for name, since in open_since.items() if name not in told and now - since >= INTERVAL]
        assert late == []
        assert set(progress.told) <= {one.key for one in waiting}
