"""Arranges blocks as a page shows them: under the day of each, and routine updates of an agent as one line."""

from collections.abc import Iterable, Iterator, Sequence

from renkei.edges.view.conversation.fillers import Fillers
from renkei.edges.view.conversation.records import Block
from renkei.edges.view.moments import day_of, day_words
from renkei.edges.view.rendering import render
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.immutable.frozen import frozen


@frozen
class Arranged:
    """The markup of a part of a page. `starts_new`: the first new message is in it."""

    seq: int
    markup: str
    starts_new: bool = False


def arranged(
    visit: Visit, blocks: Iterable[Block], fillers: Fillers, first_new: Block | None = None
) -> Iterator[Arranged]:
    """Yield the parts of a page in order: blocks, and the updates of one agent at the place of the newest of them."""
    last = ""
    for row in _rows(blocks, fillers, first_new):
        date, is_new = day_of(row[0].at), row[0] is first_new
        for part in _by_sender(row):
            newest = part[-1]
            markup = _fold(visit, part, fillers) if _is_folded(newest, fillers) else fillers.fill(newest.markup)
            if date != last:
                markup = _day_line(visit, newest, date) + markup
            yield Arranged(newest.seq, markup, is_new)
            last, is_new = date, False


def _day_line(visit: Visit, block: Block, date: str) -> str:
    words = day_words(block.at, visit.now, visit.locale)
    return f'<p class="day" data-day="{date}" data-seq="{block.seq}"><span>{words}</span></p>'


def _rows(blocks: Iterable[Block], fillers: Fillers, first_new: Block | None) -> Iterator[list[Block]]:
    """Yield updates of one day without other blocks between them; each other block is a separate row."""
    row: list[Block] = []
    for block in blocks:
        goes_on = bool(row) and _is_folded(block, fillers) and _is_folded(row[-1], fillers) and block is not first_new
        if row and not (goes_on and day_of(block.at) == day_of(row[-1].at)):
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _by_sender(row: Iterable[Block]) -> Iterable[list[Block]]:
    """Return the blocks of each participant, ordered by the newest of each."""
    parts: dict[str, list[Block]] = {}
    for block in row:
        parts[block.sender] = [*parts.pop(block.sender, ()), block]
    return parts.values()


def _is_folded(block: Block, fillers: Fillers) -> bool:
    return block.kind == "update" and not fillers.is_urgent(block.message)


def _fold(visit: Visit, updates: Sequence[Block], fillers: Fillers) -> str:
    newest = updates[-1]
    return render(
        "updates.html",
        t=words_in(visit.locale),
        sender=newest.sender,
        name=fillers.one("people", newest.sender),
        hue=fillers.one("hue", newest.sender),
        seq=newest.seq,
        date=day_of(newest.at),
        count=len(updates),
        line=newest.line,
        moment=fillers.one("moment", newest.at),
        cards=[fillers.fill(one.markup) for one in updates],
        is_open=any(fillers.is_here(one.message) for one in updates),
    )
