"""What holds for all commands: where the project is, who acts, how errors, times and long output are shown."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import click
import pytest

from process import renkei, running
from renkei import open as open_project
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.main import cli
from renkei.edges.cli.output.failure import format_of
from renkei.edges.cli.output.usage import MEANT_COMMANDS, MEANT_OPTIONS
from renkei.edges.times import Days, clock, shown_time


def test_the_project_is_found_upwards_and_from_elsewhere(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = project / "src" / "deep"
    below.mkdir(parents=True)
    assert "a goal" in renkei("status", cwd=below).stdout
    assert "a goal" in renkei("-C", project, "status", cwd=project.parent).stdout
    missing = renkei("status", cwd=project.parent)
    assert (missing.returncode, f"no renkei project in '{project.parent}'" in missing.stderr) == (1, True)
    for place in (project, project / ".renkei"):
        monkeypatch.setenv("RENKEI_PROJECT", str(place))
        assert "a goal" in renkei("status", cwd=project.parent).stdout


def test_a_project_is_called_like_the_directory_that_holds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(renkei("init", "my shop", "--format", "json", cwd=tmp_path).stdout)
    assert data == {"project": "my-shop", "directory": "my shop/.renkei", "participants": ["human"]}
    assert "my-shop" in renkei("-C", "my shop", "status", cwd=tmp_path).stdout
    monkeypatch.setenv("RENKEI_PROJECT", str(tmp_path / "store"))
    assert "Created project store in" in renkei("init", cwd=tmp_path).stdout


def test_who_acts_comes_from_the_environment(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENKEI_AS", "ann")
    renkei("send", "--to", "bob", "--text", "-", cwd=project, stdin="from standard input")
    renkei("send", "--to", "ann", "--as", "bob", "--text", "an answer", cwd=project)
    log = renkei("log", "--after", 1, cwd=project).stdout
    assert "ann → bob  FREEFORM  from standard input" in log
    assert "bob → ann  FREEFORM  an answer" in log
    assert "an answer" in renkei("inbox", cwd=project).stdout
    assert "You are ann" in renkei("read", cwd=project).stdout
    payload = "{intent_hint: x, body: x, requires_response: false, urgency: low}"
    (project / "m.yaml").write_text(f"{{type: FREEFORM, from: bob, to: [ann], context_summary: x, payload: {payload}}}")
    refused = renkei("send", "m.yaml", cwd=project)
    assert "The sender in the file is 'bob', but --as or $RENKEI_AS says 'ann'." in refused.stderr
    monkeypatch.delenv("RENKEI_AS")
    assert "FREEFORM → ann" in renkei("send", "m.yaml", cwd=project).stdout


def test_an_act_is_quiet_unless_it_is_refused(project: Path) -> None:
    done = renkei("pause", "ann", "--reason", "x", "-q", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    refused = renkei("pause", "eve", "--reason", "x", "-q", cwd=project)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "UNKNOWN_ACTOR" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("status", "--format", "json"), "PROJECT_MISSING"),
        (("status", "--format=jsonl"), "PROJECT_MISSING"),
        (("status", "--nope", "--format", "json"), "USAGE"),
        (("nope", "--format", "json"), "USAGE"),
        (("schema", "nope", "--format", "jsonl"), "USAGE"),
        (("rules", "check", "r.yaml", "--format", "json"), "INVALID_DOCUMENT"),
        (("import", "r.yaml", "--into", "r.yaml/x", "--format", "json"), "INVALID_DOCUMENT"),
    ],
)
def test_an_error_is_one_object_on_standard_error(tmp_path: Path, arguments: tuple[str, ...], code: str) -> None:
    (tmp_path / "r.yaml").write_text("events: 1")
    done = renkei(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2 if code == "USAGE" else 1, "")
    error = json.loads(done.stderr)
    assert list(error) == ["code", "message", "hint", "retryable", "details"]
    assert error["code"] == code
    assert ("jsonl" in str(arguments)) == (done.stderr.count("\n") == 1)


def test_the_format_is_known_before_the_arguments_are_read() -> None:
    assert format_of(["log", "--format", "json", "--nope"]) == "json"
    assert format_of(["log", "--format=jsonl"]) == "jsonl"
    assert format_of(["log", "--format"]) == format_of([]) == "text"


def test_a_command_that_does_not_exist_gets_a_suggestion(tmp_path: Path) -> None:
    assert "No such command 'sned'.\n  Did you mean 'send'?" in renkei("sned", cwd=tmp_path).stderr
    assert "No such command 'lst'.\n  Did you mean 'list'?" in renkei("contract", "lst", cwd=tmp_path).stderr
    assert "Did you mean" not in renkei("xyzzy", cwd=tmp_path).stderr


WRONG_USAGE = [
    (("nonsense",), "No such command 'nonsense'.", "`renkei --help` shows the usage."),
    (("rules", "list"), "No such command 'list'.", "Did you mean 'show'? `renkei rules --help` shows the usage."),
    (("artifact", "register", "x"), "No such command 'register'.", "Did you mean 'add'? `renkei artifact --help`"),
    (("message", "m-12"), "No such command 'm-12'.", "Did you mean 'renkei message show m-12'?"),
    (("contract", "reassign"), "No such command 'reassign'.", "It is called `renkei contract assign`."),
    (("log", "--json"), "No such option '--json'.", "Did you mean '--format json'? `renkei log --help`"),
    (("reject", "T", "--because", "x"), "No such option '--because'.", "It is called '--reason'."),
    (("reject", "T", "--message", "x"), "No such option '--message'.", "Did you mean '--reason'?"),
    (("send", "--from", "ann"), "No such option '--from'.", "Did you mean '--as'?"),
    (("contract", "assign", "T", "--to", "x"), "No such option '--to'.", "Give it as ASSIGNEE."),
    (("decide", "D", "--chosen-option", "x"), "No such option '--chosen-option'.", "Give it as CHOSEN-OPTION. `renkei"),
    (
        ("contract", "assign", "T"),
        "Missing argument 'ASSIGNEE'.",
        "Usage: renkei contract assign [OPTIONS] CONTR",
    ),
    (("restore", os.devnull, "x"), "Got unexpected extra argument (x).", "Did you mean '--into DIR'? Usage: renkei re"),
    (("inbox", "ann"), "Got unexpected extra argument (ann).", "Did you mean '--agent ID'? Usage: renkei inbox"),
    (("serve", "--port", "x"), "Invalid value for '--port': 'x' is not", "`renkei serve --help` shows the usage."),
    (("status", "--format", "xml"), "Invalid value for '--format': 'xml' is not one of", "`renkei status --help`"),
    (("send", "nowhere.yaml"), "No such file: 'nowhere.yaml'.", "`renkei send --help` shows the usage."),
    (("send", "please go on"), "No such file: 'please go on'.", "To send it as text, write it after --text."),
    (("contract", "new", "nowhere.yaml"), "No such file: 'nowhere.yaml'.", "`renkei contract new --help`"),
    (("send", "--text", "x"), "Missing option '--to': who receives the text?", "`renkei send --help`"),
]


@pytest.mark.parametrize(("words", "message", "hint"), WRONG_USAGE)
def test_wrong_usage_has_the_form_of_every_error(
    words: tuple[str, ...], message: str, hint: str, project: Path
) -> None:
    done = renkei(*words, cwd=project)
    assert (done.returncode, done.stdout) == (ExitStatus.USAGE, "")
    first, second = done.stderr.splitlines()
    assert first.startswith(f"error USAGE: {message}")
    assert second.startswith(f"  {hint}")
    if words[0] not in ("restore", "status"):
        data = json.loads(renkei(*words, "--format", "json", cwd=project).stderr)
        assert (first, second) == (f"error {data['code']}: {data['message']}", f"  {data['hint']}")


def test_the_words_that_people_bring_name_commands_and_options_that_exist() -> None:
    context = click.Context(cli, info_name="renkei")
    commands, options = set(), set()
    waiting: list[click.Command] = [cli]
    while waiting:
        one = waiting.pop()
        options |= {name for param in one.params for name in (*param.opts, param.metavar)}
        if isinstance(one, click.Group):
            found = [one.get_command(context, name) for name in one.list_commands(context)]
            waiting += [command for command in found if command is not None]
            commands |= set(one.list_commands(context))
    assert {meant for several in MEANT_COMMANDS.values() for meant in several} <= commands
    assert {meant.partition(" ")[0] for several in MEANT_OPTIONS.values() for meant in several} <= options


def test_every_exit_status_can_be_had(project: Path) -> None:
    found = {
        renkei("status", cwd=project).returncode,
        renkei("pause", "eve", "--reason", "x", cwd=project).returncode,
        renkei("status", "--nope", cwd=project).returncode,
        renkei("contract", "claim", "--as", "ann", cwd=project).returncode,
        renkei("wait", "--agent", "ann", "--timeout", 0, cwd=project).returncode,
    }
    assert found == set(ExitStatus) - {ExitStatus.INTERRUPTED}  # Ctrl-C: see test_watch


def test_unknown_names_are_refused_where_they_only_filter(project: Path) -> None:
    for arguments in (("board", "log"), ("contract", "list"), ("watch",), ("obligations",)):
        refused = renkei(*arguments, "--agent", "nope", cwd=project)
        assert (refused.returncode, "UNKNOWN_ACTOR" in refused.stderr) == (1, True), arguments
    for arguments in (("board", "log"), ("board", "blame")):
        assert "UNKNOWN_FIELD" in renkei(*arguments, "--field", "goal", cwd=project).stderr
    for arguments in (("log", "--after"), ("board", "show", "--at"), ("replay", ".renkei", "--at")):
        assert "seq 99 does not exist; the last is 1" in renkei(*arguments, 99, cwd=project).stderr


def test_a_point_in_the_log_may_be_a_time(project: Path) -> None:
    renkei("board", "set", "/goal", "another", cwd=project)
    assert json.loads(renkei("log", "--after", "2000-01-01", "--limit", 1, "--format", "jsonl", cwd=project).stdout)
    at = json.loads(renkei("log", "--limit", 1, "--format", "jsonl", cwd=project).stdout)["at"]
    assert renkei("log", "--after", at, cwd=project).stdout == ""
    assert 'goal: ""' in renkei("board", "show", "--at", "2000-01-01", "--format", "yaml", cwd=project).stdout
    assert "neither a seq such as 12 nor a time" in renkei("log", "--after", "soon", cwd=project).stderr


def test_times_are_local_with_their_date_unless_utc_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    env = {"PYTHONPATH": os.pathsep.join(sys.path), "TZ": "Asia/Tokyo"}
    code = (
        "from renkei.edges.times import *; at = '2026-01-05T20:30:00.000001Z'; "
        "print(day(at), clock(at), shown_time(at)); use_utc(); print(day(at), clock(at), shown_time(at))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "2026-01-06 +09:00 05:30:00 2026-01-06T05:30:00+09:00",
        "2026-01-05 UTC 20:30:00 2026-01-05T20:30:00Z",
    ]
    assert shown_time("") == ""
    days = Days()
    days.new("2026-01-05T12:00:00Z")
    assert days.new("2026-01-05T12:30:00Z") == ""
    assert days.new("2026-01-08T12:30:00Z").startswith("2026-01-08")
    assert clock("2026-01-05T12:00:00Z").endswith(":00")


def on_a_terminal(*arguments: str, cwd: Path, **env: str) -> str:
    """Return what a command shows on a terminal of 24 lines."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "dumb", "LINES": "24"} | env
    with subprocess.Popen(
        [sys.executable, "-m", "renkei", *arguments], cwd=cwd, env=environment, stdin=theirs, stdout=theirs
    ):
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    return shown.decode()


def test_long_output_on_a_terminal_goes_to_the_pager(project: Path) -> None:
    with open_project(project / ".renkei") as library:
        for number in range(30):
            library.write([{"path": "/goal", "value": f"goal {number}"}], actor="human")
    pager = {"PAGER": "sed s/^/PAGED/"}
    assert "PAGED" in on_a_terminal("board", "log", cwd=project, **pager)
    assert "PAGED" not in on_a_terminal("board", "log", "--limit", "3", cwd=project, **pager)
    assert "PAGED" not in on_a_terminal("board", "log", "--no-pager", cwd=project, **pager)
    assert "PAGED" not in on_a_terminal("board", "log", cwd=project, **pager, NO_PAGER="1")
    assert renkei("board", "log", cwd=project).stdout.count("\n") > 30


def test_a_file_is_not_overwritten_by_accident(project: Path) -> None:
    for command in ("export", "backup"):
        (project / "there").write_text("mine")
        refused = renkei(command, "there", cwd=project)
        assert (refused.returncode, "FILE: there exists" in refused.stderr) == (1, True)
        assert (project / "there").read_text() == "mine"
        assert renkei(command, "there", "--force", cwd=project).stdout == "Wrote 1 record to there.\n"
        assert (project / "there").read_bytes() != b"mine"
    assert renkei("export", ".", "--force", cwd=project).returncode == 1
    assert [one.name for one in project.iterdir() if "partial" in one.name] == []


def test_follow_is_not_held_back_for_a_pager(project: Path) -> None:
    with running("log", "--follow", "--format", "jsonl", cwd=project) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["seq"] == 1
