"""A kind of chat of another package: an entry point is enough for `renkei bridge` and `renkei serve`."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chatting import until
from process import renkei

CHAT = '''
import json, os, time
from pathlib import Path
from renkei import Chat, ChatKind, ChatOptions, Position, Post

class LinesOptions(ChatOptions):
    """Connect a file with one post in each line."""
    path: str
    """The file."""

class LinesChat(Chat):
    user = "renkei"
    def __init__(self, options, token=""):
        self.path, self.closed, self.token = Path(options.path), False, token
    def open(self, channels):
        self.path.touch()
        self.say("other", channels[0], f"token {self.token} in the environment: {os.environ.get('LINES_TOKEN')}")
    def say(self, author, channel, text, key=""):
        with self.path.open("a") as file:
            file.write(json.dumps([author, channel, text, key]) + "\\n")
    def post(self, channel, post):
        self.say("renkei", channel, post.text, post.key)
        return post.key
    def listen(self, cursor):
        number = int(cursor or 0)
        yield Position(str(number))
        while not self.closed:
            for author, channel, text, key in map(json.loads, self.path.read_text().splitlines()[number:]):
                number += 1
                yield Post(str(number), channel, author, text, str(number))
            time.sleep(0.01)
    def close(self):
        self.closed = True

KIND = ChatKind("lines_chat", "LinesChat", LinesOptions, server=("path",), secrets=(("token", "LINES_TOKEN"),))
NO_KIND = LinesChat
class Taken(ChatOptions):
    name: str = ""
TAKEN = ChatKind("lines_chat", "LinesChat", Taken)
NEEDY = ChatKind("lines_chat", "LinesChat", LinesOptions, extra="lines")
'''


class Installation:
    """A project, and a directory of packages that a real process finds."""

    def __init__(self, project: Path, packages: Path) -> None:
        self.project, self.packages, self.posts = project, packages, project / "posts"
        (packages / "lines_chat.py").write_text(CHAT)

    def install(self, name: str, target: str) -> None:
        information = self.packages / f"{name.replace('-', '_')}_chat-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-chat\nVersion: 1.0\n")
        (information / "entry_points.txt").write_text(f"[renkei.chats]\n{name} = {target}\n")

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(**self._process(*arguments), capture_output=True, timeout=60)

    @contextmanager
    def running(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(**self._process(*arguments), stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                yield process
            finally:
                process.terminate()
                process.communicate(timeout=60)

    def _process(self, *arguments: str) -> dict[str, object]:
        path = os.pathsep.join([str(self.packages), *sys.path])
        env = os.environ | {"PYTHONPATH": path, "NO_COLOR": "1", "LINES_TOKEN": "secret-token"}
        return {"args": [sys.executable, "-m", "renkei", *arguments], "cwd": self.project, "env": env, "text": True}

    def say(self, text: str) -> None:
        with self.posts.open("a") as file:
            file.write(json.dumps(["kim", "team", text, ""]) + "\n")

    def texts(self) -> list[str]:
        return [json.loads(line)[2] for line in self.posts.read_text().splitlines()] if self.posts.exists() else []


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    project, packages = tmp_path / "project", tmp_path / "packages"
    project.mkdir()
    packages.mkdir()
    assert renkei("init", "--name", "team", "--goal", "a goal", "--agent", "ann", cwd=project).returncode == 0
    return Installation(project, packages)


def test_a_kind_of_another_package_is_added_run_and_served_with_its_secret(installation: Installation) -> None:
    installation.install("lines", "lines_chat:KIND")
    helped = installation.command("bridge", "--help").stdout
    assert "lines       Connect a file with one post in each line." in helped
    added = installation.command(
        "bridge", "add", "lines", "--path", "posts", "--channel", "team", "--person", "kim=human"
    )
    assert added.stdout == "Added the bridge lines. `renkei bridge run lines` runs it.\n", added.stderr
    with installation.running("bridge", "run") as bridge:
        assert bridge.stderr is not None
        assert bridge.stderr.readline().startswith("lines: connected (server: posts; channels: team = all;")
        assert "token secret-token in the environment: None" in installation.texts()
        installation.say("/delegate ann build it")
        until(lambda: any("TASK_HANDOFF TC-001" in one for one in installation.texts()))
    with installation.running("serve", "--port", "0"):
        until(lambda: sum("token secret-token" in one for one in installation.texts()) == 2)
        installation.say("/who")
        until(lambda: any("People: human" in one for one in installation.texts()))
    listed = installation.command("bridge", "list").stdout.splitlines()
    assert listed[1].split("\t")[:2] == ["lines", "lines"]


@pytest.mark.short("*NO_KIND*")
@pytest.mark.parametrize(
    ("name", "target", "problem"),
    [
        ("lines", "lines_chat:NO_KIND", "its entry point leads to ABCMeta, not to a ChatKind"),
        ("lines", "lines_chat:MISSING", "AttributeError: module 'lines_chat' has no attribute 'MISSING'"),
        ("lines", "no_such_module:KIND", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("lines", "lines_chat:TAKEN", "its options include name, which every chat has"),
        ("lines", "lines_chat:NEEDY", "it asks for the extra lines, and only renkei's own kinds have one"),
        ("status", "lines_chat:KIND", "its name is not a word of small letters, or names a command"),
    ],
)
def test_a_kind_that_cannot_be_used_says_why_and_stops_no_other(
    installation: Installation, name: str, target: str, problem: str
) -> None:
    installation.install(name, target)
    settings = installation.project / ".renkei" / "bridges"
    settings.mkdir()
    (settings / "old.yaml").write_text(f"chat: {name}\nchannels: {{team: all}}\noptions: {{path: posts}}\n")
    added = installation.command("bridge", "add", name, "--path", "posts", "--channel", "team")
    sentence = f"The kind of chat '{name}' of the package {name}-chat cannot be used: {problem}"
    assert added.returncode == 1
    assert f"error CHAT_KIND_UNUSABLE: {sentence}" in added.stderr
    assert sentence in installation.command("bridge", "list").stderr
    assert "old" in installation.command("bridge", "status").stdout
    console = installation.command("bridge", "add", "console")
    assert console.returncode == 0, console.stderr


def test_a_package_cannot_replace_a_kind_of_renkei(installation: Installation) -> None:
    installation.install("console", "lines_chat:KIND")
    assert "--path" not in installation.command("bridge", "add", "console", "--help").stdout
