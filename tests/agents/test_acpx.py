"""acpx, a real client of the Agent Client Protocol, talks to a lead through `renkei acp`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from attacks.hostile_commands import caged

pytestmark = [
    pytest.mark.agents,
    pytest.mark.skipif(shutil.which("acpx") is None, reason="acpx is not installed"),
]

TEAM = "team: {name: shop, goal: Paint the door., lead: {id: boss}}\n"
SCRIPT = """\
script:
  boss:
    - when: hello
      then: [{say: Hello.}]
    - when: count
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: I wait.}
    - when: "decision_id: command-"
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: It ran.}
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shop = tmp_path / "shop"
    shop.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    (shop / "team.yaml").write_text(TEAM)
    (shop / "script.yaml").write_text(SCRIPT)
    return shop


def acpx(shop: Path, *arguments: str) -> str:
    agent = f"{sys.executable} -m renkei acp --script {shop / 'script.yaml'}"
    command = ["acpx", "--agent", agent, "--cwd", str(shop), "--ttl", "1", *arguments]
    done = subprocess.run(command, cwd=shop, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_prompt_is_answered(shop: Path) -> None:
    assert "Hello." in acpx(shop, "exec", "hello")
    assert "boss (lead)" in acpx(shop, "exec", "/team")


@caged
def test_a_permission_is_asked_for_and_granted(shop: Path) -> None:
    lines = [json.loads(one) for one in acpx(shop, "--approve-all", "--format", "json", "exec", "count").splitlines()]
    asked = [one for one in lines if one.get("method") == "session/request_permission"]
    assert [one["optionId"] for one in asked[0]["params"]["options"]] == ["once", "always", "no"]
    said = [one["params"]["update"] for one in lines if one.get("method") == "session/update"]
    text = "".join(one["content"]["text"] for one in said if one["sessionUpdate"] == "agent_message_chunk")
    assert "It ran." in text
    assert lines[-1]["result"] == {"stopReason": "end_turn"}
    with renkei.open(shop / ".renkei") as project:
        assert not [one for one in project.waiting_for() if one.kind == "decision"]


def test_a_session_goes_on_in_a_new_process(shop: Path) -> None:
    acpx(shop, "sessions", "new")
    assert "Hello." in acpx(shop, "prompt", "hello")
    assert "boss (lead)" in acpx(shop, "prompt", "/team")
    acpx(shop, "sessions", "close")
