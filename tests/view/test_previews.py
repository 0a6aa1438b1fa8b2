"""Previews of artifacts: what a file is follows from its bytes, and only files that the project knows are read."""

import os
import struct
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import renkei
from browsing import Served, as_visitor
from renkei.edges.view.conversation import fillers
from renkei.edges.view.previews import kinds
from renkei.edges.view.previews.kinds import MOST_PIXELS, kind_of
from renkei.edges.view.previews.known import artifacts_by_name, known_file
from renkei.edges.view.previews.shown import MOST_LINES, MOST_ROWS, preview_of
from renkei.store.layout import Layout
from team import small_team
from viewing import page as page_at
from visitor import Visitor


def png(width: int = 3, height: int = 2) -> bytes:
    """Return a picture that browsers show."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x7f\x20\xff" * width for _ in range(min(height, 100))))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x05\x00\x07\x01\x01\x11\x00"
GIF = b"GIF89a\x04\x00\x05\x00\x80\x00\x00"
WEBP_LOSSY = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\x10\x00\x00\x9d\x01\x2a\x09\x00\x08\x00"
WEBP_LOSSLESS = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (5 - 1 | (6 - 1) << 14).to_bytes(4, "little") + b"\0\0\0\0\0"
WEBP_EXTENDED = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\x00\0\0\0" + (10).to_bytes(3, "little") + (20).to_bytes(3, "little")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"


@pytest.mark.parametrize(
    ("head", "type_", "size"),
    [
        (png(), "image/png", (3, 2)),
        (JPEG, "image/jpeg", (7, 5)),
        (GIF, "image/gif", (4, 5)),
        (WEBP_LOSSY, "image/webp", (9, 8)),
        (WEBP_LOSSLESS, "image/webp", (5, 6)),
        (WEBP_EXTENDED, "image/webp", (11, 21)),
    ],
)
def test_a_picture_is_known_by_its_bytes_and_its_size_is_read(head: bytes, type_: str, size: tuple[int, int]) -> None:
    found = kind_of(head)
    assert (found.group, found.type, found.size, found.fits) == ("image", type_, size, True)


@pytest.mark.parametrize(
    ("head", "least"),
    [(png(), 24), (JPEG, 17), (GIF, 10), (WEBP_LOSSY, 30), (WEBP_LOSSLESS, 25), (WEBP_EXTENDED, 30)],
)
def test_a_picture_that_ends_before_its_size_is_not_shown(head: bytes, least: int) -> None:
    assert kind_of(head[:least]).fits
    assert not any(kind_of(head[:end]).fits for end in range(least))


@pytest.mark.parametrize(
    ("head", "group"),
    [
        (SVG, "text"),
        (HTML, "text"),
        (b"a,b\n1,2\n", "text"),
        ("認証".encode(), "text"),
        (b"x" * (kinds.LOOKED_AT - 1) + "認".encode(), "text"),
        (b"%PDF-1.7", "document"),
        (b"\0\1\2", "other"),
        (b"\xff\xfe\xfa", "other"),
        (b"RIFF\0\0\0\0WAVE", "other"),
        (b"", "text"),
    ],
)
def test_what_is_no_picture_is_never_served_as_one(head: bytes, group: str) -> None:
    found = kind_of(head)
    assert found.group == group
    assert found.type in ("application/octet-stream", "application/pdf")


def test_a_picture_with_too_many_pixels_is_not_shown() -> None:
    assert kind_of(png(MOST_PIXELS // 1000, 1000)).fits
    assert not kind_of(png(MOST_PIXELS // 1000 + 1, 1000)).fits


@pytest.fixture
def small(tmp_path: Path) -> renkei.Project:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/plan.md").write_text("# Plan\n")
    (tmp_path / "secret.txt").write_text("secret")
    return small_team(tmp_path / "repository" / ".renkei")


def register(project: renkei.Project, ref: str, path: object, agent: str = "ann") -> None:
    project.add_artifact(ref, path=str(path), actor=agent)


def test_the_file_of_an_artifact_is_found_below_the_project(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository"
    (place / "report.csv").write_text("a,b\n1,2\n")
    register(small, "relative", "report.csv")
    register(small, "absolute", place / "report.csv")
    for ref in ("relative", "absolute"):
        found = known_file(small, small.state, ref)
        assert found is not None
        assert found.head == b"a,b\n1,2\n"


def test_the_file_of_a_member_is_found_in_its_worktree_first(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository"
    worktree = Layout(place / ".renkei").worktrees / "ann"
    worktree.mkdir(parents=True)
    (place / "a.txt").write_text("before the merge")
    (worktree / "a.txt").write_text("in work")
    register(small, "a", "a.txt")
    found = known_file(small, small.state, "a")
    assert found is not None
    assert found.head == b"in work"


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "a/../../secret.txt",
        "{tmp}/secret.txt",
        "/etc/passwd",
        ".renkei/log.db",
        ".renkei/files/../tokens.json",
        "part/.renkei/log.db",
        "part/x/../.RENKEI/log.db",
        "part/records/tokens.json",
        "part/records/files/secret.txt",
        "part/shared/x/../tokens.json",
        "{tmp}/repository/.renkei/files/../log.db",
        "link.txt",
        "linked/secret.txt",
        ".git/config",
        ".GIT/config",
        "pipe",
        ".",
        "",
        "\0",
        "a\ud800",
        "file:///etc/passwd",
        "https://example.org/a.png",
        "missing.txt",
    ],
)
def test_no_path_of_an_artifact_leads_out_of_the_project(small: renkei.Project, tmp_path: Path, path: str) -> None:
    place = tmp_path / "repository"
    (place / ".git").mkdir()
    (place / ".git/config").write_text("[user]")
    (place / ".renkei/files").mkdir(exist_ok=True)
    (place / ".renkei/tokens.json").write_text("{}")
    for name in (".renkei", ".RENKEI"):  # of another project, on any file system
        (place / "part" / name).mkdir(parents=True)
        (place / "part" / name / "log.db").write_text("the log of another project")
    for name, kept in (("records", "log.db"), ("shared", "stream.json")):  # projects in directories with other names
        (place / "part" / name / "files").mkdir(parents=True)
        for file in (kept, "tokens.json", "files/secret.txt"):
            (place / "part" / name / file).write_text("{}")
    (place / "link.txt").symlink_to(tmp_path / "secret.txt")
    (place / "linked").symlink_to(tmp_path)
    os.mkfifo(place / "pipe")
    try:
        register(small, "bad", path.format(tmp=tmp_path))
    except renkei.RenkeiError:
        return  # the board did not take it
    assert known_file(small, small.state, "bad") is None


def test_a_project_beside_another_one_shows_none_of_its_files(tmp_path: Path) -> None:
    with renkei.create(tmp_path, "outer", "a goal"):
        inner = small_team(tmp_path / ".renkei")
    (tmp_path / "part").mkdir()
    for path in ("tokens.json", "part/a.txt"):
        (tmp_path / path).write_text("{}")
        register(inner, path, path)
        assert known_file(inner, inner.state, path) is None


def test_a_project_that_is_in_no_directory_of_its_own_shows_no_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("beside")
    project = small_team(tmp_path / "project")
    register(project, "a", "a.txt")
    assert known_file(project, project.state, "a") is None
    in_memory = small_team()
    register(in_memory, "a", "a.txt")
    assert known_file(in_memory, in_memory.state, "a") is None


def test_an_artifact_that_replaces_its_file_by_a_link_is_not_read(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository" / "a.txt"
    place.write_text("mine")
    register(small, "a", "a.txt")
    found = known_file(small, small.state, "a")
    assert found is not None
    place.unlink()
    place.symlink_to(tmp_path / "secret.txt")
    with pytest.raises(renkei.RenkeiError, match="symbolic link"):
        found.read()


def test_a_file_that_is_gone_is_not_an_empty_one(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository" / "a.txt"
    place.write_text("mine")
    register(small, "a", "a.txt")
    found = known_file(small, small.state, "a")
    assert found is not None
    place.unlink()
    with pytest.raises(renkei.RenkeiError, match="is no longer there"):
        found.read()


def test_only_the_head_of_a_text_is_shown(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository"
    (place / "long.json").write_text("\n".join(f'"{number}",' for number in range(MOST_LINES + 5)))
    (place / "long.csv").write_text("a,b\n" * (MOST_ROWS + 1))
    (place / "short.csv").write_text("name,text\nann,<b>bold</b>\n")
    (place / "broken.csv").write_text('"' + "x" * 200_000)
    found = {}
    for name in ("long.json", "long.csv", "short.csv", "broken.csv"):
        register(small, name, name)
        file = known_file(small, small.state, name)
        assert file is not None
        found[name] = preview_of(file)
    assert found["long.json"] is not None
    assert found["long.json"].is_cut
    assert found["long.json"].text.count("\n") == MOST_LINES - 1
    assert found["long.csv"] is not None
    assert (len(found["long.csv"].rows), found["long.csv"].is_cut) == (MOST_ROWS, True)
    assert found["short.csv"] is not None
    assert (found["short.csv"].rows, found["short.csv"].is_cut) == ([("name", "text"), ("ann", "<b>bold</b>")], False)
    assert found["broken.csv"] is not None
    assert found["broken.csv"].is_cut
    shown = page_at(small, "/artifact?ref=short.csv")
    assert "&lt;b&gt;bold&lt;/b&gt;" in shown
    assert "<b>bold" not in shown


def test_an_svg_is_shown_as_text(small: renkei.Project, tmp_path: Path) -> None:
    (tmp_path / "repository/a.svg").write_bytes(SVG)
    register(small, "a", "a.svg")
    shown = page_at(small, "/artifact?ref=a")
    assert "alert(1)" in shown
    assert "<script>alert" not in shown
    assert "<img" not in shown


def test_an_unknown_artifact_has_a_page_that_says_so(small: renkei.Project) -> None:
    assert "No agent has registered an artifact “x&lt;y”." in page_at(small, "/artifact?ref=x%3Cy")


def send_file(project: renkei.Project, place: Path, name: str, data: bytes) -> None:
    (place / name).write_bytes(data)
    project.add_artifact(name, path=name, description=f"about {name}", actor="ann")


@pytest.fixture
def person(team: Served, page: Page) -> Visitor:
    return as_visitor(page, team)


@pytest.mark.short
@pytest.mark.parametrize(
    ("name", "data", "type_", "where"),
    [
        ("a.png", png(), "image/png", "inline"),
        ("polyglot.html", GIF + b"=1;" + HTML, "image/gif", "inline"),
        ("huge.png", png(100_000, 100_000), "image/png", "attachment"),
        ("a.svg", SVG, "application/octet-stream", "attachment"),
        ("a.html", HTML, "application/octet-stream", "attachment"),
        ("a.pdf", b"%PDF-1.7 " + HTML, "application/pdf", "attachment"),
        ('a"; filename=b.txt', b"text", "application/octet-stream", "attachment"),
    ],
)
def test_a_file_is_served_so_that_nothing_in_it_runs(
    person: Visitor, team: Served, project: renkei.Project, name: str, data: bytes, type_: str, where: str
) -> None:
    (team.directory / name).write_bytes(data)
    project.add_artifact("file", path=name, actor="ann")
    answer = person.get("/artifact/content?ref=file")
    assert answer.status == 200
    assert answer.headers["content-type"] == type_
    assert answer.headers["content-disposition"].startswith(f"{where}; filename*=UTF-8''")
    assert '"' not in answer.headers["content-disposition"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"


def test_a_file_is_only_for_the_people_of_the_project(nobody: Visitor, team: Served, project: renkei.Project) -> None:
    send_file(project, team.directory, "mine.txt", b"the secret")
    answer = nobody.get("/artifact/content?ref=mine.txt")
    assert answer.status == 403
    assert "the secret" not in answer.text


def test_an_unknown_or_a_large_file_is_refused(person: Visitor, team: Served, project: renkei.Project) -> None:
    assert person.get("/artifact/content?ref=unknown").status == 404
    assert person.get("/artifact/content?ref=../../etc/passwd").status == 404
    send_file(project, team.directory, "large.bin", b"\0" * (10 * 1024 * 1024 + 1))
    assert person.get("/artifact/content?ref=large.bin").status == 413
    shown = person.get("/artifact?ref=large.bin").text
    assert "10.5 MB" in shown
    assert "/artifact/content" not in shown  # no link to what is not sent


def test_a_message_shows_the_pictures_that_it_names(page: Page, team: Served, project: renkei.Project) -> None:
    send_file(project, team.directory, "shot.png", png(300, 200))
    send_file(project, team.directory, "notes.txt", b"some notes")
    note = renkei.Freeform(
        intent_hint="NOTE",
        body="Here is ![the login](shot.png), and ![a stranger](https://example.org/x.png) stays out.",
        requires_response=False,
        urgency="normal",
    )
    about = [{"type": "artifact", "id": "notes.txt"}, {"type": "artifact", "id": "gone.txt"}]
    message = project.message("ann", note, "bob", related_state_refs=about)  # type: ignore[arg-type]
    project.send(message)
    card = page.locator(f"#m-{message.id}")
    picture = card.get_by_role("img", name="shot.png")
    expect(picture).to_be_visible()
    assert picture.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }") == 300
    assert card.locator("img").count() == 1
    expect(card).to_contain_text("a stranger (https://example.org/x.png) stays out")
    card.get_by_role("link", name="notes.txt").click()
    expect(page.get_by_text("some notes")).to_be_visible()


def test_each_artifact_is_read_once_for_a_page(
    small: renkei.Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "repository/notes.txt").write_text("some notes")
    register(small, "notes", "notes.txt")
    note = renkei.Freeform(
        intent_hint="NOTE",
        body="![one](notes.txt) ![two](notes) ![stranger](other.txt) " * 5,
        requires_response=False,
        urgency="normal",
    )
    small.send(small.message("ann", note, "bob"))
    read = []
    monkeypatch.setattr(
        fillers, "known_file", lambda project, state, ref: read.append(ref) or known_file(project, state, ref)
    )
    shown = page_at(small, "/")
    assert shown.count('href="/artifact?ref=notes"') == 10
    assert shown.count("stranger (other.txt)") == 5
    assert read == ["notes"]


def test_a_reference_comes_before_a_path_with_its_name(small: renkei.Project) -> None:
    for ref, path in (("one", "a.txt"), ("two", "a.txt"), ("a.txt", "b.txt"), ("three", "c.txt"), ("four", "c.txt")):
        register(small, ref, path)
    found = artifacts_by_name(small.state)
    assert {name: found[name] for name in ("one", "a.txt", "b.txt", "c.txt")} == {
        "one": "one",
        "a.txt": "a.txt",
        "b.txt": "a.txt",
        "c.txt": next(ref for ref in small.state.board.artifacts if ref in ("three", "four")),
    }


def test_only_files_that_came_with_a_post_are_shown_as_its_own(small: renkei.Project, tmp_path: Path) -> None:
    place = tmp_path / "repository"
    files = Layout(place / ".renkei").files
    files.mkdir(exist_ok=True)
    small.through("chat").post("Here is the plan.", ["all"])
    post = next(event.message for record in small.records() for event in record.events if event.kind == "message_sent")
    names = [f"{post.id}-{number}-plan.txt" for number in (1, 2)]
    for directory in (files, place):
        for name in names:
            (directory / name).write_text(f"in {directory.name}")
    register(small, names[0], names[0])  # an agent's own file under the name that a saved one has
    register(small, names[0], files / names[0], "bob")
    register(small, names[1], names[1])
    found = known_file(small, small.state, names[0])
    assert found is not None
    assert found.head == b"in files"
    shown = page_at(small, "/")
    assert [f"/artifact?ref={name}" in shown for name in names] == [True, False]
