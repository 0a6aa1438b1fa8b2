"""One contract: its terms, its evidence, its history, its dependents, and the person's acts on it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from renkei.acts.allowed import allowed_acts
from renkei.acts.doors import OMITTED
from renkei.contracts.events import NoteAdded
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.graph.queries import affected_by
from renkei.edges.times import Days
from renkei.edges.view.conversation.event_sentences import sentence
from renkei.edges.view.diffs.shown import shown_diff
from renkei.edges.view.moments import moment_words
from renkei.edges.view.visit import Visit
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.views.agent_context.field_text import label
from renkei.engine.views.contracts.closed import load_closed_contract
from renkei.engine.views.contracts.text import contract_fields
from renkei.engine.views.contracts.timeline import ContractChange, WorkedTurn, contract_changes, worked_turn
from renkei.engine.views.contracts.work import work_item
from renkei.errors import UnknownContractError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import seconds_between

PAGE = 60
"""Events that the timeline shows."""

MESSAGES = 8
"""The newest messages about the contract that the page lists; its thread has all."""

TURNS = 40
"""Turns that are drawn."""

NEAR = 30
"""Records after the last one a turn has seen, within which the turn began."""

FIRST = ("accept", "send_back", "reject", "claim", "start", "submit")
"""Acts listed first."""

TIME_LINE_WIDTH = 1000.0
"""The width of the line of time, in units of the drawing."""

SHORTEST_BAR = 4.0
"""The width of the shortest bar: it can be seen and hit."""


def show(visit: Visit) -> dict[str, Any]:
    """Return everything about a contract; raises UnknownContractError."""
    name = visit.path["contract"]
    entry, records = _load(visit, name)
    name = entry.terms.id
    changes, days = list(contract_changes(records, name)), Days()
    end = changes[-1].at if entry.closed else visit.now
    before = visit.number("before", visit.seq + 1, least=1)
    earlier = [one for one in changes if one.seq < before]
    return {
        "item": work_item(visit.state, entry, visit.alive),
        "since": next((one.at for one in reversed(changes) if one.seq == (entry.moved or entry.seq)), ""),
        "terms_shown": list(_terms(visit, entry)),
        "criteria": list(_criteria(entry)),
        "diff": shown_diff(visit, entry, visit.query.get("file", "")),
        "notes": [(one, one.event) for one in changes if isinstance(one.event, NoteAdded)],
        "changes": [(days.new(change.at), change) for change in earlier[-PAGE:]],  # each day is named once
        "sentence": partial(sentence, locale=visit.locale, reader=visit.person),
        "older": earlier[-PAGE].seq if len(earlier) > PAGE else None,
        "bars": turn_bars(list(_turns(visit, changes)), changes[0].at, end),
        "messages": list(_messages(visit, name)),
        "feeds": list(_feeds(visit, name)),
        "subcontracts": visit.state.contracts.subcontracts.get(name, ()),
        "decisions": list(visit.state.links.neighbours(node("contract", name), "out", ("touches",))),
        "allowed": _allowed(visit, name) if visit.is_live else [],
        "evidence": {"evidence": [{"criterion": one.criterion} for one in entry.terms.acceptance_criteria]},
        "people": [one.id for one in visit.state.everybody() if one.id != entry.assignee],
    }


def _load(visit: Visit, name: str) -> tuple[Contract, list[Record]]:
    """Return a contract as the screen's state has it, else from the log, and the records that changed it."""
    entry = visit.state.contracts.find(name)
    own = name if entry is None else entry.terms.id
    records = list(visit.project.log.records_about("contract", own, before=visit.seq + 1))
    entry = entry or load_closed_contract(records, own)
    if entry is None:
        raise UnknownContractError(contract=name, known=", ".join(sorted(visit.state.contracts.entries)[:20]) or "none")
    return entry, records


def _allowed(visit: Visit, name: str) -> list[str]:
    """Return the acts that the person can perform on the contract, judging and working on it first."""
    found = allowed_acts(visit.state, name, visit.person)
    return sorted(set(found) - set(OMITTED["view"]), key=lambda act: (act not in FIRST, found.index(act)))


def _terms(visit: Visit, entry: Contract) -> Iterator[tuple[str, str]]:
    """Yield each field of the terms with its label, except fields shown elsewhere on the page."""
    for path, text in contract_fields(visit.state, entry, visit.locale):
        if path != "acceptance_criteria":
            said = moment_words(text, visit.now, visit.locale) if path == "created_at" else text
            yield label(visit.locale, path), said


def _criteria(entry: Contract) -> Iterator[dict[str, Any]]:
    """Yield each criterion with its claims and proofs."""
    claims = {one.criterion: one for one in entry.claims}
    for index, criterion in enumerate(entry.terms.acceptance_criteria):
        proofs = [one for one in entry.proofs if one.criterion == index]
        result = entry.standings[index]
        yield {"criterion": criterion, "claim": claims.get(criterion.criterion), "proofs": proofs, "result": result}


def _turns(visit: Visit, changes: Sequence[ContractChange]) -> Iterator[WorkedTurn]:
    """Yield the newest turns that were spent on the contract, the oldest first."""
    ended = [one for one in changes if one.event.kind == "turn_ended"]
    for one in ended[-TURNS:]:
        near = islice(visit.project.records(getattr(one.event, "seen", 0)), NEAR)
        if (turn := worked_turn(one, near)) is not None:
            yield turn


def _messages(visit: Visit, name: str) -> Iterator[tuple[Record, AnyMessage]]:
    """Yield the newest messages of the contract's thread, each with its record."""
    for record in visit.project.log.records_about("thread", name, before=visit.seq + 1, limit=MESSAGES):
        for event in record.events:
            if isinstance(event, MessageSent) and name in (event.message.task_ref, event.about, event.message.thread):
                yield record, event.message


def _feeds(visit: Visit, name: str) -> Iterator[str]:
    """Yield the contracts that depend on this one, directly or through others."""
    return (one for one in affected_by(visit.state.links, node("contract", name)) if one.startswith("contract:"))


@frozen
class Bar:
    """A turn on the line."""

    turn: WorkedTurn
    start: float
    width: float


@frozen
class Bars:
    """The line from `start` to `end`, with one row for the turns of each agent."""

    start: str
    end: str
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]


def turn_bars(turns: Sequence[WorkedTurn], start: str, end: str) -> Bars:
    """Return the bars of turns between two times; a turn whose beginning is unknown is a bar at its end."""
    whole = max(seconds_between(start, end), 0.001)

    def position(at: str) -> float:
        return min(max(seconds_between(start, at) / whole, 0.0), 1.0) * TIME_LINE_WIDTH

    def bar(turn: WorkedTurn) -> Bar:
        left, right = position(turn.start or turn.end), position(turn.end)
        left = min(left, TIME_LINE_WIDTH - SHORTEST_BAR)
        return Bar(turn, left, max(right - left, SHORTEST_BAR))

    agents = dict.fromkeys(one.agent for one in turns)
    return Bars(start, end, tuple((name, tuple(bar(one) for one in turns if one.agent == name)) for name in agents))
