"""Entries of a transcript in one form for all programs: prompts, texts, tool calls and hand-overs.

An imported message keeps its origin in a transcript in its extension `imported_from`.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.engine.state import HUMAN
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Count, Frozen

EntryKind = Literal["prompt", "text", "call", "result", "handoff", "report", "message", "usage", "stopped"]

LONGEST_INPUT = 300
"""Characters kept of a tool's input."""


class CalledTool(Frozen):
    """A tool that an agent called."""

    line: Count
    """Line of the transcript."""
    tool: str
    """Name of the tool."""
    input: str
    """The beginning of its input, on one line."""
    hash: str
    """Hash of its whole input; equal for equal calls."""
    command: str = ""
    """The beginning of the shell command that it ran."""
    edits: tuple[str, ...] = ()
    """Paths of the files that it changed."""
    failed: bool = False
    """Whether it ended with an error."""


class ReportedUsage(Frozen):
    """Tokens that a provider reported, for any number of requests."""

    requests: Count = 0
    """How many requests."""
    input: Count = 0
    """Tokens that the model read, cached or not."""
    cached: Count = 0
    """How many of these came from the provider's cache."""
    output: Count = 0
    """Tokens that the model wrote."""

    def __add__(self, other: "ReportedUsage") -> "ReportedUsage":
        return ReportedUsage(
            requests=self.requests + other.requests,
            input=self.input + other.input,
            cached=self.cached + other.cached,
            output=self.output + other.output,
        )


@frozen
class Entry:
    """One thing that a transcript says. `agent` is the agent whose transcript it is; agents are named by session ids.

    `prompt`: `other` said `text` to the agent. `text`: the agent wrote it. `call` and `result`: of the tool call `ref`.
    `handoff`: the agent gave `other` the task `text`, in the call `ref`. `report`: `other` answered this task with
    `text`. `message`: the agent sent `other` `text`. `stopped`: it was interrupted.
    """

    kind: EntryKind
    agent: str
    at: str
    file: str
    line: int
    text: str = ""
    other: str = HUMAN
    ref: str = ""
    call: CalledTool | None = None
    usage: ReportedUsage | None = None
    failed: bool = False
    id: str = ""
    """Its id in the transcript; a resumed session may repeat entries of another file."""


@dataclass
class Transcript:
    """The entries of one file.

    `names` maps the agents to names for people. `skipped` counts the lines that were not understood, by reason, and
    `first_skipped` holds the first line of each.
    """

    file: Path
    entries: list[Entry] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)
    first_skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, reason: str, line: int) -> None:
        """Count a line that was not understood."""
        self.skipped[reason] += 1
        self.first_skipped.setdefault(reason, line)


class Origin(Frozen):
    """A message's location in a transcript, and its sender's work since its previous message."""

    file: str
    """The file."""
    line: Count
    """The line."""
    began: str
    """When its sender began (UTC)."""
    calls: tuple[CalledTool, ...] = ()
    """Its sender's tool calls."""
    usage: ReportedUsage = ReportedUsage()
    """The tokens reported by the provider."""
    stopped: bool = False
    """Whether its sender stopped without an answer; then the importer wrote the text."""


def origin_of(message: AnyMessage) -> Origin | None:
    """Return the origin of a message; None if it was not imported from a transcript."""
    found = message.extensions.get(IMPORTED_FROM)
    if found is None:
        return None
    try:
        return Origin.model_validate(found, strict=False)
    except BadValueError:  # an extension of somebody else
        return None
