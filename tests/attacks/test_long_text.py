"""A long text costs no more than its length: with a pattern that starts again at each character no test here ends."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from process import renkei
from renkei import Freeform
from renkei.budget.text.abridge import EXAMINED, abridge, bounded, fragments
from renkei.budget.text.keywords import keyword_counts, keywords
from renkei.budget.text.salience import is_salient, spans
from renkei.budget.tokens.estimate import estimate
from team import small_team

LONG = 100_000
CPU = 2.0
"""Seconds for a whole command: several times what it takes, and half of what it took when texts were read in full."""
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


@pytest.mark.short
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


@pytest.mark.short
@pytest.mark.parametrize("run", ["a", "a.\n", "漢"])
@pytest.mark.parametrize(
    "command", [("log",), ("inbox", "--agent", "bob"), ("context", "--agent", "bob"), ("message", "show", "m-1")]
)
def test_a_command_beside_a_message_of_four_megabytes_takes_little_more(
    command: tuple[str, ...], run: str, tmp_path: Path
) -> None:
    with small_team(tmp_path / ".renkei") as project:
        body = Freeform(intent_hint="X", body=run * (4_000_000 // len(run)), requires_response=False, urgency="low")
        project.send(project.message("ann", body, "bob", id="m-1"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert renkei(*command, cwd=tmp_path).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < CPU
