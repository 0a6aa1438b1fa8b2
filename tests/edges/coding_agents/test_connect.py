"""Connecting a program and taking it back: nothing of anybody else changes."""

import json
from functools import partial
from pathlib import Path

import pytest

from connected_program import connect_program, disconnect_program
from renkei.edges.coding_agents.claude_code import PROGRAM, SERVERS, SETTINGS
from renkei.edges.coding_agents.connect import connecting, connections, disconnecting, missing
from renkei.edges.coding_agents.program import CONNECTED, JoiningAgent
from renkei.errors import BadValueError, DocumentError

THEIRS = """{
  "permissions": {"allow": ["Bash(ls:*)"], "deny": ["Read(.env)"]},
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "say done"}]}
    ]
  },
  "model": "opus"
}
"""

connect = partial(connect_program, PROGRAM)
disconnect = partial(disconnect_program, "claude-code")


def settings(work: Path, text: str | None = None) -> Path:
    """Return the settings file, with a text if one is given."""
    path = work / SETTINGS
    if text is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    return path


def files(work: Path) -> list[str]:
    """Return the files below a directory, without the project's."""
    found = (one.relative_to(work).as_posix() for one in work.rglob("*") if one.is_file())
    return sorted(one for one in found if not one.startswith(".renkei"))


def test_the_tools_and_hooks_of_another_stay(work: Path) -> None:
    path = settings(work, THEIRS)
    assert connect(work)
    found = json.loads(path.read_text())
    assert found["model"] == "opus"
    assert found["permissions"] == {"allow": ["Bash(ls:*)", "mcp__renkei__*"], "deny": ["Read(.env)"]}
    assert found["hooks"]["Stop"][0] == {"hooks": [{"type": "command", "command": "say done"}]}
    assert set(found["hooks"]) == {*PROGRAM.moments, PROGRAM.before_tool, PROGRAM.after_tool}
    assert found["env"] == {"RENKEI_AS": "ann"}
    server = json.loads((work / SERVERS).read_text())["mcpServers"]["renkei"]
    assert server["env"] == {"RENKEI_PROJECT": str(work / ".renkei"), "RENKEI_AS": "${RENKEI_AGENT:-ann}"}
    assert disconnect(work) == []
    assert path.read_text() == THEIRS
    assert files(work) == [SETTINGS]


def test_connecting_twice_changes_nothing_and_disconnecting_leaves_no_file(work: Path) -> None:
    assert connect(work)
    before = settings(work).read_text()
    assert not connect(work)
    assert settings(work).read_text() == before
    assert disconnect(work) == []
    assert files(work) == []
    assert not (work / ".claude").exists()
    assert not (work / ".renkei" / CONNECTED).exists()
    assert disconnecting("claude-code", work / ".renkei", work) is None


def test_what_changes_is_shown_file_by_file_before_it_is_written(work: Path) -> None:
    path = settings(work, '{"model": "opus"}')
    member = JoiningAgent("ann", work / ".renkei", "python3")
    shown = connecting(PROGRAM, member, work).difference()
    assert f"--- {SETTINGS}\n+++ {SETTINGS}\n" in shown
    assert f"--- /dev/null\n+++ {SERVERS}\n" in shown
    assert '-{"model": "opus"}\n' in shown
    assert shown.endswith("\n")
    assert path.read_text() == '{"model": "opus"}'


def test_another_agent_takes_the_place_of_the_first(work: Path) -> None:
    connect(work)
    assert connect(work, "bob")
    text = settings(work).read_text() + (work / SERVERS).read_text()
    assert '"ann"' not in text
    assert ":-ann}" not in text
    assert [one.agent for one in connections(work / ".renkei")] == ["bob"]
    assert disconnect(work) == []
    assert files(work) == []


def test_settings_that_were_changed_since_are_kept(work: Path) -> None:
    connect(work)
    path = settings(work)
    changed = json.loads(path.read_text())
    changed["hooks"]["Stop"][0]["hooks"][0]["timeout"] = 5
    del changed["enabledMcpjsonServers"]
    path.write_text(json.dumps(changed))
    assert [one.pointer for one in missing(connections(work / ".renkei")[0])] == [
        "/enabledMcpjsonServers/-",
        "/hooks/Stop/-",
    ]
    assert sorted(disconnect(work)) == ["/enabledMcpjsonServers/-", "/hooks/Stop/-"]
    assert json.loads(path.read_text()) == {"hooks": {"Stop": changed["hooks"]["Stop"]}}


def test_a_repaired_connection_is_still_ours_as_a_whole(work: Path) -> None:
    connect(work)
    (work / SERVERS).unlink()
    assert connect(work)
    assert disconnect(work) == []
    assert files(work) == []


def test_an_existing_value_stays(work: Path) -> None:
    text = '{"permissions": {"allow": ["mcp__renkei__*"]}, "enabledMcpjsonServers": ["mine"]}'
    path = settings(work, text)
    for agent in ("ann", "ann", "bob"):
        connect(work, agent)
    assert disconnect(work) == []
    assert json.loads(path.read_text()) == json.loads(text)
    path.write_text("{}")
    connect(work)
    connect(work)
    assert disconnect(work) == []
    assert json.loads(path.read_text()) == {}, "what connecting twice found was ours"


def test_a_value_that_was_gone_and_written_again_is_ours(work: Path) -> None:
    path = settings(work, '{"permissions": {"allow": ["mcp__renkei__*"]}}')
    connect(work)
    path.write_text("{}")
    connect(work)
    disconnect(work)
    assert json.loads(path.read_text()) == {}


@pytest.mark.parametrize("text", ['{"hooks": ', '{"hooks": []}', "{} // mine", '{"mcpServers": {}, }'])
def test_a_file_that_cannot_be_merged_or_read_by_the_program_is_rejected(work: Path, text: str) -> None:
    path = settings(work, text)
    with pytest.raises((DocumentError, BadValueError)) as caught:
        connect(work)
    assert "Nothing was changed" in caught.value.hint
    assert path.read_text() == text
    assert files(work) == [SETTINGS]
    assert connections(work / ".renkei") == ()


def test_another_server_of_that_name_is_rejected(work: Path) -> None:
    (work / SERVERS).write_text('{"mcpServers": {"renkei": {"command": "theirs"}}}')
    with pytest.raises(BadValueError, match="something else is there"):
        connect(work)
    assert files(work) == [SERVERS]


def test_a_link_out_of_the_directory_is_rejected(work: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("home") / "settings.json"
    elsewhere.write_text("{}")
    settings(work, "").unlink()
    settings(work).symlink_to(elsewhere)
    with pytest.raises(BadValueError, match="symbolic link"):
        connect(work)
    assert elsewhere.read_text() == "{}"


@pytest.mark.parametrize("data", [b"\xff\xfe", b" " * 10_000_001])
def test_bytes_that_are_no_settings_are_rejected(work: Path, data: bytes) -> None:
    settings(work, "").write_bytes(data)
    with pytest.raises(DocumentError, match="cannot be read"):
        connect(work)


def test_the_mode_of_a_file_stays(work: Path) -> None:
    path = settings(work, "{}")
    path.chmod(0o600)
    connect(work)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_kill_before_the_settings_are_written_leaves_nothing_that_disconnect_cannot_find(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(path: Path, *_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("renkei.edges.coding_agents.settings_file.replacing", killed)
        with pytest.raises(KeyboardInterrupt):
            connect(work)
    assert len(connections(work / ".renkei")) == 1
    assert len(disconnect(work)) == 11
    assert connections(work / ".renkei") == ()


def test_a_broken_list_of_connections_says_what_to_do(work: Path) -> None:
    (work / ".renkei" / CONNECTED).write_text('{"connections": [1]}')
    with pytest.raises(BadValueError, match="cannot be read") as caught:
        connect(work)
    assert "Delete it" in caught.value.hint
