"""What is printed on a pipe, without laying it out, is what a layout would give."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from renkei.edges.cli import terminal
from renkei.edges.cli.terminal import console, plain_lines, print_table, table

LONG = "word " * 200
ROWS = [
    ("ann", "1", "short"),
    ("エージェント", "1,000", LONG),
    ("b", "", "two\nlines [dim]here[/]"),
    ("c", "7", "hidden \u202e"),
]


@pytest.mark.parametrize(
    "shown",
    [
        Text("plain"),
        Text.assemble(("12:00", "dim"), "  ", ("話す 🎉", "bold red")),
        Text("hidden \x1b[31m and \u202e"),
        Text("two\nlines"),
        Text("a\ttab"),
        Text("[dim]not markup[/]"),
        Text(LONG),
        "[dim]markup[/] and :smile: and \\[brackets]",
        LONG,
        "",
        7,
    ],
    ids=repr,
)
def test_a_pipe_gets_the_same_text(shown: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(end: str) -> str:
        out = console()
        out.file = io.StringIO()
        out.print(shown, end=end)
        return out.file.getvalue()

    direct = [printed("\n"), printed("")]
    monkeypatch.delattr(type(console()), "print")
    assert type(console()).print is Console.print
    assert direct == [printed("\n"), printed("")]


@pytest.mark.parametrize("figures", [False, True])
@pytest.mark.parametrize("title", ["", "a title"])
@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], []], ids=len)
def test_a_pipe_gets_the_same_table(
    rows: list[tuple[str, str, str]],
    title: str,
    figures: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    print_table(table(("agent", "waits_for", "says"), rows, title, figures=figures))
    direct = capsys.readouterr().out
    monkeypatch.setattr(terminal, "plain_lines", lambda built: ())
    print_table(table(("agent", "waits_for", "says"), rows, title, figures=figures))
    assert direct == capsys.readouterr().out


def test_a_table_wider_than_a_pipe_is_laid_out(capsys: pytest.CaptureFixture[str]) -> None:
    built = table(("id", "says"), [("a", "word " * 3000)])
    assert max(map(len, plain_lines(built))) > terminal.PIPE_WIDTH
    print_table(built)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= terminal.PIPE_WIDTH
