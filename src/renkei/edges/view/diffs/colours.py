"""Colours lines of code, by the name of their file. Where that takes too long, the lines have no colours."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from threading import Lock

from markupsafe import Markup, escape

from renkei.edges.view.diffs.lexer import Lexer, Line
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

LEXER = Lexer()

MOST_KEPT = 500
"""Texts whose colours are kept."""

Text = tuple[str, tuple[str, ...]]
"""The path of a file, and lines of it that follow each other."""

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
    """Return the name of a file's lexer; "" if it has no lexer. An ending may be the name itself."""
    name = PurePosixPath(path).name
    ending = PurePosixPath(name).suffix.lower()
    return LEXERS.get(ending) or LEXERS.get(name) or (ending[1:] if ending[1:] in LEXERS.values() else "")


def _coloured(texts: Sequence[Text]) -> Iterator[tuple[Text, tuple[Markup, ...], bool]]:
    """Yield each text with its markup, and whether that is final.

    The text that the process could not finish has no colours; later texts have none for now.
    """
    named = [(lexer, "\n".join(lines)) for path, lines in texts if (lexer := lexer_of(path))]
    answers = LEXER.lines_of(named) if named else []
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
