"""No command prints a control sequence, or a character that hides or reorders text, regardless of its author."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hostile import hostile_project
from process import running
from renkei import Project
from renkei.edges.cli.main import cli, main
from renkei.wording.visible import visible

SEQUENCE = (
    "\x1b[2J\x1b]0;t\x07\x9b31m\x08\x7f\x85\u2028\u202e\u2066\u200b\u200f\u2060\ufeff\u3164\U000e0041\ufe0f\r\n\rx"
)
NAME = "f\x1b[2J\u202e\u200b\x9b.yaml"
UNWANTED = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]"
)

TRIED: dict[str, tuple[str, ...]] = {
    "bridge list": ("",),
    "bridge status": ("",),
    "bridge run": ("", "{x}"),
    "bridge remove": ("{x}",),
    "bridge console": ("--as {x}", "--name {x}", "{x}"),
    "bridge add console": ("--name {x}", "--as {x}", ""),
    "bridge mailboxes": ("--path {x} --person {x}", "--path {x} --person u{x}={x}", "{x}"),
    "bridge add mailboxes": ("--path {x} --person u{x}={x}", "--path {x} --name {x}"),
    "bridge matrix": ("--homeserver {x} --room {x} --person {x}", "--homeserver {x} --room {x} --person u{x}={x}"),
    "bridge add matrix": ("--homeserver {x} --room {x} --person u=human", "--homeserver {x}"),
    "bridge slack": ("--channel {x} --person {x}", "--api {x} --channel {x} --person u{x}={x}"),
    "bridge add slack": ("--channel {x} --person u=human", "--api {x} --channel {x}"),
    "team run": ("{x}", "{file}", "--script {x}", "--script {file} {file}"),
    "team chat": ("{x}", "{file}", "--script {x}"),
    "team status": ("",),
    "team stop": ("{x}", "eve --reason {x}"),
    "demo": ("--agent {x}", "--into {dir}/demo-{bad}"),
    "clone": ("nats://{x}/shop", "{x}"),
    "move": ("nats://{x}/shop",),
    "init": ("--name {x}", "--board {file}", "other --human {x}"),
    "join": ("{x}:{x}", "ann"),
    "leave": ("{x}", "eve --reason {x}"),
    "group": ("",),
    "group set": ("{x} ann", "team {x}"),
    "send": ("--as ann --to bob --text {x}", "--as {x} --to {x} --text {x}", "{x}", "--as ann {x}"),
    "inbox": ("--agent bob", "--agent human", "--agent {x}"),
    "wait": ("--agent bob --timeout 0", "--agent ann --timeout 0 --pause 0", "--agent {x} --timeout 0"),
    "read": ("--as ann", "--as ann --recall", "--as {x}", "--as ann --budget 150"),
    "context": ("--agent bob", "--agent bob --rendering delta --locale ja", "--agent bob --why", "--agent {x}"),
    "context stats": ("",),
    "context feedback": ("", "--agent {x}"),
    "context feedback add": ("bob m-8 relevant --note {x}", "{x} {x} critical"),
    "context delivery show": ("", "{x}"),
    "context delivery set": ("{x}", "{file}"),
    "acp": ("--script {x} --nonsense {x}",),
    "run": ("claude-code --as human", "{x} --as {x}"),
    "connect": ("claude-code --as {x}", "claude-code --as human", "claude-code --as new-{bad} --dry-run"),
    "disconnect": ("claude-code", "{x}"),
    "message show": ("m-8", "m-1", "{x}"),
    "bridge irc": ("--server {x} --channel {x}", "--server 127.0.0.1 --channel {x}={x}"),
    "bridge add irc": ("--server {x} --channel {x} --person {x}={x}", "--server {x} --channel {x}={x} --name {x}"),
    "bridge mattermost": ("--server {x} --channel {x}", "--server https://{x} --channel {x}={x}"),
    "bridge add mattermost": ("--server {x} --channel {x}", "--server {x} --channel {x} --person {x}={x} --name {x}"),
    "bridge discord": ("--channel {x}", "--api http://127.0.0.1:1/{x} --channel {x}={x}"),
    "bridge add discord": ("--channel {x}", "--channel {x} --person {x}={x} --name {x} --api {x}"),
    "bridge telegram": ("--channel {x}", "--api http://127.0.0.1:1/{x} --channel {x}={x}"),
    "bridge add telegram": ("--channel {x}", "--channel {x} --person {x}={x} --name {x} --api {x}"),
    "bridge allow": ("{x}",),
    "notify add": ("{x} ntfy://{x}", "human ntfy://{x}", "human {x} --when {x}", "human {x}://{x} --time-zone {x}"),
    "notify change": ("{x}", "{x} --when {x}", "{x} --time-zone {x}"),
    "notify list": ("",),
    "notify test": ("{x}",),
    "notify run": ("--url {x}",),
    "notify remove": ("{x}",),
    "search": ("body", "{x}", "summary"),
    "board show": ("", "--format yaml", "--at 20"),
    "board set": ("/goal {x}", "{x} {x}", "/agents/ann/status {x}"),
    "board revert": ("3 --action {x}", "1"),
    "board edit": ("",),
    "board apply": ("{file}", "{x}"),
    "board log": ("", "--agent {x}", "--field {x}"),
    "board diff": ("5 20", "1 9999"),
    "board blame": ("", "--field {x}"),
    "contract new": ("{file}",),
    "contract list": ("", "--agent {x}", "--all"),
    "contract show": ("TC-1", "TC-2", "{x}"),
    "contract claim": ("{x} --as {x}", "TC-3 --as {x}", "--as ann"),
    "contract verify": ("TC-1", "{x}"),
    "contract cancel": ("TC-2 --reason {x}", "{x}"),
    "contract graph": ("", "--format dot", "--format svg"),
    "contract delegate": ("ann {x}", "{x} {x} --contract {x}"),
    "contract note": ("TC-1 {x}", "{x} {x}"),
    "contract pause": ("TC-1 --reason {x}", "{x} --reason {x}"),
    "contract refuse": ("TC-1 --reason {x} --as ann", "{x}"),
    "contract resume": ("TC-1", "{x}"),
    "contract start": ("TC-3", "{x}"),
    "contract block": ("TC-1 --reason {x} --blocked-by {x} --as ann", "{x} --reason {x}"),
    "contract submit": ("TC-1 --summary {x} --output-artifacts {x} --evidence {x} --as ann", "{x} --summary {x}"),
    "contract release": ("TC-4 --as ann --reason {x}", "{x}"),
    "contract assign": ("TC-1 {x}", "{x} {x}"),
    "contract reopen": ("TC-2 --reason {x}", "{x}"),
    "artifact add": ("{x} --as ann --path {x} --description {x}", "REF-7 --as ann --path {x} --description {x}"),
    "artifact log": ("REF-9", "", "{x}"),
    "files list": ("", "--overlaps"),
    "files reserve": ("{x} --as ann", "src/{x} --shared --as bob", "{x} --participant {x}"),
    "files release": ("--as ann", "{x}"),
    "files policy": ("ask", "{x}"),
    "files report": ("{x}:1-5 --as ann", "src/{x} --kind deleted --as bob --contract {x}"),
    "rules show": ("",),
    "rules set": ("{file}", "{rules}"),
    "rules add": ("{file}", "{rules}"),
    "rules remove": ("{x}",),
    "rules check": ("{file}", "{rules}"),
    "rules explain": ("20", "9999", "{rulefired}"),
    "rules test": ("{file}", "{rules}"),
    "graph": (
        "",
        "--waits-for {x}",
        "--ready",
        "--critical-path",
        "--cycles",
        "--touches D-9",
        "--format dot",
        "--format svg",
    ),
    "assign-decision": ("D-9 ann --reason {x}", "{x} {x}"),
    "decide": ("D-9 {x} --rationale {x}", "{x} {x}"),
    "review": ("REF-9 approved --summary {x}", "{x} {x} --summary {x}"),
    "accept": ("TC-1 --reason {x}", "{x}"),
    "reject": ("TC-1 --reason {x}", "{x} --reason {x}"),
    "send-back": ("TC-1 --reason {x}", "TC-4 --reason {x} --findings {x}"),
    "post": ("{x} --to ann", "{x} --to {x}"),
    "reply": ("m-8 {x}", "{x} {x}"),
    "waive": ("m-8", "{x}"),
    "mark-read": ("m-8", "{x}"),
    "unblock": ("ann {x}", "{x} {x}"),
    "project pause": ("--reason {x}",),
    "project resume": ("",),
    "project quota": ("--turns 5", "--turns {x}"),
    "status": ("",),
    "watch": ("",),
    "obligations": ("", "--agent {x}"),
    "pause": ("ann --reason {x}", "{x} --reason {x}"),
    "resume": ("{x}", "bob"),
    "interrupt": ("{x} {x}", "ann {x} --end-turn"),
    "log": ("", "--thread {x}", "--between ann bob", "--group {x}", "--limit {x}", "--file {x}", "--file **"),
    "audit": ("", "--html page.html --force"),
    "replay": ("{dir}", "{dir} --agent ann", "{file}", "{scenario}"),
    "doctor": ("",),
    "compact": ("--keep 5",),
    "backup": ("{dir}/copy-{bad}",),
    "restore": ("{file}",),
    "export": ("{dir}/out-{bad}",),
    "import": ("{file} --into {dir}/new-{bad}", "slack {file} --into {dir}/new-{bad}", "matrix {x} --into {x}"),
    "validate": ("{file}", "{rules}", "missing-{bad}"),
    "schema": ("{x}", "message"),
    "conformance run": ("-- {x}", "-- cat {x}", "--cases {dir} -- {x}"),
    "conformance target": ("",),
    "completion": ("bash", "{x}"),
    "test": ("{file}", "missing-{bad}"),
    "mcp": ("--as {x}",),
    "trace": ("--otlp {x}", "--otlp http://{x}", "--otlp http://127.0.0.1:1 --after {x}"),
    "serve": ("--port {x}", "--host {x}", "--allow-remote {x}"),
    "token create": ("--for {x}", "--for ann --expires {x}"),
    "token list": ("",),
    "token revoke": ("{x}",),
}
"""A hostile call of every command; {x} is hostile, {file} is a file with a hostile name and text."""

RULES = """events:
- event: loud
  trigger:
    kind: message_sent
  propagation:
    - affected_agents: []
      action: notify
"""


def commands(group: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every command of the command table."""
    if not isinstance(group, click.Group):
        yield " ".join(path)
        return
    if group.invoke_without_command and path:
        yield " ".join(path)
    context = click.Context(group)
    for name in group.list_commands(context):
        inner = group.get_command(context, name)
        assert inner is not None
        yield from commands(inner, (*path, name))


def test_every_command_is_tried() -> None:
    assert set(TRIED) == set(commands())


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a hostile project."""
    here = tmp_path_factory.mktemp("hostile")
    with hostile_project(lambda mark: f"{mark} {SEQUENCE}", here / ".renkei") as project:
        settled(project)
    (here / NAME).write_text(f"goal: {SEQUENCE!r}\n{'x' + visible(SEQUENCE)}: [1\n", encoding="utf-8")
    (here / "rules.yaml").write_text(RULES, encoding="utf-8")
    return here


def settled(project: Project) -> None:
    """Let ann take a turn, so that there are turns to show."""
    with project.turn("ann"):
        pass


@pytest.mark.short
@pytest.mark.parametrize("command", sorted(set(TRIED) - {"watch"}))
def test_what_a_command_prints_is_visible(
    command: str,
    template: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(template, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITOR", "true")
    files = {"{file}": NAME, "{dir}": str(tmp_path / ".renkei"), "{bad}": NAME, "{rules}": "rules.yaml"}
    files |= {"{x}": f"x{SEQUENCE}".replace("\x00", ""), "{rulefired}": "3", "{scenario}": NAME}
    printed = 0
    for arguments in TRIED[command]:
        given = [*command.split(), *arguments.split()]
        for name, value in files.items():
            given = [one.replace(name, value) for one in given]
        monkeypatch.setattr(sys, "argv", ["renkei", *given])
        with pytest.raises(SystemExit):
            main()
        out = capsys.readouterr()
        for stream in (out.out, out.err):
            assert UNWANTED.findall(stream) == [], (arguments, stream)
            assert "Traceback" not in stream
        printed += len(out.out) + len(out.err)
    assert printed


def test_watch_prints_visible_text(template: Path) -> None:
    with running("watch", cwd=template) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
    assert UNWANTED.findall("".join(lines)) == []
