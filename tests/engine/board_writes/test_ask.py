"""A decision that somebody puts on the board for another: it is asked for, owed, and due."""

import pytest

from engine.factory import after, events, kinds, send, team, time
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import Obligation, State
from renkei.protocol.payloads import DecisionRequest

OPTIONS = [{"label": "8080", "pros": "usual", "cons": "taken"}, {"label": "9090"}]
ENTRY = {"question": "which port?", "owner": "bob", "options": OPTIONS}


def put(state: State, author: str = "ann", name: str = "D-1", **more: object) -> State:
    return after(state, author, Write(f"/pending_decisions/{name}", ENTRY | more))


def owed(state: State, debtor: str = "bob") -> list[Obligation]:
    return state.owed_by(debtor)


def test_its_owner_is_asked_with_everything_that_the_board_says() -> None:
    state = put(team(), deadline=time(60))
    (message,) = (kept.message for kept in state.unread_of("bob"))
    assert (message.from_, message.type, message.reply_by) == ("renkei", "DECISION_REQUEST", time(60))
    assert message.context_summary == "ann asks: which port?"
    assert [(one.label, one.analysis) for one in message.payload.options] == [
        ("8080", "pros: usual; cons: taken"),
        ("9090", ""),
    ]
    (reply,) = owed(state)
    assert (reply.creditor, reply.subject, reply.expects) == ("ann", "D-1", ("DECISION_RESULT",))


def test_a_deadline_that_is_a_time_makes_the_reply_overdue_and_any_other_is_shown() -> None:
    state = after(put(team(), deadline=time(60)), "human", c.Tick({}), seconds=61)
    assert owed(state)[0].overdue
    state = put(team(), deadline="end of March")
    assert state.unread_of("bob")[0].message.context_summary == "ann asks: which port? (deadline: end of March)"
    assert owed(state)[0].reply_by is None


def test_the_author_of_a_decision_on_the_board_is_not_asked() -> None:
    assert owed(put(team(), "bob")) == []


def test_a_decision_that_a_message_asked_for_is_not_asked_for_again() -> None:
    ask = DecisionRequest(decision_id="D-1", question="which port?")
    assert kinds(events(team(), "ann", send("q", "ann", "bob", ask))).count("message_sent") == 1


def test_a_decision_of_a_human_on_the_board_is_answered_like_a_request() -> None:
    state = put(team(), "human")
    assert owed(state)[0].creditor == "human"
    resolved = after(state, "bob", Write("/pending_decisions/D-1/status", "resolved"))
    assert owed(resolved) == []


def test_a_new_owner_is_asked_and_the_former_owes_nothing_more() -> None:
    state = after(put(team()), "bob", Write("/pending_decisions/D-1/owner", "eve"))
    assert owed(state) == []
    assert [one.creditor for one in owed(state, "eve")] == ["ann"]
    back = after(put(team()), "human", Write("/pending_decisions/D-1/owner", "ann"))
    assert [one.creditor for one in owed(back, "ann")] == ["renkei"]


def test_a_new_deadline_is_asked_for_again_also_by_the_owner_itself() -> None:
    state = after(put(team(), deadline=time(60)), "bob", Write("/pending_decisions/D-1/deadline", time(90)))
    assert [one.reply_by for one in owed(state)] == [time(90)]
    same = after(state, "bob", Write("/pending_decisions/D-1/deadline", time(90)), seconds=1)
    assert [one.message_id for one in owed(same)] == [one.message_id for one in owed(state)]


@pytest.mark.parametrize(("field", "value"), [("owner", "eve"), ("deadline", time(90))])
def test_a_resolved_decision_is_not_asked_for_again(field: str, value: str) -> None:
    state = after(put(team()), "bob", Write("/pending_decisions/D-1/status", "resolved"))
    state = after(state, "human", Write(f"/pending_decisions/D-1/{field}", value))
    assert (owed(state), owed(state, "eve")) == ([], [])


def test_an_owner_that_changes_the_deadline_of_its_own_decision_is_not_asked() -> None:
    state = after(put(team(), "bob"), "bob", Write("/pending_decisions/D-1/deadline", time(90)))
    assert owed(state) == []


def test_the_successor_of_an_owner_that_leaves_is_asked_or_gets_what_was_owed() -> None:
    for author, asker, name in (("ann", "ann", "renkei-1"), ("bob", "renkei", "renkei-1")):
        state = after(put(team(), author), "lead", c.Leave("bob", "done"))
        assert state.board.get("/pending_decisions/D-1/owner") == "lead"
        (reply,) = owed(state, "lead")
        assert (reply.message_id, reply.creditor, reply.subject) == (name, asker, "D-1")
        assert reply.summary == f"{asker} asks: which port?"
        assert "bob" not in state.obligations
