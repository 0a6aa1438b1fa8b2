"""Writes the typed methods of `Project` for the acts: one for each row of the table, as editors and mypy see them."""

import ast
import inspect
import subprocess
import sys
import textwrap
from pathlib import Path

import renkei.project.acts
from renkei.acts.act import Act
from renkei.acts.table import ACTS
from renkei.protocol.primitives import Frozen

FILE = Path(renkei.project.acts.__file__).with_suffix(".pyi")
BY_HAND = ("send",)
"""Acts whose method takes more than their arguments: `Project.send` takes a message that was built before."""

HEAD = """# The methods of the acts, for editors and type checkers. `make docs` writes it from `renkei.acts.table`.

from abc import ABC, abstractmethod
from typing import Any

{imports}

class Acts(ABC):
    @abstractmethod
    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None: ...
"""


def act_methods() -> str:
    """Return the module with a method for each act."""
    acts = [act for act in ACTS.values() if act.name not in BY_HAND]
    imports = {"Record": "renkei.engine.record"}
    for act in acts:
        imports |= _imports(act.arguments)
    lines = (f"from {module} import {name}" for name, module in sorted(imports.items()))
    text = HEAD.format(imports="\n".join(lines)) + "".join(map(_method, acts))
    ruff = [sys.executable, "-m", "ruff"]
    name = f"--stdin-filename={FILE}"
    for step in (["check", "--select=I001", "--fix-only", "--quiet"], ["format", "--quiet"]):
        text = subprocess.run([*ruff, *step, name, "-"], input=text, capture_output=True, text=True, check=True).stdout
    return text


def _method(act: Act) -> str:
    fields = act.arguments.model_fields
    types = {name: annotation for base in reversed(_bases(act.arguments)) for name, annotation in _types(base)}
    parameters = ["self"]
    for name in act.parameters:
        default = "" if fields[name].is_required() else f" = {fields[name].get_default()!r}"
        parameters.append(f"{name}: {types[name]}{default}")
    head = f"def {act.name}({', '.join(parameters)}, *, actor: str = ...) -> Record | None:"
    return "\n" + textwrap.indent(f'{head}\n    """{act.summary}"""', "    ") + "\n"


def _bases(model: type[Frozen]) -> list[type[Frozen]]:
    return [base for base in model.__mro__ if issubclass(base, Frozen) and base is not Frozen] if model else []


def _node(model: type[Frozen]) -> ast.ClassDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    assert isinstance(tree, ast.ClassDef)
    return tree


def _types(model: type[Frozen]) -> list[tuple[str, str]]:
    """Return each field of a class with its type as the source writes it, without what only the validator needs."""
    found = []
    for statement in _node(model).body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            found.append((statement.target.id, ast.unparse(_plain(statement.annotation))))
    return found


def _plain(annotation: ast.expr) -> ast.expr:
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        assert isinstance(annotation.slice, ast.Tuple)
        return annotation.slice.elts[0]
    return annotation


def _imports(model: type[Frozen]) -> dict[str, str]:
    """Return the names in the types of a model's fields, each with the module to import it from."""
    found: dict[str, str] = {}
    for base in _bases(model):
        origins = _origins(base.__module__)
        for _, annotation in _types(base):
            names = {node.id for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)}
            found |= {name: origins[name] for name in names if name in origins}
    return found


def _origins(module: str) -> dict[str, str]:
    """Return each name that a module defines or imports, with the module that it comes from."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: node.module for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = module
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = module
    return found


if __name__ == "__main__":
    FILE.write_text(act_methods(), encoding="utf-8")
