"""Reads a page of a conversation from the log: a bounded number of records, from any place of a long history."""

from collections.abc import Iterable, Iterator
from itertools import islice

from renkei.edges.view.conversation.records import Block
from renkei.edges.view.conversation.selection import Selection
from renkei.edges.view.stream.feed import size_of
from renkei.edges.view.visit import Visit
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import StoredMessage
from renkei.engine.views.agent_context.tiers import tiers_for
from renkei.immutable.frozen import frozen

PAGE = 50
"""Blocks that a page has at least, where there are so many; the last record may bring some more."""

CHUNK = 25
"""Records that are read at once."""

MOST_READ = 1200
"""Records that are read for a page at most: when most do not pass the filters, a link leads further."""

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of the messages on a page at most, apart from its last record: a page of large messages is shorter."""


@frozen
class Page:
    """A page: its blocks, the oldest first, and the records it was made of. `first` and `last` are how far was read.

    `older` and `newer`: whether there is more on that side.
    """

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]
    first: int
    last: int
    older: bool
    newer: bool


def page_before(visit: Visit, selection: Selection, before: int) -> Page:
    """Return the newest page before a record."""
    shown, reached = _until_full(visit, selection, _backwards(visit, selection, before))
    first = reached or 1
    blocks = tuple(block for _, blocks in reversed(shown) for block in blocks)
    return Page(blocks, tuple(record for record, _ in shown), first, before - 1, first > 1, before <= visit.seq)


def page_after(visit: Visit, selection: Selection, after: int) -> Page:
    """Return the oldest page after a record."""
    shown, reached = _until_full(visit, selection, _forwards(visit, selection, after))
    last = reached or visit.seq
    more = bool(reached) and any(_forwards(visit, selection, last))
    blocks = tuple(block for _, blocks in shown for block in blocks)
    return Page(blocks, tuple(record for record, _ in shown), after + 1, last, after > 0, more)


def _until_full(
    visit: Visit, selection: Selection, records: Iterable[Record]
) -> tuple[list[tuple[Record, list[Block]]], int]:
    """Return the records that have selected blocks, until they fill a page; and the last that was read then, else 0."""
    shown: list[tuple[Record, list[Block]]] = []
    count = size = 0
    for read, record in enumerate(records, 1):
        if blocks := shown_of(visit, selection, record):
            shown.append((record, blocks))
            count += len(blocks)
            size += size_of(record)
        if count >= PAGE or read >= MOST_READ or size >= MOST_BYTES:
            return shown, record.seq
    return shown, 0


def shown_of(visit: Visit, selection: Selection, record: Record) -> list[Block]:
    """Return the blocks of a record that are selected. A record without any is not rendered."""
    taken = _taken(visit, selection, record)
    if not taken and not selection.is_whole:
        return []
    return [
        one
        for one in visit.markup.of(record, visit.locale)
        if (one.message in taken if one.message else _is_among(selection, one))
    ]


def _taken(visit: Visit, selection: Selection, record: Record) -> set[str]:
    """Return the ids of the messages of a record that are selected."""
    sent = (event for event in record.events if isinstance(event, MessageSent))
    found = [event.message for event in sent if selection.takes(visit.state, event)]
    if not (selection.tier and found):
        return {message.id for message in found}
    tiers = tiers_for(visit.state, selection.reader, (StoredMessage(message, record.seq, 0) for message in found))
    return {name for name, tier in tiers.items() if tier == selection.tier}


def _is_among(selection: Selection, block: Block) -> bool:
    return selection.is_whole and (block.kind == "notice" or selection.everything)


def _backwards(visit: Visit, selection: Selection, before: int) -> Iterator[Record]:
    while before > 1:
        if selection.subjects:
            found = list(visit.project.log.records_about(*selection.subjects[0], before=before, limit=CHUNK))
        else:
            start = max(0, before - 1 - CHUNK)
            found = list(islice(visit.project.records(start), before - 1 - start))
        if not found:
            return
        yield from reversed(found)
        before = found[0].seq


def _forwards(visit: Visit, selection: Selection, after: int) -> Iterator[Record]:
    if not selection.subjects:
        yield from islice(visit.project.records(after), max(0, visit.seq - after))
        return
    about, end = selection.subjects[0], visit.seq + 1
    while found := list(visit.project.log.records_about(*about, before=end, limit=CHUNK, after=after)):
        yield from found
        after = found[-1].seq
