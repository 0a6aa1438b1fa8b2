"""How far a long log is read is shown on a terminal."""

import io
import sys

import pytest

import renkei
from renkei.edges.cli.output import progress
from renkei.project.project import Project


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def unread() -> Project:
    """A project whose log has four records that it has not read."""
    known = renkei.create()
    for number in range(3):
        known.set_group(f"group-{number}", [])
    return Project(known.log)


def shown(project: Project, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, many: int, patience: float) -> str:
    """Return what is printed while a project is read."""
    monkeypatch.setattr(progress, "MANY", many)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", stream)
    progress.show_reading(project)
    return stream.getvalue()


def test_a_long_log_is_read_with_its_progress(unread: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shown(unread, Terminal(), monkeypatch, many=3, patience=0)
    assert "reading the log" in found
    assert f"{unread.log.last()}/{unread.log.last()}" in found
    assert unread.unread == 0


def test_a_read_that_is_fast_shows_nothing(unread: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(unread, Terminal(), monkeypatch, many=3, patience=60) == ""
    assert unread.unread == 0


def test_a_short_log_is_not_read_before_it_is_needed(unread: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(unread, Terminal(), monkeypatch, many=4, patience=0) == ""
    assert unread.unread == 4


def test_a_pipe_gets_no_progress(unread: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(unread, io.StringIO(), monkeypatch, many=3, patience=0) == ""
    assert unread.unread == 4
