"""The audit of a project: failures between its agents, waiting times, and the cost of context."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from renkei.engine.record import Record
from renkei.engine.views.past.turn_costs import Reader, turn_costs
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import seconds_between
from renkei.transcripts import findings as f
from renkei.transcripts.activity import Activity, Location, activity_of
from renkei.transcripts.entries import ReportedUsage
from renkei.transcripts.findings import Incident


@frozen
class FindingKind:
    """A kind of finding: its heading, the failure mode in `docs/faults.md`, how it is found, what renkei does."""

    title: str
    fault: str
    find: Callable[[Activity], Iterator[Incident]]
    response: str


KINDS: dict[str, FindingKind] = {
    "unproved": FindingKind(
        "Work called done that nothing proved",
        "3.2 is not verified",
        f.unproved,
        "a result is a proposal until each acceptance criterion is proved or accepted.",
    ),
    "unanswered": FindingKind(
        "Requests without an answer",
        "2.5 ignores others' input",
        f.unanswered,
        "a reply that is owed stands in each context of whoever owes it, until it is sent.",
    ),
    "same_task": FindingKind(
        "Two agents on one task",
        "1.3 repeats steps",
        f.same_tasks,
        "a contract has one assignee; a second claim is refused.",
    ),
    "same_file": FindingKind(
        "Two agents in one file",
        "2.5 ignores others' input",
        f.same_files,
        "an artifact has one owner, and whoever depends on it is notified of a new version.",
    ),
    "repeated_call": FindingKind(
        "Repeated tool calls",
        "1.3 repeats steps",
        f.repeated_calls,
        "it sees messages, not tool calls; max_steps and max_retries of a contract bound the work.",
    ),
    "repeated_message": FindingKind(
        "Repeated messages",
        "1.3 repeats steps",
        f.repeated_messages,
        "an agent is warned at its third nearly equal message, and suspended at its fifth.",
    ),
}
"""The kinds of findings, in the order of the report."""


@frozen
class WaitingTime:
    """How often and how long one participant waited for another's answers. `open`: answers that did not come."""

    who: str
    waited_for: str
    times: int
    seconds: float
    longest: float
    location: Location
    open: int


@frozen
class ContextCost:
    """Tokens. `turns` and the fields after it compare ways of delivering messages; `usage` was reported.

    `contexts`: renkei's contexts. `resent`: all messages at each turn. `cached`: all messages appended to a cached
    conversation.
    """

    turns: int
    contexts: int
    resent: int
    cached: int
    usage: ReportedUsage


@frozen
class Audit:
    """The result of an audit."""

    agents: tuple[str, ...]
    messages: int
    calls: int
    began: str
    ended: str
    findings: tuple[Incident, ...]
    waits: tuple[WaitingTime, ...]
    cost: ContextCost

    def of(self, kind: str) -> list[Incident]:
        """Return the findings of a kind."""
        return [one for one in self.findings if one.kind == kind]

    def as_data(self) -> dict[str, Any]:
        """Return the audit as plain data."""
        data = asdict(self) | {"agents": list(self.agents)}
        data["findings"] = [asdict(one) | {"fault": KINDS[one.kind].fault} for one in self.findings]
        data["cost"]["usage"] = self.cost.usage.model_dump()
        return data


def audit(records: Iterable[Record]) -> Audit:
    """Audit all records of a project."""
    kept = list(records)
    activity = activity_of(kept)
    said = activity.messages
    return Audit(
        agents=tuple(dict.fromkeys(one.sender for one in said)),
        messages=len(said),
        calls=sum(len(one.origin.calls) for one in said if one.origin),
        began=said[0].at if said else activity.ended,
        ended=said[-1].at if said else activity.ended,
        findings=tuple(one for kind in KINDS.values() for one in kind.find(activity)),
        waits=tuple(_waits(activity)),
        cost=_cost(turn_costs(kept), activity),
    )


def _waits(activity: Activity) -> Iterator[WaitingTime]:
    """Yield the waits between participants, the longest total first."""
    rows: dict[tuple[str, str], list[tuple[float, Location]]] = {}
    still: Counter[tuple[str, str]] = Counter()
    for one in activity.requests:
        if one.moot:
            continue
        pair = (one.creditor, one.debtor)
        waited = seconds_between(one.asked.at, one.answered or activity.ended)
        rows.setdefault(pair, []).append((waited, one.asked.location()))
        still[pair] += not one.answered
    for pair, row in sorted(rows.items(), key=lambda item: -sum(waited for waited, _ in item[1])):
        longest, location = max(row, key=lambda one: one[0])
        total = sum(waited for waited, _ in row)
        yield WaitingTime(*pair, len(row), round(total, 3), round(longest, 3), location, still[pair])


def _cost(readers: dict[str, Reader], activity: Activity) -> ContextCost:
    bills = [one.bill for one in readers.values()]
    usage = sum((one.origin.usage for one in activity.messages if one.origin), ReportedUsage())
    return ContextCost(
        turns=sum(one.turns for one in bills),
        contexts=sum(one.tokens for one in readers.values()),
        resent=round(sum(one.naive for one in bills)),
        cached=round(sum(one.cached for one in bills)),
        usage=usage,
    )


def cost_lines(cost: ContextCost) -> Iterator[tuple[str, str]]:
    """Yield what a figure is, and the figure."""
    usage = cost.usage
    if usage.requests:
        share = round(100 * usage.cached / usage.input) if usage.input else 0
        reported = f"{usage.requests:,} requests, {share} % from the provider's cache"
        yield f"read by the models, as reported: {reported}", f"{usage.input:,}"
        yield "written by the models", f"{usage.output:,}"
    yield f"all messages so far, sent again at each of {cost.turns:,} turns", f"{cost.resent:,}"
    yield "the same, appended to a conversation that the provider caches", f"{cost.cached:,}"
    yield "renkei's contexts for the same turns", f"{cost.contexts:,}"
