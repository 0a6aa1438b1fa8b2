"""Outside agents that are broken or hostile: each gets a clear error, and the project goes on."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from a2a.types import AgentCard, AgentInterface

import renkei as library
from a2a_agent import await_true
from a2a_raw_agent import card, raw_agent
from renkei.edges.a2a.errors import OutsideAgentUnfitError
from renkei.edges.a2a.outside import calling
from renkei.edges.a2a.outside.agent import OutsideAgents
from renkei.edges.a2a.outside.answered import LARGEST_ANSWER
from renkei.edges.a2a.outside.calling import check_card, read_role
from renkei.edges.a2a.outside.watching import OutsideWatch

SPACES = b" " * 65_536


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield SPACES
        await asyncio.sleep(0)  # lets the server end


CARDS: dict[str, tuple[dict[str, Any], str]] = {
    "endless": ({"shown": endless}, f"more than {LARGEST_ANSWER} bytes"),
    "compressed": ({"shown": gzip.compress(SPACES * 1000), "Content_Encoding": "gzip"}, "compressed"),
    "redirected to itself": ({"status": 302, "Location": "/.well-known/agent-card.json"}, "302"),
    "redirected to a file": ({"status": 307, "Location": "file:///etc/passwd"}, "307"),
    "no JSON": ({"shown": b"<html>"}, "JSON"),
    "a list": ({"shown": b"[]"}, "must be a JSON object"),
    "a number": ({"shown": b"7"}, "must be a JSON object"),
    "skills that are a number": ({"shown": b'{"skills": 7}'}, "Invalid agent card"),
    "interfaces that are a text": ({"shown": b'{"supportedInterfaces": "x"}'}, "does not answer"),
    "deep": ({"shown": b"[" * 100_000}, "not a card"),
    "nothing in it": ({"shown": b"{}"}, "none of the transports"),
}


@pytest.mark.short("endless", "compressed", "redirected to itself", "a list")
@pytest.mark.parametrize("name", CARDS)
def test_a_hostile_card_is_rejected(name: str) -> None:
    given, says = CARDS[name]
    with raw_agent(**given) as address, pytest.raises(library.RenkeiError, match=says):
        read_role(address, "")


def test_a_card_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "PATIENCE", 0.2)

    async def slow() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0)

    with raw_agent(shown=slow) as address, pytest.raises(library.RenkeiError, match="TimeoutError"):
        read_role(address, "")


def test_a_card_may_not_send_requests_without_tls() -> None:
    interface = AgentInterface(url="http://agents.example/a", protocol_binding="JSONRPC", protocol_version="1.0")
    with pytest.raises(OutsideAgentUnfitError, match="over http"):
        check_card(AgentCard(supported_interfaces=[interface]), "https://agents.example/a")


def test_a_card_with_endless_skills_gives_a_short_role() -> None:
    skill = {"id": "x\n" * 1000, "name": "x", "description": "x", "tags": ["x"]}
    shown = {**card("http://127.0.0.1:1"), "skills": [skill] * 1000}
    with raw_agent(shown=json.dumps(shown).encode()) as address:
        assert len(read_role(address, "")) <= 120


def task(text: str = "", state: str = "COMPLETED", name: str = "t", **more: Any) -> dict[str, Any]:
    artifacts = [{"artifactId": "a", "parts": [{"text": text}]}]
    return {"id": name, "contextId": "c", "status": {"state": f"TASK_STATE_{state}", **more}, "artifacts": artifacts}


@contextmanager
def taking_part(tmp_path: Path, address: str) -> Iterator[tuple[library.Project, list[str]]]:
    problems: list[str] = []
    with library.create(tmp_path, "shop", "a goal", members=[library.Join("lead", lead=True)]) as project:
        project.join("raw")
        OutsideAgents.of(project).add(project, "raw", address, "")
        with OutsideWatch(project, lambda agent, problem: problems.append(problem)):
            yield project, problems


ANSWERS: dict[str, tuple[Any, str]] = {
    "a number": (7, "not iterable"),
    "a text for a task": ({"task": "x"}, "neither a task nor a message"),
    "a time that is none": ({"task": task(state="WORKING", timestamp="yesterday")}, "parse"),
    "nothing": ({}, "neither task nor message"),
    "a long id": ({"task": task(name="t" * 300)}, "more than 256 characters"),
    "100 MB": ({"task": task("x" * 100_000_000)}, f"more than {LARGEST_ANSWER} bytes"),
}


@pytest.mark.short("a number", "a long id")
@pytest.mark.parametrize("name", ANSWERS)
def test_a_hostile_answer_is_reported_and_the_next_one_is_taken(tmp_path: Path, name: str) -> None:
    hostile, says = ANSWERS[name]
    answers = [hostile]

    def answer(method: str, params: dict[str, Any]) -> Any:
        if method == "GetTask":
            return task("Fine.")
        return answers.pop() if answers else {"task": task("Fine.")}

    with raw_agent(answer) as address, taking_part(tmp_path, address) as (project, problems):
        project.delegate("raw", "Do it.", contract="TC-1", actor="lead")
        await_true(lambda: project.find_contract("TC-1").status == "completed")
        assert says in problems[0].lower()
        await_true(lambda: problems[-1] == "")


def test_a_task_that_cannot_be_read_does_not_hold_up_the_others(tmp_path: Path) -> None:
    def answer(method: str, params: dict[str, Any]) -> Any:
        if method == "GetTask":
            return task("Fine.", name=params["id"]) if params["id"] == "good" else task("Fine.", name="another")
        name = "good" if "good" in json.dumps(params) else "bad"
        return {"task": task(state="WORKING", name=name)}

    with raw_agent(answer) as address, taking_part(tmp_path, address) as (project, problems):
        project.delegate("raw", "bad", contract="TC-1", actor="lead")
        project.delegate("raw", "good", contract="TC-2", actor="lead")
        await_true(lambda: project.find_contract("TC-2").status == "completed")
        assert project.find_contract("TC-1").status != "completed"
        await_true(lambda: problems)  # it is reported once all tasks were looked at
        assert "returned another one" in problems[0]


def test_an_address_that_is_no_reference_ends_its_task_and_not_the_others(tmp_path: Path) -> None:
    def answer(method: str, params: dict[str, Any]) -> Any:
        name = params["id"] if method == "GetTask" else "good" if "good" in json.dumps(params) else "bad"
        found = task("Fine.", name=name)
        if name == "bad":
            found["artifacts"][0]["parts"] = [{"url": "https://x.example/" + "y " * 9000}]
        return found if method == "GetTask" else {"task": found}

    with raw_agent(answer) as address, taking_part(tmp_path, address) as (project, _):
        project.delegate("raw", "bad", contract="TC-1", actor="lead")
        project.delegate("raw", "good", contract="TC-2", actor="lead")
        await_true(lambda: project.find_contract("TC-2").status == "completed")
        await_true(lambda: project.find_contract("TC-1").status == "failed")


def test_a_time_without_a_zone_and_a_question_in_the_history_are_read(tmp_path: Path) -> None:
    asked = {"messageId": "q", "role": "ROLE_AGENT", "parts": [{"text": "Which colour?"}]}

    def answer(method: str, params: dict[str, Any]) -> Any:
        found = task("", "INPUT_REQUIRED", timestamp="2026-01-05T09:00:00.123456") | {"history": [asked]}
        return found if method == "GetTask" else {"task": found}

    with raw_agent(answer) as address, taking_part(tmp_path, address) as (project, _):
        project.delegate("raw", "Paint it.", contract="TC-1", actor="lead")
        await_true(lambda: any(one.summary == "Which colour?" for one in project.obligations("lead")))


def test_an_agent_that_begins_a_task_for_each_message_is_followed_to_the_newest(tmp_path: Path) -> None:
    asked = {"messageId": "q", "role": "ROLE_AGENT", "parts": [{"text": "Which colour?"}]}
    tasks = [task("", "INPUT_REQUIRED", "t0", message=asked)]

    def answer(method: str, params: dict[str, Any]) -> Any:
        if method == "GetTask":
            return tasks[int(params["id"][1:])]
        if "taskId" in params["message"]:
            tasks.append(task("It is blue.", name="t1"))
        return {"task": tasks[-1]}

    with raw_agent(answer) as address, taking_part(tmp_path, address) as (project, _):
        project.delegate("raw", "Paint it.", contract="TC-1", actor="lead")
        (question,) = await_true(lambda: [one for one in project.obligations("lead") if one.debtor == "lead"])
        project.reply(question.message_id, "blue", actor="lead")
        await_true(lambda: project.find_contract("TC-1").status == "completed")
