"""How an agent is: what it does and waits for, what it owes, what would wake it, and what it has used."""

import pytest

from engine.factory import after, reading, send, talk, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import State, Usage
from renkei.engine.views.agent_overview import agent_overview, agent_overviews
from renkei.errors import UnknownActorError

NOW = "2026-01-05T10:00:00.000000Z"


def in_turn(state: State) -> State:
    began = reading(state, "ann")
    return after(state, "ann", began)


def test_an_agent_between_turns_with_nothing_to_do() -> None:
    found = agent_overview(team(), "ann", NOW, {})
    assert (found.activity, found.turn, found.why, found.wake_reason, found.usage) == (
        "between_turns",
        "",
        "",
        "",
        Usage(),
    )
    assert (found.owes, found.awaits, found.contracts, found.delegated, found.groups) == ((), (), (), (), ())


def test_what_an_agent_does_is_what_its_turn_and_its_pause_say() -> None:
    state = in_turn(team())
    assert agent_overview(state, "ann", NOW, {}).activity == "in_turn"
    assert agent_overview(state, "ann", NOW, {}).turn == state.turns["ann"].turn
    ended = agent_overview(after(state, "human", c.InterruptTurn("ann", "it hangs")), "ann", NOW, {})
    assert (ended.activity, ended.why) == ("interrupted", "it hangs")
    paused = agent_overview(after(state, "human", c.SuspendActor("ann", "wait")), "ann", NOW, {})
    assert (paused.activity, paused.why, paused.wake_reason) == ("paused", "wait", "")


def test_a_sign_of_life_is_an_act_or_a_heartbeat() -> None:
    state = in_turn(team())
    acted = state.last_active["ann"]
    assert agent_overview(state, "ann", NOW, {"bob": NOW}).last_active == acted
    assert agent_overview(state, "ann", NOW, {"ann": "2000-01-01T00:00:00.000000Z"}).last_active == acted
    assert agent_overview(state, "ann", NOW, {"ann": NOW}).last_active == NOW


def test_what_it_waits_for_works_on_and_has_delegated() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", delegator="lead")))
    state = after(state, "ann", Write("/agents/ann/status", "blocked"), Write("/agents/ann/blocked_by", "bob"))
    state = after(state, "lead", c.SetGroup("pair", ("ann", "bob")))
    ann, lead = (agent_overview(state, name, NOW, {}) for name in ("ann", "lead"))
    assert (ann.status, ann.waits_for, ann.groups) == ("blocked", "bob", ("pair",))
    assert [one.terms.id for one in ann.contracts] == ["TC-1"]
    assert [one.terms.id for one in lead.delegated] == ["TC-1"]
    assert (lead.lead, lead.contracts, ann.delegated, lead.groups) == (True, (), (), ())


def test_replies_that_it_owes_and_waits_for() -> None:
    asked = talk("when?", requires_response=True)
    state = after(team(), "bob", send("m1", "bob", "ann", asked))
    ann, bob, eve = (agent_overview(state, name, NOW, {}) for name in ("ann", "bob", "eve"))
    assert ([one.message_id for one in ann.owes], ann.awaits, ann.unread) == (["m1"], (), 1)
    assert ([one.message_id for one in bob.awaits], bob.owes, bob.unread) == (["m1"], (), 0)
    assert (eve.owes, eve.awaits) == ((), ())
    assert "m1" in ann.wake_reason


def test_turns_and_tokens_are_counted_for_each_agent() -> None:
    state = in_turn(team())
    turn = state.turns["ann"].turn
    began = agent_overview(state, "ann", NOW, {}).usage
    assert (began.turns, began.tokens) == (0, state.tokens_spent)
    assert agent_overview(after(state, "ann", c.AbandonTurn("ann", turn)), "ann", NOW, {}).usage == began
    state = after(state, "ann", c.EndTurn("ann", turn))
    assert agent_overview(state, "ann", NOW, {}).usage == Usage(1, state.tokens_spent)
    assert agent_overview(state, "bob", NOW, {}).usage == Usage()
    assert "ann" not in after(state, "human", c.Leave("ann")).usage


def test_all_agents_are_as_each_of_them() -> None:
    asked = talk("when?", requires_response=True)
    state = in_turn(after(team(), "bob", send("m1", "bob", "ann", asked)))
    found = agent_overviews(state, NOW, {})
    assert found == [agent_overview(state, one.agent, NOW, {}) for one in found]
    assert [one.agent for one in found] == [one.id for one in state.everybody() if not one.human]


def test_an_outsider_is_rejected() -> None:
    with pytest.raises(UnknownActorError):
        agent_overview(team(), "zoe", NOW, {})
