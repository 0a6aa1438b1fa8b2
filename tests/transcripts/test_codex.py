"""Reading transcripts of Codex: what becomes a message, who said it, and what is skipped."""

import json
from pathlib import Path

from renkei.transcripts.messages import Sent, messages_of
from renkei.transcripts.readers import READERS, find_files, read_transcript
from transcript_files import Codex, File

READER = READERS["codex"]
SESSION = "01a20071-6081-79a3-8ea6-c227fd2a2043"
CHILD = "01a20071-62c3-78d1-9797-5cf64ebac7d1"


def read(*paths: Path) -> tuple[list[Sent], dict[str, str]]:
    return messages_of([read_transcript(READER, file) for file in find_files(READER, paths)])


def shown(sent: list[Sent], names: dict[str, str]) -> list[str]:
    return [f"{one.kind} {names.get(one.sender, one.sender)} → {names.get(one.to, one.to)}: {one.text}" for one in sent]


def test_a_turn_is_a_request_and_its_last_text(tmp_path: Path) -> None:
    file = Codex(tmp_path, SESSION)
    file.prompt("<environment_context>\n<cwd>/home/me/shop</cwd>\n</environment_context>")
    file.prompt("# AGENTS.md instructions for /home/me/shop\n\nUse tabs.")
    file.entry("turn_context", {"model": "gpt-5"})
    asked = file.prompt("Add a login")
    ran = file.run("npm test", code=1)
    patch = "*** Begin Patch\n*** Add File: login.py\n+1\n*** Update File: app.py\n*** End Patch"
    file.item("custom_tool_call", name="apply_patch", input=patch, call_id="call_p")
    file.item("custom_tool_call_output", call_id="call_p", output='{"output":"ok","metadata":{"exit_code":0}}')
    file.run(f"apply_patch <<'EOF'\n{patch}\nEOF")
    file.used(1000)
    file.used(1000)
    file.used(2000)
    answered = file.say("The login is there.")
    sent, names = read(file.write())
    assert shown(sent, names) == [
        "request human → codex-fd2a2043: Add a login",
        "answer codex-fd2a2043 → human: The login is there.",
    ]
    assert [one.line for one in sent] == [asked, answered]
    first, second, third = sent[1].calls
    assert (first.line, first.command, first.failed) == (ran, "npm test", True)
    assert second.edits == third.edits == ("login.py", "app.py")
    assert (second.failed, third.command) == (False, "")  # a patch is no check
    assert (sent[1].usage.requests, sent[1].usage.input, sent[1].usage.cached) == (2, 2000, 1200)


def test_a_sub_agent_has_its_task_and_its_report_once(tmp_path: Path) -> None:
    file = Codex(tmp_path, SESSION)
    file.prompt("Find the port")
    asked = file.item("function_call", name="spawn_agent", arguments='{"message": "Search"}', call_id="call_1")
    file.item("function_call_output", call_id="call_1", output=json.dumps({"agent_id": CHILD, "nickname": "Fermat"}))
    file.item("function_call", name="send_input", arguments=json.dumps({"id": CHILD, "message": "hurry"}), call_id="c2")
    file.item("function_call_output", call_id="c2", output="{}")
    status = json.dumps({"agent_path": CHILD, "status": {"completed": "It is 8080."}})
    file.prompt(f"<subagent_notification>\n{status}\n</subagent_notification>")
    file.say("8080")
    sent, names = read(file.write())
    assert shown(sent, names) == [
        "request human → codex-fd2a2043: Find the port",
        "handoff codex-fd2a2043 → Fermat: Search",
        "message codex-fd2a2043 → Fermat: hurry",
        "report Fermat → codex-fd2a2043: It is 8080.",
        "answer codex-fd2a2043 → human: 8080",
    ]
    assert sent[1].line == asked
    child = Codex(tmp_path, CHILD, start=3, parent_thread_id=SESSION, agent_nickname="Fermat")
    child.entry("session_meta", {"id": SESSION})  # a fork repeats where it came from
    child.prompt("Search")
    child.say("It is 8080, I think.")
    child.write()
    sent, names = read(tmp_path)
    reports = [one for one in shown(sent, names) if one.startswith("report")]
    assert reports == ["report Fermat → codex-fd2a2043: It is 8080, I think."]


def test_an_interrupted_turn_has_no_answer(tmp_path: Path) -> None:
    file = Codex(tmp_path, SESSION)
    file.prompt("go")
    file.say("I begin.")
    file.entry("event_msg", {"type": "turn_aborted", "reason": "interrupted"})
    sent, _ = read(file.write())
    assert [one.kind for one in sent] == ["request"]


def test_the_first_versions_had_bare_items(tmp_path: Path) -> None:
    file = File(tmp_path / "rollout-old.jsonl")
    file.add({"id": SESSION, "timestamp": "2025-05-01T10:00:00.000Z", "instructions": None})
    file.add({"record_type": "state"})
    file.add({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]})
    action = {"type": "exec", "command": ["bash", "-lc", "make test"]}
    file.add({"type": "local_shell_call", "call_id": "c1", "status": "completed", "action": action})
    file.add({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hello"}]})
    sent, names = read(file.write())
    assert shown(sent, names) == ["request human → codex-fd2a2043: hi", "answer codex-fd2a2043 → human: hello"]
    assert (sent[1].calls[0].command, sent[1].at) == ("make test", "2025-05-01T10:00:00.000000Z")


def test_what_is_not_understood_is_counted(tmp_path: Path) -> None:
    file = Codex(tmp_path, SESSION)
    file.entry("hologram", {})
    file.item("hologram")
    file.item("reasoning", summary=[])
    file.item("function_call", name="spawn_agent", arguments="{" * 50, call_id="x")
    file.item("function_call_output", call_id="x", output=None)
    file.entry("event_msg", {"type": "token_count", "info": None})
    file.add({"type": "response_item", "payload": 7})
    transcript = read_transcript(READER, file.write())
    assert dict(transcript.skipped) == {
        'unknown entry type "hologram"': 1,
        'unknown item type "hologram"': 1,
        'unknown item type ""': 1,
    }
