"""`renkei team run`: what is refused before anything starts, what ends it, and what programs read of it."""

import fcntl
import json
import os
import re
import signal
from pathlib import Path

import pytest

import terminal
from attacks.hostile_commands import caged
from process import on_terminal, renkei, running
from renkei import create
from renkei.edges.cli.team.activity import TeamLines

TEAM = """\
team:
  name: shop
  goal: 店のドアを塗る。
  lead: {id: lead}
  members: [{id: ann, role: painter}]
  workspace: {commands: [sleep, printf]}
"""
SCRIPT = """\
script:
  lead:
    - when: 店のドアを塗る
      then:
        - call: TaskCreate
          arguments:
            subject: 赤いペンキでドアを塗り、乾くまで誰も触れないようにしてから、写真を撮って報告する
            role: painter
        - {say: 頼んだ。}
    - when: nothing is open
      then: [{say: ドアは赤い。}]
  ann:
    - when: 赤いペンキ
      then:
        - {call: TOOL, arguments: {ARGUMENTS}}
        - {call: TaskUpdate, arguments: {id: "#1", status: completed}}
        - {say: 塗った。}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(script("bash", "command: printf red"))
    return tmp_path


def script(tool: str, arguments: str) -> str:
    return SCRIPT.replace("TOOL", tool).replace("ARGUMENTS", arguments)


def test_what_is_wrong_is_said_before_anything_starts(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("HOME", str(shop))
    (shop / "tool.yaml").write_text(TEAM.replace("role: painter", "role: painter, tools: [bahs]"))
    (shop / "lead.yaml").write_text(TEAM.replace("{id: lead}", "{name: lead}"))
    (shop / "where.yaml").write_text(TEAM.replace("workspace: {", "workspace: {path: nowhere, "))
    (shop / "bad.yaml").write_text("script: {lead: [{when: x}]}")
    wanted = {
        (): "error KEY_MISSING: There is no key for the model 'claude-sonnet-5-5': ANTHROPIC_API_KEY is not set.",
        ("tool.yaml", "--script", "script.yaml"): "Did you mean 'bash'?",
        ("lead.yaml",): "lead.yaml:4",
        ("where.yaml", "--script", "script.yaml"): "nowhere",
        ("team.yaml", "--script", "bad.yaml"): "/script/lead/0/then",
        ("none.yaml",): "No such file or directory",
    }
    for arguments, problem in wanted.items():
        refused = renkei("team", "run", *arguments, cwd=shop)
        assert refused.returncode == 1
        assert problem in refused.stderr, arguments
        assert not (shop / ".renkei").exists()


@pytest.mark.long
@caged
def test_each_act_is_a_line_that_fits_the_terminal_and_is_whole_on_a_pipe(shop: Path) -> None:
    status, shown = on_terminal("team", "run", "--script", "script.yaml", cwd=shop)
    assert status == 0
    lines = shown.splitlines()
    assert next(one for one in lines if "opened by" in one).endswith("…")
    assert all(sum(2 if ord(char) > 0x2E80 else 1 for char in one) <= 80 for one in lines)
    assert lines[-1] == "ドアは赤い。"
    (shop / ".renkei").rename(shop / "before")
    piped = renkei("team", "run", "--script", "script.yaml", cwd=shop)
    assert "写真を撮って報告する" in piped.stdout
    assert "ann       runs printf red" in piped.stdout


@pytest.mark.long
@caged
def test_the_command_that_answers_a_question_is_whole_on_a_terminal(shop: Path) -> None:
    (shop / "script.yaml").write_text(script("bash", "command: wc --version"))
    with terminal.on_terminal("team", "run", "--script", "script.yaml", cwd=shop) as run:
        run.wait_for("OPTION (once, always, no)")
        decision = re.search(r"renkei decide (command-[0-9a-f]{16}-[0-9a-f]{8}) OPTION", run.text.replace("\n", ""))
        assert decision, run.text


@caged
def test_what_is_still_open_and_how_to_go_on_is_said_beside_the_report(shop: Path) -> None:
    run = ("team", "run", "--script", "script.yaml")
    first = renkei(*run, cwd=shop)
    assert (first.stdout.splitlines()[-1], first.stderr) == ("ドアは赤い。", "")
    assert "\nann\tpainter\tnot running\t–\t" in renkei("team", "status", cwd=shop).stdout, "its task is completed"
    again = renkei(*run, cwd=shop)
    assert again.stdout == "\nドアは赤い。\n"
    assert again.stderr.splitlines() == [
        "The lead had reported before: this run has not given it the goal again.",
        "Tell the lead what to do next: `renkei team chat`.",
    ]
    (shop / ".renkei").rename(shop / "before")
    (shop / "team.yaml").rename(shop / "door.yaml")
    (shop / "idle.yaml").write_text(script("bash", "command: printf red").replace("赤いペンキ\n", "nothing\n"))
    left = renkei("team", "run", "door.yaml", "--script", "idle.yaml", cwd=shop)
    assert (first.returncode, again.returncode, left.returncode) == (0, 0, 1)
    assert left.stderr.splitlines() == [
        "Still open: task-1 (claimed by ann).",
        "Tell the lead what to do next: `renkei team chat door.yaml`.",
    ]
    renkei("team", "stop", cwd=shop)
    renkei("team", "run", "door.yaml", "--script", "idle.yaml", cwd=shop)
    gone = renkei("team", "run", "door.yaml", "--script", "idle.yaml", cwd=shop)
    assert "lead has left: let it join again with `renkei join lead --lead`." in gone.stderr.splitlines()
    quiet = renkei("team", "run", "door.yaml", "--script", "idle.yaml", "--format", "jsonl", cwd=shop)
    assert (quiet.stderr, quiet.returncode) == ("", 1)


@caged
def test_programs_read_records_calls_and_words(shop: Path) -> None:
    done = renkei("team", "run", "--script", "script.yaml", "--format", "jsonl", cwd=shop)
    found = [json.loads(one) for one in done.stdout.splitlines()]
    assert {"actor": "ann", "tool": "bash", "arguments": {"command": "printf red", "seconds": None}}.items() <= next(
        one for one in found if one.get("tool") == "bash"
    ).items()
    assert any(one.get("said") == "塗った。" for one in found)
    assert [one["seq"] for one in found if "seq" in one] == sorted(one["seq"] for one in found if "seq" in one)


@caged
def test_ctrl_c_ends_in_order_and_the_team_goes_on_later(shop: Path) -> None:
    (shop / "slow.yaml").write_text(script("bash", "command: sleep 600"))
    with running("team", "run", "--script", "slow.yaml", cwd=shop) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert any("runs sleep 600" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.readline().startswith("Ending: every member finishes")
    members = json.loads(renkei("team", "status", "--format", "json", cwd=shop).stdout)
    assert {one["state"] for one in members} == {"between_turns"}
    done = renkei("team", "run", "--script", "script.yaml", cwd=shop)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "ドアは赤い。")
    assert "joined" not in done.stdout


def test_a_second_ctrl_c_ends_at_once(shop: Path) -> None:
    (shop / "slow.yaml").write_text(script("write_file", "path: red.txt, content: red"))
    work = os.open(shop, os.O_RDONLY)
    fcntl.flock(work, fcntl.LOCK_EX)  # somebody else writes: the call waits
    with running("team", "run", "--script", "slow.yaml", cwd=shop) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert any("writes red.txt" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        assert any(line.startswith("Ending") for line in process.stderr)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    os.close(work)
    assert not (shop / "red.txt").exists()


def test_a_disk_that_is_waited_for_is_a_line_until_something_happens_again(capsys: pytest.CaptureFixture[str]) -> None:
    project = create(":memory:", "shop", "a goal")
    lines = TeamLines("text")
    lines.start(project)
    for _ in range(3):
        lines.on_storage_wait("ann", "the disk is full")
    project.join("ann")
    lines.on_storage_wait("ann", "the disk is full")
    lines.on_storage_wait("ann", "the disk is full")
    lines.close()
    shown = [" ".join(one.split()[1:]) for one in capsys.readouterr().out.splitlines()]
    waiting = "ann waits: the disk is full"
    assert [shown[0], shown[-1]] == [waiting, waiting], shown
    assert len(shown) == 3, shown


def test_the_end_of_a_wait_is_a_line_even_after_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    project = create(":memory:", "shop", "a goal")
    lines = TeamLines("text")
    lines.start(project)
    lines.on_storage_wait("ann", "the disk is full")
    project.join("ann")
    lines.on_storage_wait("ann", "")
    lines.close()
    assert capsys.readouterr().out.splitlines()[-1].split()[1:] == ["ann", "waits", "no", "longer"]
