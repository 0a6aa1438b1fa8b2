"""Writes the asyncio form of each snippet that a page shows in two tabs, from its form for threads.

A call is awaited if the method of `AsyncProject` or `AsyncTurn` with its name is a coroutine, so snippets follow the
library. The text itself is changed, not printed from its syntax tree: comments stay. It is the body
of a coroutine.
"""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from renkei.project.coroutines.project import AsyncProject
from renkei.project.coroutines.turn import AsyncDraft, AsyncTurn

DOCS = Path(__file__).parent.parent / "docs"
TABS = re.compile(
    r"(^/// tab \| threads\n\n```python\n(.*?)^```\n\n///\n\n/// tab \| asyncio\n\n```python\n).*?(?=^```\n\n///$)",
    re.DOTALL | re.MULTILINE,
)
"""Two tabs up to the code of the second; the code of the first is a group."""

OPENING = {"renkei.create", "renkei.open"}
GIVES = {"turn": AsyncTurn, "begin_turn": AsyncTurn, "act_as": AsyncDraft}
"""Methods of a project whose results have methods too."""

ANNOTATIONS: dict[str, type] = {
    "renkei.Project": AsyncProject,
    "renkei.Turn": AsyncTurn,
    "renkei.Draft": AsyncDraft,
}

Change = tuple[int, str]
"""An offset in the UTF-8 of a snippet, and the text to insert there."""


def both_forms() -> dict[Path, str]:
    """Return the text of each page that has snippets in both forms."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
    return {path: in_both_forms(text) for path, text in pages.items() if TABS.search(text)}


def in_both_forms(text: str) -> str:
    """Return a page with the second tabs as they follow from the first; its snippets share their names."""
    held: dict[str, type] = {}
    return TABS.sub(lambda found: found[1] + in_asyncio(found[2], held), text)


def in_asyncio(code: str, held: dict[str, type]) -> str:
    """Return the asyncio form of a snippet; `held` says what the names of those before it hold."""
    form = _Form(code, held)
    ruff = [sys.executable, "-m", "ruff", "format", "--quiet", "--line-length=120", "-"]
    return subprocess.run(ruff, input=form.text(), capture_output=True, text=True, check=True).stdout


class _Form:
    """A snippet, and what its names hold."""

    def __init__(self, code: str, held: dict[str, type]) -> None:
        self._code = code.encode()
        self._lines = [0, *accumulate(map(len, self._code.splitlines(keepends=True)))]
        self._tree = ast.parse(code)
        self._parents = {child: node for node in ast.walk(self._tree) for child in ast.iter_child_nodes(node)}
        self._held = held
        self._coroutines: set[str] = set()

    def text(self) -> str:
        """Return its asyncio form."""
        for node in ast.walk(self._tree):
            self._learn(node)
        while True:
            known = len(self._coroutines)
            changes = [change for node in ast.walk(self._tree) for change in self._changes(node)]
            if len(self._coroutines) == known:  # else calls of a function that is a coroutine may come before it
                break
        text = self._code
        for at, inserted in sorted(changes, reverse=True):
            text = text[:at] + inserted.encode() + text[at:]
        return text.decode()

    def _learn(self, node: ast.AST) -> None:
        """Note what the names hold that a node binds."""
        if isinstance(node, ast.arg) and node.annotation and (kind := ANNOTATIONS.get(ast.unparse(node.annotation))):
            self._held[node.arg] = kind
        elif isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
            self._bind(node.optional_vars, node.context_expr)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            self._bind(node.targets[0], node.value)

    def _bind(self, name: ast.Name, value: ast.expr) -> None:
        if kind := self._opened(value):
            self._held[name.id] = kind

    def _opened(self, value: ast.AST) -> type | None:
        """Return the class of what an expression opens, such as a project or a turn."""
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            return None
        if ast.unparse(value.func) in OPENING:
            return AsyncProject
        return GIVES.get(value.func.attr) if self._kind(value.func.value) is AsyncProject else None

    def _kind(self, node: ast.expr) -> type | None:
        return self._held.get(node.id) if isinstance(node, ast.Name) else None

    def _changes(self, node: ast.AST) -> Iterator[Change]:
        """Yield what changes at a node."""
        parent = self._parents.get(node)
        if isinstance(node, ast.With) and any(opened := [self._opened(one.context_expr) for one in node.items]):
            assert all(opened), f"write two blocks, since only one of these is asynchronous: {ast.unparse(node)}"
            yield from self._made_asynchronous(node)
        elif isinstance(node, ast.For) and self._method(node.iter) == "iterator":
            yield from self._made_asynchronous(node)
        elif isinstance(node, ast.FunctionDef) and node.name in self._coroutines:
            yield self._start(node), "async "
        elif isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) in ANNOTATIONS:
            yield self._start(node.annotation) + len("renkei."), "Async"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in OPENING:
            yield self._end(node.func), "_async"
            if not isinstance(parent, ast.withitem):
                yield from self._awaited(node)
        elif isinstance(node, ast.Call) and self._is_coroutine(node):
            yield from self._awaited(node)
        elif isinstance(node, ast.Attribute) and not self._is_called(node) and self._method(node) == "coroutine":
            yield from self._awaited(node, "()")

    def _made_asynchronous(self, node: ast.stmt) -> Iterator[Change]:
        self._await_in(node)
        yield self._start(node), "async "

    def _awaited(self, node: ast.expr, call: str = "") -> Iterator[Change]:
        self._await_in(node)
        parent = self._parents[node]
        binds = isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node
        yield self._start(node), "(await " if binds else "await "
        yield self._end(node), f"{call})" if binds else call

    def _await_in(self, node: ast.AST) -> None:
        """Note that the function in which a node is, is a coroutine."""
        while node in self._parents:
            node = self._parents[node]
            if isinstance(node, ast.FunctionDef):
                self._coroutines.add(node.name)
                return

    def _is_coroutine(self, node: ast.Call) -> bool:
        if isinstance(node.func, ast.Name):
            return node.func.id in self._coroutines
        return self._method(node) == "coroutine"

    def _is_called(self, node: ast.expr) -> bool:
        parent = self._parents[node]
        return isinstance(parent, ast.Call) and parent.func is node

    def _method(self, node: ast.expr) -> str:
        """Return how the method is written that a node names or calls: `coroutine`, `iterator` or neither, ""."""
        found = node.func if isinstance(node, ast.Call) else node
        if not isinstance(found, ast.Attribute) or not (kind := self._kind(found.value)):
            return ""
        method = getattr(kind, found.attr, None)
        if inspect.iscoroutinefunction(method):
            return "coroutine"
        returns = inspect.get_annotations(method).get("return", "") if inspect.isfunction(method) else ""
        return "iterator" if returns.startswith("AsyncIterator") else ""

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset


if __name__ == "__main__":
    for page, text in both_forms().items():
        page.write_text(text, encoding="utf-8")
