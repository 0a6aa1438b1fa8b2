"""A cycle of waiting is reported once, when the write that closes it is made, to those on it and the human."""

from engine.factory import after, events, kinds, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent, MessageSent
from renkei.engine.state import State


def waits(agent: str, on: str | None) -> Write:
    return Write(f"/agents/{agent}/blocked_by", on)


def reports(found: tuple[AnyEvent, ...]) -> list[MessageSent]:
    return [one for one in found if isinstance(one, MessageSent) and one.message.type == "CONFLICT_REPORT"]


def chain() -> State:
    return after(after(team(), "ann", waits("ann", "bob")), "bob", waits("bob", "eve"))


def test_the_write_that_closes_a_cycle_is_reported() -> None:
    (report,) = reports(events(chain(), "eve", waits("eve", "ann")))
    assert set(report.recipients) == {"ann", "bob", "eve", "human"}
    assert report.message.payload.severity == "critical"
    assert report.message.priority == "blocking"
    assert report.message.expected_response_type == ()
    assert {ref.id for ref in report.message.related_state_refs} == {"ann", "bob", "eve"}


def test_waiting_without_a_cycle_is_not_reported() -> None:
    assert reports(events(chain(), "eve", waits("eve", "lead"))) == []


def test_a_cycle_is_not_reported_again_while_it_lasts_but_is_when_it_closes_again() -> None:
    state = after(chain(), "eve", waits("eve", "ann"))
    assert reports(events(state, "lead", Write("/goal", "g"), Write("/agents/lead/blocked_by", "ann"))) == []
    opened = after(state, "eve", waits("eve", None))
    assert len(reports(events(opened, "eve", waits("eve", "ann")))) == 1


def test_a_cycle_through_a_contract_is_reported_to_the_agents_on_it() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    state = after(state, "ann", waits("ann", "bob"))
    found = events(state, "bob", waits("bob", "TC-1"))
    (report,) = reports(found)
    assert set(report.recipients) == {"ann", "bob", "human"}
    assert kinds(found).count("message_sent") == 1
