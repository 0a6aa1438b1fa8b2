"""Makes small faults in a room's source, tables and decorated functions included, and counts those that tests notice.

mutmut (`mutants.py`) changes the bodies of plain functions only. This draws a random sample of a room's mutants, the
same one for the same seed. `mutant_runner.py` runs the tests that can notice each of them until the time of the room is
used up or `most` mutants were tried. `tests/mutants.toml` says under `sampled` which source and which tests belong to a
room.
"""

import ast
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WORK = ROOT / ".mutants"
LEFT_OUT = (".git", ".venv", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "site")
SEED = 8058
WORKERS = 2
"""How many mutants are tested at a time, each in a copy of the project of its own."""

OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


@dataclass(frozen=True)
class Mutant:
    """A piece of a file and what replaces it."""

    path: Path
    line: int
    start: int
    """Offset of the piece in the file, in bytes."""
    old: str
    new: str

    @property
    def key(self) -> str:
        """The file and the change, which stay the same when other lines change."""
        old, new = (" ".join(one.split())[:100] for one in (self.old, self.new))
        return f"{self.path.as_posix()}: {old} → {new or '(nothing)'}"

    def applied(self, source: bytes) -> bytes:
        """Return the file with the change."""
        return source[: self.start] + self.new.encode() + source[self.start + len(self.old.encode()) :]

    def difference(self, place: Path) -> list[str]:
        """Return the lines of the file in a copy of the project that change, as a diff without context."""
        before = (place / self.path).read_bytes()
        old, new = (text.decode().splitlines() for text in (before, self.applied(before)))
        return list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]


class _Mutator:
    """Finds the mutants of one file."""

    def __init__(self, path: Path, source: bytes) -> None:
        self._path = path
        self._source = source
        self._lines = [0, *(number + 1 for number, byte in enumerate(source) if byte == ord("\n"))]

    def mutants(self) -> Iterator[Mutant]:
        """Yield every mutant; a few of them are no Python, or the same as before (`_is_fault`)."""
        tree = ast.parse(self._source)
        yield from self._tables(tree)
        tuned = {id(one) for value in _values(tree) if _is_number(value) for one in ast.walk(value)}
        for node in _code(tree):
            yield from self._of_expression(node) if id(node) not in tuned else ()
            yield from self._of_statement(node)

    def _tables(self, tree: ast.Module) -> Iterator[Mutant]:
        """Yield a mutant without each row of the module's tables, and with each two rows of an ordered one swapped."""
        values = _values(tree)
        types = {part for value in values for part in (ast.walk(value) if _is_type(value) else ())}
        for table in [node for value in values for node in ast.walk(value) if node not in types]:
            rows = self._rows(table)
            for row in rows if len(rows) > 1 else ():
                yield self._dropped(*row)
            if isinstance(table, ast.Tuple | ast.List):
                for (first, _), (last, _) in pairwise(rows):
                    between = self._text(self._end(first), self._offset(last))
                    swapped = self._of(last) + between + self._of(first)
                    yield self._mutant(first.lineno, self._offset(first), self._end(last), swapped)

    def _rows(self, table: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
        match table:
            case ast.Dict(keys=keys, values=values):
                return [(key or value, value) for key, value in zip(keys, values, strict=True) if key is not None]
            case ast.Tuple(elts=rows) | ast.List(elts=rows) | ast.Set(elts=rows):
                return [(row, row) for row in rows]
            case _:
                return []

    def _dropped(self, first: ast.expr, last: ast.expr) -> Mutant:
        end = self._end(last)
        comma = self._source.find(b",", end, end + 1)
        return self._mutant(first.lineno, self._offset(first), comma + 1 if comma >= 0 else end, "")

    def _of_expression(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                yield self._replaced(node, f"{self._of(left)} {OPERATORS[type(operator)]} {self._of(right)}")
            case ast.BoolOp():
                yield from self._of_conjunction(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._replaced(node, f"({self._of(operand)})")
            case ast.IfExp(body=body, orelse=orelse):
                yield self._replaced(node, f"({self._of(body)})")
                yield self._replaced(node, f"({self._of(orelse)})")
            case ast.Constant(value=bool() | int() | str() as value):
                yield from self._of_literal(node, value)

    def _of_conjunction(self, node: ast.BoolOp) -> Iterator[Mutant]:
        parts = [f"({self._of(one)})" for one in node.values]
        same, other = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
        yield self._replaced(node, other.join(parts))
        for number in range(len(parts)):
            yield self._replaced(node, same.join(parts[:number] + parts[number + 1 :]))

    def _of_literal(self, node: ast.Constant, value: bool | int | str) -> Iterator[Mutant]:
        """Yield a mutant of a number or a name; a string with a space is the words of a text."""
        if isinstance(value, bool):
            yield self._replaced(node, str(not value))
        elif isinstance(value, int):
            yield self._replaced(node, str(value + 1))
        elif value and " " not in value and self._of(node)[0] in "'\"":
            yield self._replaced(node, repr(f"XX{value}"))

    def _of_statement(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Expr(value=ast.Call() | ast.Await() | ast.YieldFrom() | ast.Yield()):
                yield self._replaced(node, "pass")
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield self._replaced(node, "return None")

    def _replaced(self, node: ast.expr | ast.stmt, text: str) -> Mutant:
        return self._mutant(node.lineno, self._offset(node), self._end(node), text)

    def _mutant(self, line: int, start: int, end: int, text: str) -> Mutant:
        return Mutant(self._path, line, start, self._text(start, end), text)

    def _offset(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def _of(self, node: ast.expr | ast.stmt) -> str:
        return self._text(self._offset(node), self._end(node))

    def _text(self, start: int, end: int) -> str:
        return self._source[start:end].decode()


def _values(tree: ast.Module) -> list[ast.expr]:
    """Return the values of a module's names. A lone number there is tuned: nothing changes with one more or less."""
    return [one.value for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign) and one.value]


def _is_number(value: ast.expr) -> bool:
    """Return whether a value is a number, as in `64 * 1024`."""
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    return isinstance(value, ast.Constant) and type(value.value) is int


def _is_type(value: ast.expr) -> bool:
    """Return whether a value outside of functions names a type, as in `tuple[str, ...] | None`."""
    return isinstance(value, ast.Subscript) or (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.BitOr)
        and (_is_type(value.left) or _is_type(value.right))
    )


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree that do something: no annotations, no docstrings, no words of an f-string."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params") or isinstance(node, ast.JoinedStr | ast.MatchValue):
            continue
        for one in value if isinstance(value, list) else [value]:
            is_text = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            is_left_out = isinstance(one, ast.Import | ast.ImportFrom | ast.Assert)
            if isinstance(one, ast.AST) and not is_text and not is_left_out:
                yield one
                yield from _code(one)


def _is_fault(mutant: Mutant) -> bool:
    """Return whether a mutant can be read and says something else."""
    before = (ROOT / mutant.path).read_bytes()
    try:
        return ast.dump(ast.parse(mutant.applied(before))) != ast.dump(ast.parse(before))
    except SyntaxError:
        return False


def mutants_of(source: Sequence[str]) -> list[Mutant]:
    """Return the mutants of files and folders below the root, each once."""
    named = [ROOT / one for one in source]
    files = sorted({path for one in named for path in (one.rglob("*.py") if one.is_dir() else (one,))})
    found = [mutant for path in files for mutant in _Mutator(path.relative_to(ROOT), path.read_bytes()).mutants()]
    return list({(one.path, one.start, one.old, one.new): one for one in found}.values())


def _copied(room: str, worker: int) -> Path:
    place = WORK / f"sampled-{room}-{worker}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT, place, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    return place


def _try(place: Path, mutants: Sequence[tuple[int, Mutant]], tests: Sequence[str], minutes: float) -> dict[int, bool]:
    """Return by number which mutants tests notice, of those that `minutes` are enough for."""
    task, results = place / "mutants.json", place / "noticed.jsonl"
    fields = [(number, {**vars(one), "path": one.path.as_posix()}) for number, one in mutants]
    task.write_text(json.dumps({"mutants": fields, "seconds": 60 * minutes, "results": str(results)}))
    path = os.pathsep.join(str(place / one) for one in ("src", "tools"))
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "MUTANTS": str(task)}
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "mutant_runner", *tests]
    done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True)
    if not results.exists():
        sys.exit(f"{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return dict(json.loads(line) for line in results.read_text().splitlines())


def sample(source: Sequence[str], accepted: set[str], seed: int = SEED, without: Sequence[str] = ()) -> list[Mutant]:
    """Return the mutants of files and folders in the order of a seed, without the accepted ones and other rooms'."""
    mutants = [one for one in mutants_of(source) if not any(one.path.is_relative_to(other) for other in without)]
    random.Random(seed).shuffle(mutants)
    return [one for one in mutants if one.key not in accepted]


def run_room(
    room: str,
    settings: dict[str, Any],
    accepted: set[str],
    seed: int = SEED,
    most: int | None = None,
    workers: int = WORKERS,
) -> bool:
    """Try a sample of a room's mutants and print the survivors; return whether enough were killed.

    `settings`: `source`, the part of it that belongs to another room (`without`), `tests`, `minutes`, and `minimum` in
    percent. `most`: how many mutants are tried at most.
    """
    mutants = sample(settings["source"], accepted, seed, settings.get("without", ()))
    waiting = list(islice(filter(_is_fault, mutants), most))
    places = [_copied(room, worker) for worker in range(workers)]
    differences = {one: one.difference(places[0]) for one in waiting}

    def work(worker: int) -> list[tuple[Mutant, bool]]:
        part = list(enumerate(waiting))[worker::workers]
        found = _try(places[worker], part, settings["tests"], settings["minutes"])
        shutil.rmtree(places[worker])
        return [(waiting[number], noticed) for number, noticed in found.items()]

    with ThreadPoolExecutor(workers) as pool:
        tried = [one for part in pool.map(work, range(workers)) for one in part]
    killed = sum(noticed for _, noticed in tried)
    share = 100 * killed / max(len(tried), 1)
    print(
        f"{room:<13} {len(tried):>5} of {len(mutants):,} mutants  {killed:>5} killed  {len(tried) - killed:>4} survived"
        f"  {share:5.1f} %",
        flush=True,
    )
    for mutant in sorted((one for one, noticed in tried if not noticed), key=lambda one: one.key):
        print(f"    line {mutant.line} of {mutant.key}", flush=True)
        print(*(f"        {line}" for line in differences[mutant]), sep="\n", flush=True)
    if share < settings["minimum"]:
        print(f"    below {settings['minimum']} %")
    return bool(share >= settings["minimum"])
