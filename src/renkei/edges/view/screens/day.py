"""The day: a lane for each participant, the same as a list, what it cost, and the story of one turn."""

from collections.abc import Callable, Sequence
from functools import cache
from http import HTTPStatus
from itertools import islice
from typing import Any

from starlette.exceptions import HTTPException

from renkei.edges.view.conversation.event_sentences import sentence
from renkei.edges.view.day.costs import sums, total
from renkei.edges.view.day.picture import LANE, draw
from renkei.edges.view.day.window import MOST_RECORDS, window
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.screens.contexts import agent_of
from renkei.edges.view.visit import Visit
from renkei.engine.events import TurnBegan
from renkei.engine.views.past.lanes import LaneMark, Lanes
from renkei.engine.views.past.turn_story import turn_story
from renkei.engine.views.past.turns_and_waits import Bar, Wait
from renkei.engine.views.titles import message_title, title_of
from renkei.errors import RenkeiError, UnknownContractError, UnknownMessageError
from renkei.immutable.frozen import frozen
from renkei.store.written.prices import Prices, read_prices

ZOOMS = (1, 2, 4, 8, 16)
"""Widths of the picture, compared with that of the screen."""

LISTED = 200
"""Entries of a window that are listed."""

MOST_NAMED = 8
"""Contracts that are named below the picture."""

LOOKED_AT = 400
"""Records after the beginning of a turn in which its consequences are looked for."""

SHOWN_MESSAGES = 30
"""Messages that a turn was shown and that its story names."""


@frozen
class Row:
    """An entry of the list: a turn, a wait or a mark, with when it began and ended."""

    at: str
    end: str
    seq: int
    kind: str
    of: Bar | Wait | LaneMark


def show(visit: Visit) -> dict[str, Any]:
    """Return the lanes of a window as a picture and as a list, with what the turns cost."""
    found = window(visit)
    prices, fault = _prices(visit)
    rows = _rows(found)
    return {
        "found": found,
        "picture": draw(found, visit.seq),
        "lane": LANE,
        "zoom": next((one for one in ZOOMS if str(one) == visit.query.get("zoom")), 1),
        "zooms": ZOOMS,
        "titled": cache(_titles(visit)),
        "rows": rows[-LISTED:],
        "unlisted": max(0, len(rows) - LISTED),
        "named": MOST_NAMED,
        "agents": sums(found, prices, lambda one: one.agent),
        "contracts": sums(found, prices, lambda one: one.contract)[:LISTED],
        "total": total(found, prices),
        "prices": prices,
        "fault": fault,
        "place": str(visit.project.directory or ""),
        "earlier": found.after or None,
        "later": _later(visit, found),
        "count": MOST_RECORDS,
    }


def show_turn(visit: Visit) -> dict[str, Any]:
    """Return what a turn was shown, what its agent did, and what followed."""
    agent, seq = agent_of(visit), whole_number(visit.path["seq"])
    if not seq or seq > visit.seq:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    record = visit.project.record(seq)
    began = next((one for one in record.events if isinstance(one, TurnBegan) and one.agent == agent), None)
    if began is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    records = islice(visit.project.records(seq), min(LOOKED_AT, visit.seq - seq))
    story = turn_story(agent, began.turn, records)
    shown = [one for one in began.given if one.form != "omitted"]
    return {
        "agent": agent,
        "began": began,
        "record": record,
        "turn": story,
        "end": visit.project.record(story.end) if story.end else None,
        "shown": [(one, _message(visit, one.id)) for one in shown[:SHOWN_MESSAGES]],
        "unshown": max(0, len(shown) - SHOWN_MESSAGES),
        "did": [(one, said) for one in story.did if (said := sentence(one.event, visit.locale, visit.person))],
        "said": lambda event: sentence(event, visit.locale, visit.person),
        "looked_at": LOOKED_AT,
    }


def _rows(found: Lanes) -> Sequence[Row]:
    start = found.times[0]
    rows = [
        *(Row(one.start or start, one.end, one.seq, "turn", one) for one in found.bars),
        *(Row(one.start or start, one.end, one.seq, "wait" if one.what else "pause", one) for one in found.waits),
        *(Row(one.at, one.at, one.seq, one.kind, one) for one in found.marks),
    ]
    return sorted(rows, key=lambda one: (one.at, one.seq))


def _titles(visit: Visit) -> Callable[[str], str]:
    """Return a function that returns the title of a node of the dependency graph, of what is closed as well."""

    def titled(node: str) -> str:
        kind, _, name = node.partition(":")
        found = title_of(visit.state, node)
        if found or kind not in ("contract", "message"):
            return found or name
        if kind == "message":
            return _message(visit, name)
        try:
            return visit.project.find_contract(name).terms.inputs.description or name
        except UnknownContractError:
            return name

    return titled


def _message(visit: Visit, name: str) -> str:
    try:
        return message_title(visit.message(name)) or name
    except UnknownMessageError:
        return name


def _prices(visit: Visit) -> tuple[Prices | None, str]:
    """Return the prices of the project, and what is wrong with their file."""
    try:
        return read_prices(visit.project.directory), ""
    except RenkeiError as error:
        return None, reason_of(error, visit.locale)


def _later(visit: Visit, found: Lanes) -> int | None:
    last = max(visit.last, visit.seq)
    return None if found.upto >= last else min(last, found.upto + MOST_RECORDS // 2)
