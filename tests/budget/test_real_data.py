"""The figures on annotated chat and questions, which are not part of the project: RENKEI_EVAL_DATA names their folder.

`chat/dev/*.jsonl.gz` as `tools/tune_tiers.py` describes it; `keywords/{ja,zh}.json.gz` with texts and questions, and
of each question the number of the text that it is about.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker
from renkei.budget.text.ranking import Corpus

FOLDER = Path(os.environ.get("RENKEI_EVAL_DATA", "nowhere"))
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="set RENKEI_EVAL_DATA to the folder of annotated data")


def tiers(path: Path) -> Iterator[tuple[str, bool]]:
    """Return the tier of each unread message of each turn of a channel, and whether it was needed."""
    tracker, named = ConversationTracker(), {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "turn" not in line:
                named[line["id"]] = line["to"] or line["mentions"]
                tracker.observe(PastMessage(str(line["id"]), line["from"], line["text"], tuple(named[line["id"]])))
                continue
            perspective = Perspective(tracker, line["turn"], line["task"])
            for one in line["unread"]:
                to_me = line["turn"] in named[one]
                tier = "relevant" if to_me else perspective.weigh(str(one), overheard=bool(named[one])).tier
                yield tier, one in line["needed"]


def test_group_chat_without_thread_ids_is_sorted_well_enough():
    found = Counter(one for path in sorted(FOLDER.glob("chat/dev/*.jsonl.gz")) for one in tiers(path))
    needed = sum(count for (_, wanted), count in found.items() if wanted)
    hit, shown = found["relevant", True], found["relevant", True] + found["relevant", False]
    assert hit / needed >= 0.84
    assert hit / shown >= 0.64
    assert found["irrelevant", True] / needed <= 0.01


@pytest.mark.parametrize(("language", "least"), [("ja", 0.93), ("zh", 0.97)])
def test_the_text_that_a_question_is_about_is_found(language, least):
    data = json.loads(gzip.decompress((FOLDER / "keywords" / f"{language}.json.gz").read_bytes()))
    corpus, found = Corpus(), 0.0
    for text in data["docs"]:
        corpus.add(text)
    for question, about in data["questions"]:
        scores = corpus.scores(question)
        found += 1 / sum(score >= scores[about] for score in scores)
    assert found / len(data["questions"]) >= least
