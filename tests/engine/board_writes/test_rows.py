"""What a change of the board links, sets off and means for rules."""

import pytest

from engine.factory import START, after, applied, decided, events, kinds, send, talk, team, who
from renkei.board.decide import Write
from renkei.board.events import EntryAdded, FieldWritten
from renkei.dispatch.graph.links import Relation
from renkei.dispatch.match import Occurrence
from renkei.engine.events import AnyEvent
from renkei.engine.state import State
from renkei.engine.tables import EVENTS
from renkei.errors import NotReadyError
from renkei.protocol.payloads import DecisionRequest

ASK = DecisionRequest(decision_id="D-1", question="port?")
STATUS = "/pending_decisions/D-1/status"


def ends(state: State, start: str, relation: Relation) -> list[str]:
    return list(state.links.neighbours(start, "out", (relation,)))


def one(state: State, actor: str, write: Write) -> tuple[AnyEvent, State]:
    event = decided(state, write, who(actor, 1))[0]
    return event, applied(state, event)


def seen(state: State, event: AnyEvent) -> Occurrence:
    (found,) = EVENTS[type(event)].occurrences(state, event)
    return found


def test_a_decision_is_linked_to_its_owner_and_to_who_asked() -> None:
    state = after(team(), "ann", send("ask", "ann", "bob", ASK))
    assert ends(state, "decision:D-1", "owned_by") == ["agent:bob"]
    assert ends(state, "decision:D-1", "asked_by") == ["agent:ann"]
    state = after(state, "human", Write("/pending_decisions/D-1/owner", "eve"))
    assert ends(state, "decision:D-1", "owned_by") == ["agent:eve"]
    assert ends(state, "decision:D-1", "asked_by") == ["agent:ann"]


def test_an_artifact_is_linked_to_its_maker_and_other_entries_to_nobody() -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"version": 1}))
    assert ends(state, "artifact:api", "made_by") == ["agent:ann"]
    event, _ = one(team(), "ann", Write("/blockers/B-1", {"description": "x"}))
    assert list(EVENTS[EntryAdded].links(team(), event)) == []


def test_resolving_a_decision_closes_what_is_owed_about_it() -> None:
    state = after(
        team(), "ann", send("ask", "ann", "bob", ASK), send("q", "ann", "bob", talk("?", requires_response=True))
    )
    resolved = events(state, "bob", Write("/pending_decisions/D-1/status", "resolved"))
    assert kinds(resolved) == ["field_written", "obligation_closed"]
    assert kinds(events(state, "bob", Write("/pending_decisions/D-1/resolution", "resolved"))) == ["field_written"]
    write = Write("/pending_decisions/D-1/status", "resolved")
    with_duties = applied(state, *decided(state, write, who("bob")))
    assert kinds(events(with_duties, "bob", Write("/pending_decisions/D-1/status", "open"))) == ["field_written"]


def test_a_decision_that_was_made_can_be_asked_for_only_when_it_is_open_again() -> None:
    state = after(after(team(), "ann", send("ask", "ann", "bob", ASK)), "bob", Write(STATUS, "resolved"))
    with pytest.raises(NotReadyError, match="D-1: it is resolved"):
        after(state, "eve", send("again", "eve", "bob", ASK))
    again = after(after(state, "bob", Write(STATUS, "open")), "eve", send("again", "eve", "bob", ASK))
    assert [one.message_id for one in again.owed_by("bob")] == ["again"]


def blocked() -> State:
    """Return a state with blockers by the system for ann, for bob and for both, and one of ann's own."""
    state = after(team(), "ann", Write("/agents/ann/status", "blocked"))
    for name, agents in {"B-ann": ["ann"], "B-bob": ["bob"], "B-both": ["ann", "bob"]}.items():
        entry = {"description": name, "affected_agents": agents}
        state = applied(state, *decided(state, Write(f"/blockers/{name}", entry), who("renkei")))
    own = {"description": "by ann", "affected_agents": ["ann"]}
    return after(state, "ann", Write("/blockers/B-own", own))


def resolved(state: State) -> list[str]:
    return [name for name in state.board.ids("blockers") if state.board.get(f"/blockers/{name}/resolved")]


def test_who_is_no_longer_blocked_resolves_the_systems_blockers_of_its_own() -> None:
    assert resolved(after(blocked(), "ann", Write("/agents/ann/status", "idle"))) == ["B-ann"]


def test_another_change_of_an_entry_resolves_no_blocker() -> None:
    assert resolved(after(blocked(), "ann", Write("/agents/ann/blocked_by", "bob"))) == []
    assert resolved(after(blocked(), "bob", Write("/agents/bob/status", "working"))) == []


def test_a_blocker_is_resolved_once() -> None:
    state = after(blocked(), "ann", Write("/agents/ann/status", "idle"))
    state = after(state, "ann", Write("/agents/ann/status", "blocked"))
    assert kinds(events(state, "ann", Write("/agents/ann/status", "idle"))) == ["field_written"]


def test_rules_see_a_field_with_its_values_and_the_agents_variables() -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"version": 2}))
    state = after(state, "ann", Write("/agents/ann/current_task", "the login"))
    state = after(state, "ann", Write("/agents/ann/artifacts/login", {"version": 2}))
    event, state = one(state, "ann", Write("/agents/ann/blocked_by", "bob"))
    found = seen(state, event)
    assert (found.key, found.value) == (("field", "/agents/*/blocked_by"), "bob")
    assert found.variables == {
        "path": "/agents/ann/blocked_by",
        "old": None,
        "new": "bob",
        "author": "ann",
        "because": "/agents/ann/blocked_by: null → bob",
        "agent": "ann",
        "blocked_agent": "ann",
        "completed_task": "the login",
        "completed_contract": None,
        "dependency": "bob",
        "artifact_refs": ["login v2"],
        "output_artifacts": ["login"],
        "unattended": False,
        "was_blocked": False,
        "overseers": ["human", "lead"],
        "reported": False,
    }


def test_the_same_value_again_is_no_change_for_rules() -> None:
    same = FieldWritten(path="/goal", old="g", value="g", at=START, author="lead")
    assert list(EVENTS[FieldWritten].occurrences(team(), same)) == []


@pytest.mark.parametrize(("action", "summary"), [("added OAuth", "added OAuth"), ("", "the api")])
def test_rules_see_a_new_version_with_what_changed(action: str, summary: str) -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"version": 1, "description": "the api"}))
    event, state = one(state, "ann", Write("/agents/ann/artifacts/api/version", 2, action=action))
    found = seen(state, event)
    assert found.key == ("field", "/agents/*/artifacts/*/version")
    wanted = {"artifact_ref": "api", "old_version": 1, "new_version": 2, "change_summary": summary, "agent": "ann"}
    assert wanted.items() <= found.variables.items()


def test_rules_see_a_decision_with_its_fields() -> None:
    state = after(team(), "ann", send("ask", "ann", "bob", ASK))
    event, state = one(state, "bob", Write("/pending_decisions/D-1/resolution", "80"))
    wanted = {"decision_id": "D-1", "question": "port?", "owner": "bob", "resolution": "80", "deadline": None}
    assert wanted.items() <= seen(state, event).variables.items()
    assert "agent" not in seen(state, event).variables


def test_rules_see_a_new_entry_with_its_fields() -> None:
    event, state = one(team(), "ann", Write("/agents/ann/artifacts/api", {"version": 3, "description": "d"}))
    found, first = EVENTS[EntryAdded].occurrences(state, event)
    assert (first.key, first.value) == (("field", "/agents/*/artifacts/*/version"), 3)
    assert (first.variables["old_version"], first.variables["new_version"]) == (0, 3)
    assert found.key == ("added", "/agents/*/artifacts/*")
    wanted = {"version": 3, "description": "d", "artifact_ref": "api", "agent": "ann", "author": "ann"}
    assert wanted.items() <= found.variables.items()
    assert found.variables["because"] == "/agents/ann/artifacts/api: added"
    event, state = one(team(), "ann", Write("/blockers/B-1", {"description": "x"}))
    assert seen(state, event).key == ("added", "/blockers/*")
    assert seen(state, event).variables["path"] == "/blockers/B-1"


@pytest.mark.parametrize(
    ("path", "subjects"),
    [
        ("/agents/ann/artifacts/api", [("artifact", "api")]),
        ("/agents/ann/artifacts/api/version", [("artifact", "api")]),
        ("/agents/ann/status", []),
        ("/pending_decisions/D-1/options/label", []),
    ],
)
def test_records_are_indexed_by_artifact(path: str, subjects: list[tuple[str, str]]) -> None:
    event = FieldWritten(path=path, at=START, author="ann")
    assert list(EVENTS[FieldWritten].subjects(event)) == subjects
