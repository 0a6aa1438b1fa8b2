"""The timeline of a project: each record as lines of text about its events."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from renkei.board.events import CommentsKept, EntryAdded, EntryRemoved, FieldWritten, RereadNoticed
from renkei.board.state import brief
from renkei.budget.context.message_text import gist
from renkei.budget.events import ContextFeedbackGiven
from renkei.contracts.events import (
    ContractAssigned,
    ContractOpened,
    ContractPaused,
    ContractResumed,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    MergeAwaited,
    MergeDelayed,
    NoteAdded,
    PartyReplaced,
    WorkMerged,
)
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.output.text import Text
from renkei.edges.times import Days, clock, shown_time
from renkei.engine import events as e
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.files.events import FilePolicySet, FilesChanged, FilesReleased, FilesReserved
from renkei.files.lines import in_words
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage
from renkei.texts.say import say
from renkei.wording.values import count
from renkei.wording.visible import one_line

SUSPENDED = {
    "repetition": "sent nearly the same message repeatedly",
    "ping_pong": "exchanged messages with another agent without progress",
}
"""The reason why an agent is suspended."""

HALTED = {"spent": "the quota is used up"}
"""The reason why a project is halted."""


@frozen
class Line:
    """One line of the timeline: a kind of event, its subject, a text about it, and the id of a message."""

    kind: str
    subject: str
    text: str
    id: str = ""


def _message(event: e.MessageSent) -> Iterator[Line]:
    line = message_line(event.message)
    said = f"said {shown_time(event.message.timestamp)}  " if event.is_past else ""
    yield replace(line, text=f"{said}{line.text}")


def message_line(message: AnyMessage) -> Line:
    """Return the line of a message: sender, recipients, type, priority unless it is normal, and text."""
    urgent = "" if message.priority == "normal" else f" ({message.priority})"
    text = gist(message).removeprefix(message.type).lstrip(" :")
    whom = f"{message.from_} → {', '.join(message.receivers)}"
    return Line("message", whom, f"{message.type}{urgent}  {text}", message.id)


def _written(event: FieldWritten) -> Iterator[Line]:
    if event.old != event.value:
        yield Line("board", event.path, f"{brief(event.old)} → {brief(event.value)}")


def _added(event: EntryAdded) -> Iterator[Line]:
    shown = ("question", "description", "role", "version")
    details = ", ".join(f"{name} {brief(event.entry[name])}" for name in shown if event.entry.get(name))
    yield Line("board", event.path, f"added{': ' if details else ''}{details}")


def _noticed(event: RereadNoticed) -> Iterator[Line]:
    kept, lost = f"{brief(event.kept)} ({event.kept_by})", f"{brief(event.lost)} ({event.lost_by})"
    yield Line("re-read", event.to, f"{event.path}: kept {kept}, discarded {lost}")


def _opened(event: ContractOpened) -> Iterator[Line]:
    terms = event.contract
    whom = terms.assignee or "claiming"
    yield Line("contract", terms.id, f"opened by {terms.delegator} for {whom}: {brief(terms.inputs.description)}")


def _moved(event: ContractTransitioned) -> Iterator[Line]:
    whom = f" by {event.by}" if event.transition in ("claim", "complete", "rework") else ""
    yield Line("contract", event.contract_id, f"{event.before} → {event.after}{whom}")


def _evidence(event: EvidenceRecorded) -> Iterator[Line]:
    for claim in event.claims:
        yield Line("evidence", event.contract_id, f"{'✓' if claim.met else '✗'} {claim.criterion}: {claim.evidence}")
    for proof in event.proofs:
        if proof.method == "command":
            yield Line("evidence", event.contract_id, f"{'✓' if proof.met else '✗'} {proof.detail}")
    accepted = (proof for proof in event.proofs if proof.method == "acceptance")
    for by, standing, why in dict.fromkeys((one.by, one.standing, one.detail) for one in accepted):
        what = f"~ {say('en', f'notice.{standing}')}, by {by}: {why}" if standing != "accepted" else f"accepted by {by}"
        yield Line("evidence", event.contract_id, what)


def _party(event: PartyReplaced) -> Iterator[Line]:
    yield Line("contract", event.contract_id, f"{event.party} {event.before} → {event.after or 'nobody'}")


def _joined(event: e.ActorJoined) -> Iterator[Line]:
    what = "human" if event.human else "lead" if event.lead else "agent"
    again = f" (number {event.incarnation} of this id)" if event.incarnation > 1 else ""
    yield Line("joined", event.actor, f"{what}{', ' + event.role if event.role else ''}{again}")


def _left(event: e.ActorLeft) -> Iterator[Line]:
    by = "itself" if event.by == event.actor else event.by
    yield Line("left", event.actor, f"by {by}{': ' + event.reason if event.reason else ''}")


def _began(event: e.TurnBegan) -> Iterator[Line]:
    yield Line("turn", event.agent, f"reads {_tiers(event) or 'nothing new'}; {event.tokens} of {event.budget} tokens")


def _tiers(event: e.TurnBegan | e.NewsGiven) -> str:
    """Return how many messages of each tier a context has."""
    return ", ".join(f"{count} {tier}" for tier, count in event.tiers.items())


def _ended(event: e.TurnEnded) -> Iterator[Line]:
    if not event.finished:
        yield Line("turn", event.agent, f"{_how(event)}: nothing written, its messages stay unread")


def _marked_read(event: e.MarkedRead) -> Iterator[Line]:
    notices = [f"{event.notices} re-read"] if event.notices else []
    yield Line("read", event.reader, ", ".join([*event.read, *notices]))


def _how(event: e.TurnEnded) -> str:
    if event.by is None:
        return "abandoned"
    reason = event.reason or ("its lease ended" if event.by == SYSTEM else "")
    return f"interrupted by {event.by}" + (f" ({reason})" if reason else "")


def _news(event: e.NewsGiven) -> Iterator[Line]:
    yield Line(
        "turn", event.agent, f"reads news: {_tiers(event) or 'no messages'}; {event.tokens} of {event.budget} tokens"
    )


def _feedback(event: ContextFeedbackGiven) -> Iterator[Line]:
    given = event.given.tier if event.given is not None else "not there"
    note = f": {event.note}" if event.note else ""
    text = f"{event.by} says {event.wanted}, it was {given}{note}"
    yield Line("feedback", event.agent, text, event.message_id)


def _fired(event: e.RuleFired) -> Iterator[Line]:
    yield Line("rule", event.event, event.because)
    for action in event.actions:
        yield Line("rule", event.event, action)
    for refused in event.refused:
        yield Line("rule", event.event, f"refused: {refused}")


def _merged(event: WorkMerged) -> Iterator[Line]:
    count = len(event.files) + event.others
    text = f"merged into {event.branch} as {event.commit[:10]} ({counted(count, 'file')})"
    yield Line("contract", event.contract_id, text)


def _quota(event: e.QuotaSet) -> Iterator[Line]:
    yield Line("quota", "project", f"turns {event.turns or 'unlimited'}, tokens {event.tokens or 'unlimited'}")


def _rules(event: e.RulesSet) -> Iterator[Line]:
    yield Line("rules", "project", ", ".join(rule.event for rule in event.rules) or "none")


def _delivery(event: e.ContextDeliverySet) -> Iterator[Line]:
    yield Line("delivery", "project", f"rules {', '.join(event.context_delivery.rules)}")


def _files_changed(event: FilesChanged) -> Iterator[Line]:
    for one in event.changes:
        what = f"{one.kind} from {one.renamed_from}" if one.renamed_from else one.kind
        details = [in_words(one.lines)] if one.lines else []
        details += [f"for {event.contract}"] if event.contract else []
        yield Line("files", event.agent, " ".join((what, one.path, *details)))
    for path in event.undone:
        yield Line("files", event.agent, f"undid the changes of {path}")
    if event.omitted:
        yield Line("files", event.agent, f"and {count(event.omitted, 'more file')}")


def _files_reserved(event: FilesReserved) -> Iterator[Line]:
    how = "renewed" if set(event.paths) == set(event.renewed) else "reserved"
    yield Line("files", event.agent, f"{how}{' to share' if event.shared else ''} {', '.join(event.paths)}")


LINES: dict[type[Any], Callable[[Any], Iterable[Line]]] = {
    e.ProjectCreated: lambda event: [Line("project", event.name, "created")],
    e.ActorJoined: _joined,
    e.ActorLeft: _left,
    e.MergingSet: lambda event: (),
    e.GroupSet: lambda event: [Line("group", event.group, ", ".join(event.members))],
    e.RulesSet: _rules,
    e.ContextDeliverySet: _delivery,
    e.Registered: lambda event: [Line("project", event.registration.name, "registered")],
    e.MessageSent: _message,
    e.ObligationOpened: lambda event: (),
    e.ObligationClosed: lambda event: (),
    e.ObligationOverdue: lambda event: [Line("overdue", event.debtor, f"owes a reply to {event.message_id}")],
    e.TurnBegan: _began,
    e.NewsGiven: _news,
    e.TurnRenewed: lambda event: [Line("turn", event.agent, f"lease renewed until {shown_time(event.until)}")],
    e.TurnEnded: _ended,
    ContextFeedbackGiven: _feedback,
    e.MarkedRead: _marked_read,
    e.ActorSuspended: lambda event: [Line("suspended", event.actor, SUSPENDED.get(event.why, event.why))],
    e.ActorResumed: lambda event: [Line("resumed", event.actor, "may take turns again")],
    e.QuotaSet: _quota,
    e.ProjectHalted: lambda event: [Line("halted", "project", HALTED[event.why])],
    e.ProjectPaused: lambda event: [Line("paused", "project", f"by {event.by}: {event.reason}")],
    e.ProjectResumed: lambda event: [Line("resumed", "project", f"by {event.by}")],
    e.RuleFired: _fired,
    EntryAdded: _added,
    EntryRemoved: lambda event: [Line("board", event.path, "removed")],
    FieldWritten: _written,
    RereadNoticed: _noticed,
    CommentsKept: lambda event: (),
    ContractOpened: _opened,
    ContractAssigned: lambda event: [Line("contract", event.contract_id, f"assigned to {event.assignee}")],
    ContractTransitioned: _moved,
    MergeAwaited: lambda event: [Line("contract", event.contract_id, f"accepted by {event.by}, waits to be merged")],
    MergeDelayed: lambda event: [Line("contract", event.contract_id, f"not merged yet: {event.reason}")],
    WorkMerged: _merged,
    EvidenceRecorded: _evidence,
    NoteAdded: lambda event: [Line("note", event.contract_id, f"{event.by}: {event.text}")],
    LimitReached: lambda event: [Line("overdue", event.contract_id, f"reached {event.limit}")],
    ContractPaused: lambda event: [Line("paused", event.contract_id, f"by {event.by}: {event.reason}")],
    ContractResumed: lambda event: [Line("resumed", event.contract_id, f"by {event.by}")],
    PartyReplaced: _party,
    FilesReserved: _files_reserved,
    FilesReleased: lambda event: [Line("files", event.agent, f"{event.reason} {', '.join(event.paths)}")],
    FilePolicySet: lambda event: [Line("files", "project", f"policy {event.overlap}, set by {event.by}")],
    FilesChanged: _files_changed,
}
"""The lines of each event; none for events that other lines imply. A test proves that it is complete."""

ALONE: dict[type[Any], Callable[[Any], Line]] = {
    e.ObligationOpened: lambda event: Line("reply", event.debtor, f"owes a reply to {event.message_id}"),
    e.ObligationClosed: lambda event: Line("reply", event.debtor, f"no longer owes a reply to {event.message_id}"),
    e.TurnEnded: lambda event: Line("turn", event.agent, "ended: nothing written"),
    EvidenceRecorded: lambda event: Line("evidence", event.contract_id, "recorded"),
    FieldWritten: lambda event: Line("board", event.path, f"{brief(event.value)}: written again"),
    CommentsKept: lambda event: Line("board", "comments", "changed"),
    e.MergingSet: lambda event: Line("merging", event.actor, f"accepted work is {'' if event.is_on else 'not '}merged"),
}
"""The line of an event that `LINES` gives none, shown if its record has no other line, so that the log shows every
record."""

_STYLES = {
    "message": "default",
    "board": "magenta",
    "contract": "green",
    "evidence": "green",
    "rule": "bold yellow",
    "re-read": "bold red",
    "overdue": "bold red",
    "suspended": "bold red",
    "paused": "bold red",
    "halted": "bold",
    "turn": "dim",
}


def lines_of(record: Record) -> Iterator[Line]:
    """Yield the lines of a record."""
    found = [line for event in record.events for line in LINES[type(event)](event)]
    yield from found or (ALONE[type(event)](event) for event in record.events)


def render(records: Iterable[Record], days: Days | None = None) -> Iterator[Paragraph]:
    """Yield styled lines for records; events that a rule caused are indented below it.

    With `days`, a line with the date comes before the first record of each day.
    """
    for record in records:
        if days is not None and (date := days.new(record.at)):
            yield Paragraph(Text(date, "dim"))
        caused = False
        for index, line in enumerate(lines_of(record)):
            caused = caused or line.kind == "rule"
            time = clock(record.at) if index == 0 else " " * 8
            indent = "  " if caused and line.kind != "rule" else ""
            yield styled(time, line, indent, record.via if index == 0 else "")


def styled(time: str, line: Line, indent: str = "", via: str = "") -> Paragraph:
    """Return a line with its time and the way by which a person's command came, in colours."""
    style = _STYLES.get(line.kind, "default")
    arrow = "└ " if indent else ""
    head = Text.assemble((f"{time}  ", "dim"), f"{indent}{arrow}", (f"{line.kind:<9}", style), " ")
    subject = "bold cyan" if line.kind == "message" and not line.subject.startswith(SYSTEM) else style
    text = Text.assemble((f"{one_line(line.id)}  " if line.id else "", "dim"))
    text.append(f"{one_line(line.subject)}  ", subject)
    text.append(one_line(line.text), "dim" if line.kind == "turn" else "default")
    text.append(f"  ({via})" if via else "", "dim")
    return Paragraph(text, head)


def as_data(record: Record) -> dict[str, Any]:
    """Return a record with its lines as plain data."""
    return {
        "seq": record.seq,
        "at": record.at,
        "actor": record.actor,
        **({"via": record.via} if record.via else {}),
        "events": [event.model_dump(mode="json", by_alias=True) for event in record.events],
        "lines": [{"kind": one.kind, "subject": one.subject, "text": one.text} for one in lines_of(record)],
    }
