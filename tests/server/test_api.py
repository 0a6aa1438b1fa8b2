"""The API as an agent uses it, over a server in a process of its own."""

import json
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest

from process import renkei
from serving import Client, events, freeform


def terms(name: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "delegator": "lead",
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
    } | more


def test_the_project_says_who_calls(ann: Client) -> None:
    found = ann.get("/project")
    assert (found["you"], found["halted"], found["paused"]) == ("ann", "", None)
    assert [one["id"] for one in found["participants"]] == ["human", "lead", "ann", "bob"]


def test_work_goes_from_its_offer_to_its_acceptance(ann: Client, lead: Client) -> None:
    assert lead.post("/acts/open_contract", {"task_contract": terms("T-1")})["id"] == "T-1"
    assert "T-1" in [one["terms"]["id"] for one in ann.get("/contracts?which=ready")]
    assert "T-1" in ann.get("/work?timeout=5")["reason"]
    assert ann.post("/acts/claim", {"contract": "T-1"})["id"] == "T-1"
    ann.post("/acts/start", {"contract": "T-1"})
    turn = ann.post("/turns", {"budget": 1000})
    assert "T-1" in turn["context"]["text"]
    ann.post(
        "/acts/write", {"writes": [{"path": "/agents/ann/artifacts/app", "value": {"version": 1, "path": "app.py"}}]}
    )
    ann.post(
        "/acts/submit",
        {"contract": "T-1", "summary": "it runs", "output_artifacts": ["app"], "evidence": {"runs": "ran it"}},
    )
    ann.post(f"/turns/{turn['turn']}/end")
    assert ann.get("/contracts/T-1")["status"] == "submitted"
    assert ann.refused("POST", "/acts/accept", {"contract": "T-1"}) == (403, "NOT_ALLOWED")
    lead.post("/acts/accept", {"contract": "T-1", "reason": "it runs"})
    assert lead.get("/contracts/T-1")["status"] == "completed"


def test_a_context_names_requests_unless_its_reader_has_something_else(ann: Client, lead: Client) -> None:
    for n in range(7):
        lead.post("/acts/open_contract", {"task_contract": terms(f"R-{n}")})
    turn = ann.post("/turns")
    assert "2 more: `GET /api/contracts?which=ready`" in turn["context"]["text"]
    assert "2 more: `renkei contract list --ready`" in ann.get("/context?interface=command_line")["text"]
    ann.post(f"/turns/{turn['turn']}/end")
    for n in range(7):
        lead.post("/acts/cancel", {"contract": f"R-{n}"})


def test_an_inbox_names_requests_for_the_terms_of_work(ann: Client, lead: Client) -> None:
    lead.post("/acts/open_contract", {"task_contract": terms("I-1", assignee="ann")})
    assert "`GET /api/contracts/I-1`" in str(ann.get("/inbox")["contracts"])
    lead.post("/acts/cancel", {"contract": "I-1"})


@pytest.mark.parametrize("body", [["a"], "a", None, 5])
def test_a_message_that_is_no_mapping_is_refused(ann: Client, body: Any) -> None:
    assert ann.refused("POST", "/acts/send", json.dumps(body).encode()) == (422, "INVALID_DOCUMENT")


def test_the_end_of_a_turn_with_a_wrong_field_is_refused_and_the_turn_stays_open(bob: Client) -> None:
    turn = bob.post("/turns", {"take_over": True})["turn"]
    for wrong in ({"message": []}, {"messages": [5]}):
        assert bob.refused("POST", f"/turns/{turn}/end", wrong) == (422, "INVALID_DOCUMENT")
    bob.post(f"/turns/{turn}/end")


def test_the_most_urgent_work_is_claimed_without_a_name(bob: Client, lead: Client) -> None:
    lead.post("/acts/open_contract", {"task_contract": terms("T-2", priority="high")})
    assert bob.post("/acts/claim")["id"] == "T-2"
    bob.post("/acts/block", {"contract": "T-2", "reason": "the port is unknown"})
    assert bob.get("/contracts?which=mine")[0]["status"] == "blocked"
    bob.post("/acts/release", {"contract": "T-2", "reason": "too hard"})
    assert bob.refused("POST", "/acts/cancel", {"contract": "T-2"}) == (403, "NOT_ALLOWED")
    lead.post("/acts/cancel", {"contract": "T-2"})
    assert bob.refused("POST", "/acts/claim", {}) == (409, "NOTHING_TO_CLAIM")


def test_work_of_another_role_is_not_claimed_without_a_name(bob: Client, lead: Client) -> None:
    lead.post("/acts/open_contract", {"task_contract": terms("other-role", priority="blocking", roles=["backend"])})
    lead.post("/acts/open_contract", {"task_contract": terms("own-role", roles=["frontend"])})
    assert bob.post("/acts/claim")["id"] == "own-role"
    assert bob.refused("POST", "/acts/claim", {}) == (409, "NOTHING_TO_CLAIM")
    for name in ("other-role", "own-role"):
        lead.post("/acts/cancel", {"contract": name})


def test_a_message_is_sent_found_and_read(ann: Client, bob: Client) -> None:
    sent = ann.post("/acts/send", {"message": freeform("the xylophone is tuned", to=["bob", "lead"])})
    assert bob.get(f"/messages/{sent['id']}")["from"] == "ann"
    assert [one["id"] for one in bob.get("/messages?words=xylophone")] == [sent["id"]]
    assert [one["id"] for one in bob.get("/messages?words=xylophone%20to:me")] == [sent["id"]]
    assert ann.get("/messages?words=xylophone%20to:me") == []
    assert ann.refused("GET", "/messages?words=form:ann")[1] == "BAD_VALUE"
    assert bob.get("/conversation?with=ann")[-1]["message"]["id"] == sent["id"]
    assert sent["id"] in [one["message"]["id"] for one in bob.get("/inbox")["messages"]]
    turn = bob.post("/turns")
    answer = freeform("good", to="ann", in_reply_to=sent["id"])
    writes = [{"path": "/agents/bob/status", "value": "working"}]
    did = {"messages": [answer], "writes": writes}
    done = bob.post(f"/turns/{turn['turn']}/end", did, Idempotency_Key="end")
    assert bob.get("/inbox")["messages"] == []
    assert bob.get("/board/field?path=/agents/bob/status")["seq"] == done["seq"]
    assert bob.post(f"/turns/{turn['turn']}/end", did, Idempotency_Key="end") == done
    assert bob.refused("POST", f"/turns/{turn['turn']}/end", {}) == (409, "TURN_LOST")


def test_news_of_a_turn_and_a_turn_that_is_given_up(ann: Client, bob: Client) -> None:
    turn = bob.post("/turns", {"take_over": True})["turn"]
    assert bob.post(f"/turns/{turn}/news")["context"] is None
    ann.post("/acts/send", {"message": freeform("the harp is next")})
    assert "the harp is next" in bob.post(f"/turns/{turn}/news")["context"]["text"]
    assert bob.refused("POST", "/turns", {}) == (409, "TURN_OPEN")
    assert ann.refused("POST", f"/turns/{turn}/end", {}) == (409, "TURN_LOST")
    assert bob.send("DELETE", f"/api/turns/{turn}").status == 200
    assert "the harp is next" in [one["message"]["payload"]["body"] for one in bob.get("/inbox")["messages"]]


def test_a_decision_is_asked_for_and_made_by_its_owner(ann: Client, lead: Client) -> None:
    options = [{"label": "blue"}, {"label": "red"}]
    entry = {"question": "which colour?", "options": options, "owner": "lead"}
    ann.post("/acts/write", {"writes": [{"path": "/pending_decisions/D-1", "value": entry}]})
    assert ann.refused("POST", "/acts/decide", {"decision_id": "D-1", "chosen_option": "blue"}) == (403, "NOT_ALLOWED")
    lead.post("/acts/decide", {"decision_id": "D-1", "chosen_option": "blue"}, Idempotency_Key="k1")
    assert lead.get("/decisions")[-1]["status"] == "resolved"
    assert lead.post("/acts/decide", {"decision_id": "D-1", "chosen_option": "blue"}, Idempotency_Key="k1")["changed"]
    assert lead.refused("POST", "/acts/decide", {"decision_id": "D-1", "chosen_option": "red"})[0] == 404


def test_an_artifact_is_reviewed(ann: Client, bob: Client) -> None:
    ann.post("/acts/write", {"writes": [{"path": "/agents/ann/artifacts/plan", "value": {"version": 1}}]})
    body = {"artifact_ref": "plan", "verdict": "approved", "summary": "clear"}
    assert ann.refused("POST", "/acts/review", body) == (403, "NOT_ALLOWED")
    assert bob.post("/acts/review", body)["changed"]
    assert ann.refused("POST", "/acts/review", body | {"artifact_ref": "nothing"}) == (422, "BAD_VALUE")


def test_a_write_that_lost_a_race_is_refused(ann: Client) -> None:
    path = "/agents/ann/current_task"
    ann.post("/acts/write", {"writes": [{"path": path, "value": "one"}]})
    seen = ann.get(f"/board/field?path={quote(path)}")
    ann.post("/acts/write", {"writes": [{"path": path, "value": "two"}]})
    late = {"writes": [{"path": path, "value": "three", "if_seq": seen["seq"]}]}
    assert ann.refused("POST", "/acts/write", late) == (409, "FIELD_MOVED")
    assert [one["new"] for one in ann.get("/board/changes?limit=1000") if one["path"] == path][-2:] == ["one", "two"]
    assert ann.get(f"/board?at={seen['seq']}")["project_state"]["goal"] == "a goal"


def test_a_repeated_request_is_done_once(ann: Client, bob: Client) -> None:
    first = ann.post("/acts/send", {"message": freeform("once")}, Idempotency_Key="a key")
    assert ann.post("/acts/send", {"message": freeform("once")}, Idempotency_Key="a key") == first
    own = bob.post("/acts/send", {"message": freeform("mine", to="ann")}, Idempotency_Key="a key")
    assert own["seq"] != first["seq"]


def test_a_key_is_refused_for_another_request(ann: Client) -> None:
    sent = {"message": freeform("first")}
    first = ann.post("/acts/send", sent, Idempotency_Key="one key")
    answer = ann.send("POST", "/api/acts/send", {"message": freeform("second")}, Idempotency_Key="one key")
    assert (answer.status, answer.data["code"]) == (422, "DUPLICATE_COMMAND")
    assert answer.data["detail"] == "The Idempotency-Key 'one key' was already used for another request."
    assert ann.send("POST", "/api/turns", {}, Idempotency_Key="one key").status == 422
    assert ann.get("/project")["seq"] == first["seq"]
    again = json.dumps(dict(reversed(sent.items())), indent=1).encode()
    assert ann.post("/acts/send", again, Idempotency_Key="one key") == first


def test_records_are_waited_for(ann: Client, bob: Client) -> None:
    last = ann.get("/project")["seq"]
    assert ann.get(f"/records?after={last}") == []
    found: list[Any] = []
    waiting = Thread(target=lambda: found.extend(ann.get(f"/records?after={last}&timeout=30")))
    waiting.start()
    sent = bob.post("/acts/send", {"message": freeform("a record", to="ann")})
    waiting.join()
    assert [one["seq"] for one in found] == [sent["seq"]]
    assert ann.get(f"/records?after={last}&limit=1") == found


def test_a_stream_goes_on_after_the_last_event(ann: Client, directory: Path) -> None:
    first = ann.post("/acts/send", {"message": freeform("one")})["seq"]
    second = ann.post("/acts/send", {"message": freeform("two")})["seq"]
    with ann.open("GET", "/api/records/stream", Last_Event_ID=str(first)) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert [number for number, _ in events(stream, 1)] == [second]
        renkei("send", "--as", "bob", "--to", "ann", "--text", "from a shell", cwd=directory)
        ((number, record),) = events(stream, 1)
        assert (number, record["actor"]) == (second + 1, "bob")
    assert ann.refused("GET", "/records/stream", Last_Event_ID="last") == (400, "REQUEST_REFUSED")


def test_whoever_waits_for_work_is_woken_by_another_process(bob: Client, directory: Path) -> None:
    bob.post(f"/turns/{bob.post('/turns', {'take_over': True})['turn']}/end")
    found: list[Any] = []
    waiting = Thread(target=lambda: found.append(bob.get("/work?timeout=40&pause=0")))
    waiting.start()
    assert renkei("send", "--as", "ann", "--to", "bob", "--text", "help me", cwd=directory).returncode == 0
    waiting.join()
    assert "m-" in found[0]["reason"]


def test_the_server_wakes_nobody_for_nothing(ann: Client) -> None:
    ann.post(f"/turns/{ann.post('/turns', {'take_over': True})['turn']}/end")
    assert ann.get("/work?timeout=0") == {"reason": None}


def test_a_body_with_faults_is_answered_with_their_places(ann: Client) -> None:
    answer = ann.send("POST", "/api/acts/send", {"message": freeform(to=5, priority="now")})
    assert (answer.status, answer.code) == (422, "INVALID_DOCUMENT")
    assert {one["path"] for one in answer.data["details"]["problems"]} == {"/to", "/priority"}
    answer = ann.send("POST", "/api/turns", {"budgets": 5})
    assert "/budgets" in json.dumps(answer.data["details"])


@pytest.mark.parametrize(
    "path", ["/records?after=-1", "/records?limit=x", "/work?timeout=51", "/work?timeout=nan", "/context?budget=0"]
)
def test_parameters_have_bounds(ann: Client, path: str) -> None:
    assert ann.refused("GET", path) == (422, "INVALID_DOCUMENT")


@pytest.mark.parametrize("path", ["/records", "/board/changes"])
def test_nothing_is_after_a_seq_that_no_log_reaches(ann: Client, path: str) -> None:
    assert ann.get(f"{path}?after={2**80}") == []


def test_what_does_not_exist(ann: Client) -> None:
    assert ann.refused("GET", "/nothing") == (404, "REQUEST_REFUSED")
    assert ann.refused("GET", "/messages/m-none") == (404, "UNKNOWN_MESSAGE")
    assert ann.refused("GET", "/contracts/none") == (404, "UNKNOWN_CONTRACT")
    assert ann.refused("GET", "/board/field?path=/none") == (404, "UNKNOWN_FIELD")
    assert ann.refused("PUT", "/board", {}) == (405, "REQUEST_REFUSED")


def test_a_repeated_request_has_the_same_answer(ann: Client, lead: Client) -> None:
    for who, path, body in (
        (lead, "/acts/open_contract", {"task_contract": terms("K-1")}),
        (ann, "/acts/claim", {"contract": "K-1"}),
        (ann, "/acts/start", {"contract": "K-1"}),
        (ann, "/acts/submit", {"contract": "K-1", "summary": "it runs", "evidence": {"runs": "ran it"}}),
        (lead, "/acts/accept", {"contract": "K-1", "reason": "it runs"}),
        (lead, "/acts/open_contract", {"task_contract": terms("K-2", priority="blocking")}),
        (ann, "/acts/claim", {}),
        (ann, "/acts/write", {"writes": [{"path": "/agents/ann/artifacts/k", "value": {"version": 1}}]}),
        (lead, "/acts/review", {"artifact_ref": "k", "verdict": "approved", "summary": "good"}),
    ):
        key = f"{path} {body}"
        first = who.post(path, body, Idempotency_Key=key)
        assert (key, who.post(path, body, Idempotency_Key=key)) == (key, first)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/messages", "/acts/send"),
        ("/board", "/acts/write"),
        ("/contracts", "/acts/open_contract"),
        ("/claims", "/acts/claim"),
        ("/contracts/T-1/transitions", "/acts/start"),
        ("/contracts/T-1/submit", "/acts/submit"),
        ("/reviews", "/acts/review"),
        ("/decisions/D-1", "/acts/decide"),
    ],
)
def test_an_earlier_address_is_rejected_with_the_one_that_is_right(ann: Client, old: str, new: str) -> None:
    answer = ann.send("POST", f"/api{old}", {})
    assert answer.status in (404, 405)
    assert f"POST /api{new}." in answer.data["hint"]


def test_an_earlier_name_of_an_argument_is_rejected_with_the_one_that_is_right(ann: Client) -> None:
    answer = ann.send("POST", "/api/acts/decide", {"decision_id": "D-1", "option": "blue"})
    assert (answer.status, answer.code) == (422, "BAD_ARGUMENTS")
    assert "It is called `chosen_option`." in json.dumps(answer.data["details"])
