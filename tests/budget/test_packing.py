"""Items are taken while they fit: each in one form, a heading once per section, never beyond the budget."""

from renkei.budget.context.packing import (
    ALWAYS_COUNTED,
    LEAST,
    MOST_CHARACTERS,
    PATIENCE,
    Candidate,
    Packing,
    SectionItem,
    bounded,
)


def packing(budget: int, **headings: str) -> Packing:
    """Count a token per character; each text and each heading costs one more for its line end."""
    return Packing(budget, len, headings)


def item(key: str, *texts: str, section: str = "news") -> SectionItem:
    return SectionItem.of(key, section, *texts)


def test_what_fits_exactly_is_taken_and_what_is_one_token_longer_is_not():
    assert packing(4).take(Candidate(item("a", "abc"), 0))
    assert not packing(3).take(Candidate(item("a", "abc"), 0))


def test_the_first_item_of_a_section_pays_for_its_heading_and_the_second_does_not():
    pack = packing(100, news="== news ==")
    pack.take(Candidate(item("a", "abc"), 0))
    assert pack.used == 4 + 11
    pack.take(Candidate(item("b", "abc"), 0))
    assert pack.used == 4 + 11 + 4


def test_a_section_without_a_heading_costs_nothing():
    pack = packing(100, news="== news ==")
    pack.take(Candidate(item("a", "abc", section="attention"), 0))
    assert pack.used == 4


def test_a_refused_candidate_changes_nothing():
    pack = packing(10, news="== news ==")
    assert not pack.take(Candidate(item("a", "abc"), 0))
    assert (pack.used, pack.chosen, pack.costs, pack.sections) == (0, {}, {}, set())


def test_a_longer_form_replaces_a_shorter_one_and_pays_the_difference():
    pack, message = packing(11), item("a", "abc", "abcdefghij")
    assert pack.take(Candidate(message, 0))
    assert pack.take(Candidate(message, 1))
    assert (pack.used, pack.chosen, pack.costs) == (11, {"a": 1}, {"a": 11})


def test_a_shorter_form_does_not_replace_a_longer_one():
    pack, message = packing(20), item("a", "abc", "abcdefghij")
    pack.take(Candidate(message, 1))
    assert pack.take(Candidate(message, 0))
    assert (pack.used, pack.chosen) == (11, {"a": 1})


def test_a_form_is_written_once_and_only_when_it_is_offered():
    asked = []

    def write(number: int) -> str:
        asked.append(number)
        return "text"

    message = SectionItem("a", "news", write)
    assert asked == []
    assert [message.form(1), message.form(1), message.form(0)] == ["text"] * 3
    assert asked == [1, 0]


def candidates(count: int, text: str) -> list[Candidate]:
    return [Candidate(item(f"{text[0]}{n}", text), 0) for n in range(count)]


def test_after_enough_refusals_in_a_row_the_rest_is_not_tried():
    short = Candidate(item("short", "ok"), 0)
    pack = packing(20)
    pack.take_all([*candidates(PATIENCE, "x" * 30), short])
    assert pack.chosen == {}
    pack.take_all([*candidates(PATIENCE - 1, "x" * 30), short])
    assert pack.chosen == {"short": 0}


def test_an_item_that_fits_resets_the_count_of_refusals():
    pack = packing(20)
    half = candidates(PATIENCE - 1, "x" * 30)
    pack.take_all([*half, Candidate(item("first", "ok"), 0), *half, Candidate(item("second", "ok"), 0)])
    assert set(pack.chosen) == {"first", "second"}


def test_with_less_room_than_any_item_needs_nothing_more_is_tried():
    for budget, taken in ((LEAST, 1), (LEAST - 1, 0)):
        pack = packing(budget)
        pack.take_all(candidates(1, "ok"))
        assert len(pack.chosen) == taken


def test_a_text_that_is_far_too_long_is_not_counted() -> None:
    seen: list[int] = []

    def count(text: str) -> int:
        seen.append(len(text))
        return len(text) // 4

    for budget in (10, 4_000, 10_000):
        counter = bounded(count, budget)
        longest = max(ALWAYS_COUNTED, budget * MOST_CHARACTERS)
        assert counter("x" * longest) == longest // 4
        assert counter("x" * (longest + 1)) > budget
        assert seen.pop() == longest
        assert not seen


def test_all_candidates_are_taken_together_or_none_of_them():
    pair = [Candidate(item("a", "abc"), 0), Candidate(item("b", "abc", "abcdef"), 1)]
    whole = 4 + 7 + 11
    for budget, taken in ((whole + 1, {"a": 0, "b": 1}), (whole - 1, {}), (4 + 11 + LEAST - 1, {})):
        pack = packing(budget, news="== news ==")
        assert pack.take_whole(pair) == bool(taken)
        assert pack.chosen == taken
        assert (pack.used, set(pack.costs)) == ((4 + 7 + 11, {"a", "b"}) if taken else (0, set()))
        assert pack.sections == ({"news"} if taken else set())
