"""Applying assigns what events hold. What a text refers to was decided once, when the event was made."""

import pytest

from engine.factory import START, after, applied, events, message, send, settled, talk, team, terms
from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.contracts.events import ContractOpened
from renkei.dispatch.graph.links import node
from renkei.engine import commands as c
from renkei.engine.apply import apply, close_record, replay
from renkei.engine.events import AnyEvent, MessageSent
from renkei.engine.record import Record
from renkei.engine.state import PingPong, State


def field(path: str, value: str | None, refers_to: str | None) -> FieldWritten:
    return FieldWritten(path=path, value=value, at=START, author="ann", refers_to=refers_to)


def ends(state: State, start: str, relation: object) -> list[str]:
    return list(state.links.neighbours(start, "out", (relation,)))


@pytest.mark.parametrize(("name", "relation"), [("blocked_by", "waits_for"), ("current_task", "works_on")])
def test_a_field_links_what_its_event_refers_to_whatever_its_text_says(name: str, relation: str) -> None:
    path, ann = f"/agents/ann/{name}", node("agent", "ann")
    state = applied(team(), field(path, "bob", node("agent", "eve")))
    assert ends(state, ann, relation) == ["agent:eve"]
    assert ends(applied(state, field(path, "bob", None)), ann, relation) == []
    assert ends(applied(state, field(path, "eve", node("agent", "bob"))), ann, relation) == ["agent:bob"]


def test_another_field_of_an_agent_leaves_what_it_waits_for_and_works_on() -> None:
    state = applied(team(), field("/agents/ann/blocked_by", "bob", "agent:bob"))
    state = applied(state, field("/agents/ann/current_task", "TC-1", "contract:TC-1"))
    state = applied(state, field("/agents/ann/status", "working", None))
    assert ends(state, "agent:ann", "waits_for") == ["agent:bob"]
    assert ends(state, "agent:ann", "works_on") == ["contract:TC-1"]


def test_a_written_field_refers_to_what_its_text_names_at_that_time() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    (written,) = events(state, "ann", Write("/agents/ann/blocked_by", "waiting for TC-1"))
    assert isinstance(written, FieldWritten)
    assert written.refers_to == "contract:TC-1"
    (cleared,) = events(applied(state, written), "ann", Write("/agents/ann/blocked_by", None))
    assert isinstance(cleared, FieldWritten)
    assert cleared.refers_to is None


def test_a_later_release_that_reads_texts_differently_replays_the_same_links() -> None:
    record, state = settled(team(), "ann", Write("/agents/ann/blocked_by", "bob"))
    other = record.events[0].model_copy(update={"refers_to": "artifact:bob"})
    replayed = apply(team(), record.model_copy(update={"events": (other,)}))
    assert ends(state, "agent:ann", "waits_for") == ["agent:bob"]
    assert ends(replayed, "agent:ann", "waits_for") == ["artifact:bob"]
    assert replayed.board.get("/agents/ann/blocked_by") == "bob"


def test_a_contract_touches_the_decisions_of_its_event_alone() -> None:
    mentions = terms("TC-1", inputs={"description": "needs D-7"})
    asked = after(team(), "lead", Write("/pending_decisions/D-7", {"question": "?", "owner": "lead"}))
    (opened,) = events(asked, "lead", c.OpenContract(mentions))
    assert isinstance(opened, ContractOpened)
    assert opened.decisions == ("D-7",)
    assert ends(applied(team(), opened), "contract:TC-1", "touches") == ["decision:D-7"]
    other = opened.model_copy(update={"decisions": ("D-8", "D-9")})
    assert ends(applied(team(), other), "contract:TC-1", "touches") == ["decision:D-8", "decision:D-9"]


def test_what_an_agent_said_is_remembered_as_its_event_holds_it() -> None:
    mail = message("m", "ann", "bob", talk("the body"), task_ref="TC-1")
    state = applied(team(), MessageSent(message=mail, recipients=("bob",), text="short", about="X", thread="T"))
    (past,) = state.recent_messages
    assert (past.text, past.thread, past.named, past.recipients) == ("short", "T", ("bob",), ("bob",))
    assert state.recent_by_agent["ann"] == ((("bob",), "FREEFORM X short"),)


@pytest.mark.parametrize(("exchange", "kept"), [(7, PingPong("bob", 7)), (0, None)])
def test_an_exchange_has_come_as_far_as_the_event_says(exchange: int, kept: PingPong | None) -> None:
    state = after(team(), "ann", send("m0", "ann", "bob", talk("hello")))
    mail = message("m", "ann", "bob", talk("again"))
    state = applied(state, MessageSent(message=mail, recipients=("bob",), exchange=exchange))
    assert state.ping_pong.get("ann") == kept


def test_a_record_that_does_not_follow_is_refused() -> None:
    for seq in (2, 4):
        with pytest.raises(ValueError, match=f"record {seq} does not follow seq 2"):
            apply(team(), Record(seq=seq, id="c", at=START, actor="ann", events=()))


def test_closing_a_record_moves_seq_and_time_and_who_was_active() -> None:
    state = close_record(team(), Record(seq=3, id="c", at="2026-01-06T00:00:00.000000Z", actor="ann", events=()))
    assert (state.seq, state.at, state.last_active["ann"]) == (3, "2026-01-06T00:00:00.000000Z", state.at)


def test_a_replay_begins_where_it_is_told() -> None:
    first, one = settled(State(), "human", c.CreateProject("team", "a goal", "build", ()))
    second, two = settled(one, "human", c.Join("ann"))
    assert replay([first, second]) == replay([second], one) == two


def happened(state: State, actor: str, *actions: c.Action) -> list[AnyEvent]:
    return list(events(state, actor, *actions))
