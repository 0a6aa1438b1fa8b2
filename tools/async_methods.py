"""Writes the asynchronous form of `Project`, `Turn`, `open` and `create` from their source.

One rule for each kind of method: what reads or writes is called in a thread; what only computes is called at once; an
iterator becomes an asynchronous one; and a property that reads the log becomes a coroutine.
"""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from act_methods import BY_HAND

import renkei.project.acts
import renkei.project.coroutines.methods as made
from renkei.acts.table import ACTS
from renkei.project.machines.sharing import Sharing
from renkei.project.past import Past
from renkei.project.performing import Performing
from renkei.project.project import Project
from renkei.project.tokens import TokenHolders
from renkei.project.turns.contexts import Contexts
from renkei.project.turns.lifecycle import Turns
from renkei.project.turns.turn import Draft, Turn
from renkei.project.turns.working import Working

FOLDER = Path(made.__file__).parent
PARTS: dict[str, tuple[type, ...]] = {
    "project": (Project,),
    "working": (Working,),
    "past": (Past,),
    "contexts": (Contexts,),
    "performing": (Performing,),
    "lifecycle": (Turns,),
    "tokens": (TokenHolders,),
    "sharing": (Sharing,),
    "turn": (Draft, Turn),
}
"""The generated modules, each with the classes whose methods it has."""

OMITTED = {
    "close": "the form closes itself and its project",
    "known": "a property in both forms",
    "through": "for the doors of this package, which are no coroutines",
    "give_news": "`AsyncTurn.news`",
    "renew_turn": "`AsyncTurn.renew`",
    "renew": "it also moves the time limit of a handler",
}
"""Methods that are written by hand, or that the form does not have."""

AT_ONCE = {
    "_project": {"directory", "message", "new_header", "new_id", "time"},
    "_draft": {
        *("add", "set", "write", "artifact", "artifact_path", "send", "ask", "reply", "hand_over", "submit"),
        *("open_contract", "transition", "accept"),
    },
    "_turn": {"inbox"},
}
"""What only computes and collects, and so is no coroutine, by the attribute that has the object of the other form."""

SPECIAL = {
    "turn": "return self._turn_block(lambda: self._project.begin_turn({arguments}))",
    "act_as": "return self._draft_block({arguments})",
    "begin_turn": "return self._opened(await self._calls.run(lambda: {call}, self._project.abandon_turn))",
    "end_turn": "return await self._calls.run(lambda: self._project.end_turn(turn.sync))",
    "abandon_turn": "await self._calls.sure(lambda: self._project.abandon_turn(turn.sync))",
    "wait_for_work": "return await self._waiting.for_work({arguments})",
    "wait": "return await self._waiting.for_record({arguments})",
    "follow": "return self._follow({arguments})",
    "read_on": "return self._each(lambda: {call}, 1)",
    "run": "reading = reading.override(**options)\n        "
    "await self._run(agent, handler, lambda: self._project.begin_turn(agent, reading, lease=lease), "
    "timeout, pause, take_over, pauses)",
}
"""Bodies of the methods that need more than a thread."""

TYPES = {
    r"Turn \| TurnName": "AsyncTurn",
    r"Turn": "AsyncTurn",
    r"Handler": "AsyncHandler",
    r"Iterator\[Turn\]": "AbstractAsyncContextManager[AsyncTurn]",
    r"Iterator\[Draft\]": "AbstractAsyncContextManager[AsyncDraft]",
}
"""The types of the other form, by whole annotations."""

FORMS = """
if TYPE_CHECKING:
    from renkei.project.coroutines.turn import AsyncDraft, AsyncHandler, AsyncTurn
"""

HELD = {
    Draft: ("DraftMethods", "_draft", "Draft"),
    Turn: ("TurnMethods", "_turn", "Turn"),
}
"""The classes of a turn: the name of the generated class, and the attribute that has the object of the other form."""


def async_methods() -> dict[Path, str]:
    """Return the text of each generated module."""
    found = {FOLDER / f"{name}.py": _module(classes) for name, classes in PARTS.items()}
    found[FOLDER / "acts.py"] = _acts()
    found[FOLDER / "opening.py"] = _opening()
    return {path: _formatted(path, text) for path, text in found.items()}


def _module(classes: tuple[type, ...]) -> str:
    source = sys.modules[classes[0].__module__]
    body = "".join(map(_class, classes))
    head = f'"""The asynchronous form of `{source.__name__}`, written by `make docs`."""'
    return _with_imports(head, source.__file__ or "", source.__name__, body)


def _class(cls: type) -> str:
    name, held, type_of = HELD.get(cls, (f"{cls.__name__}Methods", "_project", "Project"))
    node = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(node, ast.ClassDef)
    methods = "".join(_method(one, held) for one in node.body if isinstance(one, ast.FunctionDef) and _is_public(one))
    if held == "_project":
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
        return f'\n\nclass {name}(AsyncForm):\n    """{summary}"""\n{methods}'
    of = f"    {held}: {type_of}\n    _calls: Calls\n"
    return f'\n\nclass {name}:\n    """The methods of a {type_of.lower()}."""\n\n{of}{methods}'


def _is_public(one: ast.FunctionDef) -> bool:
    marks = {ast.unparse(mark) for mark in one.decorator_list}
    return not (one.name.startswith("_") or one.name in OMITTED or "abstractmethod" in marks)


def _method(one: ast.FunctionDef, held: str) -> str:
    """Return the source of a method in the asynchronous form."""
    is_property = any(ast.unparse(mark) == "property" for mark in one.decorator_list)
    arguments = _arguments(one.args)
    call = f"self.{held}.{one.name}" + ("" if is_property else f"({arguments})")
    returns = "" if one.returns is None else ast.unparse(one.returns)
    result, at_once = _type(returns), one.name in AT_ONCE[held]
    body, how = f"return await self._calls.run(lambda: {call})", "async def"
    if one.name in SPECIAL:
        body = SPECIAL[one.name].format(arguments=arguments, call=call)
        how = "async def" if "await " in body else "def"
    elif at_once:
        body, how = f"return {call}", "def"
    elif returns.startswith("Iterator["):
        body, how = f"return self._each(lambda: {call})", "def"
    if result == "None":
        body = body.removeprefix("return ")
    mark = "    @property\n" if is_property and at_once else ""
    text = (ast.get_docstring(one) or "").replace("\n", "\n        ").replace("\n        \n", "\n\n")
    end = "\n        " if "\n" in text else ""
    head = f"{how} {one.name}({_signature(one.args)}) -> {result}:"
    return f'\n{mark}    {head}\n        """{text}{end}"""\n        {body}\n'


def _arguments(given: ast.arguments) -> str:
    """Return the arguments of a call that passes on every parameter."""
    parts = [one.arg for one in (*given.posonlyargs, *given.args) if one.arg != "self"]
    parts += [f"*{given.vararg.arg}"] if given.vararg else []
    parts += [f"{one.arg}={one.arg}" for one in given.kwonlyargs]
    return ", ".join(parts + ([f"**{given.kwarg.arg}"] if given.kwarg else []))


def _signature(given: ast.arguments) -> str:
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        if one.annotation is not None:
            one.annotation = ast.Name(_type(ast.unparse(one.annotation)))
    return ast.unparse(given)


def _type(text: str) -> str:
    for pattern, other in TYPES.items():
        if re.fullmatch(pattern, text):
            return other
    return f"Async{text}" if text.startswith("Iterator[") else text


def _acts() -> str:
    """Return the module of the acts, from the stub that declares them."""
    stub = Path(renkei.project.acts.__file__).with_suffix(".pyi")
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    (node,) = (one for one in tree.body if isinstance(one, ast.ClassDef))
    methods = []
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name in ACTS and one.name not in BY_HAND:
            one.args.kw_defaults = [ast.Name("HUMAN") for _ in one.args.kwonlyargs]
            methods.append(_method(one, "_project"))
    body = '\n\nclass ActMethods(AsyncForm):\n    """The acts of a participant; each is one record."""\n' + "".join(
        methods
    )
    head = '"""The acts of the asynchronous form, written by `make docs`."""'
    return _with_imports(head, str(stub), "", "\nfrom renkei.engine.state import HUMAN\n" + body)


def _opening() -> str:
    """Return the module with `open_async` and `create_async`."""
    imports, functions = "", ""
    for name in ("open", "create"):
        module = importlib.import_module(f"renkei.project.{name}")
        tree = ast.parse(inspect.getsource(module))
        (one,) = (one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name)
        imports += _imports(tree, "", ast.unparse(one.args)) + f"from {module.__name__} import {name}\n"
        text = (ast.get_docstring(one) or "").replace("\n", "\n    ").replace("\n    \n", "\n\n")
        call = f"return Opening(lambda: {name}({_arguments(one.args)}))"
        head = f"def {name}_async({ast.unparse(one.args)}) -> Opening:"
        functions += f'\n\n{head}\n    """{text}\n\n    {USE}\n    """\n    {call}\n'
    head = '"""Opening projects in an event loop, written by `make docs`."""\n\nfrom __future__ import annotations\n\n'
    return head + imports + "from renkei.project.coroutines.opening import Opening\n" + functions


USE = "The result is used as `async with`, or awaited: for the event loop in which that is done."


def _with_imports(head: str, file: str, module: str, body: str) -> str:
    """Return a module with the imports that its body needs, which are among those of another file."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    lines = _imports(tree, module, body)
    lines += "from collections.abc import AsyncIterator\nfrom contextlib import AbstractAsyncContextManager\n"
    lines += "from typing import TYPE_CHECKING\nfrom renkei.project.coroutines.calls import Calls\n"
    lines += "from renkei.project.coroutines.form import AsyncForm\n"
    return f"{head}\n\nfrom __future__ import annotations\n\n{lines}{FORMS}{body}"


def _imports(tree: ast.Module, module: str, body: str) -> str:
    """Return the imports of a file whose names a text contains, and imports of what the file itself defines."""
    used = set(re.findall(r"[A-Za-z_]\w*", body))
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module not in (None, "__future__"):
            for alias in node.names:
                if (alias.asname or alias.name) in used:
                    renamed = f" as {alias.asname}" if alias.asname else ""
                    lines.append(f"from {node.module} import {alias.name}{renamed}\n")
    for statement in tree.body if module else ():
        names = [statement.name] if isinstance(statement, ast.ClassDef) else []
        if isinstance(statement, ast.Assign):
            names = [one.id for one in statement.targets if isinstance(one, ast.Name)]
        lines += [f"from {module} import {name}\n" for name in names if name in used]
    return "".join(dict.fromkeys(lines))


def _formatted(path: Path, text: str) -> str:
    ruff, name = [sys.executable, "-m", "ruff"], f"--stdin-filename={path}"
    for step in (["check", "--select=I001,F401,F811", "--fix-only", "--quiet"], ["format", "--quiet"]):
        text = subprocess.run([*ruff, *step, name, "-"], input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    for path, text in async_methods().items():
        path.write_text(text, encoding="utf-8")
