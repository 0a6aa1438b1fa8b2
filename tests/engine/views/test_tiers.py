"""The tiers that messages have for a reader, and the threads that a team works in."""

from renkei.engine.state import StoredMessage
from renkei.engine.views.agent_context.open_threads import open_threads
from renkei.engine.views.agent_context.tiers import tiers_for
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from team import handoff, small_team, work


def note(project: Project, text: str, to: str = "bob", priority: str = "normal", **header: str) -> str:
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    message = project.message("ann", payload, to, priority, **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


def test_a_message_has_the_tier_that_its_reader_would_be_given_also_when_it_was_read() -> None:
    project = small_team()
    named, urgent, group = note(project, "a"), note(project, "b", priority="blocking"), note(project, "c", "all")
    given = {one.id: one.tier for one in project.context("bob").given}
    kept = [StoredMessage(project.find_message(name), 1, 0) for name in (named, urgent, group)]
    assert tiers_for(project.state, "bob", kept) == given == {named: "relevant", urgent: "critical", group: "relevant"}
    with project.turn("bob"):
        pass
    assert tiers_for(project.state, "bob", kept) == given


def test_a_person_has_tiers_too() -> None:
    project = small_team()
    name = note(project, "stop", "human", "blocking")
    assert tiers_for(project.state, "human", (StoredMessage(project.find_message(name), 1, 0),)) == {name: "critical"}


def test_threads_are_those_spoken_in_last_and_then_open_contracts() -> None:
    project = small_team()
    project.do(work("TC-8"), work("TC-9"), actor="lead")
    project.send(project.message("lead", handoff("build the API"), "ann", task_ref="TC-1"))
    root = note(project, "which port?")
    note(project, "8000", in_reply_to=root)
    threads = open_threads(project.state)
    assert [(one.id, one.text, one.status) for one in threads[:2]] == [
        (root, "which port?", ""),
        ("TC-1", "build the API", "open"),
    ]
    assert {one.id for one in threads[2:]} == {"TC-8", "TC-9"}


def test_a_closed_contract_without_messages_is_no_thread() -> None:
    project = small_team()
    project.do(work("TC-8"), actor="lead")
    project.cancel("TC-8", "not needed", actor="lead")
    assert [one.id for one in open_threads(project.state)] == []


def test_the_list_of_threads_is_bounded() -> None:
    project = small_team()
    project.do(*[work(f"TC-{number}") for number in range(35)], actor="lead")
    assert len(open_threads(project.state)) == 30
