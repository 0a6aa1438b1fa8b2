"""Writes the page of the public names: by theme as the stubs list them, with signatures and docstrings."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import renkei
import renkei.testing
from renkei import errors

HEAD = """# Public API

Look up every public name of `import renkei`, by theme. Classes of messages, payloads, contracts and rules are immutable
Pydantic models. A field of the type `TupleOf[X]` accepts any sequence of X and is a tuple. Constructing a model with an
invalid value raises `BadValueError`. All values compare, copy and pickle. A model becomes plain data with `model_dump`
and comes back with `model_validate`; for the other values, `pydantic.TypeAdapter(kind)` does both. All errors are
subclasses of `RenkeiError`; `renkei.errors` lists them.
The [specification](protocol/index.md) says what messages and acts mean; you do not need it to use the library.

"""


def api() -> str:
    """Return the page."""
    parts = [HEAD]
    for module, before in ((renkei, ""), (renkei.testing, "`renkei.testing`: ")):
        for theme, names in themes(module).items():
            parts.append(f"## {before}{theme}\n\n")
            parts += [entry(module, name) for name in names]
    text = re.sub(r"\bc\.(?=[A-Z])", "", "".join(parts))  # commands are imported as `c` where they are used
    return text.rstrip("\n") + "\n"


def themes(module: ModuleType) -> dict[str, list[str]]:
    """Return the public names of a module under the heading of their theme."""
    found: dict[str, list[str]] = {}
    before = "the comment at the beginning"
    for line in Path(str(module.__file__)).with_suffix(".pyi").read_text(encoding="utf-8").splitlines():
        imported = re.fullmatch(r"from \.(\S+) import \w+ as (\w+)", line)
        if line.startswith("# ") and not before:
            found[line.removeprefix("# ")] = names = []
        elif imported:
            names.append(imported[2])
        before = line
    return found


def entry(module: ModuleType, name: str) -> str:
    """Return the section of one public name."""
    value = inspect.unwrap(getattr(module, name))
    if not inspect.isclass(value) and not inspect.isfunction(value):
        return f"### `{name}`\n\nA union type: {' or '.join(f'`{one}`' for one in union(value))}.\n\n"
    node = parsed(value)
    if inspect.isfunction(value):
        assert isinstance(node, ast.FunctionDef)
        return f"### `{name}`\n\n```text\n{signature(node)}\n```\n\n{document(value)}\n\n"
    if issubclass(value, errors.RenkeiError):
        return f"### `{name}`\n\n{document(value)} Code: `{value.code}`.\n\n"
    assert isinstance(node, ast.ClassDef)
    inner = (line for base in unnamed_bases(value) for line in methods(base))
    return "".join((f"### `{name}`\n\n{document(value)}\n\n", *fields(node), *methods(node), *inner, "\n"))


def unnamed_bases(value: type) -> Iterator[ast.ClassDef]:
    """Yield the classes of the package that a class inherits from and that have no public name."""
    for base in value.__mro__[1:]:
        if base.__module__.startswith("renkei.project.") and base.__name__ not in vars(renkei)["__all__"]:
            node = parsed(base)
            assert isinstance(node, ast.ClassDef)
            yield node


def union(value: Any) -> list[str]:
    """Return the names of the members of a union."""
    return [one.__name__ for one in value.__args__]


def parsed(value: Any) -> ast.FunctionDef | ast.ClassDef:
    """Return the syntax tree of a function or class; of a class with a stub, the stub declares its methods."""
    stub = Path(inspect.getfile(value)).with_suffix(".pyi")
    if stub.exists() and inspect.isclass(value):
        tree = ast.parse(stub.read_text(encoding="utf-8"))
        return next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == value.__name__)
    node = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    return node


def document(value: Any) -> str:
    """Return a docstring, its indentation removed."""
    return inspect.getdoc(value) or ""


def fields(node: ast.ClassDef) -> Iterator[str]:
    """Yield the rows of a class's fields: the arguments of its constructor."""
    body = node.body
    rows = []
    for index, one in enumerate(body):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and not one.target.id.startswith("_"):
            after = body[index + 1] if index + 1 < len(body) else None
            text = docstring_of(after)
            value = "" if one.value is None else ast.unparse(one.value).replace(".model_construct()", "()")
            default = f"`{value}`" if value else ""
            kind = ast.unparse(one.annotation).replace("|", "\\|")
            rows.append(f"| `{one.target.id}` | `{kind}` | {default} | {text} |\n")
    if rows:
        yield "| field | type | default | |\n|---|---|---|---|\n"
        yield from rows


def docstring_of(node: ast.stmt | None) -> str:
    """Return the text of a string that stands alone, as it does below a field."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""


def methods(node: ast.ClassDef) -> Iterator[str]:
    """Yield the public methods and properties of a class with the first paragraphs of their docstrings."""
    for one in node.body:
        if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) or (
            one.name.startswith("_") and one.name != "__init__"
        ):
            continue
        if any(ast.unparse(mark) == "abstractmethod" for mark in one.decorator_list):
            continue
        text = " ".join((ast.get_docstring(one) or "").split())
        if any(ast.unparse(mark) == "property" for mark in one.decorator_list):
            yield f"- `{one.name}`: {text}\n"
        elif one.name != "__init__" and text:
            yield f"- `{signature(one, '').replace(chr(10), ' ')}`: {text}\n"


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, indent: str = "    ") -> str:
    """Return the call of a function as its source states it, one argument a line where it is long."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    required = len(plain) - len(given.defaults)
    parts = [argument(one, given.defaults[n - required] if n >= required else None) for n, one in enumerate(plain)]
    if given.vararg:
        parts.append("*" + argument(given.vararg, None))
    elif given.kwonlyargs:
        parts.append("*")
    parts += [argument(one, default) for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    if given.kwarg:
        parts.append("**" + argument(given.kwarg, None))
    parts = [part for part in parts if part != "self"]
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    if any(ast.unparse(mark) == "contextmanager" for mark in node.decorator_list):
        result = result.replace("Iterator[", "AbstractContextManager[")
    line = f"{'async ' * isinstance(node, ast.AsyncFunctionDef)}{node.name}({', '.join(parts)}){result}"
    if not indent or len(line) <= 100:
        return line
    return f"{node.name}(\n" + "".join(f"{indent}{part},\n" for part in parts) + f"){result}"


def argument(one: ast.arg, default: ast.expr | None) -> str:
    """Return one argument with its type and default."""
    text = one.arg + (f": {ast.unparse(one.annotation)}" if one.annotation is not None else "")
    return text if default is None else f"{text} = {ast.unparse(default)}"
