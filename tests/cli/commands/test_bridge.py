"""`renkei bridge`: adding, running, looking at and removing bridges."""

import json
import os
import re
from pathlib import Path

from process import renkei, running


def test_a_bridge_is_added_listed_looked_at_and_removed(project: Path) -> None:
    assert renkei("bridge", "list", cwd=project).stdout.startswith("There are no bridges.")
    added = renkei("bridge", "add", "console", "--name", "here", cwd=project)
    assert added.stdout == "Added the bridge here. `renkei bridge run here` runs it.\n"
    assert renkei("bridge", "list", cwd=project).stdout.splitlines()[1].split("\t") == [
        "here",
        "console",
        "team = all",
        "console = human",
    ]
    (status,) = json.loads(renkei("bridge", "status", "--format", "json", cwd=project).stdout)
    counts = dict.fromkeys(("seq", "behind", "refused", "records", "posts", "most_posts_of_a_record"), 0)
    assert status == {"name": "here", "runs": False, **counts, "problem": ""}
    (project / ".renkei" / "bridges" / "bad.yaml").write_text("chat: pigeon\nchannels: {team: all}\n")
    listed = renkei("bridge", "list", cwd=project)
    assert listed.stdout.splitlines()[1].startswith("here\t")
    assert "The bridge bad cannot run." in listed.stderr
    assert "bad.yaml:1:7: /chat: there is no chat 'pigeon'" in listed.stderr
    assert "there is no chat 'pigeon'" in renkei("bridge", "status", cwd=project).stdout
    assert renkei("bridge", "remove", "bad", cwd=project).returncode == 0
    assert renkei("bridge", "remove", "here", cwd=project).returncode == 0
    assert renkei("bridge", "remove", "here", cwd=project).stderr.startswith("error UNKNOWN_BRIDGE: There is")


def test_wrong_options_are_named(project: Path) -> None:
    wanted = {
        ("add", "pigeon"): "No such command 'pigeon'",
        ("add", "console", "--name", "a b"): "'a b' is not a valid id",
        ("add", "console", "--as", "eve"): "'eve' is not a participant",
        ("add", "matrix", "--homeserver", "https://m.example"): "Missing option '--room'",
        ("add", "matrix", "--homeserver", "http://h", "--room", "r=nobody"): "a group of the project: all",
        ("add", "matrix", "--homeserver", "http://h", "--room", "r", "--person", "ann"): "--person needs USER=ID",
        ("run",): "There is no bridge.",
        ("run", "nothing"): "There is no bridge 'nothing'",
    }
    for arguments, problem in wanted.items():
        refused = renkei("bridge", *arguments, cwd=project)
        assert refused.returncode in (1, 2)
        assert problem in refused.stderr, arguments


def test_a_new_bridge_that_is_refused_leaves_nothing_behind(project: Path) -> None:
    irc = ("irc", "--server", "127.0.0.1", "--port", "1", "--no-tls", "--name", "chat")
    refused = renkei("bridge", *irc, "--channel", "team", cwd=project)
    assert refused.stderr.startswith("error CHAT_REFUSED: The chat refused: 'team' is not a channel.")
    assert list((project / ".renkei" / "bridges").iterdir()) == []
    assert renkei("bridge", "add", *irc, "--channel", "team", cwd=project).returncode == 0
    assert renkei("bridge", *irc, "--channel", "team", cwd=project).returncode == 1
    assert renkei("bridge", "list", cwd=project).stdout.count("chat\tirc") == 1  # it was there before
    second = renkei("bridge", "add", *irc[:-1], "two", "--channel", "#other", "--channel", "team", cwd=project)
    assert (
        "/channels: 'team' is not allowed.\n  Expected: a channel without a bridge: 'chat' is there." in second.stderr
    )
    slack = ("bridge", "add", "slack", "--channel", "team", "--name")
    assert renkei(*slack, "s1", cwd=project).returncode == 0
    assert "a channel without a bridge: 's1' is there." in renkei(*slack, "s2", cwd=project).stderr
    for name in ("here", "there"):  # each in a terminal of its own
        assert renkei("bridge", "add", "console", "--name", name, cwd=project).returncode == 0
    irc = ("irc", "--server", "other.example", "--name", "two")
    assert renkei("bridge", "add", *irc, "--channel", "team", cwd=project).returncode == 0
    files = project / ".renkei" / "bridges"
    (files / "three.yaml").write_text((files / "two.yaml").read_text())  # also when nobody added it by a command
    assert "BRIDGE_NOT_ALLOWED" in renkei("bridge", "run", "three", cwd=project).stderr
    assert renkei("bridge", "allow", "three", "--yes", cwd=project).returncode == 0
    third = renkei("bridge", "run", "three", cwd=project)
    assert "a channel without a bridge: 'two' is there." in third.stderr


def test_the_console_is_a_chat_and_ends_with_its_input(project: Path) -> None:
    typed = "hello @ann\n/decide D-9 A\n/delegate ann build it\\\n- it runs\n/who\n"
    done = renkei("bridge", "console", cwd=project, stdin=typed)
    assert (done.returncode, done.stderr) == (0, "console: connected.\n")
    assert "There is no open decision 'D-9'" in done.stdout
    assert re.search("human → ann · TASK_HANDOFF TC-001\nbuild it\nDone when:\n• it runs", done.stdout)
    assert "People: human" in done.stdout
    assert "hello @ann" in renkei("log", cwd=project).stdout
    again = renkei("bridge", "console", cwd=project, stdin="hello again\n")
    assert "TASK_HANDOFF" not in again.stdout  # each post once


def test_a_bridge_that_runs_is_seen_and_runs_once(project: Path) -> None:
    read, write = os.pipe()
    with running("bridge", "console", cwd=project, stdin=read) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "console: connected.\n"
        (status,) = json.loads(renkei("bridge", "status", "--format", "json", cwd=project).stdout)
        assert status["runs"] is True
        second = renkei("bridge", "run", cwd=project)
        assert (second.returncode, second.stderr.split(".")[0]) == (
            1,
            "error BRIDGE_RUNNING: The bridge 'console' runs already, in another process",
        )
        assert "BRIDGE_RUNNING" in renkei("bridge", "remove", "console", cwd=project).stderr
        renkei("send", "--as", "ann", "--to", "human", "--text", "good morning", cwd=project)
        assert process.stdout is not None
        assert process.stdout.readline() == "ann → human\n"
        os.close(write)
        assert process.wait(30) == 0
    assert "1.0, at most 1" in renkei("bridge", "status", cwd=project).stdout
    os.close(read)


def test_a_server_runs_the_bridges_and_goes_on_without_those_that_cannot(project: Path) -> None:
    renkei("bridge", "add", "console", "--name", "good", cwd=project)
    renkei("bridge", "add", "console", "--name", "bad", cwd=project)
    settings = project / ".renkei" / "bridges" / "bad.yaml"
    settings.write_text(settings.read_text().replace("chat: console", "chat: pigeon"))
    read, write = os.pipe()
    with running("serve", "--port", "0", cwd=project, stdin=read) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(2)]
        assert said[0].startswith("The bridge bad does not run.")
        assert said[1] == "good: connected.\n"
        assert "/sign-in?code=" in process.stdout.readline()
        assert process.stdout.readline().startswith("For programs: http://127.0.0.1:")
        os.write(write, b"/status\n")
        assert process.stdout.readline() == "No contract is open.\n"
        process.terminate()
        assert process.wait(30) == 0
    os.close(write)
    os.close(read)
