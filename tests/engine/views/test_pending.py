"""What a turn would deliver now: messages with tier and form, what else is critical, duties, a reason to wake."""

from renkei import Freeform, Project
from renkei.engine import commands as c
from team import small_team, work

HELLO = Freeform(intent_hint="FREEFORM", body="the port is 8080", requires_response=False, urgency="low")


def busy() -> Project:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    with project.turn("ann") as turn:
        turn.transition("T-1", "start")
    project.send(project.message("bob", HELLO, "ann", id="m1"))
    long = HELLO.model_copy(update={"body": "word " * 2000})
    project.send(project.message("bob", long, "ann", "blocking", id="m2"))
    project.send(project.message("human", HELLO, "all", id="m3"))
    return project


def test_pending_says_of_each_message_what_a_turn_would_do_with_it() -> None:
    project = busy()
    seq = project.state.seq
    found = project.pending("ann", budget=600)
    assert [(one.message.id, one.tier, one.reason, one.form, one.read) for one in found.messages] == [
        ("m1", "relevant", "to me", "omitted", False),
        ("m2", "critical", "blocking, to me", "part", False),
        ("m3", "relevant", "from a person, to me or to my group", "omitted", False),
    ]
    assert [one.tokens > 0 for one in found.messages] == [False, True, False]
    with project.turn("ann", budget=600) as turn:
        assert [(one.id, one.form, one.tokens) for one in turn.context.given] == [
            (one.message.id, one.form, one.tokens) for one in found.messages
        ]
        assert turn.context.tokens == found.tokens
    assert project.state.seq == seq + 2


def test_pending_names_duties_and_what_wakes_the_agent() -> None:
    project = busy()
    found = project.pending("ann", locale="ja")
    assert found.agent == "ann"
    assert [line.partition(":")[0] for line in found.contracts] == ["契約 T-1 (in_progress、依頼者 lead)"]
    assert found.messages[0].reason == "自分宛て"
    assert found.wake_reason == "m2: blocking, to me"  # the most urgent, not the oldest
    assert found.obligations == ()
    request = HELLO.model_copy(update={"requires_response": True})
    project.send(project.message("bob", request, "ann", id="ask"))
    assert [(one.message_id, one.creditor) for one in project.pending("ann").obligations] == [("ask", "bob")]
    assert project.pending("bob").obligations == ()


def test_an_interrupted_turn_is_pending_until_another_has_finished() -> None:
    project = busy()
    project.begin_turn("ann")
    project.interrupt_turn("ann", "it hangs")
    found = project.pending("ann")
    assert found.alerts[0].startswith("INTERRUPTED: your last turn did not finish (human ended it: it hangs).")
    assert found.wake_reason == "its last turn was interrupted (human ended it: it hangs)"


def test_nothing_is_pending_for_an_idle_agent() -> None:
    project = small_team()
    project.do(c.Tick())
    found = project.pending("bob")
    assert (found.messages, found.alerts, found.contracts, found.wake_reason) == ((), (), (), None)
