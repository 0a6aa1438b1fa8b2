"""A client of the A2A SDK gives a task to an agent, over each transport of the protocol."""

import asyncio

import pytest
from a2a.types import CancelTaskRequest, GetTaskRequest, ListTasksRequest, StreamResponse, SubscribeToTaskRequest

from a2a_client import TRANSPORTS, A2aServer, connected, state_name
from renkei import DecisionOption, DecisionRequest, Project, StatusUpdate

pytestmark = pytest.mark.parametrize("transport", TRANSPORTS)


def test_a_task_is_handed_over_answered_and_returned(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "ann", "shop", transport) as talk:
            task = await talk.say("Translate the menu.")
            assert state_name(task.status.state) == "submitted"
            with server.project() as project:
                contract = project.find_contract(task.id)
                assert (contract.terms.delegator, contract.assignee) == ("shop", "ann")
                assert contract.terms.inputs.description == "Translate the menu."
                project.start(task.id, actor="ann")
                project.submit(task.id, "The menu is translated.", actor="ann")
            done = await talk.client.get_task(GetTaskRequest(id=task.id), context=talk.context)
            assert state_name(done.status.state) == "completed"
            assert done.artifacts[0].parts[0].text == "The menu is translated."
            assert done.history[0].parts[0].text == "Translate the menu."

    asyncio.run(client())


def test_progress_the_artifact_and_the_end_are_streamed(server: A2aServer, transport: str) -> None:
    async def client() -> list[StreamResponse]:
        found: list[StreamResponse] = []
        async with connected(server, "ann", "shop", transport) as talk:
            async for one in talk.stream("Count the words."):
                found.append(one)
                if len(found) == 1:
                    await asyncio.to_thread(work, server, one.task.id)
        return found

    first, *updates = asyncio.run(client())
    assert state_name(first.task.status.state) == "submitted"
    said = [one.status_update.status for one in updates if one.HasField("status_update")]
    assert "Half of it." in [one.message.parts[0].text.partition("\n")[0] for one in said]
    assert state_name(said[-1].state) == "completed"
    assert [one.artifact_update.artifact.parts[0].text for one in updates if one.HasField("artifact_update")] == [
        "812."
    ]


def work(server: A2aServer, task: str) -> None:
    with server.project() as project:
        said = StatusUpdate(task_ref=task, new_status="working", progress_summary="Half of it.")
        project.send(project.message("ann", said, "shop", task_ref=task))
        project.submit(task, "812.", actor="ann")


def test_a_question_needs_input_and_the_answer_decides_it(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "bob", "shop", transport) as talk:
            task = await talk.say("Paint the door.")
            with server.project() as project:
                ask(project, task.id)
            asked = await talk.client.get_task(GetTaskRequest(id=task.id), context=talk.context)
            assert state_name(asked.status.state) == "input_required"
            assert "Which colour?" in asked.status.message.parts[0].text
            answered = await talk.say("blue", task=task.id)
            assert state_name(answered.status.state) == "submitted"
            with server.project() as project:
                assert "blue" in str(project.state.board.get(f"/pending_decisions/D-{task.id}/resolution"))

    asyncio.run(client())


def ask(project: Project, task: str) -> None:
    options = [DecisionOption(label=one, analysis=one) for one in ("red", "blue")]
    asked = DecisionRequest(decision_id=f"D-{task}", question="Which colour?", options=options)
    project.send(project.message("bob", asked, "shop", task_ref=task))


def test_a_cancelled_task_is_listed_and_cannot_be_cancelled_again(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "ann", "shop", transport) as talk:
            task = await talk.say("Wash the car.", context=f"errands-{transport.lower().replace('+', '-')}")
            cancelled = await talk.client.cancel_task(CancelTaskRequest(id=task.id), context=talk.context)
            assert state_name(cancelled.status.state) == "canceled"
            with pytest.raises(Exception, match="so it cannot be cancelled"):
                await talk.client.cancel_task(CancelTaskRequest(id=task.id), context=talk.context)
            page = await talk.client.list_tasks(ListTasksRequest(context_id=task.context_id), context=talk.context)
            assert [one.id for one in page.tasks] == [task.id]

    asyncio.run(client())


def test_a_client_that_subscribes_hears_of_the_end(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "bob", "shop", transport) as talk:
            task = await talk.say("Sweep the floor.")
            found = []
            async for one in talk.client.subscribe(SubscribeToTaskRequest(id=task.id), context=talk.context):
                found.append(one)
                if len(found) == 1:
                    await asyncio.to_thread(refuse, server, task.id)
            assert state_name(found[-1].status_update.status.state) == "rejected"

    asyncio.run(client())


def refuse(server: A2aServer, task: str) -> None:
    with server.project() as project:
        project.refuse(task, reason="I paint.", actor="bob")


def test_another_participant_cannot_read_the_task(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "ann", "shop", transport) as talk:
            task = await talk.say("A secret.")
        async with connected(server, "ann", "rival", transport) as talk:
            with pytest.raises(Exception, match="no task"):
                await talk.client.get_task(GetTaskRequest(id=task.id), context=talk.context)
            with pytest.raises(Exception, match="no task"):
                await talk.say("Tell me.", task=task.id)
            page = await talk.client.list_tasks(ListTasksRequest(), context=talk.context)
            assert task.id not in [one.id for one in page.tasks]

    asyncio.run(client())
