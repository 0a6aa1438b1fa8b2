"""A lead that is a coding agent: two editors show what it says and does, and one of them answers what it asks."""

import asyncio
import json
from pathlib import Path

from editors.editor import editor
from scripted_coding_agent import scripted


def test_editors_show_a_coding_agent_and_answer_its_permissions(tmp_path: Path) -> None:
    call = {"id": "t1", "title": "Write door.txt", "kind": "edit", "paths": ["door.txt"]}
    diff = {"path": "door.txt", "new": "red\n"}
    boss = scripted(
        tmp_path,
        "boss",
        prompts=[
            {"when": "> hello", "steps": [{"say": ["Hello, ", "there."]}]},
            {
                "when": "> paint",
                "steps": [
                    {"tool": call | {"status": "pending", "diff": diff}},
                    {"permission": call | {"diff": diff, "then": [{"edit": {"path": "door.txt", "content": "red\n"}}]}},
                    {"progress": {"id": "t1", "status": "completed"}},
                    {"say": "It is red."},
                ],
            },
        ],
    )
    shop = tmp_path / "shop"
    shop.mkdir()
    lead = {"id": "boss", "agent": boss.command}
    team = {"name": "shop", "goal": "Paint the door.", "lead": lead, "permissions": [{"ask": ["edit"]}]}
    (shop / "team.yaml").write_text(json.dumps({"team": team}))

    async def story() -> None:
        async with (
            editor(shop, choose=lambda call, options: "once", script="") as first,
            editor(shop, script="") as second,
        ):
            one, _ = await first.begin(shop), await second.begin(shop)
            assert await first.say(one, "hello") == "end_turn"
            assert first.text().strip() == "Hello, there."
            assert await first.say(one, "paint") == "end_turn"
            assert (shop / "door.txt").read_text() == "red\n"
            assert "door.txt" in first.asked[0][0].model_dump_json()
            shown = next(one for one in first.of("tool_call") if one["kind"] == "edit")
            assert shown["title"] == "boss: Write door.txt"
            assert shown["locations"] == [{"path": str(shop / "door.txt")}]
            assert shown["content"][0]["newText"] == "red\n"
            ends = [one for one in first.of("tool_call_update") if one["toolCallId"] == shown["toolCallId"]]
            assert ends[-1]["status"] == "completed"
            await second.until(lambda: "Hello, there." in second.text() and "It is red." in second.text())

    asyncio.run(story())
