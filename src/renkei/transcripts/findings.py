"""The findings that the audit looks for. No model is asked: each finding follows from the records alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from renkei.budget.context.message_text import cut
from renkei.engine.guards.loop_guard import REPETITIONS, alike
from renkei.engine.state import HUMAN
from renkei.immutable.frozen import frozen
from renkei.transcripts.activity import Activity, AuditedMessage, Location, OwedReply
from renkei.transcripts.entries import CalledTool

LOOKING = frozenset(
    """
    awk cat cd chmod cp cut date df du echo env export file find git grep head hostname id less ls mkdir mv printenv
    printf ps pwd read realpath rg rm sed sleep sort stat tail tee touch tree true uname uniq wc which whoami
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""Programs that only look at files or move them, which proves nothing about a change."""

FEWEST_REPETITIONS = min(REPETITIONS)
"""Number of equal calls or messages that counts as repetition."""

QUOTE_CHARACTERS = 100
"""Characters of a quoted text."""

POLLING = frozenset(
    """
    BashOutput ListAgents Monitor TaskGet TaskList TaskOutput ToolSearch wait wait_agent write_stdin
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""Tools that are called repeatedly on purpose."""

ENDING = "shutdown_request"
"""The extension of a request to end, which is no task."""

FEWEST_WORDS = 5
"""Minimum words for two similar requests to count as the same task, so that "go on" does not."""

_DONE = re.compile(
    r"\b(done|completed?|finished|implemented|fixed|resolved|works now|ready)\b|"
    r"完了|完成|実装しました|修正しました|対応しました",
    re.IGNORECASE,
)

_TESTED = re.compile(
    r"\b(tests?|checks?|build|suite)\b[^.\n]{0,40}\bpass(es|ed|ing)?\b|テスト[^。\n]{0,20}(成功|通|パス)", re.IGNORECASE
)

_DOUBT = re.compile(
    r"\b(not|no|never|cannot|if|once|when|until|unless|should|will|would|to be|incomplete|before|almost)\b|n't\b|\?|"
    r"未|ません|ない|？|予定|たら",
    re.IGNORECASE,
)

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n+")


def is_check(call: CalledTool) -> bool:
    """Return whether a command can prove something, by doing more than looking at files or moving them."""
    parts = re.split(r"&&|\|\||[;|\n]", call.command)
    programs = [next((word for word in part.split() if "=" not in word), "") for part in parts]
    return any(name and name not in LOOKING for name in programs)


@frozen
class Incident:
    """An incident: its participants, one sentence about it, and its locations."""

    kind: str
    agents: tuple[str, ...]
    text: str
    locations: tuple[Location, ...]


def repeated_calls(activity: Activity) -> Iterator[Incident]:
    """Yield tool calls that an agent repeated within a turn without changing a file in between."""
    for said in activity.messages:
        same: dict[str, list[CalledTool]] = {}
        for call in said.origin.calls if said.origin else ():
            if call.edits:
                yield from _repeated(said, same)
                same = {}
            elif call.tool not in POLLING:
                same.setdefault(call.hash, []).append(call)
        yield from _repeated(said, same)


def _repeated(said: AuditedMessage, same: dict[str, list[CalledTool]]) -> Iterator[Incident]:
    for calls in same.values():
        if len(calls) >= FEWEST_REPETITIONS:
            failed = " Each call failed." if all(one.failed for one in calls) else ""
            what = f"{said.sender} called {calls[0].tool} {len(calls)} times with the same input"
            text = f"{what} and changed no file between: {quoted(calls[0].input)}.{failed}"
            locations = tuple(said.location(one.line) for one in calls)
            yield Incident("repeated_call", (said.sender,), text, locations)


def repeated_messages(activity: Activity) -> Iterator[Incident]:
    """Yield messages that an agent sent repeatedly to the same recipients."""
    rows: dict[str, list[AuditedMessage]] = {}
    for said in activity.messages:
        if said.sender == HUMAN or (said.origin and said.origin.stopped):
            continue
        row = rows.setdefault(said.sender, [])
        if row and not (row[-1].recipients == said.recipients and alike(row[-1].text, said.text)):
            yield from _again(row)
            row.clear()
        row.append(said)
    for row in rows.values():
        yield from _again(row)


def _again(row: list[AuditedMessage]) -> Iterator[Incident]:
    if len(row) >= FEWEST_REPETITIONS:
        to = ", ".join(row[0].message.receivers)
        text = f"{row[0].sender} sent {to} nearly the same message {len(row)} times: {quoted(row[0].text)}."
        yield Incident("repeated_message", (row[0].sender,), text, tuple(one.location() for one in row))


def unanswered(activity: Activity) -> Iterator[Incident]:
    """Yield requests and tasks without an answer."""
    for one in activity.requests:
        if one.answered:
            continue
        text = f"{one.debtor} gave {one.creditor} no answer to {quoted(one.asked.text)}."
        if one.asked.message.type == "TASK_HANDOFF":
            text = f"{one.debtor} never reported on the task of {one.creditor}: {quoted(one.asked.text)}."
        yield Incident("unanswered", (one.debtor, one.creditor), text, (one.asked.location(),))


@dataclass
class _Unchecked:
    """An agent's changes since its last successful check. `checked`: a check has ever succeeded."""

    edits: dict[str, int]
    failed: CalledTool | None = None
    checked: bool = False

    def add(self, call: CalledTool) -> None:
        if call.edits and not call.failed:
            self.edits |= dict.fromkeys(call.edits, call.line)
            self.checked = False
        elif is_check(call):
            self.failed = call if call.failed else None
            self.checked = not call.failed
            self.edits = self.edits if call.failed else {}


def unproved(activity: Activity) -> Iterator[Incident]:
    """Yield work called done without a successful check, unaccepted work, and commands that an acceptance overrode."""
    work: dict[str, _Unchecked] = {}
    for said in activity.messages:
        if said.origin is None or said.origin.stopped or not said.recipients:  # of the past, only words are known
            continue
        mine = work.setdefault(said.sender, _Unchecked({}))
        for call in said.origin.calls:
            mine.add(call)
        found = _claim(said, mine)
        if found is not None:
            yield found
            mine.edits = {}
    for name, (agent, location) in activity.submitted.items():
        yield Incident("unproved", (agent,), f"{agent} submitted {name}, and nobody has accepted it.", (location,))
    for name, proof, via, location in activity.overridden:
        what = "was not run" if proof.overrides == "not_run" else "had failed"
        by = f"{proof.by} ({via})" if via else proof.by
        text = f"{by} accepted {name}, although the command of a criterion {what}: {quoted(proof.detail)}."
        yield Incident("unproved", (proof.by,), text, (location,))


def _claim(said: AuditedMessage, work: _Unchecked) -> Incident | None:
    sentences = [one for one in _SENTENCE.split(said.text) if one and not _DOUBT.search(one)]
    tested = next((one for one in sentences if _TESTED.search(one)), None)
    done = next((one for one in sentences if _DONE.search(one)), None)
    claim, who = tested or done, said.sender
    locations: tuple[Location, ...] = (said.location(),)
    if claim is None or said.sender == HUMAN or work.checked:
        return None
    if work.failed is not None and (work.edits or tested):
        why = f"but the last check failed: {quoted(work.failed.input)}"
        locations = (said.location(), said.location(work.failed.line))
    elif work.edits:
        why = f"but ran no check after it changed {_files(work.edits)}"
        locations = (said.location(), *(said.location(line) for line in dict.fromkeys(work.edits.values())))
    elif tested:
        why = "but ran no check that succeeded"
    else:
        return None
    return Incident("unproved", (who,), f"{who} said {quoted(claim)}, {why}.", locations)


def _files(edits: dict[str, int]) -> str:
    names = list(edits)
    more = f" and {len(names) - 3} more files" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def same_tasks(activity: Activity) -> Iterator[Incident]:
    """Yield pairs of agents that had nearly the same task at the same time."""
    open_now: list[OwedReply] = []
    for one in activity.requests:
        open_now = [other for other in open_now if not other.answered or other.answered > one.asked.at]
        for other in open_now:
            if other.debtor != one.debtor and HUMAN not in (one.debtor, other.debtor) and _same(one.asked, other.asked):
                text = f"{other.debtor} and {one.debtor} had nearly the same task at the same time: "
                locations = (other.asked.location(), one.asked.location())
                yield Incident("same_task", (other.debtor, one.debtor), f"{text}{quoted(one.asked.text)}.", locations)
        open_now.append(one)


def _same(one: AuditedMessage, other: AuditedMessage) -> bool:
    if ENDING in one.message.extensions:
        return False
    handed = one.message.type == other.message.type == "TASK_HANDOFF"
    return (handed or len(one.text.split()) >= FEWEST_WORDS) and alike(one.text, other.text)


def same_files(activity: Activity) -> Iterator[Incident]:
    """Yield files changed by two agents in overlapping turns, unless one worked for the other."""
    changes: dict[str, list[tuple[AuditedMessage, int]]] = {}
    for said in activity.messages:
        for call in said.origin.calls if said.origin else ():
            for path in call.edits if not call.failed else ():
                changes.setdefault(path, []).append((said, call.line))
    delegations, known = activity.delegations, set()
    for path, changed in changes.items():
        for (one, line), (other, other_line) in combinations(changed, 2):
            pair = frozenset((one.sender, other.sender))
            if len(pair) < 2 or pair in delegations or (path, pair) in known:
                continue
            if one.began <= other.at and other.began <= one.at:
                known.add((path, pair))
                text = f"{one.sender} and {other.sender} changed {path} at the same time."
                yield Incident(
                    "same_file", (one.sender, other.sender), text, (one.location(line), other.location(other_line))
                )


def quoted(text: str) -> str:
    """Return the beginning of a text in quotation marks."""
    return f'"{cut(text, QUOTE_CHARACTERS).rstrip(".")}"'
