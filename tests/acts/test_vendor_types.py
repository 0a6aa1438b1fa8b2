"""A registered type of a vendor is sent at every door, and shown to agents and people like the standard ones."""

from pathlib import Path
from typing import Any

import pytest

import renkei
from act_doors import DOORS
from process import renkei as command
from renkei.acts.table import request
from renkei.edges.chat.bridge.post_text import post_text
from renkei.protocol.primitives import Locale
from renkei.store.state_codec import dump_state, load_state
from viewing import page

INCIDENT = "acme.example/INCIDENT"
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"severity": {"type": "integer"}}, "required": ["severity"]}
MESSAGE = {"type": INCIDENT, "to": ["bob"], "context_summary": "Down.", "payload": {"severity": 2, "text": "<b>No</b>"}}


def project() -> renkei.Project:
    made = renkei.create(members=[renkei.Join("ann"), renkei.Join("bob")])
    made.register(INCIDENT, SCHEMA)
    return made


@pytest.mark.parametrize("door", ["library", "http", "tools"])
def test_each_door_sends_it_and_rejects_another_payload(door: Any) -> None:
    made = project()
    assert DOORS[door](made, "ann", "send", {"message": MESSAGE}) is None
    assert [one.message.type for one in made.state.unread_of("bob")] == [INCIDENT]
    assert DOORS[door](made, "ann", "send", {"message": MESSAGE | {"payload": {"severity": "high"}}}) is not None
    assert len(made.state.unread_of("bob")) == 1


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_its_card_in_the_view_shows_its_name_and_its_payload(locale: Locale) -> None:
    made = project()
    made.perform(request("send", message=MESSAGE), actor="ann")
    shown = page(made, "/", locale=locale)
    assert f'<span class="type" title="{INCIDENT}">{INCIDENT}</span>' in shown
    assert "<pre>severity: 2\ntext: &#34;&lt;b&gt;No&lt;/b&gt;&#34;</pre>" in shown


def test_a_chat_shows_its_name_and_its_payload() -> None:
    made = project()
    made.perform(request("send", message=MESSAGE), actor="ann")
    shown = post_text(made.state.unread_of("bob")[0].message, "en")
    assert shown == f'ann → bob · {INCIDENT}\nDown.\nseverity: 2\ntext: "<b>No</b>"'


def test_the_command_line_registers_and_sends_it(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text('{"type": "object", "required": ["severity"]}')
    with renkei.create(tmp_path, members=[renkei.Join("ann"), renkei.Join("bob")]):
        pass
    assert command("project", "register", INCIDENT, "schema.json", cwd=tmp_path).stdout == (
        f"The project knows {INCIDENT}.\n"
    )
    sent = command("send", INCIDENT, "to=bob", "severity=2", "--as", "ann", cwd=tmp_path)
    assert sent.returncode == 0, sent.stderr
    refused = command("send", INCIDENT, "to=bob", "text=No", "--as", "ann", cwd=tmp_path)
    assert "INVALID_DOCUMENT" in refused.stderr
    assert INCIDENT in command("inbox", "--agent", "bob", cwd=tmp_path).stdout


def test_a_state_with_it_unread_is_written_and_read_as_it_was() -> None:
    made = project()
    made.perform(request("send", message=MESSAGE), actor="ann")
    assert load_state(dump_state(made.state)) == made.state
