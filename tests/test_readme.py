"""The Japanese README says what the English one says: the same sections, commands, program, and links."""

import ast
import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENGLISH, JAPANESE = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ja.md"))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def headings(text: str) -> list[int]:
    """Return the level of each heading."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [len(marks) for marks in re.findall(r"(?m)^(#+) ", prose)]


def commands(text: str) -> list[list[str]]:
    return [shlex.split(line, comments=True) for block in blocks(text, "sh") for line in block.splitlines()]


def targets(text: str) -> list[str]:
    return sorted({one for one in re.findall(r"\]\(([^)]+)\)", text) if not one.startswith("README")})


def items(text: str) -> int:
    """Return how many list items and rows of tables there are."""
    return len(re.findall(r"(?m)^(?:- |\| )", text))


def test_both_have_the_same_sections() -> None:
    assert headings(ENGLISH) == headings(JAPANESE)
    assert items(ENGLISH) == items(JAPANESE)


def test_both_show_the_same_commands() -> None:
    assert commands(ENGLISH) == commands(JAPANESE)


def test_both_show_the_same_program() -> None:
    english, japanese = ([ast.dump(ast.parse(code)) for code in blocks(text, "python")] for text in (ENGLISH, JAPANESE))
    assert english == japanese


def test_both_link_to_the_same_pages() -> None:
    assert targets(ENGLISH) == targets(JAPANESE)
