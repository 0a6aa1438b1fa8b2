"""One bridge on several machines of a project: one of them runs it, and the next continues where it was."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import renkei
from chatting import until
from memory_stream import MemoryStream, Servers
from renkei import Bridge, Chat, Join, Outgoing, Position, Post, Project
from renkei.edges.chat.bridge import bridge as bridge_module
from renkei.edges.chat.bridge.status import bridge_status
from renkei.edges.chat.errors import ChatUnreachableError
from renkei.project.machines import streams
from renkei.store.layout import Layout
from renkei.store.machines import lease

ADDRESS = "nats://127.0.0.1:4222/shop"
PEOPLE = {"U1": "human"}


class Wall:
    """What all connections to one chat see: it does not recognize a post that is made twice."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, Outgoing]] = []
        self.said: list[Post] = []
        self.changed = threading.Condition()

    def say(self, text: str, author: str = "U1", **more: Any) -> None:
        with self.changed:
            number = str(len(self.said) + 1)
            self.said.append(Post(f"s{number}", "team", author, text, number, **more))
            self.changed.notify_all()

    def texts(self) -> list[str]:
        return [post.text.rpartition("\n")[2] for _, post in self.posts]


class WallChat(Chat):
    """A connection of one machine; `refuses` says which posts fail, and `listens` when it begins to listen."""

    def __init__(self, wall: Wall, machine: str) -> None:
        self.wall, self.machine = wall, machine
        self.refuses: Callable[[str], bool] = lambda text: False
        self.limit = 4000
        self._ended = threading.Event()
        self.listens = threading.Event()
        self.listens.set()

    def post(self, channel: str, post: Outgoing) -> str:
        if self.refuses(post.text):
            raise ChatUnreachableError("the network is gone", 0.05)
        with self.wall.changed:
            self.wall.posts.append((self.machine, post))
            return f"p{len(self.wall.posts)}"

    def listen(self, cursor: str) -> Iterator[Post | Position]:
        self.listens.wait()
        at = int(cursor or len(self.wall.said))
        yield Position(str(at))
        while not self._ended.is_set():
            with self.wall.changed:
                if len(self.wall.said) == at and not self._ended.is_set():
                    self.wall.changed.wait()
                new = [] if self._ended.is_set() else self.wall.said[at:]
            yield from new
            at += len(new)

    def close(self) -> None:
        with self.wall.changed:
            self._ended.set()
            self.listens.set()
            self.wall.changed.notify_all()


class Shop:
    """A project on a stream, with the machines that have joined it."""

    def __init__(self, place: Path, servers: Servers, stack: ExitStack) -> None:
        self.place, self.servers, self.stack, self.wall = place, servers, stack, Wall()
        self.told: dict[str, list[str]] = {}
        members = [Join("bob")]
        self.projects = {"a": renkei.create(place / "a", goal="sell", members=members, stream=ADDRESS)}
        self.projects["b"] = renkei.clone(ADDRESS, place / "b")
        for one in self.projects.values():
            stack.callback(one.close)

    def machine(self, name: str) -> str:
        """Return the name of a machine, as it tells others."""
        found: str = self.projects[name]._store.machine  # type: ignore[attr-defined]
        return found

    def bridge(self, name: str, *, deaf: bool = False, **settings: Any) -> Bridge:
        """Start the bridge on a machine."""
        told = self.told[name] = []
        values: Mapping[str, Any] = {"channels": {"team": "all"}, "people": PEOPLE} | settings
        found = Bridge(self.projects[name], WallChat(self.wall, name), **values, on_problem=told.append)
        if deaf:
            found.chat.listens.clear()  # type: ignore[attr-defined]
        found.start()
        self.stack.callback(found.close)
        return found

    def post(self, name: str, text: str) -> None:
        self.projects[name].post(body=text, to="all", actor="bob")

    def shows(self, *texts: str) -> bool:
        """Wait until the chat shows these texts at the end."""
        return bool(
            until(
                lambda: tuple(self.wall.texts()[-len(texts) :]) == texts,
                f"{self.wall.texts()} {self.told} {self.servers.shared}",
            )
        )


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    servers = Servers()
    monkeypatch.setattr(streams, "connect_stream", lambda address, credentials: MemoryStream(servers))
    monkeypatch.setattr(bridge_module, "RENEWED", 0.05)
    with ExitStack() as stack:
        yield Shop(tmp_path, servers, stack)


def kill(bridge: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """End a bridge as a kill does: nobody else learns of it."""
    monkeypatch.setattr(lease, "LASTS", 0.1)
    bridge._holding.release = lambda: None  # type: ignore[method-assign]
    bridge.close()


@contextmanager
def suspended(bridge: Bridge) -> Iterator[None]:
    """Let a bridge do nothing during a block."""
    gate, check = threading.Event(), bridge._holding.check

    def waiting() -> None:
        gate.wait()
        check()

    bridge._holding.check = waiting  # type: ignore[method-assign]
    bridge._intake.share = waiting
    try:
        yield
    finally:
        gate.set()


def test_a_second_machine_waits_and_names_the_one_that_runs_the_bridge(shop: Shop) -> None:
    first = shop.bridge("a")
    second = shop.bridge("b")
    shop.post("b", "one")
    assert shop.shows("one")
    assert [machine for machine, _ in shop.wall.posts] == ["a"]
    (said,) = shop.told["b"]
    assert f"runs on the machine '{shop.machine('a')}'" in said
    assert "takes over when it ends there" in said
    assert "BRIDGE_HELD" in said
    assert bridge_status(shop.projects["b"], Layout(shop.place / "b"), "chat").problem == said
    first.close()
    shop.post("a", "two")
    assert shop.shows("one", "two")
    until(lambda: second.problem == "")
    assert [machine for machine, _ in shop.wall.posts] == ["a", "b"]


def test_the_next_machine_continues_where_a_killed_one_was(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.bridge("a")
    shop.post("a", "one")
    shop.wall.say("hello")
    until(lambda: "hello" in _bodies(shop.projects["b"]))
    assert shop.shows("one")
    kill(first, monkeypatch)
    shop.post("b", "two")
    shop.wall.say("anybody?")
    shop.bridge("b")
    assert shop.shows("one", "two")
    until(lambda: "anybody?" in _bodies(shop.projects["b"]))
    assert sorted(_bodies(shop.projects["b"])) == ["anybody?", "hello", "one", "two"]


def _bodies(project: Project) -> list[str]:
    return [one.message.payload.body for one in _sent(project)]


def _sent(project: Project) -> list[Any]:
    events = (event for record in project.records() for event in record.events)
    return [one for one in events if one.kind == "message_sent"]


def test_parts_that_a_killed_machine_posted_are_not_posted_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.bridge("a")
    first.chat.limit = 60  # type: ignore[misc]
    first.chat.refuses = lambda text: "third" in text  # type: ignore[attr-defined]
    shop.post("a", f"first {'.' * 40}\n\nsecond {'.' * 40}\n\nthird {'.' * 40}")
    until(lambda: "gone" in first.problem)
    posted = shop.wall.texts()
    kill(first, monkeypatch)
    second = shop.bridge("b")
    second.chat.limit = 60  # type: ignore[misc]
    until(lambda: any("third" in one for one in shop.wall.texts()))
    until(lambda: second.seq == shop.projects["b"].log.last())
    texts = shop.wall.texts()
    assert texts[: len(posted)] == posted
    assert len(set(texts)) == len(texts)


def test_a_post_that_another_machine_took_in_is_not_posted_back(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "RENEWED", 60)
    first = shop.bridge("a")
    monkeypatch.setattr(first._relay, "catch_up", first._ended.wait)  # the posting thread is slow
    shop.post("a", "before")
    shop.wall.say("hello")
    until(lambda: "hello" in _bodies(shop.projects["b"]))
    kill(first, monkeypatch)
    monkeypatch.setattr(bridge_module, "RENEWED", 0.05)
    second = shop.bridge("b", deaf=True)
    shop.post("b", "after")
    assert shop.shows("before", "after")
    second.chat.listens.set()  # type: ignore[attr-defined]
    assert second.wait_until_posted(30)
    assert second.problem == ""
    assert _bodies(shop.projects["b"]).count("hello") == 1


def test_an_answer_is_given_once_although_its_machine_was_killed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.bridge("a")
    first.chat.refuses = lambda text: True  # type: ignore[attr-defined]
    shop.wall.say("/status")
    until(lambda: first._file.answers() and "gone" in first.problem)
    kill(first, monkeypatch)
    second = shop.bridge("b")
    until(lambda: shop.wall.posts)
    second.close()
    again = shop.bridge("a")
    shop.post("a", "after")
    assert shop.shows("after")
    assert not again._file.answers()
    assert len(shop.wall.posts) == 2


def test_a_thread_that_another_machine_began_goes_on(shop: Shop) -> None:
    first = shop.bridge("a")
    shop.post("a", "one")
    assert shop.shows("one")
    first.close()
    shop.bridge("b")
    shop.wall.say("an answer", reply_to="p1")
    until(lambda: "an answer" in _bodies(shop.projects["b"]))
    question, answer = (one.message for one in _sent(shop.projects["b"]))
    assert answer.in_reply_to == question.id
    shop.projects["b"].post(body="thanks", to="all", actor="bob", in_reply_to=answer.id)
    assert shop.shows("one", "thanks")
    assert shop.wall.posts[-1][1].reply_to == "p1"


def test_a_machine_that_wakes_up_posts_nothing_and_ends_its_bridge(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.bridge("a")
    with suspended(first):
        monkeypatch.setattr(lease, "LASTS", 0.1)
        shop.post("b", "one")
        shop.bridge("b")
        assert shop.shows("one")
        shop.post("b", "two")
        assert shop.shows("one", "two")
    until(lambda: f"runs on the machine '{shop.machine('b')}'" in first.problem)
    assert "Start it again here" in first.problem
    first.close()
    shop.post("a", "three")
    assert shop.shows("one", "two", "three")
    assert {machine for machine, _ in shop.wall.posts} == {"b"}


def test_without_the_servers_nothing_is_posted_and_afterwards_everything(shop: Shop) -> None:
    first = shop.bridge("a")
    shop.servers.stop()
    until(lambda: "no server answers" in first.problem)
    second = shop.bridge("b")
    until(lambda: "no server answers" in second.problem)
    shop.servers.start()
    shop.post("b", "one")
    assert shop.shows("one")
    until(lambda: first.problem == "" or second.problem == "")
    assert len(shop.wall.posts) == 1


def test_a_bridge_to_another_chat_with_the_same_name_begins_at_the_end(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.wall.say("early")
    first = shop.bridge("a")
    shop.post("a", "one")
    assert shop.shows("one")
    first.close()
    for name, value in {"REST": float("inf"), "LONGEST_REST": 600.0}.items():  # the next machine is behind
        monkeypatch.setattr(f"renkei.log.replication.feeder.{name}", value)
    shop.post("a", "more")
    assert shop.projects["b"].log.catch_up(30)
    shop.post("a", "two")
    second = shop.bridge("b", channels={"other": "all"})
    shop.post("b", "three")
    assert shop.shows("one", "three")
    assert second.problem == ""
