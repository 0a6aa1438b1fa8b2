"""Keys of model providers and chats: no command finds them, and no text that renkei writes contains them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.edges.chat.kinds import KINDS
from renkei.edges.team.members.conversation import Conversation
from renkei.errors import BadValueError
from renkei.project.running import secrets
from renkei.project.running.secrets import SECRETS, find_secret, forget_secrets, redact
from renkei.testing import ScriptedModel
from team import small_team
from teammates.scripted_team import TeamScript, new_team
from teammates.test_command_member import command_team
from teammates.watching import FAST, tell, until

VARIABLES = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "OPENAI_API_KEY",
    "RENKEI_IRC_PASSWORD",
    "RENKEI_IRC_SERVER_PASSWORD",
    "RENKEI_MATRIX_PASSWORD",
    "RENKEI_MATRIX_TOKEN",
    "RENKEI_MATTERMOST_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_BOT_TOKEN",
    "TELEGRAM_BOT_TOKEN",
    "DISCORD_BOT_TOKEN",
)

KEY = 'sk-"secret"-0123456789'

LOOKING = """
import os, resource, subprocess, sys
from renkei.project.running.secrets import find_secret, hold_secrets
most = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (most, most))
if sys.argv[1] == "held":
    hold_secrets()
for file in ("environ", "maps"):
    found = subprocess.run(["cat", f"/proc/{os.getpid()}/{file}"], env={}, capture_output=True)
    os.write(1, found.stdout)
os.write(1, subprocess.run(["env"], capture_output=True).stdout)
assert find_secret("OPENAI_API_KEY") == os.environb.get(b"EXPECTED", b"").decode()
print("printed", find_secret("OPENAI_API_KEY"))
print("problem", find_secret("OPENAI_API_KEY"), file=sys.stderr)
subprocess.run(["sh", "-c", "ulimit -c"])
"""


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set a key that this process reads, and forget it afterwards."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    yield find_secret("OPENAI_API_KEY")
    forget_secrets()


def looked(how: str) -> tuple[str, str]:
    """Return what a command prints that looks for the key of its parent, which runs as an ordinary user."""
    ordinary = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "OPENAI_API_KEY": KEY, "EXPECTED": KEY}
    command = [*ordinary, sys.executable, "-c", LOOKING, how]
    done = subprocess.run(command, env=env, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_these_variables_hold_keys() -> None:
    assert SECRETS == VARIABLES


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("setpriv"), reason="needs /proc and another user")
def test_a_command_of_the_same_user_cannot_read_the_keys_of_the_process_that_started_it() -> None:
    without, _ = looked("open")
    assert without.count(f"OPENAI_API_KEY={KEY}") == 2, "the test proves nothing: /proc and the environment hide it"
    assert "[stack]" in without
    printed, problem = looked("held")
    assert "OPENAI_API_KEY=" not in printed
    assert "[stack]" not in printed
    assert "printed [OPENAI_API_KEY]" in printed
    assert problem == "problem [OPENAI_API_KEY]\n"
    assert "\n0\n" in printed, "a core file would be written"


def test_every_secret_of_a_chat_is_taken_out_of_the_environment() -> None:
    assert {name for kind in KINDS.values() for _, name in kind.secrets} <= set(SECRETS)


def test_a_record_holds_no_secret(key: str, tmp_path: Path) -> None:
    project = small_team(tmp_path / ".renkei")
    project.write([{"path": "/agents/ann/current_task", "value": f"use {key} and\n{key}!"}], actor="ann")
    project.post(f"the key is {key}", ["bob"], actor="ann")
    assert project.state.board.get("/agents/ann/current_task") == "use [OPENAI_API_KEY] and\n[OPENAI_API_KEY]!"
    project.close()
    files = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert b"[OPENAI_API_KEY]" in files
    assert b"0123456789" not in files


def test_a_record_that_cannot_do_without_the_secret_is_refused(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_team()
    monkeypatch.setenv("SLACK_BOT_TOKEN", "actor_joined")  # a word of the log's format
    find_secret("SLACK_BOT_TOKEN")
    with pytest.raises(BadValueError, match="contains a secret of this process"):
        project.join("cy", actor="human")
    assert "cy" not in project.state.actors


def test_the_memory_of_a_member_holds_no_secret(key: str, tmp_path: Path) -> None:
    conversation = Conversation(tmp_path / "ann.jsonl")
    block = {"type": "tool_use", "id": "1", "name": "f", "input": {key: [f"{key} was found"]}}
    conversation.add("assistant", [block])
    assert conversation.messages[0]["content"][0]["input"] == {"[OPENAI_API_KEY]": ["[OPENAI_API_KEY] was found"]}
    assert "0123456789" not in (tmp_path / "ann.jsonl").read_text()


def test_a_value_that_is_too_short_to_be_a_key_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    assert find_secret("OPENAI_API_KEY") == "none"
    assert redact("none of them") == "none of them"


def test_a_program_that_a_person_chose_as_a_member_gets_the_keys_and_its_record_does_not(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(secrets._held, "OPENAI_API_KEY", key)
    monkeypatch.delenv("OPENAI_API_KEY")
    file, project, _ = command_team(tmp_path)
    (tmp_path / "worker.py").write_text("import os; print(len(os.environ['OPENAI_API_KEY']), os.environ)")
    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project, pauses=FAST) as team:
        tell(project, "robo", "what is the answer?", expected_response_type=["FREEFORM"])
        until(project, lambda: not project.state.owed_by("robo") and "robo" not in project.state.turns)
        team.close()
    said = [one.message.model_dump_json() for one in project.state.messages.values()]
    assert any(f"{len(key)} environ(" in one and "[OPENAI_API_KEY]" in one for one in said)
    assert not any("0123456789" in one for one in said)
    project.close()
