"""Runs mutation tests room by room with mutmut: it counts the small faults in the code that a room's tests notice.

`tests/mutants.toml` says which tests belong to a room, which mutants are run, and which survivors are accepted and why.
The run fails when another mutant survives, or when a room's tests kill fewer than the required share.

mutmut changes the bodies of functions and methods; it leaves out decorated functions and tables outside of functions.
Those, and the edges, are tried by `sampled_mutants.py`, a random sample for each room under `sampled`.
Mutants that only change the words of a text (a string that contains a space), and those that are accepted as
equivalent, are not counted.
"""

import argparse
import ast
import difflib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sampled_mutants

ROOT = Path(__file__).parent.parent
SETTINGS = ROOT / "tests" / "mutants.toml"
WORK = ROOT / ".mutants"
COPIED = ("src", "tests", "docs", "tools", "chaos", "benchmarks", "README.md", "pyproject.toml")
CHILDREN = "2"
"""How many mutants are tested at a time."""

MUTMUT = """
import threading
from mutmut.__main__ import cli
from mutmut.core import MutmutCallStack

calls = threading.local()

def enter(call):
    before, calls.last = last(), call
    return before

def leave(before):
    calls.last = before

def last():
    return getattr(calls, "last", (None, 0))

MutmutCallStack.get, MutmutCallStack.set, MutmutCallStack.reset = last, enter, leave
cli()
"""
"""Runs mutmut with the record of the current call in a thread's variable: finalizers that run while mutmut sets its
context variable, such as those of open databases, crash Python 3.11."""

KILLED = frozenset(("killed", "timeout", "segfault"))
MARK = "__mutmut_"
_RESULT = re.compile(r"^\s+(\S+): (.+)$", re.MULTILINE)
_TOKENS = re.compile(r"\w+|\s+|[^\w\s]+")


@dataclass(frozen=True)
class Mutant:
    """One changed function: where it is, the line that changed and how, and whether only words changed."""

    name: str
    function: str
    change: str
    only_words: bool

    @property
    def key(self) -> str:
        """The function with the change, which stays the same when other code changes."""
        return f"{self.function}: {self.change}"


def run_room(room: str, settings: dict[str, Any]) -> dict[str, str]:
    """Run the mutants of a room in a copy of the project; return the status of each by its name, as mutmut gives it."""
    place = WORK / room
    copy_project(place)
    with (place / "pyproject.toml").open("a") as file:
        file.write(
            "\n[tool.mutmut]\nsource_paths = ['src']\nuse_git_change_detection = false\n"
            f"only_mutate = ['src/renkei/{room}/*']\nalso_copy = {list(COPIED)}\n"
            f"pytest_add_cli_args = ['-p', 'no:cacheprovider']\n"
            f"pytest_add_cli_args_test_selection = {settings['tests']}\n"
        )
    command = [sys.executable, "-c", MUTMUT]
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": ""}
    run = [*command, "run", "--max-children", CHILDREN, *settings.get("take", ())]
    with (place / "output.txt").open("w") as output:
        done = subprocess.run(run, cwd=place, env=env, stdout=output, stderr=output)
    if done.returncode:
        lines = (place / "output.txt").read_text().replace("\r", "\n").splitlines()
        sys.exit("\n".join([*lines[-30:], f"mutmut could not run the tests of {room}"]))
    shown = subprocess.run([*command, "results", "--all", "true"], cwd=place, env=env, capture_output=True, text=True)
    return {name: status for name, status in _RESULT.findall(shown.stdout) if status != "not checked"}


def copy_project(place: Path) -> None:
    """Copy what the tests need into an empty directory, since mutmut changes the files that it runs."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place / name)


def mutants_of(room: str) -> dict[str, Mutant]:
    """Read the mutants of a room from the files that mutmut generated."""
    source = WORK / room / "mutants" / "src"
    files = sorted((source / "renkei" / room).rglob("*.py"))
    found = [mutant for path in files for mutant in _in_file(path, path.relative_to(source))]
    return {mutant.name: mutant for mutant in found}


def _in_file(path: Path, relative: Path) -> Iterator[Mutant]:
    module = ".".join(relative.with_suffix("").parts)
    tree = ast.parse(path.read_text())
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and MARK in node.name}
    for name, node in functions.items():
        base, _, number = name.rpartition(MARK)
        if number != "orig":
            original = functions[f"{base}{MARK}orig"]
            function = base.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
            change, only_words = compare(original, node)
            yield Mutant(f"{module}.{name}", f"{module.removeprefix('renkei.')}.{function}", change, only_words)


def compare(original: ast.FunctionDef, mutant: ast.FunctionDef) -> tuple[str, bool]:
    """Return the change between two versions of a function, and whether it only changes the words of a text."""
    before, after = _lines(original), _lines(mutant)
    differences = list(difflib.ndiff(before, after))
    removed = " ".join(line[2:].strip() for line in differences if line.startswith("- "))
    added = " ".join(line[2:].strip() for line in differences if line.startswith("+ "))
    old, new = _TOKENS.findall(removed), _TOKENS.findall(added)
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return f"{removed}  [{''.join(old)} → {''.join(new)}]", _without_words(before) == _without_words(after)


def _lines(function: ast.FunctionDef) -> list[str]:
    return [line for statement in function.body for line in ast.unparse(statement).splitlines()]


def _without_words(lines: list[str]) -> str:
    class Words(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.Constant:
            return ast.Constant("…") if isinstance(node.value, str) and " " in node.value else node

    text = "\n".join(lines)
    return ast.dump(Words().visit(ast.parse(f"def f():\n{_indented(text)}")))


def _indented(text: str) -> str:
    return "\n".join(f" {line}" for line in text.splitlines())


def report(room: str, statuses: dict[str, str], accepted: set[str], equivalent: set[str], minimum: int) -> bool:
    """Print how many mutants of a room were killed and which survived; return whether that is good enough."""
    found = {name: one for name, one in mutants_of(room).items() if name in statuses and not one.only_words}
    mutants = {name: one for name, one in found.items() if one.key not in equivalent}
    survived = [one for name, one in mutants.items() if statuses[name] not in KILLED]
    unexpected = [one for one in survived if one.key not in accepted]
    killed = len(mutants) - len(survived)
    share = 100 * killed / max(len(mutants), 1)
    print(
        f"{room:<10} {len(mutants):>5} mutants  {killed:>5} killed  {len(survived):>4} survived  {share:5.1f} %"
        f"  ({len(found) - len(mutants)} equivalent)"
    )
    for one in sorted(unexpected, key=lambda one: one.key):
        print(f"    {statuses[one.name]}: {one.key}")
    if share < minimum:
        print(f"    below {minimum} %")
    return not unexpected and share >= minimum


def stale(accepted: set[str]) -> list[str]:
    """Return the accepted mutants whose line is not in the source any more, such as after a function was moved."""
    return sorted(key for key in accepted if not _is_in_source(key))


def _is_in_source(key: str) -> bool:
    name, _, change = key.partition(": ")
    if name.endswith(".py"):
        path, old = ROOT / name, change.rpartition(" → ")[0]
        return path.exists() and old in " ".join(path.read_text().split())
    parts = name.split(".")
    for number in range(1, len(parts)):
        path = ROOT / "src" / "renkei" / Path(*parts[:number]).with_suffix(".py")
        if path.exists():
            function = _defined(ast.parse(path.read_text()), parts[number:])
            lines = " ".join(line.strip() for line in _lines(function)) if function else ""
            return change.rpartition("  [")[0] in lines
    return False


def _defined(tree: ast.Module, names: list[str]) -> ast.FunctionDef | None:
    node: Any = tree
    for name in names:
        node = next((one for one in getattr(node, "body", ()) if getattr(one, "name", None) == name), None)
    return node if isinstance(node, ast.FunctionDef) else None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Run mutation tests room by room.")
    parser.add_argument("rooms", nargs="*", help="rooms of tests/mutants.toml; all without a name")
    parser.add_argument("--seed", type=int, default=sampled_mutants.SEED, help="which sample is drawn")
    parser.add_argument("--most", type=int, help="mutants of a sampled room that are tried at most")
    parser.add_argument("--workers", type=int, default=sampled_mutants.WORKERS, help="mutants tested at a time")
    parser.add_argument("--sampled", action="store_true", help="leave out the rooms that mutmut runs")
    given = parser.parse_args(arguments)
    rooms = given.rooms
    settings = tomllib.loads(SETTINGS.read_text())
    groups = settings.get("accepted", ())
    accepted = {mutant for group in groups for mutant in group["mutants"]}
    equivalent = {mutant for group in groups if group.get("equivalent") for mutant in group["mutants"]}
    gone = stale(accepted)
    for key in gone:
        print(f"accepted in {SETTINGS.name}, but not in the source: {key}")
    fine = not gone
    sampled = settings["sampled"]
    for room in [one for one in rooms or [*settings["rooms"], *sampled] if one in sampled]:
        chosen = (given.seed, given.most, given.workers)
        fine = sampled_mutants.run_room(room, sampled[room], accepted, *chosen) and fine
    complete = () if given.sampled else settings["rooms"]
    for room in [one for one in rooms or complete if one in complete]:
        statuses = run_room(room, settings["rooms"][room])
        fine = report(room, statuses, accepted, equivalent, settings["minimum"]) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
