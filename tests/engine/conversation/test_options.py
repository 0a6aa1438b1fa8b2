"""What the board keeps of an option: both parts of an analysis that marks them, else the whole, said to be one."""

import pytest

from renkei.engine.conversation.options import board_option
from renkei.protocol.payloads import DecisionOption


@pytest.mark.parametrize(
    ("analysis", "pros", "cons"),
    [
        ("usual, but slow", "(analysis) usual, but slow", ""),
        ("Pros: fast; Cons: new", "fast", "new"),
        ("advantages: fast.\ndisadvantages: new, rare", "fast", "new, rare"),
        ("メリット：速い。デメリット：新しい", "速い", "新しい"),
        ("デメリット: 新しい", "(analysis) デメリット: 新しい", ""),
        ("", "", ""),
    ],
)
def test_an_analysis_is_divided_only_where_it_says_so(analysis: str, pros: str, cons: str) -> None:
    found = board_option(DecisionOption(label="a", analysis=analysis), "en")
    assert found == {"label": "a", "pros": pros, "cons": cons}


def test_an_undivided_analysis_is_marked_in_the_language_of_the_project() -> None:
    assert board_option(DecisionOption(label="a", analysis="速い"), "ja")["pros"] == "(分析) 速い"
