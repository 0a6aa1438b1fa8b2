"""Measures the tiers of group messages on annotated chat, and what they cost.

    python tools/tier_quality.py FOLDER...

A folder contains channels as `tools/tune_tiers.py` describes them. A message is shown if it is relevant. Printed for
each folder, over all turns:

* precision (needed and shown / shown), recall (needed and shown / needed), F1, and the share of the needed messages
  that were irrelevant;
* the recall of the current conversation: that of the needed messages in the conversation of the agent's last message.
  The others belong to the conversation that the agent joins only with its next message. Only messages whose author
  wrote again have a known conversation: that of the author's next turn, by the first line of its task;
* microseconds of CPU time for each unread message, with those for observing all messages.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker

Line = dict[str, Any]


def lines_of(path: Path) -> list[Line]:
    """Return the messages and turns of a channel in order."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def subject(turn: Line) -> str:
    """Return the conversation of the last message of a turn's agent: the text that opened it."""
    return str(turn["task"].partition("\n")[0])


class Channel:
    """A channel that is read turn by turn."""

    def __init__(self) -> None:
        self._tracker = ConversationTracker()
        self._named: dict[int, list[str]] = {}

    def observe(self, line: Line) -> None:
        """Add the channel's next message."""
        named = self._named[line["id"]] = line["to"] or line["mentions"]
        self._tracker.observe(PastMessage(str(line["id"]), line["from"], line["text"], tuple(named)))

    def tiers(self, turn: Line) -> dict[int, str]:
        """Return the tiers of a turn's unread messages: those that name the agent are relevant by rule."""
        perspective, named = Perspective(self._tracker, turn["turn"], turn["task"]), self._named
        return {
            one: "relevant"
            if turn["turn"] in named[one]
            else perspective.weigh(str(one), overheard=bool(named[one])).tier
            for one in turn["unread"]
        }


def counted(lines: list[Line]) -> Iterator[str]:
    """Yield what each unread message of each turn of a channel counts as, once for each count."""
    channel, conversations = Channel(), {one["since"]: subject(one) for one in lines if "turn" in one}
    for line in lines:
        if "turn" not in line:
            channel.observe(line)
            continue
        tiers, needed = channel.tiers(line), set(line["needed"])
        for one, tier in tiers.items():
            yield "unread"
            if tier == "relevant":
                yield "hit" if one in needed else "false"
            elif one in needed:
                yield "omitted" if tier == "irrelevant" else "missed"
            if one in needed and conversations.get(one) == subject(line):
                yield "current hit" if tier == "relevant" else "current missed"


def figures(folder: Path) -> str:
    """Return the figures of a folder in one line."""
    paths = sorted(folder.glob("*.jsonl.gz"))
    if not paths:
        sys.exit(f"no channels (*.jsonl.gz) in {folder}: the data is not part of the project, see the docstring")
    found, spent = Counter[str](), 0.0
    for path in paths:
        lines = lines_of(path)
        start = process_time()
        found.update(counted(lines))
        spent += process_time() - start
    needed = found["hit"] + found["missed"] + found["omitted"]
    precision, recall = found["hit"] / (found["hit"] + found["false"]), found["hit"] / needed
    current = found["current hit"] / (found["current hit"] + found["current missed"])
    quality = f"precision {precision:.3f}, recall {recall:.3f}, F1 {2 * precision * recall / (precision + recall):.3f}"
    return (
        f"{folder.name}: {len(paths)} channels, {found['unread']} unread; {quality}, omitted "
        f"{found['omitted'] / needed:.4f}; recall of the current conversation {current:.3f}; "
        f"{1e6 * spent / found['unread']:.0f} µs for each unread message"
    )


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for folder in sys.argv[1:]:
        print(figures(Path(folder)))
