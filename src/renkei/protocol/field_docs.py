"""The docstrings of the fields of models, read from the source only when a JSON Schema is made.

Pydantic's `use_attribute_docstrings` reads them when a class is created, which takes a fifth of the time of a command.
"""

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise


@cache
def field_docs(model: type) -> dict[str, str]:
    """Return the docstring of each field of a model, its own and inherited; empty where there is no source."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        body = _classes(base.__module__).get(base.__name__, [])
        for field, note in pairwise(body):
            match field, note:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = inspect.cleandoc(text)
    return found


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """Return the statements of each class at the top level of a module."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError, KeyError):
        return {}
    return {one.name: one.body for one in tree.body if isinstance(one, ast.ClassDef)}
