"""Reading transcripts of Claude Code: what becomes a message, who said it, and what is skipped."""

import json
from itertools import count
from pathlib import Path

from renkei.transcripts import json_lines
from renkei.transcripts.messages import Sent, messages_of
from renkei.transcripts.readers import READERS, find_files, read_transcript
from transcript_files import Claude

READER = READERS["claude-code"]
SESSION = "183fae00-8147-4e7e-9ad9-f7ef8f98d003"


def read(*paths: Path) -> tuple[list[Sent], dict[str, str]]:
    return messages_of([read_transcript(READER, file) for file in find_files(READER, paths)])


def shown(sent: list[Sent], names: dict[str, str]) -> list[str]:
    return [f"{one.kind} {names.get(one.sender, one.sender)} → {names.get(one.to, one.to)}: {one.text}" for one in sent]


def test_a_turn_is_a_request_and_its_last_text(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.add({"type": "queue-operation", "operation": "enqueue", "content": "Add a login"})
    asked = file.prompt("Add a login")
    file.say("I look first.")
    ran = file.run("npm test", failed=True)
    edited = file.edit("/home/me/shop/login.py")
    answered = file.say("The login is there.")
    sent, names = read(file.write())
    assert shown(sent, names) == [
        "request human → claude-183fae00: Add a login",
        "answer claude-183fae00 → human: The login is there.",
    ]
    assert [one.line for one in sent] == [asked, answered]
    assert [(one.line, one.command, one.edits, one.failed) for one in sent[1].calls] == [
        (ran, "npm test", (), True),
        (edited, "", ("/home/me/shop/login.py",), False),
    ]
    assert (sent[0].asks, sent[1].usage.requests, sent[1].usage.input, sent[1].usage.cached) == (True, 4, 4000, 3400)


def test_tokens_of_a_request_count_once_though_each_block_has_a_line(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("hi")
    file.assistant({"type": "thinking", "thinking": "…"}, name="msg_1")
    file.assistant({"type": "text", "text": "hello"}, name="msg_1")
    sent, _ = read(file.write())
    assert sent[1].usage.requests == 1


def test_a_sub_agent_has_its_task_and_its_report_once(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("Find the port")
    asked = file.call("toolu_1", "Agent", description="port", prompt="Search for the port", subagent_type="Explore")
    file.result("toolu_1", "Async agent launched", details={"isAsync": True, "agentId": "a63f88fecf"})
    done = "<task-id>a63f88fecf</task-id><tool-use-id>toolu_1</tool-use-id><status>completed</status>"
    note = f"<task-notification>{done}<result>It is 8080.</result></task-notification>"
    alone = file.write()
    file.seconds = count(20)
    file.prompt(note, origin={"kind": "task-notification"})
    file.say("8080")
    child = Claude(tmp_path, SESSION, "a63f88fecf", start=4)
    child.prompt("Search for the port")
    child.run("grep -r port .")
    child.say("It is 8080.")

    sent, names = read(alone)  # before the answer
    assert shown(sent, names)[1] == "handoff claude-183fae00 → Explore-a63f88f: Search for the port"
    assert sent[1].line == asked
    report = "report Explore-a63f88f → claude-183fae00: It is 8080."
    sent, names = read(file.write())  # the delegator's transcript alone
    assert shown(sent, names)[2:] == [report, "answer claude-183fae00 → human: 8080"]
    child.write()
    sent, names = read(file.path)  # the file names the directory beside it
    assert shown(sent, names)[2:] == [report, "answer claude-183fae00 → human: 8080"]
    assert (sent[2].file, [one.tool for one in sent[2].calls]) == (str(child.path), ["Bash"])


def test_a_sub_agent_that_is_waited_for_reports_in_the_result(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("x")
    file.call("toolu_1", "Task", prompt="Search", subagent_type="Explore")
    file.result("toolu_1", "framed", details={"agentId": "a1b2c3d4", "content": [{"type": "text", "text": "Found."}]})
    file.call("toolu_2", "Task", prompt="Search more", subagent_type="Explore")
    file.result("toolu_2", "API error", failed=True, details="Error: API error")
    sent, names = read(file.write())
    assert shown(sent, names)[2] == "report Explore-a1b2c3d → claude-183fae00: Found."
    assert [(one.kind, one.failed) for one in sent[3:5]] == [("handoff", False), ("report", True)]


def test_messages_between_teammates_and_questions_to_the_human(tmp_path: Path) -> None:
    lead, mate = Claude(tmp_path, "lead-session"), Claude(tmp_path, "mate-session", start=1)
    lead.base["agentName"], mate.base["agentName"] = "lead", "ann"
    lead.prompt("Build it")
    lead.call("toolu_1", "SendMessage", to="ann", message="Which port?", summary="port?")
    lead.result("toolu_1", '{"success":true}', details={"success": True})
    lead.call("toolu_2", "SendMessage", to="nobody", message="hello")
    lead.result("toolu_2", "not sent", details={"success": False})
    lead.call("toolu_3", "AskUserQuestion", questions=[{"question": "Red or blue?"}])
    lead.result("toolu_3", "Red")
    mate.prompt('<teammate-message teammate_id="lead" color="blue">\nWhich port?\n</teammate-message>')
    mate.prompt('<teammate-message teammate_id="lead">{"type":"idle_notification"}</teammate-message>')
    sent, names = read(lead.write(), mate.write())
    assert shown(sent, names)[1:4] == [
        "message lead → ann: Which port?",
        "message lead → human: Red or blue?",
        "message human → lead: Red",
    ]
    assert [one.asks for one in sent[1:4]] == [True, True, False]
    sent, names = read(mate.path)  # alone: what it received is all there is
    assert shown(sent, names) == ["request lead → ann: Which port?"]


def test_what_the_program_adds_is_nobodys_message(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("<command-name>/clear</command-name>")
    file.prompt("<local-command-stdout>done</local-command-stdout>")
    file.prompt("Caveat: The messages below were generated by the user", isMeta=True)
    file.prompt("This session is being continued", isCompactSummary=True)
    file.prompt("go on")
    file.run("sleep 100")
    file.prompt("[Request interrupted by user]")
    sent, _ = read(file.write())
    assert [one.kind for one in sent] == ["request", "stopped"]
    assert sent[1].text == "Stopped without an answer after 1 tool calls."


def test_a_resumed_session_repeats_nothing(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("one")
    file.say("1")
    file.write()
    again = Claude(tmp_path, "resumed")
    again.lines = [*file.lines]
    again.seconds = file.seconds
    again.base["sessionId"] = SESSION
    again.prompt("two")
    again.say("2")
    sent, _ = read(file.path, again.write())
    assert [one.text for one in sent] == ["one", "1", "two", "2"]


def test_what_is_not_understood_is_counted_with_its_first_line(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(json_lines, "LONGEST_LINE", 5000)
    file = Claude(tmp_path, SESSION)
    file.prompt("one")
    file.add("not json")
    file.add("[1]")
    file.add({"type": "hologram"})
    file.add({"type": "hologram"})
    file.add({"type": "user", "message": "no object"})
    file.add("[" * 4000)
    file.add(json.dumps({"type": "user", "message": {"content": "x" * 9000}}))
    file.prompt("two")
    path = file.write()
    with path.open("a") as opened:
        opened.write('{"type": "user", "mess')
    transcript = read_transcript(READER, path)
    assert [one.text for one in transcript.entries] == ["one", "two"]
    assert dict(transcript.skipped) == {
        "not JSON": 2,
        "not a JSON object": 1,
        'unknown entry type "hologram"': 2,
        'unknown entry type "user"': 1,
        "longer than 0 MiB": 1,
        "cut off at the end of the file": 1,
    }
    assert transcript.first_skipped["cut off at the end of the file"] == 10


def test_fields_of_other_kinds_than_expected_do_no_harm(tmp_path: Path) -> None:
    file = Claude(tmp_path, SESSION)
    file.prompt("one", timestamp="yesterday")
    file.entry("assistant", {"content": [{"type": "tool_use", "id": 7, "name": None, "input": []}, 3, None]})
    file.entry(
        "user", {"content": [{"type": "tool_result", "tool_use_id": [], "content": {"a": 1}}]}, toolUseResult=[1]
    )
    file.entry("assistant", {"id": 5, "usage": {"input_tokens": -1, "output_tokens": 1e300}, "content": "as a text"})
    file.entry("user", {"content": None}, uuid=None, agentId=5, sessionId={})
    sent, _ = read(file.write())
    assert [one.text for one in sent] == ["one", "as a text"]
