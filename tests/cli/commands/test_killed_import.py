"""`renkei import` of a chat's export is killed: what was there stays, and repeating it brings in every post once."""

import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import renkei as library
from chat_exports import SlackExport
from chatting import until
from process import renkei, running
from renkei.edges.chat.past.recording import AT_ONCE, IN_A_RECORD
from renkei.edges.cli.main import main
from thoroughness import EVERY_KILL, every_kill

KILLS = 3 if EVERY_KILL else 1
POSTS = (KILLS + 1) * AT_ONCE * IN_A_RECORD


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    slack, first = SlackExport(), ""
    for number in range(POSTS):
        first = slack.say("U1", f"post {number}", **({"thread_ts": first} if number % 3 else {}))  # as in a thread
    return slack.zip(tmp_path_factory.mktemp("export") / "acme.zip")


def past(directory: Path) -> list[str]:
    with library.open(directory) as project:
        events = (event for record in project.records() for event in record.events)
        return [one.message.payload.body for one in events if one.kind == "message_sent"]


def check(directory: Path) -> None:
    found = past(directory)
    assert Counter(found) == Counter(f"post {number}" for number in range(POSTS))
    assert found == sorted(found, key=lambda one: int(one.split()[1]))


def kill_when(holds: Callable[[], Any], *words: object, cwd: Path) -> None:
    with running("import", "slack", *words, cwd=cwd) as process:
        until(lambda: holds() or process.poll() is not None)
        assert process.poll() is None, "it ended before it was killed"
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_into_a_project(export: Path, tmp_path: Path) -> None:
    renkei("init", "--goal", "a goal", "--agent", "ann", cwd=tmp_path)
    with library.open(tmp_path / ".renkei") as project:
        kill_when(lambda: True, export, "--into", ".", cwd=tmp_path)  # before anything is written
        for _ in range(KILLS):
            before = project.log.last()
            kill_when(lambda before=before: project.log.last() > before + 1, export, "--into", ".", cwd=tmp_path)
        assert 0 < len(past(tmp_path)) < POSTS
    done = renkei("import", "slack", export, "--into", ".", cwd=tmp_path)
    assert (
        f"The project had {len(past(tmp_path)) - int(done.stdout.split()[1].replace(',', '')):,} messages"
        in done.stdout
    )
    check(tmp_path)


def test_into_a_new_project(export: Path, tmp_path: Path) -> None:
    into = tmp_path / "new"
    kill_when(lambda: list(into.glob(".importing-*/*")), export, "--into", "new", cwd=tmp_path)
    assert [one.name[:11] for one in into.iterdir()] == [".importing-"]
    renkei("import", "slack", export, "--into", "new", cwd=tmp_path)
    assert not [*into.glob(".importing-*")]
    check(into)


@pytest.mark.parametrize("moves", [pytest.param(0, marks=every_kill), 1, pytest.param(2, marks=every_kill), 3])
def test_while_a_new_project_appears(moves: int, tmp_path: Path) -> None:
    slack = SlackExport()
    slack.say("U1", "the only post")
    slack.zip(tmp_path / "acme.zip")
    process = multiprocessing.get_context("fork").Process(target=_killed_after, args=(moves, tmp_path))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    renkei("import", "slack", "acme.zip", "--into", "new", cwd=tmp_path)
    assert past(tmp_path / "new") == ["the only post"]
    assert not [*(tmp_path / "new").glob(".importing-*")]


def _killed_after(moves: int, directory: Path) -> None:
    """Import, and be killed when so many files of the new project are where they belong."""
    moved, replace = [], Path.replace

    def counted(source: Path, target: Path) -> Path:
        if source.parent.name.startswith(".importing-"):
            if len(moved) == moves:
                os.kill(os.getpid(), signal.SIGKILL)
            moved.append(source)
        return replace(source, target)

    Path.replace = counted  # type: ignore[method-assign,assignment]
    os.chdir(directory)
    sys.argv = ["renkei", "import", "slack", "acme.zip", "--into", "new"]
    main()
