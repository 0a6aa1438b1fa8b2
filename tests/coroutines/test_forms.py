"""The asynchronous form has what the other form has: the same methods, parameters, defaults and outcomes."""

import inspect
from pathlib import Path

import pytest
from async_methods import OMITTED

import renkei
from renkei.acts.table import ACTS

TERMS = {
    "id": "TC-1",
    "inputs": {"description": "Build it"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "it builds"}],
}

PAIRS = ((renkei.Project, renkei.AsyncProject), (renkei.Turn, renkei.AsyncTurn), (renkei.Draft, renkei.AsyncDraft))


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def parameters(method: object) -> list[tuple[str, object, object]]:
    return [(one.name, one.kind, one.default) for one in inspect.signature(method).parameters.values()]


@pytest.mark.parametrize(("kind", "other"), PAIRS)
def test_every_method_of_a_form_is_in_the_other(kind: type, other: type) -> None:
    assert public(kind) - public(other) - {"through", "give_news", "renew_turn"} == set()
    assert set(OMITTED) >= {"through", "give_news", "renew_turn"}


@pytest.mark.parametrize(("kind", "other"), PAIRS)
def test_methods_of_both_forms_have_the_same_parameters(kind: type, other: type) -> None:
    for name in public(kind) & public(other):
        one, two = getattr(kind, name), getattr(other, name)
        if inspect.isfunction(one) and name not in ("close", "send"):
            assert parameters(one) == parameters(two)


def test_every_act_is_a_coroutine_with_the_parameters_of_the_act() -> None:
    for name, act in ACTS.items():
        given = list(inspect.signature(getattr(renkei.AsyncProject, name)).parameters)
        assert inspect.iscoroutinefunction(getattr(renkei.AsyncProject, name))
        assert name == "send" or given == ["self", *act.parameters, "actor"]


@pytest.mark.anyio
async def test_both_forms_write_the_same_records(directory: Path, tmp_path: Path) -> None:
    def collect(turn: "renkei.Turn | renkei.AsyncTurn") -> None:
        turn.send("The API listens on 8080.", to="bob")
        turn.hand_over("Build it", to="bob", success_criteria=["it builds"], contract="TC-1")
        turn.set(status="working")

    with renkei.create(tmp_path / "other", members=[renkei.Join("ann"), renkei.Join("bob"), renkei.Join("cai")]) as one:
        with one.turn("ann") as turn:
            collect(turn)
        expected = [[event.kind for event in record.events] for record in one.records()]
    async with renkei.open_async(directory) as project:
        async with project.turn("ann") as held:
            collect(held)
        assert held.record is not None
        assert [[event.kind for event in record.events] async for record in project.records()] == expected


@pytest.mark.anyio
async def test_a_project_opens_for_a_block_or_until_it_is_closed(directory: Path) -> None:
    project = await renkei.open_async(directory)
    assert "ann" in (await project.state()).actors
    await project.close()
    await project.close()
    async with renkei.open_async(directory) as again:
        assert again.directory == directory
        assert [seq async for seq in again.read_on()] == [1]


@pytest.mark.anyio
async def test_act_as_writes_at_the_end_of_its_block_or_not_at_all(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        async with project.act_as("human") as draft:
            draft.send("Welcome", to="all")
        assert draft.record is not None
        with pytest.raises(ZeroDivisionError):
            async with project.act_as("human") as draft:
                draft.send(str(1 / 0), to="all")
        assert draft.record is None
        assert draft.ended
        with pytest.raises(renkei.ProtocolError):
            draft.set(status="idle")


@pytest.mark.anyio
async def test_a_turn_that_fails_is_abandoned_and_keeps_its_messages_unread(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        with pytest.raises(ZeroDivisionError):
            async with project.turn("ann") as turn:
                turn.send(f"{turn.inbox[0].payload.body} {1 / 0}", to="bob")
        assert (await project.state()).turns.get("ann") is None
        assert await project.wait_for_work("ann", timeout=0) is not None
        assert await project.wait_for_work("bob", timeout=0) is None


@pytest.mark.anyio
async def test_a_turn_claims_reads_news_and_renews_its_lease(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        await project.open_contract(TERMS)
        async with project.turn("ann", lease=60) as turn:
            assert await turn.claim() == "TC-1"
            await project.post("Stop.", to="ann", priority="blocking")
            news = await turn.news(critical_only=True)
            assert news is not None
            assert "Stop." in news.text
            assert [message.type for message in turn.inbox] == ["FREEFORM"]
            assert "Stop." in await turn.more(turn.inbox[0].id)
            until = (await project.state()).turns["ann"].until
            await turn.renew(3_600)
            assert (await project.state()).turns["ann"].until > until
            turn.tokens = 10
        assert (await project.find_contract("TC-1")).assignee == "ann"
        assert turn.context.tokens <= turn.reading.budget


@pytest.mark.anyio
async def test_a_turn_without_a_block_is_ended_or_abandoned(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        turn = await project.begin_turn("ann")
        turn.send("Hello", to="bob")
        assert await project.end_turn(turn) is not None
        other = await project.begin_turn("ann")
        await project.abandon_turn(other)
        assert "ann" not in (await project.state()).turns
