"""A correction of a context is kept as it was given, and nothing follows from it."""

import pytest

from engine.factory import after, decided, events, send, settled, talk, team, who
from renkei.budget.context.shown import Shown
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import BadValueError, NotAllowedError, UnknownActorError, UnknownMessageError
from renkei.immutable.replacing import replace

GIVEN = Shown(id="m1", tier="background", rule="to_my_group", form="omitted", tokens=0)


def told() -> State:
    return after(team(), "bob", send("m1", "bob", "ann", talk("the port is 8080")))


def correct(**other: object) -> c.GiveContextFeedback:
    values = {"agent": "ann", "message_id": "m1", "wanted": "relevant", "seq": 1, "turn": "t-1", "given": GIVEN}
    return c.GiveContextFeedback(**(values | other))  # type: ignore[arg-type]


def test_a_correction_is_kept_with_what_was_given_and_changes_nothing() -> None:
    before = told()
    record, state = settled(before, "human", correct(note="it needs the port"))
    (event,) = record.events
    assert event.model_dump(exclude={"at"}) == {
        "kind": "context_feedback",
        "agent": "ann",
        "seq": 1,
        "turn": "t-1",
        "message_id": "m1",
        "wanted": "relevant",
        "given": GIVEN.model_dump(),
        "note": "it needs the port",
        "by": "human",
    }
    assert replace(state, seq=before.seq, at=before.at, last_active=before.last_active) == before


@pytest.mark.parametrize("actor", ["human", "lead", "ann"])
def test_people_leads_and_the_agent_itself_may_correct(actor: str) -> None:
    assert len(events(told(), actor, correct())) == 1


def test_another_agent_may_not() -> None:
    with pytest.raises(NotAllowedError, match="correct what 'ann' was given"):
        settled(told(), "bob", correct())


def test_what_does_not_exist_is_refused() -> None:
    state = told()
    for wrong, error in (
        (correct(message_id="m9"), UnknownMessageError),
        (correct(agent="nobody"), UnknownActorError),
        (correct(seq=state.seq + 1), BadValueError),
    ):
        with pytest.raises(error):
            settled(state, "human", wrong)


def test_a_message_that_only_the_log_still_has_can_be_corrected() -> None:
    state = replace(told(), messages=told().messages.delete("m1"))
    by = c.CommandContext("human", who("human").at, {"m1": "hash"})
    assert len(decided(state, correct(), by)) == 1


def test_what_an_agent_was_given_that_has_left_can_be_corrected() -> None:
    state = after(told(), "human", c.Leave("ann"))
    by = c.CommandContext("human", who("human").at, {"m1": "hash"})
    assert len(decided(state, correct(), by)) == 1
    with pytest.raises(NotAllowedError):
        settled(state, "bob", correct())
