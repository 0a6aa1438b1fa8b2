"""The real OpenCode in a team, with a scripted model: joined by `run`, and by `connect`."""

import json
import shutil
import socket
import sys
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from agents.overlap_story import COMMAND, NEW, OLD, RECORDED, new_overlap, recorded
from agents.overlap_story import PROMPT as BEGIN
from agents.real_program import check_told, new_home, running
from agents.team_story import PROMPT, contract, lead, new_team, script, until
from process import renkei
from renkei.testing import Reply, Script, ScriptedModel

SECONDS = 400
"""OpenCode sets up its directories at its first start."""

pytestmark = [
    pytest.mark.agents,
    pytest.mark.skipif(shutil.which("opencode") is None, reason="OpenCode is not installed (npm i -g opencode-ai)"),
]


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def post(port: int, path: str, body: Any) -> Any:
    """Call OpenCode's own server, as its terminal does; wait until it runs, where a first request may stay open."""
    end = monotonic() + SECONDS
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=15)
        try:
            connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
            return json.loads(connection.getresponse().read() or b"null")
        except (ConnectionRefusedError, TimeoutError):
            if monotonic() > end:
                raise
            sleep(0.2)
        finally:
            connection.close()


def be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep OpenCode from the network."""
    for name in ("OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_MODELS_FETCH", "OPENCODE_DISABLE_LSP_DOWNLOAD"):
        monkeypatch.setenv(name, "1")


def configure(home: Path, url: str) -> None:
    """Write settings with which a server plays the model."""
    provider = {"anthropic": {"options": {"baseURL": f"{url}/v1", "apiKey": "key"}}}
    models = {"model": "anthropic/claude-sonnet-4-5", "small_model": "anthropic/claude-haiku-4-5"}
    own = {"provider": provider, **models, "share": "disabled", "autoupdate": False}
    (home / ".config/opencode").mkdir(parents=True)
    (home / ".config/opencode/opencode.json").write_text(json.dumps(own))


@pytest.mark.parametrize("connected", [False, True], ids=["run", "connect"])
def test_a_session_works_in_a_team_and_is_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, connected: bool
) -> None:
    home, work = new_home(tmp_path, monkeypatch)
    be_quiet(monkeypatch)
    command = (sys.executable, "-m", "renkei", "run", "opencode", "--as", "backend", "--")
    with new_team(work) as project:
        if connected:
            assert "is connected" in renkei("connect", "opencode", "--as", "backend", cwd=work).stdout
            command = ("opencode",)
            monkeypatch.setenv("PWD", str(work))
        story, port = script(project, "renkei_{}".format), free_port()
        with ScriptedModel(story) as server:
            configure(home, server.url)
            with running(work, *command, "serve", "--port", str(port), log=tmp_path / "log"):
                session = post(port, "/session", {})["id"]
                post(port, f"/session/{session}/prompt_async", {"parts": [{"type": "text", "text": PROMPT}]})
                lead(project, SECONDS)
                assert story.wait(lambda one: not one.open), story.open
        check_told(story.requests[-1].text)
        assert project.find_contract(contract(project)).status == "completed"
        renkei("disconnect", "opencode", cwd=work)
        left = [one for one in work.iterdir() if one.name != ".renkei"]
        assert [json.loads(one.read_text()).keys() for one in left] == [{"$schema"}] * connected  # OpenCode wrote that


def test_an_edit_and_a_command_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, work = new_home(tmp_path, monkeypatch)
    be_quiet(monkeypatch)
    file = str(work / "app.py")
    story = Script(
        Reply(BEGIN, call="read", arguments={"filePath": file}),
        Reply(OLD, call="edit", arguments={"filePath": file, "oldString": OLD, "newString": NEW}),
        Reply("CONFLICT_REPORT", call="bash", arguments={"command": COMMAND, "description": "make a file"}),
        only_with_tools=True,
    )
    port = free_port()
    with new_overlap(work) as project, ScriptedModel(story) as server:
        configure(home, server.url)
        command = (sys.executable, "-m", "renkei", "run", "opencode", "--as", "backend", "--")
        with running(work, *command, "serve", "--port", str(port), log=tmp_path / "log"):
            session = post(port, "/session", {})["id"]
            post(port, f"/session/{session}/prompt_async", {"parts": [{"type": "text", "text": BEGIN}]})
            until(project, lambda: recorded(project) == RECORDED, SECONDS)
