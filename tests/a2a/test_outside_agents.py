"""Agents outside of the project take part in it: the server of the A2A SDK as a participant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei as library
from a2a_agent import OutsideAgent, await_true, outside_agent
from process import renkei, running


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    assert renkei("init", "--goal", "a goal", "--lead", "lead", cwd=tmp_path).returncode == 0
    return tmp_path


@pytest.fixture(params=["JSONRPC", "HTTP+JSON"])
def agent(request: pytest.FixtureRequest) -> Iterator[OutsideAgent]:
    with outside_agent(request.param) as found:
        yield found


def join(directory: Path, agent: OutsideAgent) -> None:
    done = renkei("join", "translator", "--a2a", agent.address, cwd=directory)
    assert done.returncode == 0, done.stderr


def status(project: library.Project, contract: str) -> str:
    return project.find_contract(contract).status


def test_a_task_is_delivered_and_its_question_and_result_come_back(directory: Path, agent: OutsideAgent) -> None:
    join(directory, agent)
    with running("serve", "--port", "0", cwd=directory), library.open(directory) as project:
        assert project.state.actors["translator"].role == "translation"
        project.delegate("translator", "Translate: good day.", contract="TC-1", actor="lead")
        asked = await_true(lambda: [one for one in project.obligations("lead") if one.debtor == "lead"])[0]
        assert asked.summary == "Into which language?"
        project.reply(asked.message_id, "into German", actor="lead")
        await_true(lambda: status(project, "TC-1") == "completed")
        result = [one.message for one in project.conversation(thread="TC-1") if one.message.type == "TASK_RESULT"]
        assert [one.payload.summary for one in result] == ["Guten Tag"]  # type: ignore[union-attr]
    assert [text for _, text in agent.heard] == ["Translate: good day.", "into German"]


@pytest.mark.parametrize(("task", "ends"), [("Translate a poem.", "refused"), ("break it", "failed")])
def test_a_refusal_and_a_failure_end_the_contract(directory: Path, task: str, ends: str) -> None:
    with outside_agent() as agent:
        join(directory, agent)
        with running("serve", "--port", "0", cwd=directory), library.open(directory) as project:
            project.delegate("translator", task, contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == ends)


def test_a_killed_server_and_an_agent_that_is_down_lose_and_double_nothing(directory: Path) -> None:
    with outside_agent() as agent:
        join(directory, agent)
        agent.failing = 3
        with library.open(directory) as project:
            project.delegate("translator", "keep: into German", contract="TC-1", actor="lead")
            with running("serve", "--port", "0", cwd=directory) as process:
                await_true(lambda: status(project, "TC-1") == "in_progress")
                process.kill()
            project.delegate("translator", "Hello into German", contract="TC-2", actor="lead")
            with running("serve", "--port", "0", cwd=directory):
                await_true(lambda: status(project, "TC-2") == "completed")
                assert project.state.unread.get("translator", {}) == {}
                project.cancel("TC-1", actor="lead")
                await_true(lambda: any(text.startswith("cancel ") for _, text in agent.heard))
    names = [name for name, _ in agent.heard if name]
    assert len(names) == len(set(names)) == 2


def test_silence_becomes_an_overdue_reply_and_is_reported(directory: Path) -> None:
    with outside_agent() as agent:
        join(directory, agent)
    with running("serve", "--port", "0", cwd=directory), library.open(directory) as project:
        payload = library.TaskHandoff(
            task_description="Translate into German",
            expected_output=library.ExpectedOutput(format="text"),
            authority_scope="",
            fallback_on_failure="",
        )
        project.send(project.message("lead", payload, "translator", reply_by=project.time(), task_ref="TC-1"))
        await_true(lambda: [one for one in project.obligations("translator") if one.overdue])
        await_true(lambda: any("outside agent translator" in one for one in project.problems()))


def test_a_question_outside_of_a_task_is_answered(directory: Path) -> None:
    with outside_agent() as agent:
        join(directory, agent)
        with running("serve", "--port", "0", cwd=directory), library.open(directory) as project:
            question = library.Freeform(
                intent_hint="QUESTION", body="Good day into German?", requires_response=True, urgency="normal"
            )
            project.send(project.message("lead", question, "translator", id="m-asked"))
            await_true(lambda: not project.obligations("translator"))
            answer = project.conversation(thread="m-asked")[-1].message
            assert (answer.from_, answer.type) == ("translator", "FREEFORM")
            assert answer.payload.body == "Guten Tag"  # type: ignore[union-attr]


def test_the_token_goes_only_to_the_host_that_was_named(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRANSLATOR_TOKEN", "secret-of-the-translator")
    with outside_agent(elsewhere="https://elsewhere.example/a") as agent:
        words = ("join", "translator", "--a2a", agent.address, "--a2a-token-env", "TRANSLATOR_TOKEN")
        rejected = renkei(*words, cwd=directory)
        assert rejected.returncode == 1
        assert "another host (elsewhere.example)" in rejected.stderr
        assert set(agent.tokens) == {""}
    with outside_agent() as agent:
        assert renkei(*words[:3], agent.address, *words[4:], cwd=directory).returncode == 0
        with running("serve", "--port", "0", cwd=directory), library.open(directory) as project:
            project.delegate("translator", "Hello into German", contract="TC-1", actor="lead")
            await_true(lambda: status(project, "TC-1") == "completed")
        assert "Bearer secret-of-the-translator" in agent.tokens
    assert all(b"secret-of-the-translator" not in one.read_bytes() for one in directory.rglob("*") if one.is_file())


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ftp://agents.example", "an address such as https://"),
        ("http://agents.example", "https, since anyone"),
        ("http://127.0.0.1:9", "does not answer"),
        ("https://user:pw@agents.example", "an address such as https://"),
    ],
)
def test_an_address_that_cannot_be_used_adds_nobody(directory: Path, address: str, says: str) -> None:
    rejected = renkei("join", "translator", "--a2a", address, cwd=directory)
    assert rejected.returncode == 1
    assert says in rejected.stderr
    with library.open(directory) as project:
        assert "translator" not in project.state.actors


def test_an_agent_that_requires_an_unknown_extension_cannot_join(directory: Path) -> None:
    with outside_agent(required="https://example.com/traceability") as agent:
        rejected = renkei("join", "translator", "--a2a", agent.address, cwd=directory)
        assert rejected.returncode == 1
        assert "https://example.com/traceability" in rejected.stderr


def test_a_later_participant_of_the_same_id_keeps_its_messages(directory: Path) -> None:
    with outside_agent() as agent:
        join(directory, agent)
        assert renkei("leave", "translator", cwd=directory).returncode == 0
        assert renkei("join", "translator", cwd=directory).returncode == 0
        with running("serve", "--port", "0", cwd=directory) as process, library.open(directory) as project:
            assert process.stdout is not None
            process.stdout.readline()
            project.delegate("translator", "Hello into German", contract="TC-1", actor="lead")
        assert agent.heard == []
        assert set(agent.tokens) == {""}
