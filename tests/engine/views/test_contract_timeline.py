"""The timeline of a contract from the records about it, and the turns that were spent on it."""

from itertools import islice

from renkei.engine.views.contracts.timeline import contract_changes, worked_turn
from team import small_team, work


def made():
    project = small_team()
    project.do(work("one", assignee="ann"), work("two", assignee="ann"), actor="lead")
    project.start("one", actor="ann")
    with project.turn("ann"):
        pass
    return project


def changes(project, name):
    return list(contract_changes(project.log.records_about("contract", name), name))


def test_the_events_of_one_contract_in_order() -> None:
    project = made()
    assert [one.event.kind for one in changes(project, "one")] == [
        "contract_opened",
        "contract_transitioned",
        "turn_ended",
    ]
    assert [one.event.kind for one in changes(project, "two")] == ["contract_opened"]
    assert [one.actor for one in changes(project, "one")] == ["lead", "ann", "ann"]


def test_a_turn_begins_at_its_own_record_and_other_events_are_no_turns() -> None:
    project = made()
    opened, _, ended = changes(project, "one")
    assert worked_turn(opened, project.records()) is None
    turn = worked_turn(ended, islice(project.records(ended.event.seen), 5))
    began = next(one for one in project.records() if any(e.kind == "turn_began" for e in one.events))
    assert (turn.agent, turn.start, turn.end, turn.finished) == ("ann", began.at, ended.at, True)
    assert worked_turn(ended, []).start is None
