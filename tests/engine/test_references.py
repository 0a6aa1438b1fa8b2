"""A text refers to what it names by a known id; anything else is a node of its own."""

import pytest

from engine.factory import after, applied, decided, message, send, talk, team, terms, who
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.references import decision_of, decisions_in, find_node, mentions, waiting_by_name
from renkei.engine.state import State
from renkei.protocol.payloads import DecisionRequest


def known() -> State:
    state = applied(team(), *decided(team(), c.OpenContract(terms("TC-1"), "h-1"), who("lead")))
    state = after(state, "ann", send("m-1", "ann", "bob", DecisionRequest(decision_id="D-1", question="port?")))
    return after(state, "ann", Write("/agents/ann/artifacts/api", {"version": 1}))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("TC-1", "contract:TC-1"),
        ("h-1", "contract:TC-1"),
        ("waiting for TC-1, then bob", "contract:TC-1"),
        ("bob", "agent:bob"),
        ("the answer of bob", "agent:bob"),
        ("m-1", "message:m-1"),
        ("D-1 (port)", "decision:D-1"),
        ("「api」", "artifact:api"),
        ("schema", "artifact:schema"),
        ("a signed paper", "outside:a signed paper"),
    ],
)
def test_a_text_refers_to_the_first_known_id_in_it(text: str, found: str) -> None:
    assert find_node(known(), text) == found


def test_decisions_are_found_in_what_the_terms_say_and_named_once() -> None:
    agreed = terms(
        "TC-1",
        inputs={
            "description": "D-1 and D-1, not d-5 nor ABCD-6",
            "assumptions": ["ADR-2"],
            "constraints": [{"constraint": "D-3", "hard": False}],
        },
        authority={"must_consult": ["D-4 (owner)"]},
        expected_output={"format": "code", "deliverables": ["a report on 決定-6の結果"]},
        acceptance_criteria=[{"criterion": "as D-7 says"}],
    )
    asked = [
        Write(f"/pending_decisions/{one}", {"question": "?", "owner": "lead"})
        for one in ("D-1", "D-3", "d-5x", "ADR-2", "D-4", "D-12", "決定-6", "D-7")
    ]
    state = after(team(), "lead", *asked)
    assert decisions_in(state, agreed) == ("D-1", "D-3", "ADR-2", "D-4", "決定-6", "D-7")


@pytest.mark.parametrize(
    ("text", "found"),
    [("D-012で決定", True), ("(DECISION D-012)", True), ("D-0123", False), ("XD-012", False), ("D-012-b", False)],
)
def test_an_id_is_found_in_any_script_but_not_inside_a_longer_id(text: str, found: bool) -> None:
    assert mentions(text, "D-012") is found


def test_only_a_decision_request_asks_for_a_decision() -> None:
    assert decision_of(message("m", "ann", "bob", DecisionRequest(decision_id="D-1", question="?"))) == "D-1"
    assert decision_of(message("m", "ann", "bob", talk("D-1"))) is None


def test_an_agent_waits_for_a_name_as_an_artifact_or_in_words() -> None:
    state = after(team(), "ann", Write("/agents/ann/blocked_by", "schema"))
    state = after(state, "bob", Write("/agents/bob/blocked_by", "until schema is there"))
    assert list(waiting_by_name(state, "schema")) == ["ann", "bob"]
    assert list(waiting_by_name(state, "schema-2")) == []
    state = after(known(), "bob", Write("/agents/bob/blocked_by", "TC-1"))
    assert list(waiting_by_name(state, "contract")) == list(waiting_by_name(state, "TC-1")) == []
