"""The code that a page of the documentation shows, also within a tab."""

import ast
import re
from inspect import CO_COROUTINE
from textwrap import indent

TAB = re.compile(r"^/// tab \| (\w+)\n(.*?)^///$", re.DOTALL | re.MULTILINE)


def code_of(text: str, language: str) -> list[str]:
    """Return the blocks of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def steps_of(text: str, tab: str) -> list[str]:
    """Return the Python code in the tabs of a name."""
    return [code for name, body in TAB.findall(text) if name == tab for code in code_of(body, "python")]


def awaiting(code: str, mode: int = 0) -> object:
    """Return the code object of a snippet that may await at its top level, or with `ast.PyCF_ONLY_AST` its tree."""
    return compile(code, "snippet", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | mode)


def program(code: str) -> str:
    """Return a snippet as a program: within a coroutine, if it awaits at its top level."""
    if not awaiting(code).co_flags & CO_COROUTINE:
        return code
    return f"import asyncio\n\n\nasync def main() -> None:\n{indent(code, '    ')}\n\nasyncio.run(main())\n"


def programs_of(name: str, text: str) -> dict[str, str]:
    """Return the Python programs of a page by name: its snippets; of the tutorial, each form is one program."""
    snippets = code_of(text, "python")
    if name == "tutorial.md":
        snippets = ["\n".join(steps_of(text, form)) for form in ("threads", "asyncio")]
    return {f"{name}-{number}": program(code) for number, code in enumerate(snippets)}
