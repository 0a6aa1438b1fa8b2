"""Creates a project from the messages of transcripts, with the times of the transcripts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from renkei.budget.context.message_text import IMPORTED_FROM, cut
from renkei.engine import commands as c
from renkei.engine.state import EVERYBODY as ALL
from renkei.engine.state import HUMAN, SYSTEM
from renkei.errors import ProjectExistsError
from renkei.log.built_aside import built_aside
from renkei.project.create import create
from renkei.project.project import Project
from renkei.protocol.names import skeletons
from renkei.protocol.payloads import ExpectedOutput, Freeform, StatusUpdate, TaskHandoff, TaskResult
from renkei.protocol.primitives import Frozen
from renkei.store.layout import Layout
from renkei.transcripts.entries import Origin
from renkei.transcripts.messages import EVERYBODY, Sent, participants
from renkei.wording.visible import visible

LONGEST_TEXT = 50_000
"""Most characters of a message; the transcript has the rest."""

_NOT_IN_IDS = re.compile(r"[^\w.@+-]+")


def import_messages(sent: Sequence[Sent], names: Mapping[str, str], directory: Path) -> Iterator[Sent]:
    """Create a project in a directory, and yield each message after importing it; raises ProjectExistsError.

    The log is moved to the directory last: a crash leaves no project.
    """
    layout = Layout(directory)
    if any(path.exists() for path in layout.record_files):
        raise ProjectExistsError(path=str(directory))
    directory.mkdir(parents=True, exist_ok=True)
    with built_aside(directory) as aside:
        yield from _Import(sent, names).write(aside, directory.absolute().name)
        files = sorted(aside.iterdir(), key=lambda path: path.name.startswith(layout.log.name))
        for path in files:
            path.replace(directory / path.name)


def ids_of(keys: Iterator[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return an id for each participant, made from its name; no two look alike."""
    found = {HUMAN: HUMAN}
    taken = set().union(*(skeletons(name) for name in (ALL, SYSTEM, HUMAN)))
    for number, key in enumerate(keys):
        if key in found:
            continue
        name = _NOT_IN_IDS.sub("_", visible(names.get(key, key))).lstrip(".-")[:100] or "unnamed"
        name = name if taken.isdisjoint(skeletons(name)) else f"{name}-{number}"
        taken |= skeletons(name)
        found[key] = name
    return found


class _Import:
    """One import in progress."""

    def __init__(self, sent: Sequence[Sent], names: Mapping[str, str]) -> None:
        self.sent = sent
        self.ids = ids_of(participants(sent), names)
        self.now = sent[0].at
        self.asked: dict[tuple[str, str], list[str]] = {}
        """Ids of unanswered requests, by sender and recipient."""
        self.tasks: dict[str, str] = {}
        """The ids of the messages that gave the tasks."""

    def write(self, directory: Path, name: str) -> Iterator[Sent]:
        joins = [c.Join(one) for one in self.ids.values() if one != HUMAN]
        name = _NOT_IN_IDS.sub("-", name).lstrip(".-")[:100] or "transcripts"
        goal = cut(visible(self.sent[0].text), 120)
        made = create(directory, name, goal, rules=(), members=joins, guarded=False, now=lambda: self.now)
        with made as project:
            for number, one in enumerate(self.sent, 1):
                self.now = one.at
                self._send(project, one, f"m-{number}")
                yield one

    def _send(self, project: Project, one: Sent, name: str) -> None:
        sender = self.ids[one.sender]
        to = ALL if one.to == EVERYBODY else self.ids[one.to]
        text = one.text if len(one.text) <= LONGEST_TEXT else f"{one.text[:LONGEST_TEXT]}…"
        payload = self._payload(one, name, visible(text))
        origin = Origin(
            file=visible(one.file),
            line=one.line,
            began=one.began or one.at,
            calls=one.calls,
            usage=one.usage,
            stopped=one.kind == "stopped",
        )
        header: dict[str, Any] = {
            "id": name,
            "context_summary": cut(visible(one.text), 120),
            "in_reply_to": self._request(one),
        }
        header["extensions"] = {IMPORTED_FROM: origin.model_dump(mode="json", exclude_defaults=True)}
        if one.asks and one.kind != "handoff":
            self.asked.setdefault((one.sender, one.to), []).append(name)
        if one.kind in ("answer", "report", "stopped") and sender != HUMAN:
            with project.turn(sender) as turn:
                turn.send(payload, to, **header)
        else:
            project.send(project.message(sender, payload, to, **header))

    def _request(self, one: Sent) -> str | None:
        """Return the id of the newest request that a message answers."""
        waiting = self.asked.get((one.to, one.sender))
        return waiting.pop() if waiting and one.kind in ("answer", "message") else None

    def _payload(self, one: Sent, name: str, text: str) -> Frozen:
        if one.kind == "handoff":
            self.tasks[one.ref] = name
            output = ExpectedOutput(format="a report")
            return TaskHandoff(
                task_description=text, expected_output=output, authority_scope="", fallback_on_failure=""
            )
        task = self.tasks.get(one.ref)
        if one.kind == "report" and task is not None:
            return TaskResult(original_task_ref=task, status="failed" if one.failed else "completed", summary=text)
        if one.kind == "stopped":
            return StatusUpdate(task_ref=None, new_status="error", progress_summary=text)
        return Freeform(intent_hint="FREEFORM", body=text, requires_response=one.asks, urgency="normal")
