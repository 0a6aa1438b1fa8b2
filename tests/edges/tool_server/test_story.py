"""One piece of work from the hand-over to the acceptance, told by two agents over each transport in each era."""

from pathlib import Path

import anyio
import pytest

from team import handoff, small_team
from tool_clients import Caller, http_server, over_http, over_stdio

MODES = ("2026-07-28", "legacy")


async def story(lead: Caller, ann: Caller) -> None:
    assert "You are ann (backend), on the team team." in await ann("next_turn")
    payload = handoff("build the parser", "it parses dates").model_dump(mode="json")
    sent = await lead("send_message", type="TASK_HANDOFF", to=["ann"], payload=payload, context_summary="the parser")
    assert sent["owe_you_a_reply"] == [{"agent": "ann", "reply": ["TASK_RESULT", "TASK_BLOCKED"]}]
    name = sent["contract"]

    assert (await ann("wait_for_work", timeout_s=5)).startswith(f"Call `next_turn` now: {sent['id']}")
    context = await ann("next_turn", budget=3000)
    assert "build the parser" in context
    assert "it parses dates" in context
    listed = (await ann("list_work"))["contracts"]
    assert [(one["id"], one["status"], one["criteria"]) for one in listed] == [(name, "open", ["it parses dates"])]
    assert (await ann("take_work", contract=name, act="start"))["status"] == "in_progress"
    assert (await ann("write_board", writes=[{"path": "/blockers/B-1", "value": {"description": "no staging"}}]))[
        "changed"
    ]
    assert await ann("read_board", path="/agents/ann/status") == "working"
    assert await ann("read_board", path="/blockers/B-1/description") == "no staging"

    question = {"intent_hint": "FREEFORM", "body": "which calendar?", "requires_response": True, "urgency": "high"}
    asked = await ann("send_message", type="FREEFORM", to=["lead"], payload=question, context_summary="a question")
    assert "which calendar?" in await lead("next_turn")
    assert "which calendar?" in await lead("find_messages", id=asked["id"])
    reply = question | {"body": "Gregorian", "requires_response": False}
    await lead(
        "send_message", type="FREEFORM", to=["ann"], payload=reply, context_summary="it", in_reply_to=asked["id"]
    )
    assert "Gregorian" in await ann("next_turn")

    refused = await ann("review_work", artifact_ref=name, verdict="approved", summary="I like it")
    assert (refused["code"], "its own work" in refused["message"]) == ("NOT_ALLOWED", True)
    evidence = [{"criterion": "it parses dates", "evidence": "20 tests"}]
    handed_in = await ann(
        "submit_work",
        contract=name,
        status="completed",
        summary="done",
        output_artifacts=["src/dates.py"],
        evidence=evidence,
    )
    assert (handed_in["status"], handed_in["unproved"]) == ("submitted", ["it parses dates"])
    assert "20 tests" in await lead("next_turn")
    assert "src/dates.py" in await lead("read_board", path="/agents/ann/artifacts")
    done = await lead("review_work", artifact_ref=name, verdict="approved", summary="good")
    assert (done["contract"], done["status"]) == (name, "completed")
    assert (await ann("list_work", which="open"))["contracts"] == []


@pytest.mark.short("2026*")
@pytest.mark.parametrize("mode", MODES)
def test_over_standard_input_and_output(tmp_path: Path, mode: str) -> None:
    small_team(tmp_path).close()

    async def tell() -> None:
        async with over_stdio(tmp_path, "lead", mode) as lead, over_stdio(tmp_path, "ann", mode) as ann:
            await story(lead, ann)

    anyio.run(tell)


@pytest.mark.parametrize("mode", MODES)
def test_over_http(mode: str) -> None:
    project = small_team()

    async def tell(url: str) -> None:
        lead, ann = (over_http(url, project.create_token(one), mode) for one in ("lead", "ann"))
        async with lead as first, ann as second:
            await story(first, second)

    with http_server(project) as url:
        anyio.run(tell, url)
