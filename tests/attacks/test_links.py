"""Who can put a symbolic link into a project's directory cannot make others write or read outside it."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import renkei
from process import renkei as command
from renkei.errors import LogError, RenkeiError
from renkei.log.blobs import LIMIT
from renkei.log.sqlite import SqliteLog
from renkei.store import heartbeats

FILES = (
    "board.yaml",
    "board.lock",
    "board.edited.yaml",
    "snapshot.jsonl",
    "calibration.json",
    "calibration.lock",
    "tokens.json",
    "tokens.lock",
    "search.db",
    "search.db-wal",
    "log.lock",
    "log.bell",
    "log.db-wal",
    "log.db-shm",
    "archive.db",
    "heartbeats/ann",
)
DIRECTORIES = ("heartbeats", "blobs")
SECRET = "a secret of somebody else"


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("renkei.store.derived_files.SNAPSHOT_AT_CLOSE", 1)
    place = tmp_path / "project"
    with renkei.create(place, goal="a goal", members=[renkei.Join("ann"), renkei.Join("bob")]) as project:
        project.send(freeform(project, "the port is 8080"))
    return place


def freeform(project: renkei.Project, body: str) -> renkei.AnyMessage:
    payload = renkei.Freeform(intent_hint="FREEFORM", body=body, requires_response=False, urgency="normal")
    return project.message("ann", payload, ["bob"])


def use(directory: Path) -> None:
    """Do everything that writes or reads a file beside the log; each may be refused, but only with an error of ours."""

    def with_project(act: Callable[[renkei.Project], object]) -> None:
        with suppress(RenkeiError), renkei.open(directory) as project:
            act(project)

    with_project(lambda project: project.send(freeform(project, "small")))
    with_project(lambda project: project.send(freeform(project, "large " * LIMIT)))
    with_project(lambda project: project.heartbeat("ann"))
    with_project(lambda project: project.tick())
    with_project(lambda project: project.report_usage("m", 10, 12))
    with_project(lambda project: project.search("port"))
    with suppress(LogError):
        log = SqliteLog(directory / "log.db")
        log.compact(50)
        list(log.read())
        log.close()


@pytest.mark.short
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("there", [True, False])
def test_a_link_in_the_place_of_a_file_reaches_nothing_outside(
    directory: Path, tmp_path: Path, name: str, there: bool
) -> None:
    outside, link = tmp_path / "outside", directory / name
    if there:
        outside.write_text(SECRET)
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(outside)
    use(directory)
    assert outside.exists() is there
    if there:
        assert outside.read_text() == SECRET


@pytest.mark.parametrize("name", DIRECTORIES)
def test_a_link_in_the_place_of_a_directory_reaches_nothing_outside(directory: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "ann").write_text(SECRET)
    (directory / name).symlink_to(outside)
    use(directory)
    assert [file.name for file in outside.iterdir()] == ["ann"]
    assert (outside / "ann").read_text() == SECRET
    assert heartbeats.read(directory / name) == {}


def test_a_link_in_the_place_of_a_folder_of_blobs_reaches_nothing_outside(directory: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (directory / "blobs").mkdir()
    for number in range(256):
        (directory / "blobs" / f"{number:02x}").symlink_to(outside)
    with renkei.open(directory) as project, pytest.raises(LogError, match="is a symbolic link"):
        project.send(freeform(project, "large " * LIMIT))
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", ["log.db", "log.db-wal", "log.db-shm", "archive.db", "search.db", "snapshot.jsonl"])
def test_nobody_waits_for_a_pipe_in_the_place_of_a_file(directory: Path, name: str) -> None:
    (directory / name).unlink(missing_ok=True)
    os.mkfifo(directory / name)
    use(directory)
    assert (directory / name).is_fifo() or name in ("search.db", "snapshot.jsonl")
    if name == "log.db-wal":
        assert "is not a file" in command("-C", directory, "status", cwd=directory).stderr


def test_a_log_that_is_a_link_is_refused_with_the_reason(directory: Path, tmp_path: Path) -> None:
    (directory / "log.db").rename(tmp_path / "moved.db")
    (directory / "log.db").symlink_to(tmp_path / "moved.db")
    done = command("--help", cwd=tmp_path) and command("-C", directory, "status", cwd=tmp_path)
    assert done.returncode != 0
    assert "is a symbolic link, which is not followed" in done.stderr


def test_orphaned_blobs_are_deleted_in_the_directory_only(directory: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "ab"
    outside.mkdir(parents=True)
    (outside / "file").write_text(SECRET)
    (directory / "blobs").symlink_to(outside.parent)
    command("-C", directory, "doctor", "--repair", cwd=tmp_path)
    (directory / "blobs").unlink()
    (directory / "blobs").mkdir()
    (directory / "blobs" / "ab").symlink_to(outside)
    command("-C", directory, "doctor", "--repair", cwd=tmp_path)
    assert (outside / "file").read_text() == SECRET


@pytest.mark.parametrize("name", ["../../outside", "..", "/etc/passwd", "0" * 63, "0" * 64 + "/..", "\0", "%2e%2e"])
def test_a_reference_to_a_blob_names_no_path(directory: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").write_text(SECRET)
    log = SqliteLog(directory / "log.db")
    with pytest.raises(ValueError, match="names no blob"):
        log.blobs.get(b"sha256:" + name.encode())


def test_a_pipe_in_the_place_of_a_file_blocks_nobody(directory: Path) -> None:
    for name in ("snapshot.jsonl", "calibration.json", "heartbeats/ann", "board.lock"):
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).unlink(missing_ok=True)
        os.mkfifo(directory / name)
    with renkei.open(directory) as project:
        assert heartbeats.read(directory / "heartbeats") == {"ann": ""}
        project.tick()
        project.send(freeform(project, "it works"))


def test_an_edited_board_is_not_written_through_a_link(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "sed -i 's/goal: .*/goal: another/'")
    outside = tmp_path / "outside"
    outside.write_text(SECRET)
    (directory / "board.edited.yaml").symlink_to(outside)
    command("-C", directory, "board", "edit", cwd=tmp_path)
    assert outside.read_text() == SECRET


def test_doctor_reads_a_board_file_that_is_a_bomb(directory: Path, tmp_path: Path) -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}]\n" for n in range(30))
    for text in (bomb, "[" * 100_000, "\ud800", "a: 1\na: 2"):
        (directory / "board.yaml").write_bytes(text.encode(errors="surrogatepass"))
        done = command("-C", directory, "doctor", cwd=tmp_path)
        assert "board.yaml" in done.stdout
        assert "does not match the board" in done.stdout
