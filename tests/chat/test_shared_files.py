"""Files that agents bring into a chat: only artifacts in the directory that a person gave, and never a secret."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from local_synapse import LocalSynapse, interpreter

from chatting import HeardChat, Room, bridged, until
from matrix_people import Person
from mattermost_server import TOKEN, MattermostServer
from renkei import Bridge, BridgeSettings, Outgoing, ReviewRequest, StatusUpdate
from renkei.board.decide import Write
from renkei.edges.chat import shared_files
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.options import MatrixOptions, MattermostOptions, SlackOptions
from renkei.edges.chat.slack.chat import SlackChat
from renkei.protocol.messages import StateRef
from slack_server import APP, SlackServer
from slack_server import TOKEN as SLACK_TOKEN
from team import small_team


class FilesChat(HeardChat):
    """A chat in memory that shows files."""

    shows_files = True


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "work"
    (found / "docs").mkdir(parents=True)
    (found / "docs/plan.pdf").write_bytes(b"%PDF")
    return found


def tell(project: Any, *paths: str, text: str = "done") -> None:
    """Let ann register an artifact for each path, and name them in a message."""
    for number, path in enumerate(paths):
        project.do(Write(f"/agents/ann/artifacts/a{number}", {"path": path, "description": "x"}), actor="ann")
    refs = [StateRef(type="artifact", id=f"a{number}") for number in range(len(paths))]
    update = StatusUpdate(task_ref=None, new_status="working", progress_summary=text)
    project.send(project.message("ann", update, "all", related_state_refs=refs))


def shown(room: Room) -> tuple[list[tuple[str, str, bytes]], str]:
    """Return the files of the newest post, and its text."""
    post = room.posts()[-1]
    return [(one.name, one.media_type, one.read()) for one in post.files], post.text


def test_an_artifact_that_a_message_names_is_posted_as_a_file(place: Path) -> None:
    with bridged(FilesChat(), files=str(place)) as room:
        tell(room.project, "docs/plan.pdf", str(place / "docs/plan.pdf"))
        assert shown(room)[0] == [("plan.pdf", "application/pdf", b"%PDF")] * 2
        review = ReviewRequest(artifact_ref="a0", review_focus=("x",), blocking=False)
        room.project.send(room.project.message("ann", review, "human"))
        assert shown(room)[0] == [("plan.pdf", "application/pdf", b"%PDF")]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../other.txt", "not in the directory"),
        ("/etc/passwd", "not in the directory"),
        (".", "not in the directory"),
        (".env", "may hold a secret"),
        (".git/config", "may hold a secret"),
        ("server.pem", "may hold a secret"),
        ("id_rsa", "may hold a secret"),
        ("Credentials.JSON", "may hold a secret"),
        ("client_secret_12.apps.example.json", "may hold a secret"),
        ("secrets.tar.gz", "may hold a secret"),
        ("server.key.bak", "may hold a secret"),
        ("secrets/prod.txt", "may hold a secret"),
        ("link.txt", "cannot be read, or is a link"),
        ("linked/hosts", "cannot be read, or is a link"),
        ("hard.txt", "cannot be read, or is a link"),
        ("pipe", "cannot be read, or is a link"),
        ("docs", "cannot be read, or is a link"),
        ("missing.txt", "cannot be read, or is a link"),
        ("large.bin", "more than 20 MB"),
    ],
)
def test_any_other_file_is_kept_back_and_the_post_arrives(
    path: str, reason: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_files, "FILE_BYTES", 20_000_000)
    for name in (".env", "server.pem", "id_rsa", "Credentials.JSON"):
        (place / name).write_text("secret")
    (place.parent / "other.txt").write_text("other")
    (place / "link.txt").symlink_to(place.parent / "other.txt")
    (place / "linked").symlink_to("/etc")
    os.link(place.parent / "other.txt", place / "hard.txt")
    os.mkfifo(place / "pipe")
    with (place / "large.bin").open("wb") as large:
        large.truncate(20_000_001)
    with bridged(FilesChat(), files=str(place)) as room:
        tell(room.project, path)
        files, text = shown(room)
        assert files == []
        assert "is not shown here" in text
        assert reason in text


def test_a_status_with_a_file_is_a_post_of_its_own_and_none_replaces_it(place: Path) -> None:
    class ChangingChat(FilesChat):
        replaces_posts = True

    with bridged(ChangingChat(), files=str(place)) as room:
        for text, paths in (("begun", ()), ("drawn", ("docs/plan.pdf",)), ("checked", ()), ("done", ())):
            tell(room.project, *paths, text=text)
        found = [(one.text.splitlines()[-1], [file.name for file in one.files]) for one in room.posts("team")]
        assert found == [("begun", []), ("drawn", ["plan.pdf"]), ("done", [])]


@pytest.mark.parametrize("name", ["tokenizer.py", "secretary.md", "keys.md", "environment.txt", "token-budget.md"])
def test_an_ordinary_name_like_that_of_a_secret_is_posted(name: str, place: Path) -> None:
    (place / name).write_text("words")
    with bridged(FilesChat(), files=str(place)) as room:
        tell(room.project, name)
        assert [one for one, _, _ in shown(room)[0]] == [name]


def test_an_artifact_of_another_agent_and_an_eleventh_file_stay(place: Path) -> None:
    with bridged(FilesChat(), files=str(place)) as room:
        entry = {"path": "docs/plan.pdf", "description": "x"}
        room.project.do(Write("/agents/bob/artifacts/b", entry), actor="bob")
        update = StatusUpdate(task_ref=None, new_status="working", progress_summary="x")
        refs = [StateRef(type="artifact", id="b")]
        room.project.send(room.project.message("ann", update, "all", related_state_refs=refs))
        assert shown(room)[0] == []
        for number in range(11):
            (place / f"{number}.txt").write_text(str(number))
        tell(room.project, *(f"{number}.txt" for number in range(11)))
        files, text = shown(room)
        assert [name for name, _, _ in files] == [f"{number}.txt" for number in range(10)]
        assert "10.txt is not shown here: a post has at most 10 files" in text


def test_nothing_is_read_without_the_setting_or_where_a_chat_shows_no_files(place: Path) -> None:
    for chat, directory in ((FilesChat(), ""), (HeardChat(), str(place))):
        with bridged(chat, files=directory) as room:
            tell(room.project, "docs/plan.pdf", ".env")
            files, text = shown(room)
            assert files == []
            assert "not shown here" not in text


# Mattermost


@pytest.fixture
def mattermost() -> Iterator[MattermostServer]:
    found = MattermostServer()
    yield found
    found.stop()


def test_mattermost_shows_a_file_and_a_post_without_one_that_is_too_large(
    mattermost: MattermostServer, place: Path
) -> None:
    chat = MattermostChat(MattermostOptions(server=f"http://127.0.0.1:{mattermost.port}"), TOKEN)
    values = {"chat": "mattermost", "channels": {"eng/team": "all"}, "files": str(place)}
    with (
        small_team(guarded=False) as project,
        Bridge(project, chat, name="mattermost", settings=BridgeSettings.model_validate(values)) as bridge,
    ):
        tell(project, "docs/plan.pdf")
        (post,) = until(lambda: [one for one in mattermost.posts.values() if "done" in one["message"]])
        assert [mattermost.uploaded[one] for one in post["file_ids"]] == [("plan.pdf", "application/pdf", b"%PDF")]
        mattermost.largest_file = 2
        tell(project, "docs/plan.pdf", text="again")
        (post,) = until(lambda: [one for one in mattermost.posts.values() if "again" in one["message"]])
        assert not post.get("file_ids")
        assert "File too large" in bridge.problem


# Slack


def test_slack_shows_a_file_in_the_thread_of_its_post_once(place: Path) -> None:
    server = SlackServer()
    values = {"chat": "slack", "channels": {"team": "all"}, "files": str(place)}
    settings = BridgeSettings.model_validate(values)
    chat = SlackChat(SlackOptions(api=f"{server.address}/api"), APP, SLACK_TOKEN)

    def files() -> list[tuple[str, str]]:
        posts = [one for one in server.posts["C0TEAM000"] if one.get("files")]
        return [(one["thread_ts"], file["name"]) for one in posts for file in one["files"]]

    try:
        with small_team(guarded=False) as project, Bridge(project, chat, name="slack", settings=settings) as bridge:
            tell(project, "docs/plan.pdf")
            until(files)
            (post,) = (one for one in server.own() if not one.get("files"))
            assert files() == [(post["ts"], "plan.pdf")]
            assert server.uploaded["F0"] == ("plan.pdf", b"%PDF")
            server.lose("files.completeUploadExternal")  # it is done, and the answer breaks off
            tell(project, "docs/plan.pdf", text="again")
            assert bridge.wait_until_posted(60)
            assert len(files()) == 2
            server.fail("files.getUploadURLExternal", error="missing_scope")
            tell(project, "docs/plan.pdf", text="without")
            assert bridge.wait_until_posted(60)
            assert len(files()) == 2
            assert any("without" in one for one in server.said())
            assert "missing_scope" in bridge.problem
    finally:
        server.stop()


# Matrix


@pytest.mark.long
@pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh")
def test_matrix_shows_a_file_in_the_thread_of_its_post(tmp_path: Path, place: Path) -> None:
    from renkei.edges.chat.matrix.chat import MatrixChat

    with LocalSynapse(tmp_path / "synapse") as server:
        mia, bot = (Person(server, server.sign_up(name, "secret")) for name in ("mia", "renkei"))
        room = mia.make_room("files", bot)
        values = {"chat": "matrix", "channels": {room: "all"}, "people": {mia.id: "human"}, "files": str(place)}
        (place / "a picture.png").write_bytes(b"PNG")
        chat = MatrixChat(MatrixOptions(homeserver=server.address), bot.account.token)
        settings = BridgeSettings.model_validate(values)
        with small_team(guarded=False) as project, Bridge(project, chat, name="matrix", settings=settings):
            tell(project, "docs/plan.pdf", "a picture.png")
            picture = mia.sees(room, "a picture.png")["content"]
            plan = mia.sees(room, "plan.pdf")["content"]
        assert (picture["msgtype"], plan["msgtype"]) == ("m.image", "m.file")
        assert plan["info"] == {"mimetype": "application/pdf", "size": 4}
        name = plan["url"].removeprefix("mxc://")
        path = f"/_matrix/client/v1/media/download/{name}"
        import urllib.request

        asked = urllib.request.Request(
            f"{server.address}{path}", headers={"Authorization": f"Bearer {mia.account.token}"}
        )
        with urllib.request.urlopen(asked) as answer:
            assert answer.read() == b"%PDF"


def test_a_post_without_files_is_as_before() -> None:
    assert Outgoing("key", "text").files == ()
