"""What an agent's conversation costs when each turn appends a delta, beside sending the whole history anew each turn,
and beside appending the history as it is to a cached conversation. Recorded conversations of teams, read through the
library as a team would take part; `RENKEI_EVAL_DATA` names the folder that holds `traces/long.jsonl.gz`."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measure import Row

import renkei
from renkei.budget.context.cost import CostTracker
from renkei.budget.text.salience import spans
from renkei.budget.tokens.estimate import estimate
from renkei.edges.cli.files.conversations import ids_of

BUDGET = 500


class Reader:
    """An agent of a recorded team: its bill, what it has been told, and what of that it took up."""

    def __init__(self) -> None:
        self.bill = CostTracker()
        self.system = ""
        self.told = ""
        self.taken_up = self.was_told = 0

    def read(self, history: int, context: renkei.Context) -> None:
        """Read what the turn gives."""
        given = context.tokens
        if context.system != self.system:
            self.bill.reset()
            given += estimate(context.system)
        self.system = context.system
        self.bill.turn(history, given)
        self.told += context.system + context.text

    def say(self, text: str, others: set[str]) -> None:
        """Say something; `others` are the telling tokens that somebody else brought up before."""
        needed = {token for token, _, _ in spans(text)} & others
        self.taken_up += len(needed)
        self.was_told += sum(token in self.told for token in needed)
        self.bill.answer(estimate(text))
        self.told += text


def rows(budget: int = BUDGET) -> Iterator[Row]:
    """Measure; without the data there are no rows."""
    file = Path(os.environ.get("RENKEI_EVAL_DATA", "nowhere")) / "traces" / "long.jsonl.gz"
    if not file.is_file():
        print("delta: set RENKEI_EVAL_DATA to the folder of recorded conversations")
        return
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        readers = [reader for trace in map(json.loads, lines) for reader in play(trace, budget)]
    naive, cached, ours = (sum(getattr(one.bill, name) for one in readers) for name in ("naive", "cached", "read"))
    name = f"{budget}-token deltas"
    yield Row(f"{name}: cost", ours / naive, 1.0, "all history each turn", "≤ 0.135 ×", 0.135, "×")
    yield Row(f"{name}: cost", ours / cached, 1.0, "cached history", "≤ 0.80 ×", 0.8, "×")
    missing = 1 - sum(one.was_told for one in readers) / sum(one.taken_up for one in readers)
    yield Row(f"{name}: share of later-used tokens not shown", missing, 1.0, "all of it", "≤ 0.15", 0.15, "×")


def play(trace: dict[str, Any], budget: int) -> list[Reader]:
    """Let a team say what it said; before each message its author takes a turn."""
    messages = trace["messages"]
    names = ids_of([(one["from"], one["to"]) for one in messages])
    project = renkei.create(goal=messages[0]["text"][:200], rules=(), guarded=False)
    for name in dict.fromkeys(names.values()):
        if name != "human":
            project.join(name)
    readers = {name: Reader() for name in names.values()}
    first: dict[str, str] = {}
    total = 0
    for one in messages:
        author, text = names[one["from"]], one["text"]
        with project.turn(author, budget=budget, rendering="delta") as turn:
            readers[author].read(total, turn.context)
            to = ["all" if name == "*" else names[name] for name in one["to"]]
            turn.send(said(text), to, id=f"m-{one['id']}")
        readers[author].say(text, {token for token, by in first.items() if by != author})
        total += estimate(text + "\n")
        for token, _, _ in spans(text):
            first.setdefault(token, author)
    return list(readers.values())


def said(text: str) -> renkei.Freeform:
    """Wrap a text."""
    return renkei.Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="normal")
