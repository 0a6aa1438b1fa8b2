"""Commands that tests call in their own process behave as in a separate process, and leave nothing behind."""

import os
import sys
from pathlib import Path

import pytest

from process import renkei
from renkei.edges.cli import main


@pytest.mark.parametrize(
    "arguments",
    [("--version",), ("init", "--goal", "認証"), ("status",), ("no-such-command",), ("validate", "-")],
    ids=lambda arguments: arguments[0],
)
def test_a_command_ends_and_prints_as_in_a_process_of_its_own(arguments: tuple[str, ...], tmp_path: Path) -> None:
    places = [tmp_path / name / "shop" for name in ("called", "own")]
    for place in places:
        place.mkdir(parents=True)
    called, own = (renkei(*arguments, cwd=place, stdin="a: 1\n", fresh=place is places[1]) for place in places)
    assert called.returncode == own.returncode
    shown = [text.replace("/called/", "/own/") for text in (called.stdout, called.stderr)]
    assert shown == [own.stdout, own.stderr]


def test_a_command_leaves_the_process_of_the_test_as_it_was(tmp_path: Path) -> None:
    def found() -> list[object]:
        streams = [os.fstat(number) for number in range(3)]
        given = [(one.st_dev, one.st_ino) for one in streams]
        opened = len([*Path("/dev/fd").iterdir()])
        return [given, opened, Path.cwd(), dict(os.environ), sys.stdin, sys.stdout, sys.stderr, [*sys.argv]]

    before = found()
    assert renkei("init", "--goal", "a goal", cwd=tmp_path).returncode == 0
    assert found() == before


def test_a_crash_of_a_command_fails_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(**options: object) -> None:
        raise KeyError("a defect")

    monkeypatch.setattr(main, "cli", crash)
    with pytest.raises(AssertionError):
        renkei("status", cwd=tmp_path)
