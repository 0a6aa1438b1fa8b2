"""What the hint of an error says in a chat, where nobody has a command line."""

import re
from pathlib import Path

import pytest

import renkei
from chatting import bridged
from renkei.acts.table import ACTS
from renkei.edges.chat.bridge.commands import COMMANDS, IN_TERMINAL, hint_in_chat
from renkei.protocol.payloads import DecisionOption, DecisionRequest

CORE = ("board", "contracts", "dispatch", "engine", "errors")
"""The folders whose errors reach chats."""


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("", ""),
        ("Recipients: ann. Or all.", "Recipients: ann. Or all."),
        ("Resume it: `renkei contract resume TC-1`.", "Resume it: `!resume-contract TC-1`."),
        ("It is `renkei resume`.", "It is `!resume`."),
        ("`renkei project quota --turns N --tokens N`", "`!set-quota turns=N tokens=N`"),
        ("`renkei files reserve a/** --participant ann`.", "`!reserve-files a/** participant=ann`."),
        ("`renkei interrupt ann TEXT --end-turn`.", "`!interrupt ann TEXT end_turn=true`."),
        ("Use `renkei inbox` or `renkei log`. Or ask.", "Use `renkei inbox` or `renkei log` (in a terminal). Or ask."),
        ("`renkei board set /a 1`, or `renkei pause ann`", "`renkei board set /a 1` (in a terminal), or `!pause ann`"),
    ],
)
def test_a_hint_names_commands_of_the_chat_and_says_which_are_for_a_terminal(hint, expected):
    assert hint_in_chat(hint, "!") == expected


def test_a_decision_that_is_made_says_where_it_is_opened_again():
    options = tuple(DecisionOption(label=one, analysis="") for one in ("mysql", "sqlite"))
    with bridged() as room:
        asked = DecisionRequest(decision_id="D-1", question="?", options=options)
        room.project.send(room.project.message("ann", asked, ["all", "human"]))
        room.chat.say("U1", "/decide D-1 mysql")
        room.settle()
        room.chat.say("U1", "/decide D-1 sqlite")
        answer = room.texts()[-1]
    assert "human decided 'mysql'" in answer
    assert "To change it, write `open` to /pending_decisions/D-1/status, on its page in the view or with" in answer
    assert f"status open`{IN_TERMINAL}, and decide again." in answer


def test_a_paused_contract_says_which_command_of_the_chat_resumes_it():
    with bridged() as room:
        room.chat.say("U1", "/delegate bob Build it")
        room.settle()
        (task,) = (one.task_ref for one in room.messages())
        room.chat.say("U1", f"/pause-contract {task} because we wait")
        room.chat.say("B1", f"/claim {task}")
        room.settle()
        assert any(f"`/resume-contract {task}`" in one for one in room.texts())


def commands_in_hints() -> list[str]:
    """Return each command of the shell that the core names, without what a sentence inserts into it."""
    folder = Path(renkei.__file__).parent
    texts = (file.read_text(encoding="utf-8") for one in CORE for file in (folder / one).rglob("*.py"))
    return sorted({found for text in texts for found in re.findall(r"`renkei [^`{]+[^`]*`", text)})


@pytest.mark.parametrize("command", commands_in_hints())
def test_a_rewritten_command_has_the_options_of_its_act(command):
    found = hint_in_chat(command, "/")
    name = re.match(r"`/([\w-]+)", found)
    if name is None:
        assert found == f"{command}{IN_TERMINAL}"
        return
    assert name[1] in COMMANDS
    act = ACTS[name[1].replace("-", "_")]
    assert set(re.findall(r" (\w+)=", found)) <= set(act.parameters)
