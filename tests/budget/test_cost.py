"""Costs in tokens of uncached input, of deltas, of snapshots, and of the plain ways beside them."""

import pytest

from renkei.budget.context.cost import CostTracker


def test_a_delta_is_written_to_the_cache_and_what_was_before_is_read_from_it():
    cost = CostTracker()
    cost.turn(1000, 100)
    assert cost.read == pytest.approx(1.25 * 100)
    cost.turn(1500, 50)
    assert cost.read == pytest.approx(1.25 * 150 + 0.1 * 100)
    cost.turn(1500, 0)
    assert cost.read == pytest.approx(1.25 * 150 + 0.1 * 250)
    assert cost.turns == 3


def test_an_answer_is_in_the_cache_at_the_next_turn_at_the_price_of_writing():
    cost = CostTracker()
    cost.turn(1000, 100)
    cost.answer(40)
    cost.turn(1000, 0)
    assert cost.read == pytest.approx(1.25 * 100 + (1.25 - 0.1) * 40 + 0.1 * 140)


def test_news_within_a_turn_is_appended_and_is_no_turn():
    cost = CostTracker()
    cost.turn(1000, 100)
    cost.news(40)
    assert (cost.turns, cost.naive) == (1, 1000)
    assert cost.read == pytest.approx(1.25 * 140 + 0.1 * 100)
    cost.turn(1000, 0)
    assert cost.read == pytest.approx(1.25 * 140 + 0.1 * 240)


def test_a_snapshot_starts_a_conversation_and_is_not_cached():
    cost = CostTracker()
    cost.turn(1000, 100)
    cost.turn(1000, 300, "snapshot")
    assert cost.read == pytest.approx(1.25 * 100 + 300)
    cost.turn(1000, 10)
    assert cost.read == pytest.approx(1.25 * 100 + 300 + 0.1 * 300 + 1.25 * 10)


def test_after_a_reset_nothing_is_in_the_cache():
    cost = CostTracker()
    cost.turn(1000, 100)
    cost.reset()
    cost.turn(1000, 100)
    assert cost.read == pytest.approx(1.25 * 200)


def test_the_plain_ways_resend_the_transcript_or_append_what_is_new_to_a_cached_one():
    cost = CostTracker()
    cost.turn(1000, 100)
    cost.turn(1600, 100)
    assert cost.naive == 2600
    assert cost.cached == pytest.approx(1.25 * 1600 + 0.1 * 1000)
