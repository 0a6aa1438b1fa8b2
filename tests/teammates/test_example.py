"""The example of a team: played by its script, through the SDK, with files that change; and killed on the way."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from attacks.hostile_commands import caged
from process import renkei as run
from process import running
from renkei.edges.team.models.script_file import Reply, Scene, read_script
from renkei.edges.team.models.scripted import ENDING, next_reply
from renkei.texts.say import say
from thoroughness import EVERY_KILL, every_kill

EXAMPLE = Path(__file__).parents[2] / "examples" / "rest-to-graphql"
REPORT = "The shop answers GraphQL"


@caged
def test_the_team_moves_the_shop_and_reports(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1"}
    command = [sys.executable, str(EXAMPLE / "play.py"), str(tmp_path / "shop")]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    acts = [" ".join(one.split()[1:]) for one in done.stdout.splitlines() if one]
    assert "lead task-4 opened by lead for claiming: Let web/app.js ask the GraphQL endpoint" in acts
    order = (
        "ana runs python3 check.py endpoints",
        "ben task-2 open → claimed by ben",
        "ben writes schema.graphql",
        "fay task-4 open → claimed by fay",
        "fay edits web/app.js",
        "ben left by itself: asked to end by lead",
    )
    places = [acts.index(one) for one in order]
    assert places == sorted(places)
    assert f"\n\n{REPORT}" in done.stdout
    _is_done(tmp_path / "shop")
    lead = (tmp_path / "shop" / ".renkei" / "conversations" / "lead.jsonl").read_text()
    assert (lead.count("TASK_RESULT"), lead.count("REVIEW_REQUEST")) == (4, 0), "what was proved waits for nobody"
    with renkei.open(tmp_path / "shop" / ".renkei") as project:
        assert list(project.state.actors) == ["human", "lead"]
        found = [project.find_contract(f"task-{number}") for number in range(1, 5)]
        assert [one.status for one in found] == ["completed"] * 4
        assert [one.terms.depends_on for one in found] == [(), ("task-1",), ("task-2",), ("task-2",)]
    again = run("team", "run", "team.yaml", "--script", "script.yaml", cwd=tmp_path / "shop")
    assert again.returncode == 0
    assert "joined" not in again.stdout
    assert REPORT in again.stdout


GATE = """\
import os, sys
if os.path.exists(sys.argv[1]):
    open(sys.argv[1]).close()
"""
"""What `check.py` waits for: that a test opens the pipe with the name of the part, or removes it before."""


def gated_shop(shop: Path, *parts: str) -> Path:
    """Copy the example; its team cannot have these parts checked before a test lets it."""
    shutil.copytree(EXAMPLE, shop)
    check = shop / "app" / "check.py"
    check.write_text(GATE + check.read_text())
    for part in parts:
        os.mkfifo(shop / "app" / part)
    return shop


@every_kill
@caged
def test_a_team_that_is_killed_on_the_way_finishes_when_it_is_run_again(tmp_path: Path) -> None:
    shop = gated_shop(tmp_path / "shop", "endpoints", "schema")
    for seen, part in (("task-1  claimed", "endpoints"), ("writes schema.graphql", "schema")):
        with running("team", "run", "--script", "script.yaml", cwd=shop) as process:
            assert process.stdout is not None
            assert any(seen in line for line in process.stdout)
            process.send_signal(signal.SIGKILL)
        (shop / "app" / part).unlink()
    done = run("team", "run", "--script", "script.yaml", cwd=shop)
    assert (done.returncode, done.stderr) == (0, "")
    assert REPORT in done.stdout
    _is_done(shop)


RECORDS = range(4, 56) if EVERY_KILL else ()
"""The records of a run at which it is killed by `make test-kills`; it has about so many."""


@pytest.mark.parametrize("seq", RECORDS)
@caged
def test_a_team_that_is_killed_at_a_record_finishes_when_it_is_run_again(tmp_path: Path, seq: int) -> None:
    shop = tmp_path / "shop"
    shutil.copytree(EXAMPLE, shop)
    with running("team", "run", "--script", "script.yaml", cwd=shop) as process:
        assert process.stdout is not None
        assert next(process.stdout)
        with renkei.open(shop / ".renkei") as project:
            while process.poll() is None and not project.wait(seq - 1, 0.1):
                pass
            process.send_signal(signal.SIGKILL)
            kept = [one.id for one in project.records()]
    done = run("team", "run", "--script", "script.yaml", cwd=shop)
    assert (done.returncode, "Still open" in done.stderr) == (0, False), done.stderr
    assert not done.stderr or "The lead had reported before" in done.stderr  # killed after the report
    _is_done(shop)
    with renkei.open(shop / ".renkei") as project:
        assert [one.id for one in project.records()][: len(kept)] == kept
        assert [project.find_contract(f"task-{number}").status for number in range(1, 5)] == ["completed"] * 4


def _is_done(shop: Path) -> None:
    """The files have really changed, and prove themselves."""
    for part in ("endpoints", "schema", "resolvers", "frontend"):
        command = [sys.executable, "check.py", part]
        checked = subprocess.run(command, cwd=shop / "app", capture_output=True, text=True)
        assert checked.stdout == f"{part}: as it should be\n"
    assert "`/users/" not in (shop / "app" / "web" / "app.js").read_text()


def test_a_scene_is_played_once_and_goes_on_after_the_result_of_its_call() -> None:
    go = Scene(when="go", then=(Reply(call="a"), Reply(say="done")))
    script = {"ann": (go, Scene(when="x", then=(Reply(say="y"),), again=True))}

    def ask(*messages: dict[str, object]) -> str:
        request = {"system": [{"text": "You are ann."}], "messages": messages}
        reply, _ = next_reply(script, request)
        return reply.call or reply.say

    def told(text: str) -> dict[str, object]:
        return {"role": "user", "content": [{"type": "text", "text": text}]}

    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_0_0_0", "name": "a", "input": {}}]}
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_0_0_0", "content": "go"}]}
    said = {"role": "assistant", "content": [{"type": "text", "text": "done"}]}
    y = {"role": "assistant", "content": [{"type": "text", "text": "y"}]}
    assert ask(told("wait")) == ENDING
    assert ask(told("go")) == "a"
    assert ask(told("go"), call, result) == "done"
    assert ask(told("go"), call, result, said, told("go")) == ENDING
    doubt = {"type": "tool_result", "tool_use_id": "toolu_0_0_0", "content": say("ja", "teammate.interrupted")}
    assert ask(told("go"), call, {"role": "user", "content": [doubt]}) == "a"
    assert ask(told("x"), y, told("x")) == "y"
    assert next_reply(script, {"system": [{"text": "You are joann."}], "messages": [told("go")]})[0].say == ENDING


def test_a_file_that_has_to_be_read_again_is_read_before_the_call_is_repeated() -> None:
    edit = Reply(call="edit_file", arguments={"path": "a.txt", "old_text": "a", "new_text": "b"})
    messages: list[dict[str, object]] = [{"role": "user", "content": [{"type": "text", "text": "go"}]}]
    calls = []
    for result in ("Read it with `read_file` before you change it.", "1\ta", "a.txt changed", ""):
        request = {"system": [{"text": "You are ann."}], "messages": messages}
        reply, name = next_reply({"ann": (Scene(when="go", then=(edit, Reply(say="done"))),)}, request)
        calls.append(reply.call or reply.say)
        call = {"type": "tool_use", "id": name, "name": reply.call, "input": {}}
        answer = {"type": "tool_result", "tool_use_id": name, "content": result}
        messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]
    assert calls == ["edit_file", "read_file", "edit_file", "done"]


def test_the_script_of_the_example_names_tools_that_there_are() -> None:
    script = read_script(EXAMPLE / "script.yaml")
    called = {one.call for scenes in script.values() for scene in scenes for one in scene.then if one.call}
    assert {"bash", "write_file", "edit_file", "TaskUpdate"} < called
    assert json.loads(run("schema", "script", cwd=EXAMPLE).stdout)["$id"] == "urn:renkei:v1:script"


@every_kill
@caged
def test_a_team_whose_output_nobody_reads_ends_in_order_and_goes_on_when_it_is_run_again(tmp_path: Path) -> None:
    shop = gated_shop(tmp_path / "shop", "endpoints")
    with running("team", "run", "--script", "script.yaml", cwd=shop) as process:
        assert process.stdout is not None
        assert "joined" in process.stdout.readline()
        process.stdout.close()
        gate = os.open(shop / "app" / "endpoints", os.O_RDWR)  # which waits for no reader
        assert process.wait(timeout=60) == 130
        os.close(gate)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    (shop / "app" / "endpoints").unlink()
    assert REPORT in run("team", "run", "--script", "script.yaml", cwd=shop).stdout
