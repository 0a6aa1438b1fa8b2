"""The system's messages about files that several agents change."""

from collections.abc import Iterable, Iterator, Sequence

from renkei.contracts.state import Contract
from renkei.engine.events import AnyEvent, MessageSent
from renkei.engine.file_work.taken import Taken
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import notice, system_message
from renkei.files.events import FilesChanged
from renkei.files.lines import in_words
from renkei.files.model import FileOverlap
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, KnowledgeShareMessage
from renkei.texts.say import say

SHOWN = 10
"""Files that one message names; the others are counted."""

TOPIC = "files"
"""The topic of the notices about files."""


def notices_of(events: Iterable[AnyEvent], reader: str) -> Iterator[str]:
    """Yield what the notices about files in a record say to a participant."""
    changed = False
    for event in events:
        changed = changed or isinstance(event, FilesChanged)
        if isinstance(event, MessageSent) and event.message.from_ == SYSTEM and reader in event.recipients:
            one = event.message
            is_notice = isinstance(one, KnowledgeShareMessage) and one.payload.topic == TOPIC
            if is_notice or (changed and isinstance(one, ConflictReportMessage)):
                yield one.context_summary


def report_overlaps(state: State, event: FilesChanged) -> Iterator[AnyMessage]:
    """Build a message for each other agent, and each kind of overlap with its work."""
    for other in dict.fromkeys(one.other for one in event.overlaps):
        for is_conflict in (True, False):
            found = [one for one in event.overlaps if (one.other, one.is_conflict) == (other, is_conflict)]
            to = _concerned(state, event, found)
            if found and to:
                yield (_conflict if is_conflict else _same_files)(state, event, found, to)


def _concerned(state: State, event: FilesChanged, found: Sequence[FileOverlap]) -> list[str]:
    """Return both agents and their delegators, except participants that left."""
    contracts = [state.contracts.find(name) for name in (event.contract, *(one.other_contract for one in found))]
    names = [event.agent, *(one.other for one in found), *(one.terms.delegator for one in contracts if one)]
    return [one for one in dict.fromkeys(names) if one in state.actors]


def _conflict(state: State, event: FilesChanged, found: Sequence[FileOverlap], to: Sequence[str]) -> AnyMessage:
    text = _text(state, "notice.files_conflict", event, found)
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=to,
        priority="blocking",
        task_ref=event.contract,
        context_summary=text,
        expected_response_type=(),
        payload={
            "conflict_description": text,
            "suggested_resolution": say(state.locale, "notice.files_resolve", agent=event.agent, other=found[0].other),
            "severity": "warning",
        },
    )


def _same_files(state: State, event: FilesChanged, found: Sequence[FileOverlap], to: Sequence[str]) -> AnyMessage:
    text = _text(state, "notice.files_changed", event, found)
    return notice(state, TOPIC, text, to, event.contract, "normal")


def _text(state: State, key: str, event: FilesChanged, found: Sequence[FileOverlap]) -> str:
    first, locale = found[0], state.locale
    agent = say(locale, "notice.files_agent", agent=event.agent, contract=event.contract)
    files = _listed([_file(state, one) for one in found], state)
    other = _holder(state, first.other, first.other_contract, first.is_reserved)
    return say(locale, key, agent=agent if event.contract else event.agent, holder=other, files=files)


def _holder(state: State, holder: str, contract: str | None, is_reserved: bool) -> str:
    """Return who holds files, and how, as the middle of a sentence."""
    key = "files_reserved" if is_reserved else "files_work" if contract else "files_changing"
    return say(state.locale, f"notice.{key}", other=holder, contract=contract)


def _file(state: State, one: FileOverlap) -> str:
    locale, remarks = state.locale, []
    if one.lines:
        total = sum(last - first + 1 for first, last in one.lines)
        remarks.append(say(locale, "notice.files_lines", lines=in_words(one.lines[:SHOWN]), count=total))
    if one.merges != "unknown":
        remarks.append(say(locale, f"notice.merge_{one.merges}"))
    if not one.is_reserved and one.other_path != one.path:
        remarks.append(say(locale, "notice.files_case", path=one.other_path))
    return f"{one.path} ({'; '.join(remarks)})" if remarks else one.path


def _listed(names: Sequence[str], state: State) -> str:
    more = len(names) - SHOWN
    shown = ", ".join(names[:SHOWN])
    return shown + say(state.locale, "notice.files_more", count=more) if more > 0 else shown


def report_paths(state: State, contract: Contract, others: Iterable[tuple[Contract, str, str]]) -> AnyMessage | None:
    """Build a message to the delegator of a new contract that others change the same files; None without others."""
    found = list(others)
    if not found or contract.terms.delegator not in state.actors:
        return None
    texts = [
        say(state.locale, "notice.files_both", id=contract.terms.id, other=other.terms.id, pattern=_both(mine, theirs))
        for other, mine, theirs in found[:SHOWN]
    ]
    more = len(found) - SHOWN
    text = " ".join(texts) + (say(state.locale, "notice.files_more", count=more) if more > 0 else "")
    return notice(state, TOPIC, text, [contract.terms.delegator], contract.terms.id, "low")


def _both(mine: str, theirs: str) -> str:
    return mine if mine == theirs else f"{mine} · {theirs}"


def report_taken(state: State, agent: str, contract: str | None, taken: Iterable[Taken]) -> Iterator[AnyMessage]:
    """Build a message for each participant that holds files which an agent takes anyway, and for the agent."""
    holds: dict[str, list[Taken]] = {}
    for one in taken:
        holds.setdefault(one.hold.holder, []).append(one)
    for holder, found in holds.items():
        first = found[0].hold
        other = _holder(state, holder, first.contract, first.reservation is not None)
        files = _listed(list(dict.fromkeys(_both(one.pattern, one.hold.pattern) for one in found)), state)
        key = "notice.files_begun" if contract else "notice.files_reserving"
        text = say(state.locale, key, agent=agent, contract=contract, holder=other, files=files)
        to = [one for one in (agent, holder) if one in state.actors]
        if to:
            yield notice(state, TOPIC, text, to, contract, "normal")
