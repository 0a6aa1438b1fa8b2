"""Adapts renkei's packing to a scorer that calls `pack(history, agent, budget)` for the context text.

A token counts four characters here, as in the scorer. Runs from any directory.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.context.transcript import pack_transcript
from renkei.budget.past_message import PastMessage


def by_length(text: str) -> int:
    return -(-len(text) // 4)


def pack(history: list[dict[str, Any]], agent: str, budget: int) -> str:
    messages = [PastMessage(str(one["id"]), one["from"], one["text"]) for one in history]
    return pack_transcript(messages, agent, budget, by_length).text
