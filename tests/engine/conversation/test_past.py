"""A text that was said elsewhere is recorded as past: in the log for readers, and nothing else changes."""

import pytest

from engine.factory import after, events, kinds, message, settled, talk, team, time
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.settle import settle
from renkei.engine.state import State
from renkei.errors import BadValueError, FutureTimestampError, NotAllowedError
from renkei.immutable.replacing import replace
from renkei.protocol.payloads import StatusUpdate

SAID = "2020-02-03T10:00:00.000000Z"


def past(
    name: str = "p-1", sender: str = "kim@slack", to: str = "general", text: str = "x", **more: object
) -> c.RecordPast:
    return c.RecordPast(message(name, sender, to, talk(text), **{"timestamp": SAID, **more}))


def test_a_past_message_is_one_event_and_leaves_the_state_as_it_was() -> None:
    pause = {"pause": {"filter": "agent", "pause": True}}
    rule = {"event": "said", "trigger": {"message": "FREEFORM"}, "auto_actions": [pause]}
    before = team(rules=(Rule.model_validate(rule),))
    assert "rule_fired" in kinds(events(before, "ann", c.Send(message("m", "ann", "bob", talk("hi")))))
    record, state = settled(before, "human", past(text="@ann wake up", to="all"))
    assert kinds(record.events) == ["message_sent"]
    assert (record.events[0].is_past, record.events[0].said_at(record.at)) == (True, SAID)  # type: ignore[union-attr]
    assert replace(state, seq=before.seq, at=before.at, last_active=before.last_active) == before


def test_a_live_message_is_not_past() -> None:
    (sent,) = events(team(), "ann", c.Send(message("m", "ann", "bob", talk("hi"))))
    assert (sent.is_past, sent.said_at("now")) == (False, "now")  # type: ignore[union-attr]


def test_five_equal_past_messages_suspend_nobody() -> None:
    state = team()
    for number in range(6):
        state = after(state, "human", past(f"p-{number}", "ann", "bob", "the same words again and again"))
    assert not state.suspended
    assert not state.unread.get("bob", ())


def test_a_message_that_the_log_holds_is_recorded_once() -> None:
    command = c.Command("again", time(), "human", (past("p-1"), past("p-2")), seen={"p-1": "hash"})
    assert [one.message.id for one in settle(team(), command).events] == ["p-2"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "action",
    [
        c.RecordPast(message("p", "ann", "bob", StatusUpdate(new_status="working", progress_summary="x"))),
        c.RecordPast(message("p", "ann", "bob", talk("answer me", requires_response=True))),
        past(task_ref="TC-1"),
        past(sender="renkei"),
        past(name="renkei-1"),
        past(sender="a😀b"),
    ],
    ids=["another type", "a request", "about a contract", "renkei itself", "an id of renkei", "a wrong name"],
)
def test_anything_that_could_have_an_effect_is_rejected(action: c.RecordPast) -> None:
    with pytest.raises(BadValueError):
        events(team(), "human", action)


def test_the_past_is_not_in_the_future() -> None:
    with pytest.raises(FutureTimestampError):
        events(team(), "human", past(timestamp="2099-01-01T00:00:00Z"))


def test_an_agent_writes_no_past() -> None:
    state: State = team()
    for agent in ("ann", "lead"):
        with pytest.raises(NotAllowedError, match="record what was said before"):
            events(state, agent, past())
