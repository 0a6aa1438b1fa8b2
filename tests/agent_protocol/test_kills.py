"""Both ends of A2A are killed again and again: no task is lost, and none is done twice."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

import renkei as library
from a2a_agent import PIECES, await_true, outside_agent
from a2a_client import free_port
from process import renkei, running
from renkei.edges.a2a.outside.agent import OutsideAgents
from renkei.engine.events import MessageSent

TASKS, KILLS = 50, 20


class End:
    """A directory that is served, by a process that can be killed."""

    def __init__(self, directory: Path, *words: str) -> None:
        self.directory, self._words = directory, words
        self._stack = ExitStack()

    def start(self) -> None:
        self._stack = ExitStack()
        self.process = self._stack.enter_context(running("serve", *self._words, cwd=self.directory))
        assert self.process.stdout is not None
        assert self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self._stack.close()


@contextmanager
def started(*ends: End) -> Iterator[None]:
    for one in ends:
        one.start()
    try:
        yield
    finally:
        for one in ends:
            one.kill()


def work(project: library.Project) -> bool:
    """Do everything that ann was given."""
    for contract in project.state.contracts.of("ann"):
        if contract.status == "open":
            project.submit(contract.terms.id, f"Did {contract.terms.inputs.description}", actor="ann")
    return True


@pytest.mark.long
def test_both_ends_are_killed_at_random_and_each_task_is_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, port = Random(20260115), free_port()
    asking, doing = tmp_path / "asking", tmp_path / "doing"
    lead = [library.Join("lead", role="lead", lead=True)]
    library.create(asking, "asking", "a goal", members=lead).close()
    library.create(doing, "doing", "a goal", members=[library.Join("ann"), library.Join("shop")]).close()
    monkeypatch.setenv("PLANNER_TOKEN", renkei("token", "create", "--for", "shop", cwd=doing).stdout.strip())
    server, client = End(doing, "--port", str(port), "--a2a", "ann"), End(asking, "--port", "0")
    server.start()
    address = f"http://127.0.0.1:{port}/a2a/ann"
    joined = renkei("join", "planner", "--a2a", address, "--a2a-token-env", "PLANNER_TOKEN", cwd=asking)
    server.kill()
    assert joined.returncode == 0, joined.stderr
    with library.open(asking) as a, library.open(doing) as b, started(server, client):
        names = iter(range(TASKS))
        for round_ in range(KILLS):
            for name in [next(names) for _ in range(2 + round_ % 2)]:
                a.delegate("planner", f"task {name}", contract=f"T-{name}", actor="lead")
            target = a.log.last() + b.log.last() + chance.randrange(12)
            await_true(lambda: work(b) and a.log.last() + b.log.last() >= target)  # noqa: B023 – awaited at once
            victim = chance.choice((server, client))
            victim.kill()
            work(b)
            victim.start()
        assert next(names, None) is None
        await_true(lambda: work(b) and not list(a.state.contracts.of("planner")), seconds=200)
        results = Counter(
            (one.message.task_ref, one.message.payload.summary)
            for record in a.records()
            for one in record.events
            if isinstance(one, MessageSent) and one.message.type == "TASK_RESULT"
        )
        assert len(results) == TASKS
        assert set(results.values()) == {1}
        asked = [
            one.message.payload.task_description
            for record in b.records()
            for one in record.events
            if isinstance(one, MessageSent) and one.message.type == "TASK_HANDOFF"
        ]
        assert sorted(asked) == sorted(f"task {name}" for name in range(TASKS))
        assert {one.status for one in map(a.find_contract, (f"T-{name}" for name in range(TASKS)))} == {"completed"}


@pytest.mark.long
@pytest.mark.parametrize("served", [(), ("--a2a", "lead")], ids=["plain", "published"])
def test_a_server_is_killed_while_an_agent_streams_and_the_answer_comes_once(
    tmp_path: Path, served: tuple[str, ...]
) -> None:
    directory = tmp_path / "asking"
    lead = [library.Join("lead", role="lead", lead=True)]
    with library.create(directory, "asking", "a goal", members=lead) as a, outside_agent(streaming=True) as agent:
        a.join("translator", role="translation")
        OutsideAgents.of(a).add(a, "translator", agent.address, "")
        client = End(directory, "--port", "0", *served)
        with started(client):
            a.delegate("translator", "Piece by piece, into German: piece by piece.", contract="T", actor="lead")
            for number in range(PIECES):
                await_true(lambda: agent.heard)
                before = len(agent.tokens)
                agent.pieces.release()
                await_true(lambda before=before: len(agent.tokens) > before)  # it hears of the piece, and looks
                if number % 2 == 0:
                    client.kill()
                    client.start()
            await_true(lambda: a.find_contract("T").status == "completed")
            await_true(lambda: not a.state.unread.get("translator"))
        results = [
            one.message.payload.summary
            for record in a.records()
            for one in record.events
            if isinstance(one, MessageSent) and one.message.type == "TASK_RESULT"
        ]
        assert [one.split() for one in results] == [[str(number) for number in range(PIECES)]]
        assert len({name for name, _ in agent.heard}) == 1
