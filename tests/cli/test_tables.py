"""Tables: aligned where they fit, records where they do not, tabs on a pipe."""

import pytest
from rich.cells import cell_len

from renkei.edges.cli.output.tables import Table, print_table, table
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.wrapping import longest_word

PATH = "/agents/agent-backend/artifacts/auth-api-spec/description"
SENTENCE = "the counter is shared by all accounts, so one user can lock out all others"


def lines(built: Table, width: int) -> list[str]:
    return [line.plain for line in built.lines(width)]


def test_a_pipe_gets_fields_separated_by_tabs(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(
        table(("id", "waits_for", "says"), [("a", "", "two\nlines\tand a tab \u202e"), ("bb", "c", "d")], "open")
    )
    assert capsys.readouterr().out == "open\nid\twaits for\tsays\na\t\ttwo ⏎ lines and a tab \\u202e\nbb\tc\td\n"


def test_what_fits_is_aligned() -> None:
    built = table(("id", "says"), [("a", "one"), ("開発", "two")], "open")
    assert lines(built, 80) == ["open", "id    says", "a     one", "開発  two"]


def test_a_long_text_is_wrapped_between_words() -> None:
    assert lines(table(("id", "says"), [("a-1", SENTENCE), ("a-2", "short")]), 40) == [
        "id   says",
        "a-1  the counter is shared by all",
        "     accounts, so one user can lock out",
        "     all others",
        "a-2  short",
    ]


def test_a_table_that_would_break_a_word_is_shown_as_records() -> None:
    built = table(("id", "path", "since", "says"), [("a-1", PATH, "", SENTENCE), ("a-2", "/goal", "today", "")], "open")
    assert lines(built, 70) == [
        "open",
        "a-1",
        f"  path   {PATH}",
        "  says   the counter is shared by all accounts, so one user can lock",
        "         out all others",
        "a-2",
        "  path   /goal",
        "  since  today",
    ]


def test_records_are_taken_where_they_are_shorter() -> None:
    named = [("agent-backend-1", "agent-frontend-1", SENTENCE * 3)]
    shown = lines(table(("from", "to", "says"), named), 60)
    assert shown[0] == "agent-backend-1"
    assert len(shown) < 2 + len(SENTENCE) * 3 // 20


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(width: int) -> None:
    rows = [("agent-1", "renkei-16: blocking, to me", SENTENCE), ("agent-2", "", "短い文" * 30), ("a", "b", "c")]
    shown = lines(table(("agent", "woken_by", "says"), rows), width)
    assert max(map(cell_len, shown)) <= width
    words = {word for row in rows for cell in row for word in cell.split() if longest_word(word) <= width // 2}
    assert words - set(" ".join(shown).split()) <= {"短い文" * 30}


def test_figures_are_never_cut() -> None:
    rows = [("agent-architect", "3,420", "596", "13,534"), ("all", "15,303", "1,448", "28,073")]
    built = table(("agent", "tokens", "critical", "cached"), rows, figures=True)
    assert lines(built, 80)[1] == "agent-architect   3,420       596  13,534"
    assert lines(built, 35) == [
        "agent            tokens  critical",
        "agent-architect   3,420       596",
        "all              15,303     1,448",
        "agent            cached",
        "agent-architect  13,534",
        "all              28,073",
    ]


def test_a_column_of_figures_that_does_not_fit_beside_the_first_is_shown_nevertheless() -> None:
    built = table(("agent", "tokens"), [("agent-architect", "1,000,000")], figures=True)
    assert lines(built, 10) == ["agent               tokens", "agent-architect  1,000,000"]


def test_cells_keep_their_style() -> None:
    (line,) = list(table(("id", "status"), [("a", Text("blocked", "red"))]).lines(80))[1:]
    assert [(line.plain[one.start : one.end], one.style) for one in line.spans] == [("blocked", "red")]
