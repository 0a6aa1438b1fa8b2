"""What people set for themselves outlives the process, stays private, and is never in the way."""

from pathlib import Path

import pytest

import renkei
from renkei.engine import commands as c
from renkei.errors import LogNotWritableError, UnknownActorError
from renkei.store.layout import Layout
from team import small_team

FILE = "people.json"


def test_settings_are_the_same_in_every_process_and_later(tmp_path: Path) -> None:
    with small_team(tmp_path) as first, renkei.open(tmp_path) as second:
        first.change_settings("human", lambda settings: {**settings, "read": {"*": 3}})
        second.change_settings("human", lambda settings: {**settings, "searches": ["x"]})
    with renkei.open(tmp_path) as project:
        assert project.settings("human") == {"read": {"*": 3}, "searches": ["x"]}
        assert project.settings("ann") == {}
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[1]", b'{"human": 5}', b"[" * 100_000])
def test_a_damaged_file_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    with small_team(tmp_path) as project:
        (tmp_path / FILE).write_bytes(content)
        assert project.settings("human") == {}
        project.change_settings("human", lambda settings: {**settings, "read": {}})
        assert project.settings("human") == {"read": {}}


def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    with small_team(tmp_path / "p") as project:
        (tmp_path / "secret").write_bytes(b'{"human": {"read": {}}}')
        (tmp_path / "p" / FILE).symlink_to(tmp_path / "secret")
        assert project.settings("human") == {}
        project.change_settings("human", lambda _: {"searches": []})
        assert (tmp_path / "secret").read_bytes() == b'{"human": {"read": {}}}'
        assert Layout(tmp_path / "p").people.is_symlink() is False


def test_a_later_participant_with_the_same_id_does_not_get_them(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.change_settings("ann", lambda _: {"searches": ["private"]})
        project.do(c.Leave("ann"), actor="lead")
        project.do(c.Join("ann"), actor="lead")
        assert project.settings("ann") == {}


def test_settings_of_strangers_and_of_projects_that_are_only_read_are_rejected(tmp_path: Path) -> None:
    with small_team(tmp_path) as project, pytest.raises(UnknownActorError):
        project.settings("nobody")
    with renkei.open(tmp_path, read_only=True) as project, pytest.raises(LogNotWritableError):
        project.change_settings("human", lambda settings: settings)
