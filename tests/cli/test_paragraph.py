"""Text on a terminal is wrapped between words; on a pipe it stays on one line."""

import pytest

from renkei.edges.cli.output.paragraph import Paragraph, paragraphs
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text

SENTENCE = "the counter is shared by all accounts"
PATH = "/agents/agent-backend/artifacts/auth-api"


def lines(shown: Paragraph, width: int) -> list[str]:
    return [line.plain for line in shown.lines(width)]


def test_lines_stand_under_the_first_one() -> None:
    shown = Paragraph(Text(SENTENCE), Text("12:00  "))
    assert lines(shown, 80) == [f"12:00  {SENTENCE}"]
    assert lines(shown, 30) == ["12:00  the counter is shared", "       by all accounts"]


def test_a_margin_can_be_given() -> None:
    shown = Paragraph(Text(SENTENCE), Text("│ "), Text("│ ")).after(Text("  "))
    assert lines(shown, 26) == ["  │ the counter is shared", "  │ by all accounts"]


def test_on_a_narrow_terminal_the_head_takes_no_room_from_the_text() -> None:
    assert lines(Paragraph(Text(SENTENCE), Text("12:00:00  message  ")), 30) == [
        "12:00:00  message  the counter",
        "  is shared by all accounts",
    ]


def test_a_long_word_is_given_the_room_of_the_head() -> None:
    assert lines(Paragraph(Text(f"{PATH} 2"), Text("12:00:00  board  ")), 50) == ["12:00:00  board", f"  {PATH} 2"]


def test_a_word_that_is_wider_than_a_line_is_not_broken() -> None:
    assert lines(Paragraph(Text(f"a {PATH} b")), 20) == ["a", f"  {PATH}", "  b"]


def test_a_script_without_spaces_is_wrapped() -> None:
    assert lines(Paragraph(Text("全員の口座が同じ回数を使う")), 20) == ["全員の口座が同じ回数", "を使う"]


def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() -> None:
    assert lines(Paragraph(Text("口座の回数「同じ」。")), 12) == ["口座の回数", "  「同じ」。"]
    assert lines(Paragraph(Text("D-012: JWT (認証)")), 13) == ["D-012: JWT", "  (認証)"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("> aaaa bbbb", ["> aaaa", "> bbbb"]),
        ("> - aaaa bbb", ["> - aaaa", ">   bbb"]),
        ("  - aaaa bbb", ["  - aaaa", "    bbb"]),
        ("aaaa bbbb", ["aaaa", "bbbb"]),
        ("", [""]),
    ],
)
def test_a_line_of_a_context_is_continued_with_its_mark(line: str, shown: list[str]) -> None:
    (one,) = paragraphs(line + "\n")
    assert lines(one, 8) == shown


def test_a_pipe_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(Paragraph(Text(SENTENCE * 9 + "\x1b[31m"), Text("12:00  ")))
    assert capsys.readouterr().out == f"12:00  {SENTENCE * 9}\\x1b[31m\n"


def test_the_head_does_not_give_its_style_to_the_text() -> None:
    (line,) = Paragraph(Text("said", "red"), Text("12:00  ", "dim")).after(Text("1 ", "bold")).lines(80)
    assert [(line.plain[one.start : one.end], one.style) for one in line.spans] == [
        ("1 ", "bold"),
        ("12:00  ", "dim"),
        ("said", "red"),
    ]
