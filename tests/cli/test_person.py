"""`--as human` in the shell of an agent, without a terminal, is refused."""

import json
from pathlib import Path

import pytest

from process import on_terminal, renkei

SHELLS = ({"RENKEI_AS": "ann"}, {"RENKEI_AGENT": "ann"}, {"RENKEI_AS": "human", "RENKEI_AGENT": "ann"})


def set_shell(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    for name in ("RENKEI_AS", "RENKEI_AGENT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.mark.short
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("command", [("pause", "bob", "--reason", "x"), ("send", "--text", "hello", "--to", "bob")])
def test_an_agents_shell_does_not_act_as_a_person(
    project: Path, shell: dict[str, str], command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_shell(monkeypatch, shell)
    done = renkei(*command, "--as", "human", cwd=project)
    assert (done.returncode, "NOT_A_PERSON" in done.stderr) == (1, True), done.stderr
    assert "RENKEI_AS=human and without RENKEI_AGENT" in done.stderr.replace("\n  ", " ")


MESSAGE = {"type": "STATUS_UPDATE", "to": ["bob"], "payload": {"new_status": "working", "progress_summary": "x"}}


@pytest.mark.short
@pytest.mark.parametrize("words", [("FILE",), ("--text", "hello", "--to", "bob")])
@pytest.mark.parametrize(("sender", "status"), [(None, 1), ("human", 1), ("ann", 0)])
def test_a_message_that_an_agents_shell_sends_is_of_an_agent(
    project: Path, words: tuple[str, ...], sender: str | None, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_shell(monkeypatch, {"RENKEI_AGENT": "ann"})
    named = {} if sender is None else {"from": sender}
    (project / "FILE").write_text(json.dumps({"message": MESSAGE | named}))
    given = () if sender is None or words[0] == "FILE" else ("--as", sender)
    done = renkei("send", *words, *given, cwd=project)
    assert (done.returncode, "NOT_A_PERSON" in done.stderr) == (status, bool(status)), done.stderr


def test_an_agents_shell_acts_as_its_agent(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_shell(monkeypatch, {"RENKEI_AS": "ann", "RENKEI_AGENT": "ann"})
    assert renkei("send", "--text", "hello", "--to", "bob", cwd=project).returncode == 0


def test_a_person_acts_in_a_terminal_of_such_a_shell(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_shell(monkeypatch, {"RENKEI_AS": "ann", "RENKEI_AGENT": "ann"})
    assert on_terminal("pause", "bob", "--reason", "x", "--as", "human", cwd=project)[0] == 0


@pytest.mark.parametrize("shell", [{}, {"RENKEI_AS": "human"}])
def test_a_persons_script_acts_as_the_person(
    project: Path, shell: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_shell(monkeypatch, shell)
    assert renkei("pause", "bob", "--reason", "x", cwd=project).returncode == 0
