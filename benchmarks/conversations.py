"""What runs agents' turns on disk: renkei, and the SQLite checkpointer of LangGraph, each with the same calls.

`send` is one message that is on disk when it returns. `turn` reads three messages, says three, and keeps four fields.
"""

import sqlite3
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver
from messages import SHARE
from turns import turn

import renkei
from renkei.engine import commands as c
from renkei.errors import ProjectMissingError
from renkei.protocol.payloads import KnowledgeShare

KEPT = 20
"""Messages in the state of a graph: what its agents are given again."""


class Project:
    """A renkei project of two agents who write to each other."""

    def __init__(self, place: Path) -> None:
        try:
            self.project = renkei.open(place)
        except ProjectMissingError:
            members = [c.Join("agent-0"), c.Join("agent-1")]
            self.project = renkei.create(place, members=members, guarded=False)
        self.numbers = count()
        self.news = KnowledgeShare.model_validate(SHARE["payload"])

    def send(self) -> None:
        said = self.project.message("agent-0", self.news, "agent-1", context_summary=SHARE["context_summary"])
        self.project.send(said)

    def turn(self) -> None:
        turn(self.project, next(self.numbers), 2)

    def close(self) -> None:
        self.project.close()


class Checkpoints:
    """`langgraph-checkpoint-sqlite`: a message is a pending write, a turn reads a checkpoint and puts the next."""

    def __init__(self, place: Path) -> None:
        self.db = sqlite3.connect(place.with_suffix(".db"), timeout=60, check_same_thread=False)
        self.db.execute("PRAGMA synchronous = FULL")
        self.saver = SqliteSaver(self.db)
        self.saver.setup()
        self.numbers = count()
        self.config: Any = {"configurable": {"thread_id": place.name, "checkpoint_ns": ""}}
        self._put([SHARE] * KEPT, 0)

    def send(self) -> None:
        self.saver.put_writes(self.config, [("messages", SHARE)], f"task-{next(self.numbers)}")

    def turn(self) -> None:
        number = next(self.numbers)
        last = self.saver.get_tuple({"configurable": {**self.config["configurable"], "checkpoint_id": None}})
        assert last is not None
        said = [{**SHARE, "id": f"m-{number}-{one}"} for one in range(3)]
        self.saver.put_writes(self.config, [("messages", one) for one in said], f"task-{number}")
        self._put([*last.checkpoint["channel_values"]["messages"], *said][-KEPT:], number)

    def _put(self, messages: list[dict[str, Any]], number: int) -> None:
        fields = {"status": "working", "current_task": f"T-{number}", "blocked_by": None, "file": f"file-{number % 7}"}
        state = empty_checkpoint() | {"channel_values": {"messages": messages, **fields}}
        self.config = self.saver.put(self.config, state, {"source": "loop", "step": number}, {})  # type: ignore[arg-type]

    def close(self) -> None:
        self.db.close()


CONVERSATIONS: dict[str, type[Project | Checkpoints]] = {
    "renkei": Project,
    f"langgraph-checkpoint-sqlite {version('langgraph-checkpoint-sqlite')}": Checkpoints,
}
