"""Clients that insist: equal requests at once under one key, and a model that does nothing when it is woken."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from serving import Client, freeform

TERMS = {
    "id": "T-1",
    "delegator": "lead",
    "assignee": "bob",
    "inputs": {"description": "a parser"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "runs"}],
}


AT_ONCE = 10


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/acts/send", {"message": freeform("once")}),
        ("/acts/open_contract", {"task_contract": TERMS}),
        ("/turns", {"budget": 1000}),
    ],
)
def test_equal_requests_at_once_under_one_key_are_answered_alike_and_done_once(
    lead: Client, path: str, body: dict[str, Any]
) -> None:
    before = lead.get("/project")["seq"]

    def post(number: int) -> Any:
        return lead.post(path, body, Idempotency_Key=f"key-of-{path}")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, range(AT_ONCE)))
    assert all(one == answers[0] for one in answers)
    assert lead.get("/project")["seq"] == before + 1
    (record,) = lead.get(f"/records?after={before}")
    assert answers[0].get("id", answers[0].get("turn")) in str(record)


@pytest.mark.parametrize(("takes_turns", "most"), [(False, 1), (True, 4)])
def test_a_client_that_does_nothing_is_woken_a_few_times(
    bob: Client, lead: Client, takes_turns: bool, most: int
) -> None:
    opened = "T-waking" + str(most)
    lead.post("/acts/open_contract", {"task_contract": TERMS | {"id": opened}})
    woken = 0
    for _ in range(20):
        if bob.get("/work?timeout=0&pause=0")["reason"] is not None:
            woken += 1
            if takes_turns:
                turn = bob.post("/turns", {"budget": 1000})["turn"]
                bob.post(f"/turns/{turn}/end")
    assert 1 <= woken <= most
    lead.post("/acts/cancel", {"contract": opened})
    bob.get("/work?timeout=0&pause=0")
