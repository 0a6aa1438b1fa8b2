"""What is printed on a pipe, without laying it out, is what a layout would give."""

import io

import pytest

from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text

LONG = "word " * 200


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
    ids=("plain", "styles", "hidden", "lines", "tab", "brackets", "long", "markup", "long markup", "nothing", "number"),
)
def test_a_pipe_gets_the_same_text(shown: object, capsys: pytest.CaptureFixture[str]) -> None:
    for end in ("\n", ""):
        console().print(shown, end=end)
        direct = capsys.readouterr().out
        laid_out = io.StringIO()
        rich_console(file=laid_out).print(shown, end=end)
        assert direct == laid_out.getvalue()


def test_parts_keep_their_styles() -> None:
    text = Text.assemble(("12:00", "dim"), " ", Text("said", "red"))
    text.append("!", "bold")
    laid_out = text.__rich__()
    assert [(laid_out.plain[one.start : one.end], one.style) for one in laid_out.spans] == [
        ("12:00", "dim"),
        ("said", "red"),
        ("!", "bold"),
    ]


def test_an_environment_that_asks_for_colours_gets_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    console().print(Text("said", "red"))
    assert "\x1b[31m" in capsys.readouterr().out
