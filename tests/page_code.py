"""The code that a page of the documentation shows, also within a tab."""

import re
from textwrap import dedent


def code_of(text: str, language: str) -> list[str]:
    """Return the blocks of a language in a page, without the indentation of a tab that they are in."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE)
    return [dedent(code) for _, code in found]
