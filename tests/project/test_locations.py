"""Where a project can be kept."""

from pathlib import Path

import pytest

import renkei
from renkei.errors import ProjectExistsError, ProjectMissingError
from renkei.log.memory import MemoryLog
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import LOCATIONS, Access, connect
from renkei.store.directory import DirectoryStore
from renkei.store.memory import MemoryStore


def test_memory_has_a_log_and_a_store_in_memory() -> None:
    log, store = connect(":memory:", Access())
    assert (type(log), type(store)) == (MemoryLog, MemoryStore)


@pytest.mark.parametrize("form", [str, Path])
def test_a_path_has_a_log_and_a_store_in_a_directory(form: type, tmp_path: Path) -> None:
    log, store = connect(form(tmp_path / "deep" / "p"), Access(create=True))
    assert (type(log), type(store)) == (SqliteLog, DirectoryStore)
    assert (tmp_path / "deep" / "p" / "log.db").exists()


@pytest.mark.parametrize("location", ["a:b", "C:/project", "x:/y//z"])
def test_a_colon_in_a_path_makes_no_scheme(location: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProjectMissingError):
        renkei.open(location)


def test_another_kind_of_location_is_one_row_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    logs: dict[str, MemoryLog] = {}

    def connect_shared(location: str, access: Access) -> tuple[MemoryLog, MemoryStore]:
        log = logs.setdefault(location, MemoryLog())
        return log, MemoryStore(log)

    monkeypatch.setitem(LOCATIONS, "shared", ("`shared://NAME`", connect_shared))
    with renkei.create("shared://a", goal="one"), renkei.open("shared://a") as project:
        assert project.state.board.get("/goal") == "one"
    with pytest.raises(ProjectExistsError):
        renkei.create("shared://a")
    with pytest.raises(ProjectMissingError):
        renkei.open("shared://b")


def test_opening_an_empty_directory_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(ProjectMissingError):
        renkei.open(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_holds_a_project_in_renkei_is_opened_by_its_name(tmp_path: Path) -> None:
    renkei.create(tmp_path / ".renkei", goal="inside").close()
    with renkei.open(tmp_path) as project:
        assert project.state.board.get("/goal") == "inside"
    renkei.create(tmp_path, goal="itself").close()
    with renkei.open(tmp_path) as project:
        assert project.state.board.get("/goal") == "itself"


def test_a_project_that_was_not_read_does_not_look_empty(tmp_path: Path) -> None:
    renkei.create(tmp_path).close()
    with renkei.open(tmp_path) as project:
        assert repr(project) == "<Project that has not been read yet>"
        assert project.state.seq == 1
        assert repr(project) == "<Project at seq 1: 1 participants>"
