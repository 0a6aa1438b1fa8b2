"""Colours lines of code, by the name of their file. Where that takes too long, the lines have no colours."""

import json
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from subprocess import DEVNULL, PIPE
from threading import Lock

from markupsafe import Markup, escape

from renkei.wording.visible import visible

LEXERS: Mapping[str, str] = {
    ".bash": "bash",
    ".c": "c",
    ".cc": "cpp",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".css": "css",
    ".go": "go",
    ".graphql": "graphql",
    ".h": "c",
    ".hpp": "cpp",
    ".html": "html",
    ".ini": "ini",
    ".java": "java",
    ".js": "javascript",
    ".json": "json",
    ".jsx": "javascript",
    ".kt": "kotlin",
    ".lua": "lua",
    ".mjs": "javascript",
    ".php": "php",
    ".py": "python",
    ".pyi": "python",
    ".rb": "ruby",
    ".rs": "rust",
    ".scala": "scala",
    ".scss": "scss",
    ".sh": "bash",
    ".sql": "sql",
    ".svg": "xml",
    ".swift": "swift",
    ".toml": "toml",
    ".ts": "typescript",
    ".tsx": "typescript",
    ".xml": "xml",
    ".yaml": "yaml",
    ".yml": "yaml",
    "Dockerfile": "docker",
    "Makefile": "make",
}
"""The lexer for the ending or the name of a file; files with others have no colours."""

PROGRAM = Path(__file__).with_name("lexing.py")

PROCESSOR_SECONDS = 2
"""Seconds of work after which the process ends."""

LONGEST_WAIT = 10
"""Seconds after which it is ended, on a machine with much else to do."""

MOST_KEPT = 500
"""Texts whose colours are kept."""

Text = tuple[str, tuple[str, ...]]
"""The path of a file, and lines of it that follow each other."""

Line = list[tuple[str, str]]
"""The pieces of a line, each with its class or ""."""

_kept: OrderedDict[Text, tuple[Markup, ...]] = OrderedDict()
_lock = Lock()


def coloured(texts: Sequence[Text]) -> list[tuple[Markup, ...]]:
    """Return each text's lines as markup, with hidden characters as escapes."""
    with _lock:
        known = {one: _kept[one] for one in texts if one in _kept}
    new = [one for one in dict.fromkeys(texts) if one not in known]
    for text, lines, is_final in _coloured(new):
        known[text] = lines
        if is_final:
            with _lock:
                _kept[text] = lines
                while len(_kept) > MOST_KEPT:
                    _kept.popitem(last=False)
    return [known[one] for one in texts]


def lexer_of(path: str) -> str:
    """Return the name of a file's lexer; "" if it has no lexer."""
    name = PurePosixPath(path).name
    return LEXERS.get(PurePosixPath(name).suffix.lower()) or LEXERS.get(name, "")


def _coloured(texts: Sequence[Text]) -> Iterator[tuple[Text, tuple[Markup, ...], bool]]:
    """Yield each text with its markup, and whether that is final.

    The text that the process could not finish has no colours; later texts have none for now.
    """
    named = [(lexer, "\n".join(lines)) for path, lines in texts if (lexer := lexer_of(path))]
    answers = _ask(named) if named else []
    answers += [[]] if len(answers) < len(named) else []
    left = iter(answers)
    for path, lines in texts:
        found = next(left, None) if lexer_of(path) else []
        is_same = ["".join(text for _, text in line) for line in found or ()] == list(lines)
        markup = map(_markup, found or ()) if is_same else (escape(visible(one)) for one in lines)
        yield (path, lines), tuple(markup), found is not None


def _markup(line: Line) -> Markup:
    span = Markup('<span class="{}">{}</span>')
    return Markup().join(
        span.format(own, visible(text)) if own and text.strip() else visible(text) for own, text in line
    )


def _ask(named: Sequence[tuple[str, str]]) -> list[list[Line]]:
    """Return the lines of the texts that the process finished."""
    command = [sys.executable, "-I", str(PROGRAM), str(PROCESSOR_SECONDS)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True, encoding="utf-8") as process:  # noqa: S603 – our own file
        try:
            printed, _ = process.communicate(json.dumps(named), LONGEST_WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _ = process.communicate()
    whole, _, _ = printed.rpartition("\n")
    return [json.loads(one) for one in whole.splitlines()]
