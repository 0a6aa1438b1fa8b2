"""`renkei doctor`: it finds damage, and repairs only what is derived from the log."""

import sqlite3
from pathlib import Path

from busy_project import busy
from process import renkei
from records import chain_again
from renkei import Join, Write, create
from renkei import open as open_project
from renkei.documents.source import MAX_NODES
from renkei.log.moved import Moved
from renkei.log.sqlite import SqliteLog
from team import small_team


def test_the_doctor_finds_a_sound_project_sound(tmp_path: Path) -> None:
    busy(tmp_path)
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, done.stdout.count("✓")) == (0, 3)


def test_a_board_with_more_values_than_a_document_may_have_is_sound_until_somebody_changes_it(tmp_path: Path) -> None:
    blocker = {"description": "Which one?", "affected_agents": ["ann"] * MAX_NODES}
    with create(tmp_path / ".renkei", members=[Join("ann")]) as project:
        project.do(Write("/blockers/B-1", blocker))
    board = tmp_path / ".renkei" / "board.yaml"
    assert renkei("doctor", cwd=tmp_path).returncode == 0
    board.write_text(board.read_text().replace("Which one?", "Which other one?"))
    assert "does not match the board" in renkei("doctor", cwd=tmp_path).stdout


def test_a_board_file_that_is_behind_is_sound_and_one_that_was_edited_is_not(tmp_path: Path) -> None:
    busy(tmp_path, 1)
    board = tmp_path / ".renkei" / "board.yaml"
    before = board.read_text()
    with open_project(tmp_path) as project:
        project.do(Write("/goal", "the newest"))
    board.write_text(before)
    assert "behind the log" in told(tmp_path, 0)
    assert "✓ board.yaml is rewritten: it was behind the log" in told(tmp_path, 0, "--repair")
    board.write_text(board.read_text() + "\n")
    assert "✓ board.yaml matches the board" in told(tmp_path, 0)
    board.write_text(before.replace("goal 0", "goal 1"))
    assert "somebody edited it" in told(tmp_path, 1)
    board.unlink()
    assert "✗ board.yaml is missing" in told(tmp_path, 1)
    assert "✓ board.yaml is rewritten: it was missing" in told(tmp_path, 0, "--repair")
    assert "the newest" in board.read_text()


def told(directory: Path, status: int, *options: str) -> str:
    done = renkei("doctor", *options, cwd=directory)
    assert done.returncode == status
    return done.stdout


def test_the_doctor_repairs_what_is_derived(tmp_path: Path) -> None:
    busy(tmp_path)
    place = tmp_path / ".renkei"
    (place / "board.yaml").write_text("project_state: {}")
    (place / "snapshot.jsonl").write_bytes(b"nonsense")
    sick = renkei("doctor", cwd=tmp_path)
    assert (sick.returncode, sick.stdout.count("✗")) == (1, 2)
    assert renkei("doctor", "--repair", cwd=tmp_path).returncode == 0
    assert renkei("doctor", cwd=tmp_path).returncode == 0
    assert "goal 119" in (place / "board.yaml").read_text()
    assert (place / "board.edited.yaml").read_text() == "project_state: {}"


def test_the_doctor_names_a_record_that_is_missing_and_repairs_nothing_that_is_not_derived(tmp_path: Path) -> None:
    busy(tmp_path)
    log = tmp_path / ".renkei" / "log.db"
    with sqlite3.connect(log) as db:
        db.execute("DELETE FROM records WHERE seq = 50")
    db.close()
    done = renkei("doctor", "--repair", cwd=tmp_path)
    assert done.returncode == 1
    assert "record 50 is missing" in done.stdout


def test_the_doctor_finds_a_message_that_was_changed_in_the_log(tmp_path: Path) -> None:
    with small_team(tmp_path / ".renkei") as project:
        project.post("the port is 8080", "ann", actor="bob")
    with sqlite3.connect(tmp_path / ".renkei" / "log.db") as db:
        rows = db.execute("SELECT seq, body FROM records ORDER BY seq").fetchall()
        seq, body = next((seq, body) for seq, body in rows if b'"message_sent"' in body)
        changed = body.replace(b"8080", b"8081")
        assert changed != body
        db.execute("UPDATE records SET body = ? WHERE seq = ?", (changed, seq))
    db.close()
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, f"record {seq} is not as it was written" in done.stdout) == (1, True), done.stdout
    chain_again(tmp_path / ".renkei" / "log.db")
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, f"record {seq}: its messages are not indexed" in done.stdout) == (1, True), done.stdout


def test_the_doctor_finds_a_board_file_that_is_newer_than_a_log_without_its_end(tmp_path: Path) -> None:
    busy(tmp_path)
    with sqlite3.connect(tmp_path / ".renkei" / "log.db") as db:
        (last,) = db.execute("SELECT max(seq) FROM records").fetchone()
        for table in ("records", "messages", "subjects"):
            db.execute(f"DELETE FROM {table} WHERE seq > ?", (last - 20,))
    db.close()
    assert f"the records after {last - 20} are missing" in told(tmp_path, 1)
    with sqlite3.connect(tmp_path / ".renkei" / "log.db") as db:
        db.execute("DELETE FROM snapshots WHERE seq > ?", (last - 20,))
    db.close()
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, "board.yaml" in done.stdout) == (1, True), done.stdout


def test_an_emptied_log_is_no_project_of_none_and_what_is_left_of_it_is_kept(tmp_path: Path) -> None:
    busy(tmp_path)
    place = tmp_path / ".renkei"
    (place / "log.db").write_bytes(b"")
    before = {file.name: file.read_bytes() for file in place.glob("*.*")}
    for command in (("doctor",), ("doctor", "--repair"), ("status",), ("compact",)):
        done = renkei(*command, cwd=tmp_path)
        assert done.returncode == 1
        assert "it is empty" in done.stdout + done.stderr
    assert {file.name: file.read_bytes() for file in place.glob("*.*")} == before


def test_the_doctor_says_how_a_move_that_was_interrupted_is_finished(tmp_path: Path) -> None:
    create(tmp_path / ".renkei", members=[Join("ann")]).close()
    log = SqliteLog(tmp_path / ".renkei" / "log.db")
    log.follow(Moved("nats://127.0.0.1:4222/shop", "id"))
    log.close()
    assert "✗ stream" in (said := told(tmp_path, 1))
    assert "Run `renkei move nats://127.0.0.1:4222/shop`" in " ".join(said.split())
    refused = renkei("post", "hello", "--to", "ann", cwd=tmp_path)
    assert refused.returncode == 1
    assert "LOG_MOVED" in refused.stderr
