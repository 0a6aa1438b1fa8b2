"""The facts that rules are checked by are those that happenings really have."""

from example_happenings import happenings_of_examples
from renkei.engine.facts import facts_known


def test_every_happening_has_the_facts_that_are_known_of_it_and_no_others() -> None:
    seen = set()
    for happening in happenings_of_examples():
        seen.add(happening.key[0])
        assert set(happening.facts) - facts_known(happening.key) == set(), happening.key
    assert seen == {"field", "added", "message", "contract"}
