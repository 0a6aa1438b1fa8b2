"""Turns the entries of transcripts into messages in the order of their time.

An agent's turn lasts until its next prompt. Its answer is the last text that no tool call follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from renkei.engine.state import HUMAN
from renkei.protocol.primitives import utc
from renkei.transcripts.entries import CalledTool, Entry, ReportedUsage, Transcript

EVERYBODY = "*"
"""The recipient of a message to all."""

_NEVER = "1970-01-01T00:00:00.000000Z"


@dataclass
class Sent:
    """A message of a transcript, with its sender's work since the previous one.

    `ref` names the task that a `handoff` gives or a `report` answers. `asks`: a reply is expected.
    """

    kind: Literal["request", "answer", "handoff", "report", "message", "stopped"]
    at: str
    began: str
    file: str
    line: int
    sender: str
    to: str
    text: str
    asks: bool = False
    ref: str = ""
    failed: bool = False
    calls: tuple[CalledTool, ...] = ()
    usage: ReportedUsage = field(default_factory=ReportedUsage)


@dataclass
class _Work:
    """An agent's work since its last message."""

    asker: str = HUMAN
    asked: Sent | None = None
    answer: Entry | None = None
    last: Entry | None = None
    began: str = ""
    calls: dict[str, CalledTool] = field(default_factory=dict)
    usage: ReportedUsage = field(default_factory=ReportedUsage)

    def take(self) -> tuple[tuple[CalledTool, ...], ReportedUsage, str]:
        """Return the calls, tokens and start time of the work, and reset it."""
        taken = tuple(self.calls.values()), self.usage, self.began
        self.calls, self.usage, self.began, self.answer = {}, ReportedUsage(), "", None
        return taken


def messages_of(transcripts: Iterable[Transcript]) -> tuple[list[Sent], dict[str, str]]:
    """Return the messages of transcripts by time, and each participant's name by its key in the messages."""
    read = list(transcripts)
    names: dict[str, str] = {}
    for transcript in read:
        for key, name in transcript.names.items():
            names[key] = name if _is_named(key, name) or key not in names else names[key]
    collected = _Messages(_in_order(read), names)
    return collected.sent, names


def _is_named(key: str, name: str) -> bool:
    """Return whether a name says more than the session's id."""
    return not name.endswith((key[:8], key[-8:])) or name.startswith("sub-agent-")


def _in_order(transcripts: list[Transcript]) -> list[Entry]:
    """Return all entries by time; an entry without a time, or with an earlier one, stays behind its predecessor."""
    timed: list[tuple[str, Entry]] = []
    seen: set[str] = set()
    for transcript in transcripts:
        latest = ""
        for entry in transcript.entries:
            if entry.id and entry.id in seen:
                continue
            seen.add(entry.id)
            latest = max(latest, _time(entry.at))
            timed.append((latest, entry))
    timed.sort(key=lambda one: one[0])
    return [entry for _, entry in timed]


def _time(at: str) -> str:
    try:
        return utc(at)
    except ValueError:
        return _NEVER


class _Messages:
    """Collects messages from sorted entries."""

    def __init__(self, entries: list[Entry], names: dict[str, str]) -> None:
        self.sent: list[Sent] = []
        self.time = _NEVER
        self._by_name = {name: key for key, name in names.items()}
        self._agents = {entry.agent for entry in entries}
        self._answering = {entry.agent for entry in entries if entry.kind == "text"}
        self._tasks: dict[str, tuple[str, str]] = {
            self._known(one.other): (one.agent, one.ref) for one in entries if one.kind == "handoff"
        }
        self._reported: set[str] = set()
        self._work: dict[str, _Work] = {}
        for entry in entries:
            self.time = max(self.time, _time(entry.at))
            getattr(self, f"_{entry.kind}")(entry, self._work.setdefault(entry.agent, _Work()))
        for agent, work in self._work.items():
            self._finish(agent, work)
        self.sent.sort(key=lambda one: one.at)

    def _known(self, name: str) -> str:
        return self._by_name.get(name, name)

    def _add(self, kind: str, entry: Entry, sender: str, to: str, *, at: str = "", **values: object) -> Sent:
        at = at or self.time
        sent = Sent(kind, at, at, entry.file, entry.line, sender, to, entry.text, **values)  # type: ignore[arg-type]
        self.sent.append(sent)
        return sent

    def _prompt(self, entry: Entry, work: _Work) -> None:
        asker = self._known(entry.other)
        waited = work.asked is not None and work.answer is None and not work.calls
        if waited and work.asked is not None and work.asked.sender == asker:
            work.asked.asks = False  # asked again before it began: one answer is owed
        self._finish(entry.agent, work)
        work.asker = asker
        work.asked = None
        if asker not in self._agents or asker == HUMAN:  # else its own transcript has the message
            work.asked = self._add("request", entry, asker, entry.agent, asks=True)

    def _text(self, entry: Entry, work: _Work) -> None:
        self._done(entry, work)
        work.answer = None if entry.failed else entry  # an error of the program is no answer

    def _call(self, entry: Entry, work: _Work) -> None:
        self._done(entry, work)
        work.answer = None
        if entry.call is not None:
            work.calls[entry.ref or f"line {entry.line}"] = entry.call

    def _done(self, entry: Entry, work: _Work) -> None:
        work.last = Entry(entry.kind, entry.agent, self.time, entry.file, entry.line, entry.text)
        work.began = work.began or self.time

    def _result(self, entry: Entry, work: _Work) -> None:
        call = work.calls.get(entry.ref)
        if call is not None and entry.failed:
            work.calls[entry.ref] = call.model_copy(update={"failed": True})
        if work.last is not None and work.answer is None:
            self._done(entry, work)

    def _usage(self, entry: Entry, work: _Work) -> None:
        if entry.usage is not None:
            work.usage += entry.usage

    def _handoff(self, entry: Entry, work: _Work) -> None:
        self._add("handoff", entry, entry.agent, self._known(entry.other), ref=entry.ref, asks=True)

    def _report(self, entry: Entry, work: _Work) -> None:
        """Use the delegator's copy of a report, unless the sub-agent's own transcript has the answer."""
        child = self._known(entry.other)
        ref = entry.ref or self._tasks.get(child, ("", ""))[1]
        if ref not in self._reported and child not in self._answering:
            self._reported.add(ref)
            self._add("report", entry, child, entry.agent, ref=ref, failed=entry.failed)

    def _message(self, entry: Entry, work: _Work) -> None:
        to = entry.other if entry.other == EVERYBODY else self._known(entry.other)
        sent = self._add("message", entry, entry.agent, to, asks=to != EVERYBODY and is_question(entry.text))
        if entry.agent != HUMAN:
            answer = work.answer
            sent.calls, sent.usage, sent.began = work.take()
            work.answer = answer

    def _stopped(self, entry: Entry, work: _Work) -> None:
        work.answer = None
        self._finish(entry.agent, work)

    def _finish(self, agent: str, work: _Work) -> None:
        """Add an agent's answer, or record that it stopped without one."""
        answer, last, asker = work.answer, work.last, work.asker
        if last is None or (answer is None and not work.calls):
            return
        delegator, ref = self._tasks.get(agent, ("", ""))
        if answer is None:
            text = f"Stopped without an answer after {len(work.calls)} tool calls."
            sent = self._add(
                "stopped", Entry("stopped", agent, "", last.file, last.line, text), agent, asker, at=last.at
            )
        elif delegator and ref not in self._reported:
            self._reported.add(ref)
            sent = self._add("report", last, agent, delegator, at=last.at, ref=ref)
        else:
            sent = self._add("answer", last, agent, asker, at=last.at)
        sent.calls, sent.usage, sent.began = work.take()
        work.last = work.asked = None


def is_question(text: str) -> bool:
    """Return whether a message ends with a question."""
    return text.rstrip(" \n*_`\"')」』").endswith(("?", "？"))


def participants(sent: Iterable[Sent]) -> Iterator[str]:
    """Yield every sender and recipient of messages, in the order of their first message."""
    yield from dict.fromkeys(name for one in sent for name in (one.sender, one.to) if name != EVERYBODY)
