"""A record of another program either applies to the state before it, or has the one error that names it.

Valid records are changed: ids are dropped or replaced, values get another type, and events come in an impossible order.
"""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.factory import START, team
from records import began, ended, moved, opened
from renkei import Project, Record
from renkei.engine.apply import apply, replay
from renkei.engine.record import read_record
from renkei.engine.state import State
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import BudgetTooSmallError, RecordUnfitError, UnknownActorError
from renkei.log.memory import MemoryLog
from renkei.telemetry.spans import Spans
from thoroughness import examples

LOG = Path(__file__).parents[1] / "golden" / "format-2-auth-api.jsonl"
RECORDS = [json.loads(read_record(line).to_json()) for line in LOG.read_bytes().splitlines()]
EVENTS = [event for one in RECORDS for event in one["events"]]

STATES = [State()]
for _one in RECORDS:
    STATES.append(apply(STATES[-1], read_record(json.dumps(_one).encode())))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside of a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(one)


TEXTS = sorted({one for record in RECORDS for one in texts(record) if len(one) < 60})
VALUES = st.one_of(
    st.sampled_from(TEXTS),
    st.sampled_from([None, True, -1, 2**64, 1.5, "", "/", "/agents/zoe/status", "~", "all", [], {}, [[]], ["zoe"]]),
)


@st.composite
def changed(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """Give the seq of a record, and another record in its place."""
    seq = draw(st.integers(1, len(RECORDS)))
    record = copy.deepcopy(draw(st.sampled_from([RECORDS[seq - 1], RECORDS[seq - 1], *RECORDS]))) | {"seq": seq}
    events = record["events"]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(events)))
        match draw(st.sampled_from(["drop", "insert", "move", "value", "value", "value", "lack"])):
            case "drop":
                del events[at : at + 1]
            case "insert":
                events.insert(at, copy.deepcopy(draw(st.sampled_from(EVENTS))))
            case "move":
                events[:] = [*events[at:], *events[:at]]
            case how:
                found = [path for path in places(events) if len(path) > 1]
                *parents, key = draw(st.sampled_from(found)) if found else (None,)
                holder: Any = events
                for one in parents:
                    holder = holder[one]
                if how == "value" and found:
                    holder[key] = draw(VALUES)
                elif isinstance(holder, dict) and found:
                    del holder[key]
    return seq, record


@given(changed())
@settings(max_examples=examples(1_000), deadline=None)
def test_a_changed_record_applies_or_has_the_one_error(change: tuple[int, dict[str, Any]]) -> None:
    seq, data = change
    record = read(data)
    if record is None:
        return  # a log that holds it is broken, and a stream makes it void
    messages_in(record)
    subjects_in(record)  # a machine stores the record before it applies it
    error = fault(STATES[seq - 1], record)
    if error is not None:
        assert error.details["seq"] == seq
        assert error.message.startswith(f"Record {seq}, a command of ")
    else:
        can_be_read(seq, record)


def read(data: dict[str, Any]) -> Record | None:
    """Return a record, or None for data that is none."""
    try:
        return read_record(json.dumps(data).encode())
    except ValueError:
        return None


def fault(state: State, *records: Record) -> RecordUnfitError | None:
    """Return the error of records, or None if they fit."""
    try:
        replay(records, state)
    except RecordUnfitError as error:
        return error
    return None


def can_be_read(seq: int, record: Record) -> None:
    """Check that a project with the record shows what it is asked for, or says why not."""
    log = MemoryLog()
    before = [read_record(json.dumps(one).encode()) for one in RECORDS[: seq - 1]]
    names = [name for one in (*before, record) for name, _ in messages_in(one)]
    if len(set(names)) < len(names):
        return  # no log holds it
    log.append([*before, record])
    project, spans = Project(log), Spans(content=True)
    for ask in (
        lambda: [project.context(one, budget=4000) for one in project.state.actors],
        lambda: [project.wake_reason(one) for one in project.state.actors],
        project.waiting_for,
        project.obligations,
        project.landmarks,
        project.files,
        lambda: list(project.changes()),
        lambda: [span for one in project.records() for span in spans.add(one)],
    ):
        with suppress(UnknownActorError, BudgetTooSmallError):
            ask()


@given(changed())
@settings(max_examples=examples(400), deadline=None)
def test_what_follows_a_changed_record_applies_or_has_the_one_error(change: tuple[int, dict[str, Any]]) -> None:
    seq, data = change
    record = read(data)
    if record is not None:
        rest = [read_record(json.dumps(one).encode()) for one in RECORDS[seq:]]
        error = fault(STATES[seq - 1], record, *rest)
        assert error is None or error.details["seq"] >= seq


def unfit(state: State, *records: Record) -> RecordUnfitError:
    error = fault(state, *records)
    assert error is not None
    return error


def test_the_error_says_what_does_not_fit() -> None:
    error = unfit(team(), ended(3, "ann"))
    assert error.details == {
        "seq": 3,
        "id": "c3",
        "actor": "ann",
        "at": START,
        "event": "turn_ended",
        "number": 1,
        "reason": "event 1 (turn_ended) expects something under 'ann' that is not there",
    }
    assert isinstance(error.__cause__, KeyError)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            {"kind": "field_written", "path": "/agents/ann/status", "value": 5},
            "/agents/ann/status: 5 is not a valid status",
        ),
        ({"kind": "field_written", "path": "/agents/ann/mood", "value": "good"}, "the board has no field /agents/ann/"),
        ({"kind": "field_written", "path": "status", "value": "idle"}, "the board has no field status"),
        ({"kind": "entry_added", "path": "/moods/good", "entry": {}}, "the board has no list for /moods/good"),
        ({"kind": "entry_added", "path": "/agents/zoe", "entry": {"artifacts": 5}}, "/agents/zoe/artifacts: expected"),
        ({"kind": "entry_added", "path": "/blockers/B", "entry": {}}, "/blockers/B has no created_at"),
    ],
)
def test_a_value_that_the_board_cannot_have_does_not_fit(event: dict[str, Any], reason: str) -> None:
    whole = {"seq": 3, "id": "c", "at": START, "actor": "ann", "events": [event | {"at": START, "author": "ann"}]}
    error = unfit(team(), read_record(json.dumps(whole).encode()))
    assert f"event 1 ({event['kind']}) cannot be applied ({reason}" in error.message


def test_an_entry_without_some_fields_has_their_defaults() -> None:
    event = {"kind": "entry_added", "path": "/agents/zoe", "entry": {"role": "qa"}, "at": START, "author": "ann"}
    whole = {"seq": 3, "id": "c", "at": START, "actor": "ann", "events": [event]}
    board = apply(team(), read_record(json.dumps(whole).encode())).board
    assert (board.agent("zoe", "role"), board.agent("zoe", "status")) == ("qa", "idle")


def test_a_closed_contract_does_not_move() -> None:
    closing = moved(4, "TC-1")
    closing = closing.model_copy(
        update={"events": tuple(one.model_copy(update={"after": "cancelled"}) for one in closing.events)}
    )
    error = unfit(team(), opened(3, "TC-1"), closing, moved(5, "TC-1"))
    assert (error.details["seq"], "the contract 'TC-1' is cancelled" in error.message) == (5, True)


def test_a_machine_stores_a_record_whose_path_is_none() -> None:
    event = {"kind": "field_written", "path": "status", "value": "idle", "at": START, "author": "ann"}
    record = read({"seq": 1, "id": "c", "at": START, "actor": "ann", "events": [event]})
    assert record is not None
    assert subjects_in(record) == []


def test_only_the_open_turn_of_an_agent_ends_and_none_begins_beside_it() -> None:
    other = unfit(team(), began(3, "ann"), ended(5, "ann").model_copy(update={"seq": 4}))
    assert "event 1 (turn_ended) expects something under 't-4' that is not there" in other.message
    second = unfit(team(), began(3, "ann"), began(4, "ann"))
    assert "event 1 (turn_began) cannot be applied (ann has an open turn)" in second.message
