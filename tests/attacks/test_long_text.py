"""A long text costs no more than its length: with a pattern that starts again at each character no test here ends."""

from collections.abc import Callable

import pytest

from renkei import Freeform
from renkei.budget.text.abridge import EXAMINED, abridge, bounded, fragments
from renkei.budget.text.keywords import keyword_counts, keywords
from renkei.budget.text.salience import is_salient, spans
from renkei.budget.tokens.estimate import estimate
from team import small_team

LONG = 100_000
RUNS = [
    "a",
    "A",
    "7",
    "aB",
    "A1",
    ".",
    "@",
    "-",
    "a-",
    "/",
    "_",
    ",",
    " ",
    "\t",
    "\n",
    "漢",
    "カ",
    "я",
    "!",
    "「",
    "a.",
    "1,",
]
ANALYSES: dict[str, Callable[[str], object]] = {
    "keywords": keywords,
    "keyword_counts": keyword_counts,
    "spans": lambda text: list(spans(text)),
    "is_salient": lambda text: is_salient(f"x{text}"),
    "abridge": lambda text: abridge(text, 480),
    "fragments": lambda text: fragments(text[: LONG // 10]),
    "estimate": estimate,
}


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", ANALYSES)
def test_a_long_run_is_analysed(name: str, run: str) -> None:
    ANALYSES[name]((run * LONG)[:LONG])


def test_of_a_long_text_the_beginning_and_the_end_are_examined() -> None:
    text = "".join(f"Line {number}.\n" for number in range(LONG // 10))
    assert len(bounded(text)) <= EXAMINED + 3
    assert bounded(text).startswith("Line 0.\nLine 1.\n")
    assert bounded(text).endswith(f"Line {LONG // 10 - 1}.\n")
    assert bounded("short") == "short"
    assert abridge(text, 480) == abridge(bounded(text), 480)


@pytest.mark.parametrize("priority", ["blocking", "normal"])
def test_a_context_counts_no_text_that_is_far_longer_than_its_budget(priority: str) -> None:
    project, counted = small_team(), [0]
    body = Freeform(intent_hint="X", body="The port is 8080.\n" * 50_000, requires_response=False, urgency="low")
    project.send(project.message("ann", body, "bob", priority))

    def count(text: str) -> int:
        counted.append(len(text))
        return estimate(text)

    built = project.context("bob", count=count, budget=1000)
    assert max(counted) <= 32_000
    assert built.tokens <= 1000
