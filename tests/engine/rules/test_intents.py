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
    for expected in ("B-3", "B-3-2", "B-3-3"):
        (action,) = done(d.AddBlocker(("ann",)), state)
        assert isinstance(action, Write)
        assert action.path == f"/blockers/{expected}"
        state = applied(state, *decided(state, action, who("renkei")))


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
