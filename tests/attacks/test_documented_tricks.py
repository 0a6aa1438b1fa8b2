"""The page on cages shows the outcomes of the tricks that are tried."""

from pathlib import Path

from attacks.hostile_commands import TRICKS

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "cages.md"
OUTCOMES = {True: "succeeds", False: "fails"}


def test_the_documented_table_is_that_of_the_tricks() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.endswith(("| succeeds |", "| fails |"))]
    assert rows == [f"| {name} | {OUTCOMES[trick.bare]} | {OUTCOMES[trick.caged]} |" for name, trick in TRICKS.items()]
