"""Lists of which a context shows a part: what comes first, and the line that counts the rest."""

import pytest

from renkei.budget.context.build import build
from renkei.budget.context.listing import Listing, ListItems
from renkei.budget.context.view import Duty, View

LONG = "with many words " * 6


def lines(kind: str, number: int) -> tuple[str, ...]:
    return tuple(f"{kind} {n} {LONG}" for n in range(number))


def listing(kind: str, number: int, hidden: int = 0, **more: object) -> Listing:
    return Listing(kind, lines(kind, number), number + hidden, f"show {kind}", **more)


def order(*listings: Listing) -> list[str]:
    return [one.item.key for one in ListItems.of("board", listings).candidates]


def test_each_list_gets_room_in_turn_and_what_concerns_the_reader_before_all_others() -> None:
    found = order(listing("decisions", 3, concerning=1), listing("blockers", 2, concerning=1))
    assert found == ["/decisions/0", "/blockers/0", "/decisions/1", "/blockers/1", "/decisions/2"]


def test_of_changes_the_newest_come_first_and_stand_last() -> None:
    changes = listing("changes", 4, concerning=1, newest_last=True)
    assert order(changes) == ["/changes/0", "/changes/3", "/changes/2", "/changes/1"]
    assert [one.key for one in ListItems.of("board", [changes]).items] == [f"/changes/{n}" for n in range(4)]


def test_what_is_not_shown_is_counted_by_kind_with_the_command_that_shows_it() -> None:
    lists = ListItems.of("board", [listing("decisions", 2, 3), listing("blockers", 1), listing("changes", 0, 1)])
    shown = {"/decisions/0": 0, "/blockers/0": 0}
    assert lists.omission(shown, "en") == "(not shown: 4 decisions: `show decisions`; 1 change: `show changes`)"
    assert lists.omission(shown, "ja") == "(省略: 決定事項 4 件: `show decisions`; 変更 1 件: `show changes`)"
    assert ListItems.of("board", [listing("blockers", 1)]).omission({"/blockers/0": 0}, "en") == ""


def test_kinds_that_one_command_shows_stand_together() -> None:
    lists = [Listing(kind, (), 2, "renkei board show") for kind in ("decisions", "members")]
    found = ListItems.of("board", lists).omission({}, "en")
    assert found == "(not shown: 2 decisions, 2 agents: `renkei board show`)"


def bob(**known: object) -> View:
    return View("bob", "en", "You are bob.", **known)


@pytest.mark.parametrize("budget", range(150, 1200, 50))
def test_at_every_budget_each_entry_is_shown_or_counted(budget: int) -> None:
    duties = tuple(Duty(f"TC-{n}", f"TC-{n} {LONG}") for n in range(5))
    waiting, board = (listing("requests", 4, 2),), (listing("decisions", 20, 10), listing("blockers", 20, 20))
    context = build(bob(duties=duties, waiting=waiting, board=board), budget)
    assert context.tokens <= budget
    text = context.text
    for kind, prefix, total in (
        ("contract", "TC-", 5),
        ("request", "requests ", 6),
        ("decision", "decisions ", 30),
        ("blocker", "blockers ", 40),
    ):
        missing = total - sum(line.startswith(prefix) for line in text.splitlines())
        plural = "" if missing == 1 else "s"
        assert missing == 0 or f"{missing} {kind}{plural}" in text, kind


def test_where_everything_fits_nothing_is_kept_free_for_a_line_that_is_not_needed() -> None:
    view = bob(board=(listing("decisions", 6),))
    whole = build(view, 5000)
    assert "not shown" not in whole.text
    assert build(view, whole.tokens + 20).text == whole.text


def test_a_budget_without_room_for_more_lines_is_not_refused_for_them() -> None:
    view = bob(board=(listing("decisions", 6),))
    assert build(view, 80).tokens <= 80


def test_the_contract_worked_on_stands_in_full_before_the_others_say_more_than_a_line() -> None:
    duties = tuple(Duty(f"TC-{n}", f"TC-{n} line", f"TC-{n} brief {LONG}", f"TC-{n} full {LONG * 3}") for n in range(4))
    texts = [build(bob(duties=duties), budget).text for budget in range(80, 300)]
    assert any("TC-0 full" in text and "TC-1 line" in text for text in texts)
    assert not any("TC-1 brief" in text and "TC-0 line" in text for text in texts)
