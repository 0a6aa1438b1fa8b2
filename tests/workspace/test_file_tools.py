"""The tools of files stay inside the workspace whatever a path says, and lose nothing that somebody else wrote."""

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.edges.team.members.compaction import begin_again
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.models.model import ModelUsage
from renkei.engine import commands as c
from renkei.project.turns.session import Session
from renkei.workspace import file_tools
from renkei.workspace.confined import FILE_BYTES, UNFINISHED, ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_tools import Authors, Files
from team import small_team

Call = Callable[..., str]


def caller(files: Files, session: Session) -> Call:
    """Give a function that calls a tool as a model does."""
    tools = {one.name: one for one in files.tools()}

    def call(name: str, **arguments: object) -> str:
        answer = tools[name].call(session, tools[name].parse(arguments))
        assert isinstance(answer, str)
        return answer

    return call


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def session() -> Session:
    return Session(small_team(), "ann")


@pytest.fixture
def call(root: Path, session: Session) -> Call:
    return caller(Files(ConfinedDirectory(root)), session)


def refused(call: Call, *arguments: str, **named: object) -> str:
    with pytest.raises(WorkspaceError) as caught:
        call(*arguments, **named)
    return f"{caught.value.message} {caught.value.hint}"


def test_what_is_read_has_line_numbers_and_says_what_is_left(call: Call, root: Path) -> None:
    (root / "a.txt").write_text("".join(f"{number}\n" for number in range(1, 2_501)))
    text = call("read_file", path="a.txt").splitlines()
    assert text[0] == "     1\t1"
    assert text[-1] == "(Lines 1 to 2000 of 2500. The next ones: offset 2001.)"
    assert call("read_file", path=str(root / "a.txt"), offset=2_499) == "  2499\t2499\n  2500\t2500"
    assert "has only 2500 lines" in refused(call, "read_file", path="a.txt", offset=2_501)
    (root / "wide.txt").write_text("x" * 5_000 + "\n" + ("y" * 1_999 + "\n") * 30)
    wide = call("read_file", path="wide.txt")
    assert "… [+3000]\n" in wide
    assert len(wide) < file_tools.MOST_CHARACTERS + 200
    assert "of 31. The next ones" in wide
    (root / "empty").touch()
    assert call("read_file", path="empty") == "empty is empty."


def test_a_directory_is_listed(call: Call, root: Path) -> None:
    (root / "src").mkdir()
    (root / "b").touch()
    assert call("read_file", path=".") == ". is a directory with 2 entries:\nb\nsrc/"
    for number in range(file_tools.MOST_NAMES + 2):
        (root / "src" / f"{number}").touch()
    assert call("read_file", path="src").endswith("(2 more entries are not shown.)")


def test_what_is_no_text_is_refused_in_words(call: Call, root: Path) -> None:
    (root / "picture").write_bytes(b"\x89PNG\0\0")
    assert "'picture' is no text: it has 6 bytes" in refused(call, "read_file", path="picture")
    with (root / "huge").open("wb") as file:
        file.truncate(FILE_BYTES + 1)
    assert "has more than 10485760 bytes" in refused(call, "read_file", path="huge")
    os.mkfifo(root / "pipe")
    assert "'pipe' is no regular file" in refused(call, "read_file", path="pipe")
    assert "would have 10485761 bytes" in refused(call, "write_file", path="new", content="x" * (FILE_BYTES + 1))
    assert "'none' does not exist" in refused(call, "read_file", path="none")
    assert "does not exist" in refused(call, "edit_file", path="none/none", old_text="a", new_text="b")
    assert "does not exist" in refused(call, "read_file", path="huge/below")
    assert "leads through huge, which is no directory" in refused(call, "write_file", path="huge/below", content="")
    assert "is a directory" in refused(call, "write_file", path=".", content="")
    for path in ("", " ", "a\0b", "\ud800"):
        assert "is no path" in refused(call, "read_file", path=path)
    assert "name that is too long" in refused(call, "write_file", path="x" * 300, content="")
    assert "half of a character" in refused(call, "write_file", path="new", content="\ud800")
    assert sorted(one.name for one in root.iterdir()) == ["huge", "picture", "pipe"]


def test_an_edit_has_to_match_exactly_once(call: Call, root: Path) -> None:
    (root / "a.py").write_text("x = 1\ny = 1\naaa\n")
    call("read_file", path="a.py")
    edit = {"path": "a.py", "new_text": "2"}
    assert "stands 2 times in 'a.py'" in refused(call, "edit_file", old_text="= 1", **edit)
    assert "stands 2 times in 'a.py'" in refused(call, "edit_file", old_text="aa", **edit)
    assert "does not stand in 'a.py'" in refused(call, "edit_file", old_text="z", **edit)
    assert "is the same as" in refused(call, "edit_file", path="a.py", old_text="y = 1", new_text="y = 1")
    assert (root / "a.py").read_text() == "x = 1\ny = 1\naaa\n"
    assert call("edit_file", path="a.py", old_text="y = 1", new_text="y = 2\nz = 3") == (
        "a.py changed, from line 2:\n     1\tx = 1\n     2\ty = 2\n     3\tz = 3\n     4\taaa"
    )
    assert call("edit_file", path="a.py", old_text="x = 1\n", new_text="").startswith("a.py changed")  # knows it now
    assert (root / "a.py").read_text() == "y = 2\nz = 3\naaa\n"
    (root / "many").write_text("a" * 5_000)
    call("read_file", path="many")
    assert "more than 1000 times" in refused(call, "edit_file", path="many", old_text="a", new_text="b")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"one\r\ntwo\r\n", b"one\r\n2\r\n3\r\n"),
        (b"one\ntwo\n", b"one\n2\n3\n"),
        (b"\xef\xbb\xbfone\r\ntwo", b"\xef\xbb\xbfone\r\n2\r\n3"),
        ("\ufeffone\ntwo\u9023".encode("utf-16-le"), "\ufeffone\n2\n3\u9023".encode("utf-16-le")),
        ("\ufeffone\r\ntwo".encode("utf-16-be"), "\ufeffone\r\n2\r\n3".encode("utf-16-be")),
        (b"one\rx\n\r\ntwo\n", b"one\rx\n\r\n2\n3\n"),
        ("連携\ntwo\n".encode("shift_jis"), "連携\n2\n3\n".encode("shift_jis")),
    ],
    ids=["crlf", "lf", "mark", "utf-16", "utf-16 be", "mixed", "unknown"],
)
def test_line_ends_and_encodings_are_kept(call: Call, root: Path, before: bytes, after: bytes) -> None:
    (root / "a").write_bytes(before)
    (root / "a").chmod(0o750)
    call("read_file", path="a")
    call("edit_file", path="a", old_text="two", new_text="2\n3")
    assert (root / "a").read_bytes() == after
    assert (root / "a").stat().st_mode & 0o777 == 0o750


def test_a_replaced_file_keeps_its_encoding(call: Call, root: Path) -> None:
    (root / "a").write_bytes("\ufeffone\r\n".encode("utf-16-le"))
    call("read_file", path="a")
    call("write_file", path="a", content="連携\n2\r\n")
    assert (root / "a").read_bytes() == "\ufeff連携\r\n2\r\n".encode("utf-16-le")
    (root / "b").write_bytes("表=1\r\nx\n".encode("shift_jis"))  # its second byte is a backslash
    assert "\\x95\\=1" in call("read_file", path="b")
    assert "Some lines end in CRLF" in call("read_file", path="b")
    assert "directly after an unknown byte" in refused(call, "edit_file", path="b", old_text="\\=1", new_text="2")
    assert "encoding of 'b' is not known" in refused(call, "edit_file", path="b", old_text="x", new_text="é")
    assert "encoding of 'b' is not known" in refused(call, "write_file", path="b", content="é")
    call("edit_file", path="b", old_text="1\nx", new_text="2\nx")
    assert (root / "b").read_bytes() == "表=2\r\nx\n".encode("shift_jis")


def test_of_two_members_the_second_is_told_and_nothing_is_lost(root: Path) -> None:
    project, authors, directory = small_team(), Authors(), ConfinedDirectory(root)
    ann, bob = (caller(Files(directory, authors), Session(project, one)) for one in ("ann", "bob"))
    assert ann("write_file", path="src/a.py", content="1\n") == "src/a.py created, with 1 line."
    assert "exists, and you have not read it" in refused(bob, "write_file", path="src/a.py", content="2\n")
    assert "exists, and you have not read it" in refused(bob, "edit_file", path="src/a.py", old_text="1", new_text="2")
    bob("read_file", path="src/../src/a.py")
    assert bob("write_file", path="src/a.py", content="2\n3\n") == "src/a.py replaced; it has 2 lines now."
    for change in (("write_file", {"content": "4"}), ("edit_file", {"old_text": "1", "new_text": "4"})):
        said = refused(ann, change[0], path="src/a.py", **change[1])
        assert "'src/a.py' was changed (by bob) after you had read it" in said
        assert "Read it again" in said
    assert (root / "src/a.py").read_text() == "2\n3\n"
    ann("read_file", path="src/a.py")
    ann("edit_file", path="src/a.py", old_text="3", new_text="4")
    (root / "src/a.py").write_text("by a program\n")
    assert "was changed after you" in refused(ann, "edit_file", path="src/a.py", old_text="4", new_text="5")
    project.do(c.Write("/agents/bob/artifacts/made", {"description": "", "path": "src/a.py"}), actor="bob")
    assert "was changed (by bob)" in refused(ann, "edit_file", path="src/a.py", old_text="4", new_text="5")
    (root / "src/a.py").unlink()
    assert "was deleted after" in refused(ann, "write_file", path="src/a.py", content="6")
    assert "created" in ann("write_file", path="src/a.py", content="6")


def test_a_model_that_lost_its_memory_reads_again_before_it_writes(call: Call, root: Path, session: Session) -> None:
    session.next_turn()
    for name in ("a", "b"):
        (root / name).write_text("1\n")
        call("read_file", path=name)
    session.next_turn()
    call("edit_file", path="b", old_text="1", new_text="1 and 1")
    call("write_file", path="new", content="")
    begin_again(session, Conversation(), "I have read a and b.", ModelUsage(), 4_000)
    (root / "a").write_text("of somebody else\n")
    for name in ("a", "b", "new"):
        said = refused(call, "write_file", path=name, content="2\n")
        assert f"'{name}' exists, and you have not read it since your memory began again" in said
    call("read_file", path="b")
    session.next_turn()
    assert "not read" not in call("write_file", path="b", content="2\n")
    assert (root / "a").read_text() == "of somebody else\n"


def test_members_that_write_at_once_lose_nothing(root: Path) -> None:
    project, authors = small_team(), Authors()
    (root / "count").write_text("0\n")

    def add(agent: str) -> None:
        work, added = caller(Files(ConfinedDirectory(root), authors), Session(project, agent)), 0
        while added < 25:
            number = int(work("read_file", path="count").split()[1])
            try:
                work("write_file", path="count", content=f"{number + 1}\n")
                added += 1
            except WorkspaceError:
                continue

    threads = [threading.Thread(target=add, args=(one,)) for one in ("ann", "bob", "lead")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert (root / "count").read_text() == "75\n"


def test_some_names_are_closed_and_what_a_killed_writer_left_is_removed(root: Path, session: Session) -> None:
    for name in (".git", ".renkei"):
        (root / name).mkdir()
        (root / name / "config").write_text("secret")
    (root / "team.yaml").write_text("secret")
    files = Files(ConfinedDirectory(root, (root / ".renkei", root / "team.yaml", root.parent / "other")))
    call = caller(files, session)
    for path in (".git/config", ".GIT/config", "sub/.git/hooks/post-commit"):
        assert "belongs to git" in refused(call, "read_file", path=path)
        assert "belongs to git" in refused(call, "write_file", path=path, content="")
    for path in (".renkei/config", ".RENKEI/config", ".renkei", "team.yaml", "x/../Team.YAML"):
        assert "belongs to the team's own files" in refused(call, "read_file", path=path)
        assert "belongs to the team's own files" in refused(call, "write_file", path=path, content="")
    left = root / f"{UNFINISHED}{'0' * 32}"
    left.touch()
    call("write_file", path="new", content="1")
    assert not left.exists()


NAMES = st.sampled_from(["..", ".", "", "a", "in", "out", "up", "file", "loop", "outside", "secret", "work", "new"])


@given(st.lists(NAMES, min_size=1, max_size=6).map("/".join), st.sampled_from(["", "/", "ROOT/", "OUTSIDE/", "~/"]))
def test_no_path_leads_out(tmp_path_factory: pytest.TempPathFactory, tail: str, start: str) -> None:
    base = tmp_path_factory.mktemp("confined")
    root, outside = base / "work", base / "outside"
    for one in (root / "a", outside):
        one.mkdir(parents=True)
    (outside / "secret").write_text("hidden")
    (root / "file").write_text("mine")
    links = {"in": "a", "out": str(outside), "up": "..", "loop": "loop", "a/secret": str(outside / "secret")}
    for name, target in links.items():
        (root / name).symlink_to(target)
    call = caller(Files(ConfinedDirectory(root)), Session(PROJECT, "ann"))
    path = start.replace("ROOT", str(root)).replace("OUTSIDE", str(outside)) + tail
    for name, more in (("read_file", {}), ("write_file", {"content": "changed"})):
        with suppress(WorkspaceError):
            assert "hidden" not in call(name, path=path, **more)
    assert sorted(one.name for one in base.iterdir()) == ["outside", "work"]
    assert [one.name for one in outside.iterdir()] == ["secret"]
    assert (outside / "secret").read_text() == "hidden"
    assert {name: str((root / name).readlink()) for name in links} == links


PROJECT = small_team()


EXCHANGE = 2  # RENAME_EXCHANGE, see renameat2(2)


@pytest.mark.skipif(sys.platform != "linux", reason="exchanges two names in one step")
def test_a_link_that_is_swapped_in_while_a_file_is_used_leads_nowhere(root: Path, call: Call) -> None:
    outside = root.parent / "outside"
    for one in (outside, root / "real"):
        one.mkdir()
    (outside / "f").write_text("hidden")
    (root / "real/f").write_text("mine")
    (root / "d").symlink_to(outside)
    names = (os.fsencode(root / "real"), os.fsencode(root / "d"))
    ended = threading.Event()

    def swap() -> None:
        here, system = -100, ctypes.CDLL(None)
        while not ended.is_set():
            system.renameat2(here, names[0], here, names[1], EXCHANGE)

    swapping = threading.Thread(target=swap)
    swapping.start()
    read = written = 0
    try:
        for _ in range(600):
            with suppress(WorkspaceError):
                assert "mine" in call("read_file", path="d/f")
                read += 1
                call("write_file", path="d/f", content="mine")
                written += 1
    finally:
        ended.set()
        swapping.join()
    assert (outside / "f").read_text() == "hidden"
    assert [one.name for one in outside.iterdir()] == ["f"]
    assert read
    assert written


def test_a_workspace_that_was_removed_is_said_to_whoever_writes(root: Path, call: Call) -> None:
    root.rmdir()
    assert "does not exist" in refused(call, "write_file", path="a", content="b")


def test_a_file_and_its_directory_are_on_disk_when_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    fsync = os.fsync

    def observed(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink())
        fsync(handle)

    monkeypatch.setattr(os, "fsync", observed)
    confined = ConfinedDirectory(tmp_path)
    with confined.writing():
        confined.replace("a.txt", b"text")
    written, directory = synced
    assert (written.parent, directory) == (tmp_path.resolve(), tmp_path.resolve())
    assert written.name.startswith(UNFINISHED)
    assert (tmp_path / "a.txt").read_bytes() == b"text"
