"""The code that a page of the documentation shows, also within a tab."""

import re
from textwrap import indent

TAB = re.compile(r"^/// tab \| (\w+)\n(.*?)^///$", re.DOTALL | re.MULTILINE)


def code_of(text: str, language: str) -> list[str]:
    """Return the blocks of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def steps_of(text: str, tab: str) -> list[str]:
    """Return the Python code in the tabs of a name."""
    return [code for name, body in TAB.findall(text) if name == tab for code in code_of(body, "python")]


def tutorial_programs(text: str) -> dict[str, str]:
    """Return the two programs that the steps of the tutorial are; the second awaits, so it is a coroutine."""
    steps = "\n".join(steps_of(text, "asyncio"))
    awaiting = f"import asyncio\n\n\nasync def main() -> None:\n{indent(steps, '    ')}\n\nasyncio.run(main())\n"
    return {"tutorial": "\n".join(steps_of(text, "threads")), "tutorial_asyncio": awaiting}
