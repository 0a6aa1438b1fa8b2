"""The settings of a bridge: what is refused and where; what `status` reads from any process."""

import os
from pathlib import Path

import pytest

import renkei
from renkei import Bridge, BridgeSettings, ConsoleChat, MemoryChat
from renkei.edges.chat.bridge.status import bridge_status
from renkei.edges.chat.bridge.storage.settings_file import read_settings, remove_bridge, write_settings
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError, UnknownBridgeError
from renkei.edges.chat.kinds import KINDS, make_chat
from renkei.errors import AlreadyExistsError, BadValueError, DocumentError, LogNotWritableError, UnknownActorError
from renkei.store.layout import Layout
from team import small_team


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    small_team(tmp_path / "p").close()
    (tmp_path / "p" / "bridges").mkdir()
    return Layout(tmp_path / "p")


def test_settings_are_kept_and_read_again(layout: Layout):
    settings = BridgeSettings(chat="console", channels={"team": "all"}, people={"U1": "human"}, system_channel="ops")
    write_settings(layout, "c", settings)
    assert write_settings(layout, "c", settings) == layout.bridge_file("c", "yaml")
    assert read_settings(layout, "c") == settings
    assert list(settings.every_channel) == ["team", "ops"]
    with pytest.raises(AlreadyExistsError):
        write_settings(layout, "c", BridgeSettings(chat="console", channels={"other": "all"}))
    remove_bridge(layout, "c")
    assert layout.bridge_names() == []
    for act in (read_settings, remove_bridge):
        with pytest.raises(UnknownBridgeError):
            act(layout, "c")


def test_a_fault_in_a_file_has_its_line(layout: Layout):
    layout.bridge_file("c", "yaml").write_text("chat: console\nchannels:\n  team: 3\nshare: some\ncolour: red\n")
    with pytest.raises(DocumentError) as caught:
        read_settings(layout, "c")
    problems = caught.value.details["problems"]
    assert [one["line"] for one in problems] == [3, 4, 5]


@pytest.mark.parametrize("chat", ["pigeon", '""'])
def test_an_unknown_chat_has_its_file_and_line(layout: Layout, chat: str):
    layout.bridge_file("c", "yaml").write_text(f"channels: {{team: all}}\nchat: {chat}\n")
    with pytest.raises(DocumentError, match=r"c\.yaml:2:7: /chat: there is no chat"):
        read_settings(layout, "c")


def test_a_fault_in_the_options_of_a_chat_has_its_line(layout: Layout):
    text = 'chat: irc\nchannels: {"#a": all}\noptions:\n  port: x\n  foo: 1\n'
    layout.bridge_file("c", "yaml").write_text(text)
    with pytest.raises(DocumentError) as caught:
        read_settings(layout, "c")
    found = [(one["line"], one["path"]) for one in caught.value.details["problems"]]
    assert sorted(found) == [(4, "/options/port"), (4, "/options/server"), (5, "/options/foo")]
    layout.bridge_file("c", "yaml").write_text('chat: irc\nchannels: {"#a": all}\n')
    with pytest.raises(DocumentError, match="`server` is missing"):
        read_settings(layout, "c")


@pytest.mark.parametrize(
    ("channels", "people", "error"),
    [
        ({"team": "nobody"}, {}, BadValueError),
        ({"team": "all"}, {"U1": "eve"}, UnknownActorError),
        ({}, {}, None),
        ({"team": "a b"}, {}, BadValueError),
        ({"": "all"}, {}, BadValueError),
        ({"team": "all"}, {"": "human"}, BadValueError),
    ],
)
def test_what_the_project_does_not_have_is_refused(channels, people, error):
    project = small_team()
    if error is None:
        Bridge(project, MemoryChat(), channels, people).close()  # by default the channel `team` shows everybody
        return
    with pytest.raises(error):
        Bridge(project, MemoryChat(), channels, people)


@pytest.mark.parametrize("name", ["", "a b", "a/b", "x" * 65])
def test_a_name_that_no_id_can_contain_is_refused(name):
    with pytest.raises(BadValueError):
        Bridge(small_team(), MemoryChat(), name=name)


def test_an_owner_is_a_person():
    with pytest.raises(BadValueError, match="a human"):
        Bridge(small_team(), MemoryChat(), settings=BridgeSettings(channels={"team": "all"}, owner="ann"))


def test_a_kind_of_chat_makes_the_chat():
    assert isinstance(make_chat("console", {}, {}), ConsoleChat)
    with pytest.raises(BadValueError, match="console"):
        make_chat("pigeon", {}, {})
    assert all(row.module and row.name for row in KINDS.values())


def test_the_status_of_a_bridge_is_seen_from_outside(tmp_path: Path):
    project = small_team(tmp_path / "p")
    layout = Layout(tmp_path / "p")
    assert bridge_status(project, layout, "chat").as_dict() == {
        "name": "chat",
        "runs": False,
        "seq": 0,
        "behind": 0,
        "refused": 0,
        "problem": "",
        "records": 0,
        "posts": 0,
        "most_posts_of_a_record": 0,
    }

    class Down(MemoryChat):
        def open(self, channels):
            raise ChatUnreachableError("down")

    with Bridge(project, Down()):
        project.pause("ann", reason="lunch")
        found = bridge_status(project, layout, "chat")
    assert (found.runs, found.behind) == (True, 1)
    assert found.problem.startswith("The chat cannot be reached: down.")
    assert bridge_status(project, layout, "chat").runs is False
    project.close()


def test_errors_of_chats_are_pickled_as_they_are():
    import pickle

    for error in (ChatUnreachableError("x", 3.0), ChatRefusedError("x", "y")):
        copy = pickle.loads(pickle.dumps(error))
        assert (str(copy), copy.details) == (str(error), error.details)


def test_what_is_no_file_in_the_place_of_settings_is_no_document(layout: Layout):
    path, other = layout.bridge_file("c", "yaml"), layout.directory / "other.yaml"
    other.write_text("chat: console\nchannels: {team: all}\n")
    for put in (path.mkdir, lambda: os.mkfifo(path), lambda: path.symlink_to(other)):
        put()
        with pytest.raises(DocumentError, match=r"c\.yaml"):
            read_settings(layout, "c")
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


@pytest.mark.parametrize("suffix", ["db", "db-wal", "db-shm"])
def test_a_bridge_writes_through_no_symbolic_link(layout: Layout, suffix: str):
    elsewhere = layout.directory / "elsewhere"
    layout.bridge_file("c", suffix).symlink_to(elsewhere)
    with renkei.open(layout.directory) as project:
        with pytest.raises(LogNotWritableError, match="symbolic link"):
            Bridge(project, MemoryChat(), name="c")
        layout.bridge_file("c", suffix).unlink()
        Bridge(project, MemoryChat(), name="c").close()  # nothing is held any more
    assert not elsewhere.exists()


def test_a_bridge_whose_file_is_spoilt_hides_no_other(layout: Layout):
    layout.bridge_file("c", "db").write_bytes(b"garbage" * 1000)
    with renkei.open(layout.directory) as project:
        found = bridge_status(project, layout, "c")
        assert "c.db" in found.problem
        assert "delete `c.db`, `c.db-wal` and `c.db-shm`" in found.problem
        assert found.problem.endswith("(BRIDGE_FILE_DAMAGED)")
        assert bridge_status(project, layout, "other").problem == ""


@pytest.mark.parametrize(
    ("server", "more", "found"),
    [
        ("irc.example", {}, ("irc.example", 6697)),
        ("127.0.0.1:16697", {}, ("127.0.0.1", 16697)),
        ("irc.example:6697", {"port": 7000}, ("irc.example", 7000)),
        ("[::1]:6667", {}, ("::1", 6667)),
        ("2001:db8::1", {}, ("2001:db8::1", 6697)),
    ],
)
def test_the_server_of_irc_may_be_given_with_its_port(server: str, more: dict[str, int], found: tuple[str, int]):
    options = KINDS["irc"].options.model_validate({"server": server, **more})
    assert (options.server, options.port) == found  # type: ignore[attr-defined]
