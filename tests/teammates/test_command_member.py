"""A program is a member: it reads its context, answers, calls tools by lines of JSON; its end stands in the record."""

import sys
from functools import partial
from pathlib import Path

import pytest

import renkei
from renkei.edges.team.team_file import TeamFile
from renkei.testing import ScriptedModel
from team import handoff
from teammates.scripted_team import TeamScript, new_team
from teammates.watching import FAST, notes, said, tell, until

WORKER = """
import json, os, sys
context = sys.stdin.read()
with open("seen.txt", "a") as seen:
    seen.write(context + "\\n=====\\n")
def call(tool, **arguments):
    print(json.dumps({"tool": tool, "arguments": arguments}), flush=True)
if "hang" in context:
    print("thinking", flush=True)
    import subprocess, time
    subprocess.Popen(["sleep", "60"]); time.sleep(60)
elif "fail" in context:
    print("cannot do that"); sys.exit(3)
elif "submit_work:" in context:
    print("I see what went wrong.")
elif "say your task" in context:
    call("submit_work", contract=os.environ["RENKEI_TASK"])
    call("fly_away")
elif "build it" in context:
    call("take_work", contract="HANDOFF", act="start")
    call("submit_work", contract="HANDOFF", status="completed", summary="built",
         evidence=[{"criterion": "it works", "evidence": "tried"}])
    call("submit_work", contract="nonsense", status="completed", summary="again")
    print("I have built it.")
else:
    print("The answer is 42.")
"""


def command_team(tmp_path: Path, **budget: int) -> tuple[TeamFile, renkei.Project, Path]:
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    member = {"id": "robo", "command": [sys.executable, str(script)], "instructions": "Be brief.", "budget": budget}
    workspace = tmp_path / "w"
    workspace.mkdir()
    file = TeamFile.model_validate(
        {"goal": "g", "lead": {"id": "lead"}, "members": [member], "workspace": {"path": str(workspace)}}
    )
    return file, renkei.create(tmp_path / "p", "shop", "g"), workspace / "seen.txt"


def test_a_program_answers_with_its_output_and_acts_with_lines_of_json(tmp_path: Path) -> None:
    file, project, seen = command_team(tmp_path)
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        asked = tell(project, "robo", "what is the answer?", expected_response_type=["FREEFORM"])
        until(project, lambda: not project.state.owed_by("robo") and "robo" not in project.state.turns)
        answer = project.conversation(thread=asked)[-1].message
        assert (answer.from_, answer.in_reply_to, answer.payload.body) == ("robo", asked, "The answer is 42.")
        assert any("exit status 0" in one and "The answer is 42." in one for one in said(project, "renkei"))
        message = project.message("lead", handoff("build it"), "robo", "high", "build it", id="HANDOFF")
        project.send(message)
        until(
            project, lambda: "I see what went wrong." in notes(project, "HANDOFF") or "wrong" in " ".join(said(project))
        )
        until(project, lambda: "robo" not in project.state.turns)
        assert project.state.contracts.entries["HANDOFF"].status == "submitted"
        team.close()
    first, *_, last = seen.read_text().split("\n=====\n")[:-1]
    assert first.startswith("Be brief.")
    assert "what is the answer?" in first
    assert "- submit_work: " in last
    assert "nonsense" in last
    assert "- take_work: " in last
    project.close()


AGENT = """
import json, os, subprocess, sys
context = sys.stdin.read()
config = json.load(open(sys.argv[sys.argv.index("--mcp-config") + 1]))["mcpServers"]["renkei"]
server = subprocess.Popen([config["command"], *config["args"]], env=os.environ | config["env"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(number, method, **params):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())["result"]
client = {"name": "agent", "version": "1"}
told = ask(1, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client)
task = next(line for line in context.splitlines() if "contract submit" in line).split("contract submit ")[1].split()[0]
proof = [{"criterion": "it works", "evidence": "tried"}]
done = {"contract": task, "status": "completed", "summary": "built", "evidence": proof}
steps = [("take_work", {"contract": task, "act": "start"}), ("submit_work", done)]
for number, (tool, arguments) in enumerate(steps, 2):
    answer = ask(number, "tools/call", name=tool, arguments=arguments)
    assert not answer.get("isError"), answer
server.stdin.close()
server.wait()
print("Handed in: " + told["instructions"].splitlines()[0])
"""


def test_a_coding_agent_acts_through_the_tool_server_that_the_run_configures(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path)
    (tmp_path / "agent.py").write_text(AGENT)
    words = (sys.executable, str(tmp_path / "agent.py"), "-p", "--mcp-config", "{mcp_config}")
    file = file.model_copy(update={"members": tuple(one.model_copy(update={"command": words}) for one in file.members)})
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        project.send(project.message("lead", handoff("build it"), "robo", "high", "build it", id="HANDOFF"))
        until(project, lambda: "exit status" in notes(project, "HANDOFF") or "exit status" in " ".join(said(project)))
        assert project.state.contracts.entries["HANDOFF"].status == "submitted", (
            notes(project, "HANDOFF"),
            said(project),
        )
        team.close()
    project.close()


def test_the_budget_of_a_program_counts_the_tokens_of_its_contexts(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path, tokens=20)
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "what is the answer?", expected_response_type=["FREEFORM"])
        until(project, lambda: project.state.usage.get("robo") and "robo" not in project.state.turns)
        tell(project, "robo", "and now?")
        until(project, lambda: "robo" in project.state.suspended or project.state.used_by("robo").turns > 1)
        team.close()
    assert project.state.suspended["robo"] == "robo has used up its 20 tokens."
    project.close()


def test_a_program_is_told_its_task_and_what_is_refused_stands_in_the_record(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path)
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        project.send(project.message("lead", handoff("say your task"), "robo", "high", "say it", id="HANDOFF"))
        until(project, lambda: any("were refused" in one for one in said(project, "renkei")))
        team.close()
    found = next(one for one in said(project, "renkei") if "were refused" in one)
    assert "\nsubmit_work: `summary` is missing\nfly_away: " in found
    assert "`contract` is missing" not in found
    project.close()


def test_a_program_that_fails_has_done_nothing_and_its_words_are_kept(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path)
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "please fail")
        until(project, lambda: any("exit status 3" in one for one in said(project, "renkei")))
        until(project, lambda: any("did nothing" in one for one in said(project, "renkei")))
        found = next(one for one in said(project, "renkei") if "did nothing" in one)
        assert found.endswith("Its command ended with exit status 3. cannot do that"), found
        assert "cannot do that" in " ".join(said(project, "renkei"))
        team.close()
    project.close()


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path, seconds=1)
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "please hang")
        until(project, lambda: any("ran longer than 1 s" in one for one in said(project, "renkei")))
        team.close()
    project.close()
    started = f"RENKEI_PROJECT={project.directory}\0".encode()
    assert not [one for one in Path("/proc").glob("[0-9]*/environ") if started in _read(one)]


def test_a_program_that_does_not_exist_is_said(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path)
    member = file.members[0].model_copy(update={"command": ("no-such-program",)})
    file = file.model_copy(update={"members": (member,)})
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "hello")
        until(project, lambda: any("cannot be started" in one for one in said(project, "renkei")))
        team.close()
    project.close()


def _has_said(project: renkei.Project, text: str, after: int) -> bool:
    return any(text in one for one in said(project)[after:])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


@pytest.mark.long
def test_output_of_any_shape_is_read_in_time_and_kept_in_part(tmp_path: Path) -> None:
    file, project, _ = command_team(tmp_path)
    code = """
import sys
sys.stdin.read()
print("\\n" * 1_000_000)
print('{"tool": "TaskList", "arguments": ' + "[" * 100_000)
print("x" * 20_000_000, end="")
"""
    member = file.members[0].model_copy(update={"command": (sys.executable, "-c", code)})
    file = file.model_copy(update={"members": (member,)})
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "hello")
        until(project, lambda: "exit status 0" in " ".join(said(project, "renkei")) or team.failed)
        team.close()
    assert not team.failed
    project.close()


def test_what_a_call_gave_is_told_again_when_the_run_that_was_told_has_failed(tmp_path: Path) -> None:
    file, project, seen = command_team(tmp_path)
    code = """
import json, sys
context = sys.stdin.read()
with open("seen.txt", "a") as file:
    file.write(context + "\\n=====\\n")
if "second" in context and "third" not in context:
    sys.exit(3)
elif "first" in context and "third" not in context:
    print(json.dumps({"tool": "SendMessage", "arguments": {"recipient": "human", "content": "Begun."}}))
"""
    member = file.members[0].model_copy(update={"command": (sys.executable, "-c", code)})
    file = file.model_copy(update={"members": (member,)})
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        for text, ended in (("first", "status 0"), ("second", "did nothing"), ("third", "status 0")):
            before = len(said(project))
            tell(project, "robo", text)
            until(project, partial(_has_said, project, ended, before))
            until(project, lambda: "robo" not in project.state.turns)
        team.close()
    *_, second, third = seen.read_text().split("\n=====\n")[:-1]
    assert "- SendMessage: " in second
    assert "- SendMessage: " in third
    assert "third" in third
    project.close()
