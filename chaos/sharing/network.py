"""The network fails: a machine or a server is cut off, replies are lost, machines are slow, strangers publish."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nats
from fault_outcome import Outcome
from nats_servers import until

import renkei
from renkei import Project
from sharing.shared import MACHINES, Shared, is_done, shared

STRANGERS = 2
"""Messages of `_strangers` that the servers accept."""

LONG = "x" * 300_000
LETTERS = 20
"""Long messages that a slow machine gets: more than what the buffers on the way hold."""

Harm = Callable[[Shared, Project, Project], Iterator[str]]
"""Does harm to a project that is open on two machines, and yields what is wrong."""


def failing_network(scratch: Path, scale: float) -> Outcome:
    """Let each harm happen while both machines work; each must work again afterwards."""
    rounds = max(1, round(2 * scale))
    wrong: list[str] = []
    with shared(scratch) as made:
        with made.open(MACHINES[0]) as here, made.open(MACHINES[1]) as there:
            for harm in HARMS * rounds:
                wrong += harm(made, here, there)
                made.work(here, there)
        lost, unsound = made.compared(strangers=STRANGERS * rounds)
    note = "a machine, the leader and a follower cut off; lost replies; strays and duplicates; a slow machine"
    tried = len(HARMS) * rounds
    return Outcome(
        "network between machines and servers", tried, len(made.acknowledged), lost, (*wrong, *unsound), note
    )


def _machine_cut_off(made: Shared, here: Project, there: Project) -> Iterator[str]:
    for wire in made.wires[MACHINES[0]]:
        wire.hold()
    made.work(there)
    if is_done(here, f"alone-{made.name()}"):
        yield "a machine without servers wrote something"
    for wire in made.wires[MACHINES[0]]:
        wire.release()


def _leader_cut_off(made: Shared, here: Project, there: Project) -> Iterator[str]:
    with made.cluster.cut_off(made.cluster.leader("shop")):
        made.work(here, there)
    yield from ()


def _follower_cut_off(made: Shared, here: Project, there: Project) -> Iterator[str]:
    leader = made.cluster.leader("shop")
    with made.cluster.cut_off(next(one for one in made.cluster.running if one != leader)):
        made.work(here, there)
    yield from ()


def _reply_lost(made: Shared, here: Project, there: Project) -> Iterator[str]:
    """Let a publish arrive and its reply not."""
    wires, name = made.wires[MACHINES[0]], made.name()
    told: list[bool] = []
    stream = there.log.stream  # type: ignore[attr-defined]
    before = stream.end().last
    for wire in wires:
        wire.hold("back")
    writing = threading.Thread(target=lambda: told.append(is_done(here, name)))
    writing.start()
    until(lambda: stream.end().last > before)
    for wire in wires:
        wire.cut()
        wire.release()
    writing.join()
    if told != [False]:
        yield "a command without a reply was acknowledged"


def _strangers(made: Shared, here: Project, there: Project) -> Iterator[str]:
    """Publish what is no record, a record a second time, and the same with its condition, which is not met any more."""
    refused = asyncio.run(_published(made.cluster.address("shop").rpartition("/")[0].split(",")[0]))
    if refused != [False, False, True]:
        yield f"the servers refused {refused} of what strangers wrote"


async def _published(server: str) -> list[bool]:
    """Return what of it the servers refused."""
    client = await nats.connect(server)
    try:
        js = client.jetstream()
        last = (await js.stream_info("shop")).state.last_seq
        known = await js.get_msg("shop", last)
        headers = dict(known.headers or {})
        unconditional = {name: value for name, value in headers.items() if name.startswith("Renkei-")}
        replies = [
            await client.request("renkei.shop", body, headers=more, timeout=5)
            for body, more in ((b"hello", None), (known.data or b"", unconditional), (known.data or b"", headers))
        ]
        return [b'"error"' in one.data for one in replies]
    finally:
        await client.close()


def _machine_slow(made: Shared, here: Project, there: Project) -> Iterator[str]:
    """Write more than a slow machine can get in the time; the other must not wait for it."""
    wires = made.wires[MACHINES[1]]
    for wire in wires:
        wire.is_slow = True
    for _ in range(LETTERS):
        news = renkei.KnowledgeShare(topic="long", content=LONG, relevance_to_recipients="", actionable=False)
        letter = here.message("agent-0", news, "agent-1")
        until(lambda name=letter.id, letter=letter: _is_sent(here, letter, name))
        made.acknowledged.append(f"long-{letter.id}")
    if there.log.last() >= here.log.last():
        yield "the slow machine was not slow"
    for wire in wires:
        wire.is_slow = False
    until(lambda: there.log.catch_up(1))


def _is_sent(project: Project, letter: Any, name: str) -> bool:
    try:
        return project.send(letter, f"long-{name}") is not None
    except renkei.LogError:
        return False


HARMS: tuple[Harm, ...] = (
    _machine_cut_off,
    _leader_cut_off,
    _follower_cut_off,
    _reply_lost,
    _strangers,
    _machine_slow,
)
