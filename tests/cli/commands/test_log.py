"""`renkei log`: the records so far, and with --follow those to come."""

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import renkei as library
from busy_project import busy
from process import renkei, running
from renkei.engine import commands as c


@contextmanager
def following(project: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run `renkei log --follow` until the block ends."""
    with running("log", "--follow", *options, cwd=project) as process:
        yield process


def test_records_are_shown_as_they_are_written(project: Path) -> None:
    with following(project, "--format", "jsonl") as process, library.open(project / ".renkei") as team:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["seq"] == 1
        for role, seq in (("ann", 2), ("bob", 3)):
            team.pause(role, reason="the audit")
            record = json.loads(process.stdout.readline())
            assert (record["seq"], record["lines"][0]["text"]) == (seq, "the audit")
        assert process.poll() is None


def test_text_is_written_line_by_line(project: Path) -> None:
    with following(project, "--after", "1") as process, library.open(project / ".renkei") as team:
        team.pause("ann", reason="the audit")
        assert process.stdout is not None
        assert process.stdout.readline().split()[1] == "UTC"
        assert process.stdout.readline().split()[0] == "2"


def test_without_follow_the_command_ends(project: Path) -> None:
    assert len(json.loads(renkei("log", "--format", "json", cwd=project).stdout)) == 1
    assert renkei("log", "--limit", 1, cwd=project).stdout.splitlines()[1].split()[0] == "1"


def pages(*options: object, cwd: Path) -> list[str]:
    """Return what each message of a conversation says."""
    found = renkei("log", *options, "--format", "json", cwd=cwd)
    return [one["message"]["payload"]["body"] for one in json.loads(found.stdout)]


def test_a_conversation_is_shown_alone_and_paged_from_its_end(conversation: Path) -> None:
    renkei("send", "--as", "bob", "--to", "all", "--text", "at one", cwd=conversation)
    assert pages("--group", "all", cwd=conversation) == ["lunch at noon?", "at one"]
    assert pages("--group", "all", "--limit", 1, cwd=conversation) == ["at one"]
    assert pages("--group", "all", "--limit", 1, "--before", 4, cwd=conversation) == ["lunch at noon?"]
    assert pages("--between", "bob", "ann", cwd=conversation) == ["the port is 8080"]
    shown = renkei("log", "--between", "bob", "ann", cwd=conversation).stdout
    assert shown.splitlines()[1].split()[0] == "2"
    assert "ann → bob  FREEFORM  the port is 8080" in shown
    assert len(shown.splitlines()) == 2


def test_a_thread_is_a_message_with_its_replies_or_what_messages_are_about(conversation: Path) -> None:
    first = json.loads(renkei("log", "--between", "ann", "bob", "--format", "json", cwd=conversation).stdout)
    name = first[0]["message"]["id"]
    answer = ("intent_hint=", "body=which one?", "requires_response=false", "urgency=low", f"in_reply_to={name}")
    renkei("send", "FREEFORM", *answer, "--as", "bob", "--to", "ann", cwd=conversation)
    words = ("topic=cache", "content=Slow.", "relevance_to_recipients=All.", "actionable=false", "thread=T-1")
    renkei("send", "KNOWLEDGE_SHARE", *words, "--as", "ann", "--to", "bob", cwd=conversation)
    assert pages("--thread", name, cwd=conversation) == ["the port is 8080", "which one?"]
    shown = renkei("log", "--thread", "T-1", cwd=conversation).stdout
    assert "KNOWLEDGE_SHARE  cache: Slow." in shown


def test_an_empty_conversation_is_no_error_but_an_unknown_one_is(conversation: Path) -> None:
    assert renkei("log", "--thread", "T-9", cwd=conversation).stdout == "No messages.\n"
    assert "UNKNOWN_RECIPIENT: 'nobody' is not a group" in renkei("log", "--group", "nobody", cwd=conversation).stderr
    assert "UNKNOWN_ACTOR" in renkei("log", "--between", "ann", "nobody", cwd=conversation).stderr
    assert "seq 99 does not exist; the last is 3" in renkei("log", "--after", 99, cwd=conversation).stderr
    both = renkei("log", "--group", "all", "--thread", "T-1", cwd=conversation)
    assert both.returncode == 2
    assert "Give only one of --group, --thread and --between." in both.stderr
    assert renkei("log", "--follow", "--before", 2, cwd=conversation).returncode == 2


def test_records_are_paged_like_messages(conversation: Path) -> None:
    def seqs(*options: object) -> list[int]:
        found = renkei("log", *options, "--format", "json", cwd=conversation).stdout
        return [one["seq"] for one in json.loads(found)]

    assert seqs("--limit", 2) == [2, 3]
    assert seqs("--limit", 1, "--before", 3) == [2]
    assert seqs("--limit", 5, "--before", 99) == [1, 2, 3]
    assert seqs("--after", 2, "--limit", 5) == [3]


def test_new_messages_of_a_conversation_are_followed(conversation: Path) -> None:
    with following(conversation, "--group", "all", "--format", "jsonl") as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["message"]["payload"]["body"] == "lunch at noon?"
        renkei("send", "--as", "ann", "--to", "bob", "--text", "not for all", cwd=conversation)
        renkei("send", "--as", "bob", "--to", "all", "--text", "at one", cwd=conversation)
        assert json.loads(process.stdout.readline())["message"]["payload"]["body"] == "at one"


def head(directory: Path) -> object:
    """Return what `renkei log --head` prints as JSON."""
    return json.loads(renkei("log", "--head", "--format", "json", cwd=directory).stdout)


def test_the_head_of_a_log_is_that_of_its_copies(tmp_path: Path) -> None:
    busy(tmp_path, 5)
    first = head(tmp_path)
    seq, value = renkei("log", "--head", cwd=tmp_path).stdout.split()
    assert first == {"seq": int(seq), "hash": value}
    assert renkei("export", "p.jsonl", cwd=tmp_path).returncode == 0
    assert json.loads((tmp_path / "p.jsonl").read_text().splitlines()[-1])["hash"] == value
    assert renkei("import", "p.jsonl", "--into", "a/.renkei", cwd=tmp_path).returncode == 0
    assert renkei("backup", "p.db", cwd=tmp_path).returncode == 0
    assert renkei("restore", "p.db", "--into", "b/.renkei", cwd=tmp_path).returncode == 0
    assert head(tmp_path / "a") == head(tmp_path / "b") == first
    with library.open(tmp_path) as team:
        team.pause("ann", reason="the audit")
    assert head(tmp_path) != first


def test_the_head_is_about_the_whole_log(project: Path) -> None:
    done = renkei("log", "--head", "--limit", "3", cwd=project)
    assert (done.returncode, "--head is about the whole log" in done.stderr) == (2, True)


def test_no_command_serves_a_changed_record(tmp_path: Path) -> None:
    busy(tmp_path, 5)
    with closing(sqlite3.connect(tmp_path / ".renkei" / "log.db")) as db, db:
        rows = db.execute("SELECT seq, body FROM records ORDER BY seq").fetchall()
        seq, body = next((seq, body) for seq, body in rows if b"goal 3" in body)
        db.execute("UPDATE records SET body = ? WHERE seq = ?", (body.replace(b"goal 3", b"goal 7"), seq))
    (tmp_path / ".renkei" / "snapshot.jsonl").unlink(missing_ok=True)
    for command in (
        ("log", "--head"),
        ("log",),
        ("status",),
        ("inbox", "--agent", "ann"),
        ("context", "--agent", "ann"),
        ("export", "p.jsonl"),
        ("backup", "p.db"),
        ("compact", "--keep", "0"),
        ("doctor",),
    ):
        done = renkei(*command, cwd=tmp_path)
        assert (done.returncode, f"record {seq} is not as it was written" in done.stdout + done.stderr) == (1, True), (
            done
        )
        assert "goal 7" not in done.stdout
    assert not [name for name in ("p.db", "p.jsonl") if (tmp_path / name).exists()]


def test_a_member_whose_work_is_merged_has_a_line(project: Path) -> None:
    with library.open(project / ".renkei") as team:
        team.do_as_runtime(c.SetMerging("ann", is_on=True))
        team.do_as_runtime(c.SetMerging("ann", is_on=False))
    lines = renkei("log", "--after", 1, cwd=project).stdout.splitlines()
    assert [one.split()[2:] for one in lines[1:]] == [
        ["merging", "ann", "accepted", "work", "is", "merged"],
        ["merging", "ann", "accepted", "work", "is", "not", "merged"],
    ]
