"""Reported usage corrects the estimate, never below what was seen and never without bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.budget.tokens.calibration import Calibration, Calibrations
from renkei.budget.tokens.estimate import estimate

PAIRS = st.lists(st.tuples(st.integers(0, 5000), st.integers(-10, 20_000)), max_size=60)


def learnt(pairs):
    found = Calibration()
    for estimated, reported in pairs:
        found = found.observe(estimated, reported)
    return found


def test_a_model_that_was_never_observed_is_taken_at_the_estimate():
    assert Calibration().factor == 1
    assert Calibration().counter()("the plan is here") == estimate("the plan is here")


def test_a_model_that_counts_more_raises_the_estimate_at_once():
    assert learnt([(1000, 1300)]).factor == pytest.approx(1.3)
    assert learnt([(1000, 1300)]).counter(len)("x" * 1000) == 1300


def test_a_model_that_counts_less_lowers_the_estimate_only_when_enough_was_seen():
    assert learnt([(1000, 800)] * 19).factor == 1
    assert learnt([(1000, 800)] * 20).factor == pytest.approx(0.8)


def test_one_report_above_raises_the_factor_again():
    assert learnt([*[(1000, 800)] * 20, (1000, 950)]).factor == pytest.approx(0.95)


def test_a_short_text_teaches_nothing_for_what_wraps_a_request_weighs_too_much_in_it():
    assert learnt([(199, 250)] * 20) == Calibration()


def test_a_report_that_must_be_of_more_than_the_text_is_not_learnt_from():
    assert learnt([(1000, 2000 + 1), (1000, 0), (1000, -1)]) == Calibration()


@given(PAIRS)
def test_a_corrected_estimate_is_never_below_what_a_learnt_report_said_and_the_factor_has_bounds(pairs):
    found = learnt(pairs)
    assert 0.6 <= found.factor <= 2.0
    for estimated, reported in pairs:
        if estimated >= 200 and 0 < reported <= estimated * 2.0:
            assert found.counter(len)("x" * estimated) >= reported


@given(PAIRS)
def test_the_order_of_reports_does_not_matter(pairs):
    assert learnt(pairs) == learnt(reversed(pairs))


def test_each_model_is_learnt_by_itself():
    both = Calibrations().observe("one", 1000, 1500).observe("two", 1000, 1200)
    assert (both.of("one").factor, both.of("two").factor, both.of("three").factor) == (1.5, 1.2, 1.0)


def test_a_sample_at_the_bounds_counts():
    assert learnt([(200, 200)]).seen == 1
    assert learnt([(1000, 2000)]).factor == 2.0


def test_a_corrected_count_is_rounded_up():
    count = learnt([(1000, 1300)]).counter(len)
    assert [count("x" * length) for length in (0, 1, 2)] == [0, 2, 3]
