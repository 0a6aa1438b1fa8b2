"""Ids that follow from facts."""

from renkei.protocol.derived_id import derived_id


def test_the_same_facts_give_the_same_id_in_every_release() -> None:
    assert derived_id("ann", "42") == "66e0784ae6f3f03316add0c2325daff7"


def test_other_facts_and_the_same_in_another_order_give_other_ids() -> None:
    assert len({derived_id("ann", "42"), derived_id("42", "ann"), derived_id("ann"), derived_id("an", "n42")}) == 4


def test_a_text_that_is_no_unicode_has_an_id() -> None:
    assert derived_id("\ud800") != derived_id("\ud801")
