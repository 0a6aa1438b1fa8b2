"""Shows the ranking of texts to a scorer that asks `rank(docs)`; nothing is decided here."""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.text.ranking import Corpus


def rank(docs: list[str]) -> Callable[[str], list[float]]:
    """Index texts; give what answers a question with a score for each."""
    corpus = Corpus(kept=len(docs))
    for doc in docs:
        corpus.add(doc)
    return corpus.scores
