"""The docstrings of models' fields, read from the source only when a JSON Schema is generated.

Pydantic's `use_attribute_docstrings` reads them at class creation, which takes a fifth of a command's time.
"""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise

from pydantic import BaseModel


@cache
def field_docs(model: type) -> dict[str, str]:
    """Return the docstring of each field of a model, own and inherited; empty without source."""
    docs: dict[str, str] = {}
    for base in reversed(model.__mro__):
        body = [] if base in (BaseModel, object) else _classes(base.__module__).get(base.__name__, [])
        for field, note in pairwise(body):
            match field, note:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    docs[name] = inspect.cleandoc(text)
    return docs


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """Return the statements of each class at the top level of a module."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError, KeyError):
        return {}
    return {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
