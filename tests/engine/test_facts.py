"""The facts that rules are checked by are those that occurrences really have."""

from example_occurrences import happenings_of_examples
from renkei.engine.rules.variables import known_variables


def test_every_happening_has_the_facts_that_are_known_of_it_and_no_others() -> None:
    seen = set()
    for occurrence in happenings_of_examples():
        seen.add(occurrence.key[0])
        assert set(occurrence.variables) - known_variables(occurrence.key) == set(), occurrence.key
    assert seen == {"field", "added", "message", "contract"}
