"""Adapts renkei's ranking of texts to a scorer that calls `rank(docs)`; nothing is decided here."""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.text.ranking import Corpus


def rank(docs: list[str]) -> Callable[[str], list[float]]:
    """Index texts and return a function that scores each of them for a question."""
    corpus = Corpus(capacity=len(docs))
    for doc in docs:
        corpus.add(doc)
    return corpus.scores
