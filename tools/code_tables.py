"""Write docs/contributing/tables.md: every documented table in the code, with its file and what it maps.

A table is a constant in capitals that is annotated as a mapping, or as a tuple of objects. Its description is the
docstring below it, so a new or moved table needs no entry anywhere.
"""

import ast
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parent.parent / "src" / "renkei"
SENTENCES = ("texts/en/", "texts/ja/")
SHORT = {"Callable": "function", "type": "class"}
INTRODUCTION = """\
# Tables in the code

Find the table to change. Where a branch would grow with every new kind of thing, the code looks up a table. If a key is
missing, the operation is rejected. `tests/test_architecture.py` proves that tables that must be complete are complete,
and [Recipes](recipes.md) says which rows an addition needs. `make docs` writes this page from the tables' docstrings.
"""


class Table(NamedTuple):
    """A table in a file below `src/renkei`."""

    file: str
    name: str
    maps: str
    meaning: str

    @property
    def folder(self) -> str:
        """The heading of the page that the table is listed under."""
        parts = self.file.split("/")[:-1]
        return "/".join(parts[: 2 if parts[:1] == ["edges"] else 1])


def code_tables() -> str:
    """Return the page."""
    lines = [INTRODUCTION]
    for folder, tables in groupby(sorted(_tables(), key=lambda table: table.folder), key=lambda table: table.folder):
        lines += [f"## {folder}", "", "| table | file | from → to | meaning |", "|---|---|---|---|"]
        lines += [f"| `{one.name}` | `{one.file}` | {one.maps} | {one.meaning} |" for one in tables]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _tables() -> Iterator[Table]:
    for path in sorted(SOURCE.rglob("*.py")):
        file = path.relative_to(SOURCE).as_posix()
        body = ast.parse(path.read_text(encoding="utf-8")).body if not file.startswith(SENTENCES) else []
        for statement, after in pairwise(body):
            if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
                continue
            name, maps, meaning = statement.target.id, _maps(statement), _docstring(after)
            if name.isupper() and not name.startswith("_") and maps and meaning:
                yield Table(file, name, maps, meaning)


def _docstring(statement: ast.stmt) -> str:
    """Return the first sentences of a docstring on one line, or "" for another statement."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split("\n\n")[0].split()).replace("|", r"\|")
    return ""


def _maps(table: ast.AnnAssign) -> str:
    """Return what a table maps to what, by its annotation; "" for a constant that is not a table."""
    match table.annotation, table.value:
        case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[key, value])), _:
            return "" if ast.unparse(value) == "Any" else f"{_short(key)} → {_short(value)}"
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Name(id=row), _])), ast.Tuple(elts=[first, *_]):
            return f"rows of {row}" if isinstance(first, ast.Call | ast.Starred) else ""
    return ""


def _short(annotation: ast.expr) -> str:
    """Return a type in few words: which function, class or choice it is does not matter here."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr()):
            return _short(left)
        case ast.Tuple(elts=parts):
            return ", ".join(_short(part) for part in parts if not isinstance(part, ast.Constant))
        case ast.Subscript(value=ast.Name(id=outer), slice=inner):
            return SHORT.get(outer) or (_short(inner) if outer in ("tuple", "frozenset") else outer)
    return ast.unparse(annotation)
