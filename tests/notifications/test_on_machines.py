"""Two machines of a project with the same destination: one sends, and the next knows what was told."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import renkei
from memory_stream import MemoryStream, Servers
from renkei import DecisionRequest, Join, Project
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.sender import Sender
from renkei.edges.notifications.watching import through_apprise
from renkei.project.machines import streams
from renkei.store.machines import lease
from webhook import Hook, webhook

ADDRESS = "nats://127.0.0.1:4222/shop"


class Shop:
    """A project on two machines, each with a sender to the same destination."""

    def __init__(self, place: Path, hook: Hook, stack: ExitStack, url: str) -> None:
        self.hook = hook
        self.to = Destination(id="d1", person="human", url=url)
        first = renkei.create(place / "a", name="shop", goal="sell", members=[Join("bob")], stream=ADDRESS)
        self.projects = {"a": first, "b": renkei.clone(ADDRESS, place / "b")}
        for one in self.projects.values():
            stack.callback(one.close)
        self.problems: list[str] = []
        self.senders = {name: self.sender(one) for name, one in self.projects.items()}

    def sender(self, project: Project) -> Sender:
        return Sender(project, self.to, "", through_apprise, lambda to, problem: self.problems.append(problem))

    def ask(self, name: str) -> None:
        project = self.projects["a"]
        asked = DecisionRequest(decision_id=name, question=f"which {name}?")
        project.send(project.message("bob", asked, "human"))
        self.projects["b"].log.catch_up(10)

    def look(self, name: str) -> float | None:
        self.senders[name]._retry_at = 0.0
        return self.senders[name].look()


@pytest.fixture
def open_shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Shop]]:
    servers = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(servers))
    with ExitStack() as stack:
        hook = stack.enter_context(webhook())
        yield lambda scheme: Shop(tmp_path, hook, stack, hook.url(scheme, "topic"))


def test_one_machine_sends_and_the_other_waits(open_shop: Callable[[str], Shop]) -> None:
    shop = open_shop("json")
    shop.ask("D-1")
    for name in "abab":
        shop.look(name)
    assert shop.hook.titles == ["Decision: which D-1?"]


def test_the_next_machine_knows_what_was_told(open_shop: Callable[[str], Shop]) -> None:
    shop = open_shop("ntfy")
    shop.ask("D-1")
    shop.look("a")
    shop.senders["a"]._holding.release()
    shop.look("b")
    assert len(shop.hook.received) == 1
    assert shop.senders["b"]._holding.progress.told.keys() == {"decision:D-1"}


def test_a_machine_that_woke_up_after_another_took_over_sends_nothing(
    open_shop: Callable[[str], Shop], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = open_shop("json")
    shop.look("a")
    shop.look("b")
    monkeypatch.setattr(lease, "LASTS", 0.0)  # the first has been suspended for long
    shop.look("b")
    monkeypatch.undo()
    shop.ask("D-1")
    assert shop.look("a") == lease.RENEWED
    assert shop.hook.received == []
    shop.look("b")
    assert len(shop.hook.received) == 1


def test_a_machine_with_nothing_to_send_keeps_the_right_to_send(
    open_shop: Callable[[str], Shop], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = open_shop("json")
    shop.look("a")
    shop.look("b")
    shop.look("a")
    monkeypatch.setattr(lease, "LASTS", 0.0)
    assert shop.look("b") == lease.RENEWED
    assert not shop.senders["b"]._holding._lease.is_held  # type: ignore[union-attr]


def test_a_lease_that_is_lost_before_the_request_sends_nothing(
    open_shop: Callable[[str], Shop], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = open_shop("json")
    shop.look("a")
    shop.ask("D-1")
    sender = shop.senders["a"]
    save = sender._holding.save

    def overtaken(progress):  # type: ignore[no-untyped-def]
        save(progress)
        shop.look("b")
        monkeypatch.setattr(lease, "LASTS", 0.0)
        shop.look("b")

    monkeypatch.setattr(sender._holding, "save", overtaken)
    shop.look("a")
    assert len(shop.hook.received) == 1


def test_servers_that_cannot_be_reached_are_a_problem_that_ends(
    open_shop: Callable[[str], Shop], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = open_shop("json")
    shop.look("a")
    shop.ask("D-1")
    servers = shop.projects["a"].log.stream.servers  # type: ignore[attr-defined]
    servers.is_down = True
    shop.look("a")
    assert shop.problems[-1] != ""
    assert shop.hook.received == []
    servers.is_down = False
    shop.look("a")
    assert len(shop.hook.received) == 1
    assert shop.problems[-1] == ""
