"""Lets a scorer of packing try renkei's: `pack(history, agent, budget)` gives the context text.

A token is taken as four characters here, as the scorer takes it. Runs from any directory.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.context.transcript import Said, pack_history


def by_length(text: str) -> int:
    return -(-len(text) // 4)


def pack(history: list[dict[str, Any]], agent: str, budget: int) -> str:
    said = [Said(str(one["id"]), one["from"], one["text"]) for one in history]
    return pack_history(said, agent, budget, by_length).text
