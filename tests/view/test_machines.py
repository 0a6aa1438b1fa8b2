"""The machines of a shared project on the agents' page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei
from memory_stream import MemoryStream, Servers
from renkei import Join, Write
from renkei.log.replication.stream import Server
from renkei.project.machines import streams
from viewing import page

ADDRESS = "nats://127.0.0.1:4222/shop"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[renkei.Project]:
    servers = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(servers))
    with renkei.create(tmp_path / "a", members=[Join("ann"), Join("bob")], stream=ADDRESS) as project:
        yield project


def test_each_machine_is_shown_with_what_it_lacks_and_whose_turns_it_ran(shop: renkei.Project, tmp_path: Path) -> None:
    with renkei.clone(ADDRESS, tmp_path / "b") as there, there.turn("bob"):
        pass
    assert shop.log.catch_up(30)
    (machine,) = (one.name for one in shop.machines() if not one.is_here)
    assert "has all records" in page(shop, "/agents")
    shop.do(Write("/goal", "sell"))
    shown = page(shop, "/agents")
    assert "<dt>Servers</dt><dd>1 of 1 answer.</dd>" in shown
    assert "this machine, with all records" in shown
    assert "records behind: 1" in shown
    (card,) = (one for one in shown.split("<li ")[1:] if 'id="agent-bob"' in one)
    assert f"<dt>Latest turn on</dt><dd>{machine}</dd>" in card
    assert "1 レコード遅れ" in page(shop, "/agents", locale="ja")
    assert f"<dd>{machine}</dd>" in page(shop, "/agents/bob")
    assert machine not in page(shop, f"/agents?at={shop.state.seq}"), "of the past, it is not known"


def test_servers_that_do_not_answer_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = Servers(followers=[Server("n2", answers=False), Server("n3", answers=False)])
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(servers))
    with renkei.create(tmp_path / "a", stream=ADDRESS) as project:
        assert '<dd class="warn">1 of 3 answer. Nothing can be written until 2 do.</dd>' in page(project, "/agents")
        servers.stop()
        project._store._standing = None  # type: ignore[attr-defined]
        assert '<dd class="warn">No server answers. Nothing can be written.</dd>' in page(project, "/agents")
        servers.start()


def test_a_project_on_one_machine_names_none() -> None:
    with renkei.create(members=[Join("ann")]) as project:
        assert "Machines" not in page(project, "/agents")
