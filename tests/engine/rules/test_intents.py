"""What each intent of a rule becomes."""

from typing import Any

from engine.factory import after, applied, decided, team, terms, who
from renkei.board.decide import Write
from renkei.dispatch import intents as d
from renkei.dispatch.match import Occurrence
from renkei.dispatch.rules import NewContract, Rule
from renkei.engine import commands as c
from renkei.engine.rules.intents import actions_of
from renkei.engine.state import State

RULE = Rule.model_validate({"event": "mine", "trigger": {"field": "/goal"}, "auto_actions": [{"notify": {}}]})


def done(intent: Any, state: State | None = None, **variables: Any) -> list[c.Action]:
    occurrence = Occurrence(("field", "/goal"), {"because": "the goal changed"} | variables)
    return actions_of(intent, state or team(), RULE, occurrence, 0)


def test_a_field_is_set_in_the_name_of_the_rule() -> None:
    assert done(d.SetField("/goal", "g")) == [Write("/goal", "g", action="rule mine")]


def test_a_message_is_sent_to_one_agent() -> None:
    (action,) = done(d.Notify("ann", "FREEFORM", "high", "look"))
    assert isinstance(action, c.Send)
    assert (action.message.receivers, action.message.payload.body) == (("ann",), "look")


def test_a_blocker_names_what_its_agents_wait_for_or_what_set_it_off() -> None:
    (waiting,) = done(d.AddBlocker(("ann", "bob")), dependency="TC-1")
    entry = {"description": "ann, bob: TC-1", "affected_agents": ["ann", "bob"]}
    assert waiting == Write("/blockers/B-3", entry, action="rule mine")
    (other,) = done(d.AddBlocker(()), dependency=None)
    assert isinstance(other, Write)
    assert other.value == {"description": "the goal changed", "affected_agents": []}


def test_an_id_that_is_taken_is_not_used_again() -> None:
    state = team()
    for agent, expected in {"ann": "B-3", "bob": "B-3-2", "eve": "B-3-3"}.items():
        (action,) = done(d.AddBlocker((agent,)), state)
        assert isinstance(action, Write)
        assert action.path == f"/blockers/{expected}"
        state = applied(state, *decided(state, action, who("renkei")))


def test_the_blocker_that_a_rule_added_is_corrected_and_one_of_a_participant_is_not() -> None:
    state = after(team(), "lead", Write("/blockers/B-1", {"description": "x", "affected_agents": ["ann"]}))
    (added,) = done(d.AddBlocker(("ann",)), state)
    assert isinstance(added, Write)
    assert added.path == "/blockers/B-4"
    state = applied(state, *decided(state, added, who("renkei")))
    (corrected,) = done(d.AddBlocker(("ann",)), state)
    assert isinstance(corrected, Write)
    assert corrected.path == "/blockers/B-4/description"


def test_open_blockers_of_one_agent_alone_are_resolved() -> None:
    state = team()
    for name, agents in {"B-1": ["ann"], "B-2": ["ann", "bob"], "B-3": ["ann"], "B-4": ["bob"]}.items():
        state = after(state, "lead", Write(f"/blockers/{name}", {"description": "x", "affected_agents": agents}))
    state = after(state, "lead", Write("/blockers/B-3/resolved", True))
    assert done(d.ResolveBlockers("ann"), state) == [Write("/blockers/B-1/resolved", True, action="rule mine")]


def test_a_decision_is_asked_for_and_entered() -> None:
    send, entry = done(d.OpenDecision("which port?", "lead", ("80", "81")))
    assert isinstance(send, c.Send)
    message = send.message
    assert (message.type, message.receivers, message.priority) == ("DECISION_REQUEST", ("lead",), "high")
    assert (message.payload.decision_id, message.payload.question) == ("D-3", "which port?")
    assert [(one.label, one.analysis) for one in message.payload.options] == [("80", ""), ("81", "")]
    assert message.context_summary == "which port?"
    wanted = {"question": "which port?", "owner": "lead", "options": [{"label": "80"}, {"label": "81"}]}
    assert entry == Write("/pending_decisions/D-3", wanted, action="rule mine")


def test_the_id_of_a_decision_that_is_taken_is_not_used_again() -> None:
    state = after(team(), "lead", Write("/pending_decisions/D-4", {"question": "host?", "owner": "lead"}))
    send, entry = done(d.OpenDecision("which port?", "lead", ()), state)
    assert isinstance(send, c.Send)
    assert isinstance(entry, Write)
    assert (send.message.payload.decision_id, entry.path) == ("D-4-2", "/pending_decisions/D-4-2")


def test_a_contract_is_opened_with_its_terms() -> None:
    new = NewContract(
        description="help", format="text", criteria=("it helps",), delegator="lead", assignee="ann", roles=("qa",)
    )
    (action,) = done(d.OpenWork(new))
    assert isinstance(action, c.OpenContract)
    found = action.terms
    assert (found.id, found.delegator, found.assignee, found.roles) == ("TC-r-3", "lead", "ann", ("qa",))
    assert (found.inputs.description, found.expected_output.format) == ("help", "text")
    assert [one.criterion for one in found.acceptance_criteria] == ["it helps"]
    taken = after(team(), "lead", c.OpenContract(terms("TC-r-4")))
    assert done(d.OpenWork(new), taken)[0].terms.id == "TC-r-4-2"
