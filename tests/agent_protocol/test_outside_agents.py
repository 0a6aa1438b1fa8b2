"""Agents outside of the project take part in it: the server of the A2A SDK as a participant."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import enumerate as enumerate_threads

import pytest

import renkei as library
from a2a_agent import OutsideAgent, await_true, outside_agent
from process import renkei, running
from renkei.edges.a2a.outside import sending
from renkei.edges.a2a.outside.agent import OutsideAgents, check_address
from renkei.edges.a2a.outside.calling import Calls, read_role
from renkei.edges.a2a.outside.delivering import Delivering
from renkei.edges.a2a.outside.watching import OutsideWatch
from renkei.engine import commands as c
from renkei.protocol.primitives import later
from renkei.testing.clock import ManualClock


@pytest.fixture
def project(tmp_path: Path) -> Iterator[library.Project]:
    members = [library.Join("lead", role="lead", lead=True)]
    with library.create(tmp_path, "shop", "a goal", members=members) as made:
        yield made


def join(project: library.Project, agent: OutsideAgent, token: str = "") -> None:
    """Add an agent as `renkei join translator --a2a ADDRESS` does."""
    address = check_address(agent.address)
    project.join("translator", role=read_role(address, token))
    OutsideAgents.of(project).add(project, "translator", address, token)


@contextmanager
def connected(project: library.Project) -> Iterator[list[str]]:
    """Connect the outside agents as `renkei serve` does, and yield the problems."""
    problems: list[str] = []
    with OutsideWatch(project, lambda agent, problem: problems.append(problem)):
        yield problems


def status(project: library.Project, contract: str) -> str:
    return project.find_contract(contract).status


def owed_by(project: library.Project, debtor: str) -> list[library.OpenObligation]:
    return [one for one in project.obligations(debtor) if one.debtor == debtor]


@pytest.mark.parametrize("transport", ["JSONRPC", "HTTP+JSON"])
def test_a_task_is_delivered_and_its_question_and_result_come_back(project: library.Project, transport: str) -> None:
    with outside_agent(transport) as agent:
        join(project, agent)
        assert project.state.actors["translator"].role == "translation"
        with connected(project):
            project.delegate("translator", "Translate: good day.", contract="TC-1", actor="lead")
            (asked,) = await_true(lambda: owed_by(project, "lead"))
            assert asked.summary == "Into which language?"
            project.reply(asked.message_id, "into German", actor="lead")
            await_true(lambda: status(project, "TC-1") == "completed")
        result = [one.message for one in project.conversation(thread="TC-1") if one.message.type == "TASK_RESULT"]
        assert [one.payload.summary for one in result] == ["Guten Tag"]  # type: ignore[union-attr]
        assert [text for _, text in agent.heard] == ["Translate: good day.", "into German"]


def is_looked_at(project: library.Project) -> bool:
    """Return whether a first look has followed the delivery: then the deadline of the reply is set."""
    kinds = [event.kind for record in project.records() for event in record.events]
    return "marked_read" in kinds and kinds[-1] == "obligation_opened"


def test_an_agent_with_streams_is_heard_between_looks(
    project: library.Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FIRST_LOOK", "LONGEST_LOOK", "LONGEST_HEARD_LOOK"):
        monkeypatch.setattr(sending, name, 3600.0)
    with outside_agent(streaming=True) as agent:
        join(project, agent)
        with connected(project):
            project.delegate("translator", "wait, then into German", contract="TC-1", actor="lead")
            await_true(lambda: is_looked_at(project))
            agent.released.set()
            await_true(lambda: status(project, "TC-1") == "completed")


@pytest.mark.parametrize(("task", "ends"), [("Translate a poem.", "refused"), ("break it", "failed")])
def test_a_refusal_and_a_failure_end_the_contract(project: library.Project, task: str, ends: str) -> None:
    with outside_agent() as agent:
        join(project, agent)
        with connected(project):
            project.delegate("translator", task, contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == ends)


def test_an_agent_that_fails_for_a_while_is_tried_again(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        agent.failing = 2
        with connected(project) as problems:
            project.delegate("translator", "Hello into German", contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == "completed")
        assert "503" in problems[0]
        assert problems[-1] == ""


def test_a_cancelled_contract_cancels_the_task(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        with connected(project):
            project.delegate("translator", "keep it", contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == "in_progress")
            project.cancel("TC-1", actor="lead")
            await_true(lambda: any(text.startswith("cancel ") for _, text in agent.heard))


def test_work_that_is_sent_back_begins_a_new_task(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        with connected(project):
            project.delegate(
                "translator", "Hello into German", success_criteria=["It is polite."], contract="TC-1", actor="lead"
            )
            await_true(lambda: status(project, "TC-1") == "submitted")
            project.send_back("TC-1", "Once more, into German.", actor="lead")
            await_true(lambda: status(project, "TC-1") == "submitted" and len(agent.heard) == 2)
            project.accept("TC-1", actor="lead")
        assert status(project, "TC-1") == "completed"
        assert "It is polite." in agent.heard[0][1]
        assert agent.heard[1][1].startswith("Once more, into German.")


def test_a_killed_process_loses_and_doubles_nothing(project: library.Project, tmp_path: Path) -> None:
    with outside_agent() as agent:
        join(project, agent)
        project.delegate("translator", "keep it", contract="TC-1", actor="lead")
        with running("serve", "--port", "0", cwd=tmp_path) as process:
            await_true(lambda: agent.heard)
            process.kill()
        project.delegate("translator", "Hello into German", contract="TC-2", actor="lead")
        with connected(project):
            await_true(lambda: status(project, "TC-2") == "completed" and status(project, "TC-1") == "in_progress")
        assert not project.state.unread.get("translator")
        assert {text for _, text in agent.heard} == {"keep it", "Hello into German"}
        assert len({name for name, _ in agent.heard}) == 2


def test_silence_becomes_an_overdue_reply_and_is_reported(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
    with connected(project):
        payload = library.TaskHandoff(
            task_description="Translate into German",
            expected_output=library.ExpectedOutput(format="text"),
            authority_scope="",
            fallback_on_failure="",
        )
        project.send(project.message("lead", payload, "translator", reply_by=project.time(), task_ref="TC-1"))
        await_true(lambda: [one for one in project.obligations("translator") if one.overdue])
        await_true(lambda: any("outside agent translator" in one for one in project.problems()))


def overdue(project: library.Project) -> list[str]:
    project.tick()
    return [one.summary for one in owed_by(project, "translator") if one.overdue]


def test_a_reply_is_overdue_an_hour_after_the_last_word(tmp_path: Path) -> None:
    clock = ManualClock()
    members = [library.Join("lead", role="lead", lead=True)]
    with library.create(tmp_path, "shop", "a goal", members=members, now=clock) as project:
        with outside_agent() as agent:
            join(project, agent)
            with connected(project):
                project.delegate("translator", "Translate: good day.", contract="TC-1", actor="lead")
                (asked,) = await_true(lambda: owed_by(project, "lead"))
                first = await_true(lambda: owed_by(project, "translator")[0].reply_by)
                clock.advance(minutes=59)
                assert not overdue(project)
                project.reply(asked.message_id, "keep it", actor="lead")
                await_true(lambda: owed_by(project, "translator")[0].reply_by > later(first, 58 * 60_000_000))
        clock.advance(minutes=59)
        assert not overdue(project)
        clock.advance(minutes=2)
        assert overdue(project) == ["Translate: good day."]


def test_an_agent_that_may_be_silent_for_ever_is_never_overdue(tmp_path: Path) -> None:
    clock = ManualClock()
    with library.create(tmp_path, "shop", "a goal", members=[library.Join("lead", lead=True)], now=clock) as project:
        with outside_agent() as agent:
            address = check_address(agent.address)
            project.join("translator")
            OutsideAgents.of(project).add(project, "translator", address, "", 0)
            with connected(project):
                project.delegate("translator", "keep it", contract="TC-1", actor="lead")
                await_true(lambda: status(project, "TC-1") == "in_progress")
        clock.advance(days=300)
        assert not overdue(project)


def test_silence_of_an_agent_that_was_never_reached_is_overdue(tmp_path: Path) -> None:
    clock = ManualClock()
    with library.create(tmp_path, "shop", "a goal", members=[library.Join("lead", lead=True)], now=clock) as project:
        with outside_agent() as agent:
            join(project, agent)
        project.delegate("translator", "Translate", contract="TC-1", actor="lead")
        with connected(project):
            await_true(lambda: owed_by(project, "translator")[0].reply_by)
        clock.advance(minutes=61)
        assert overdue(project) == ["Translate"]


def test_a_question_outside_of_a_task_is_answered(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        with connected(project):
            question = library.Freeform(
                intent_hint="QUESTION", body="Good day into German?", requires_response=True, urgency="normal"
            )
            project.send(project.message("lead", question, "translator", id="m-asked"))
            await_true(lambda: not project.obligations("translator"))
            answer = project.conversation(thread="m-asked")[-1].message
            assert (answer.from_, answer.type) == ("translator", "FREEFORM")
            assert answer.payload.body == "Guten Tag"  # type: ignore[union-attr]


def test_the_token_goes_only_to_the_host_that_was_named(project: library.Project, tmp_path: Path) -> None:
    with outside_agent(elsewhere="https://elsewhere.example/a") as agent:
        with pytest.raises(library.RenkeiError, match=r"another host \(elsewhere\.example\)"):
            join(project, agent, "secret-of-the-translator")
        assert set(agent.tokens) == {""}
    with outside_agent() as agent:
        join(project, agent, "secret-of-the-translator")
        with connected(project):
            project.delegate("translator", "Hello into German", contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == "completed")
        assert "Bearer secret-of-the-translator" in agent.tokens
    assert all(b"secret-of-the-translator" not in one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert OutsideAgents.of(project).rows.path.stat().st_mode & 0o777 == 0o600


def test_the_command_joins_an_agent_with_the_token_of_a_variable(
    project: library.Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRANSLATOR_TOKEN", "secret-of-the-translator")
    with outside_agent() as agent:
        words = ("join", "translator", "--a2a", agent.address, "--a2a-token-env")
        assert renkei(*words, "OTHER_TOKEN", cwd=tmp_path).returncode == 2
        assert renkei(*words, "TRANSLATOR_TOKEN", cwd=tmp_path).returncode == 0
    assert project.state.actors["translator"].role == "translation"
    (kept,) = OutsideAgents.of(project).load(project)
    assert (kept.address, kept.token) == (agent.address, os.environ["TRANSLATOR_TOKEN"])


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://agents.example", "an address such as https://"),
        ("http://agents.example", "https, since anyone"),
        ("http://127.0.0.1:9", "does not answer"),
        ("https://user:pw@agents.example", "an address such as https://"),
    ],
)
def test_an_address_that_cannot_be_used_is_rejected(address: str, says: str) -> None:
    with pytest.raises(library.RenkeiError, match=says):
        read_role(check_address(address), "")


def test_an_agent_that_cannot_be_reached_adds_nobody(project: library.Project, tmp_path: Path) -> None:
    rejected = renkei("join", "translator", "--a2a", "http://127.0.0.1:9", cwd=tmp_path)
    assert rejected.returncode == 1
    assert "does not answer" in rejected.stderr
    assert "translator" not in project.state.actors


def test_an_agent_that_requires_an_unknown_extension_cannot_join(project: library.Project) -> None:
    with (
        outside_agent(required="https://example.com/traceability") as agent,
        pytest.raises(library.RenkeiError, match=r"https://example\.com/traceability"),
    ):
        join(project, agent)


def test_an_answer_to_a_warning_of_the_project_goes_to_those_who_lead_it(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        with connected(project) as problems:
            number = 0
            while not any("nearly the same" in text for _, text in agent.heard):
                project.post(f"say {number} into German", "translator", actor="lead")
                await_true(lambda number=number: len(agent.heard) > number)
                await_true(lambda: not project.state.unread.get("translator"))
                number += 1
                assert number < 10
        assert problems == []
        warned = next(one for one in project.search("nearly the same from:renkei to:translator"))
        (answer,) = (one for one in project.search("from:translator") if one.in_reply_to == warned.id)
        assert set(answer.receivers) == {"human", "lead"}


def test_an_answer_to_a_participant_that_has_left_is_taken(project: library.Project) -> None:
    project.join("bob")
    with outside_agent() as agent:
        join(project, agent)
        project.post("into German", "translator", actor="bob")
        project.leave("bob", actor="lead")
        with connected(project) as problems:
            await_true(lambda: not project.state.unread.get("translator"))
        assert problems == []


@pytest.mark.parametrize(
    "how", [c.PauseProject("wait"), c.SuspendActor("translator", "wait")], ids=["project", "agent"]
)
def test_a_paused_agent_is_sent_nothing(project: library.Project, how: c.Action) -> None:
    project.join("translator")
    project.post("into German", "translator", actor="lead")
    project.do(how)
    never: Calls = None  # type: ignore[assignment]
    delivering = Delivering(project, "translator")
    assert not asyncio.run(delivering.deliver(never))
    assert not asyncio.run(delivering.look(never))
    assert project.state.unread.get("translator")


def test_an_agent_that_changes_its_address_often_leaves_nothing_behind(tmp_path: Path) -> None:
    lead = [library.Join("lead", lead=True)]
    project = library.create(tmp_path, "shop", "a goal", members=lead, guarded=False)

    def threads() -> int:
        return sum(one.name == "renkei-a2a-translator" for one in enumerate_threads())

    with outside_agent() as agent:
        join(project, agent)
        with OutsideWatch(project, lambda agent, problem: None) as watch:
            for number in range(10):
                OutsideAgents.of(project).add(project, "translator", agent.address, f"token-{number}")
                project.post(f"say {number} into German", "translator", actor="lead")
                await_true(lambda number=number: len(agent.heard) > number)
            await_true(lambda: threads() == 1)
            project.post("the last one into German", "translator", actor="lead")
            await_true(lambda: not project.state.unread.get("translator"))
            assert len(watch._ending) <= 1
    assert agent.tokens[-1] == "Bearer token-9"


def test_a_later_participant_of_the_same_id_keeps_its_messages(project: library.Project) -> None:
    with outside_agent() as agent:
        join(project, agent)
        project.leave("translator", actor="lead")
        project.join("translator")
        assert OutsideAgents.of(project).load(project) == ()


def test_a_copied_project_sends_nothing(project: library.Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    with outside_agent() as agent:
        join(project, agent)
        assert project.directory is not None
        project.close()
        copy = tmp_path_factory.mktemp("copy")
        shutil.copytree(project.directory, copy / ".renkei")
        with library.open(copy) as copied:
            assert OutsideAgents.of(copied).load(copied) == ()
