"""The example on a chat: its team, in a chat in memory and in the console as it is started."""

import os
import signal
import subprocess
import sys
from importlib import util
from pathlib import Path

import renkei
from chatting import HeardChat, Room, until
from renkei import Bridge

EXAMPLE = Path(__file__).parents[2] / "examples" / "on-your-chat"


def the_team():
    found = util.spec_from_file_location("team_on_your_chat", EXAMPLE / "team.py")
    module = util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_a_person_and_the_team_bring_a_task_to_its_end():
    team = the_team()
    project, chat = renkei.create(":memory:", members=team.MEMBERS), HeardChat()
    with team.run(project), Bridge(project, chat, people={"U1": "human"}) as bridge:
        room = Room(project, chat, bridge)

        def comes(part: str) -> str:
            return until(lambda: next((name for _, post, name in list(chat.posts) if part in post.text), ""), part)

        chat.say("U1", "@lead we need a storage")
        chat.say("U1", "/decide sqlite because it is simple", reply_to=comes("DECISION_REQUEST D-1"))
        chat.say("U1", "/accept", reply_to=comes("TASK_RESULT T-1 · completed"))
        comes("T-1 is completed.")
        comes("all_closed")
        assert project.find_contract("T-1").status == "completed"
        order = (
            "Which storage?",
            "DECISION_RESULT",
            "TASK_HANDOFF",
            "I have read it",
            "TASK_RESULT",
            "T-1 is completed",
        )
        places = [next(at for at, text in enumerate(room.texts()) if part in text) for part in order]
        assert places == sorted(places)


def test_the_console_form_starts_with_one_command():
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(EXAMPLE / "console.py")]
    done = subprocess.run(command, input="/who\n", capture_output=True, text=True, env=env, timeout=60)
    assert done.stderr == ""
    assert "People: human" in done.stdout


def test_ctrl_c_ends_the_console_form_without_a_traceback():
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, str(EXAMPLE / "console.py")], env=env, **pipes) as process:
        process.stdin.write("/who\n")
        process.stdin.flush()
        assert any("People: human" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
