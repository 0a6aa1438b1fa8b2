"""What is printed on a pipe, without laying it out, is what a layout would give."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from renkei.edges.cli.terminal import console

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
