"""Who is addressed, and who must be told: the tier, the waking and the read mark of a message follow one rule."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei import Freeform, Project, ReviewRequest
from renkei.budget.delivery.model import ContextDelivery, DeliveryTier
from renkei.engine import commands as c
from renkei.engine.conversation.addressing import addressed
from renkei.protocol.messages import urgency
from team import small_team
from thoroughness import examples


def note(body: str, **fields: Any) -> Freeform:
    values: dict[str, Any] = {"intent_hint": "NOTE", "requires_response": False, "urgency": "normal"} | fields
    return Freeform(body=body, **values)


STOP = note("STOP all work: the key leaked", urgency="blocking")


def flooded(count: int, body: str = "news of no use to anybody") -> Project:
    """Return a project in which bob has sent ann many notes."""
    project = small_team(guarded=False)
    for number in range(count):
        project.send(project.message("bob", note(f"{number} {body}"), ["ann"], id=f"n{number}"))
    return project


def send(project: Project, sender: str, payload: Any, to: Any, *more: Any, **header: Any) -> None:
    project.do(c.Send(project.message(sender, payload, to, *more, **header)), actor=sender)


@pytest.mark.parametrize("to", ["all", "team", ["team", "all"]])
@pytest.mark.parametrize(("count", "budget"), [(80, 4000), (200, 4000), (10, 900), (20, 1500)])
def test_a_blocking_message_of_a_person_to_a_group_is_shown_in_full(to: Any, count: int, budget: int) -> None:
    project = flooded(count)
    project.do(c.SetGroup("team", ("ann", "bob")))
    send(project, "human", STOP, to, "blocking", id="stop")
    assert project.wake_reason("ann") is not None
    with project.turn("ann", budget=budget) as turn:
        assert "STOP all work" in turn.context.text
        (row,) = [one for one in turn.context.given if one.id == "stop"]
        assert (row.tier, row.form) == ("critical", "full")


def test_a_blocking_message_to_a_group_interrupts_a_member_with_an_open_turn() -> None:
    project = small_team()
    with project.turn("ann"):
        send(project, "lead", STOP, "all", "blocking", id="stop")
        assert project.wake_reason("ann") == "stop: blocking, to me"


@pytest.mark.parametrize("sender", ["human", "lead", "bob"])
@pytest.mark.parametrize("to", ["all", "team"])
@pytest.mark.parametrize(
    "payload",
    [
        note("who knows the port?", requires_response=True),
        ReviewRequest(artifact_ref="api", review_focus=("it works",), blocking=False),
    ],
)
def test_a_request_to_a_group_wakes_everybody_who_owes_a_reply(sender: str, to: str, payload: Any) -> None:
    project = small_team()
    project.do(c.SetGroup("team", ("lead", "ann", "bob")))
    send(project, sender, payload, to, id="q")
    for name in {"lead", "ann", "bob"} - {sender}:
        assert project.wake_reason(name, pause=0) is not None, name
        assert project.pending(name).messages[-1].tier == "relevant"
    with project.turn("ann") as turn:
        assert "q" in turn.context.read
    assert project.wake_reason("ann", pause=0) is None, "a duty that was read wakes when it is overdue, not before"


def test_a_reply_that_is_no_longer_owed_makes_no_message_relevant() -> None:
    project = small_team()
    send(project, "bob", note("who knows?", requires_response=True), "all", id="q")
    assert project.pending("ann").messages[0].reason == "I owe a reply"
    send(project, "ann", note("I"), ["bob"], in_reply_to="q")
    assert project.pending("ann").messages[0].reason != "I owe a reply"


def test_a_message_of_a_person_to_a_group_is_relevant_and_one_of_an_agent_is_not() -> None:
    project = small_team()
    send(project, "human", note("we begin with the login"), "all", id="h")
    send(project, "bob", note("lunch"), "all", id="b")
    tiers = {one.message.id: (one.tier, one.reason) for one in project.pending("ann").messages}
    assert tiers["h"] == ("relevant", "from a person, to me or to my group")
    assert tiers["b"][0] == "background"


def test_who_reads_a_copy_is_told_of_a_blocking_message_but_not_woken() -> None:
    project = small_team()
    send(project, "human", note("please stop", urgency="blocking"), ["bob", "all"], "blocking", id="m")
    assert project.wake_reason("bob") == "m: blocking, to me"
    assert project.wake_reason("ann", pause=0) is None
    (found,) = project.pending("ann").messages
    assert (found.tier, found.reason) == ("relevant", "blocking, to others in my group")


def test_a_person_has_to_read_a_blocking_message_however_its_urgency_was_stated() -> None:
    project = small_team()
    send(project, "bob", STOP, "all", "normal", id="m")
    send(project, "bob", STOP, ["ann", "all"], "blocking", id="copy")
    assert [(one.kind, one.ref) for one in project.waiting_for("human")] == [("message", "m")]


SENDERS = st.sampled_from(["human", "lead", "bob"])
RECEIVERS = st.sampled_from([("ann",), ("all",), ("team",), ("lead", "all"), ("bob", "team"), ("ann", "all")])
MESSAGES = st.tuples(
    SENDERS,
    RECEIVERS,
    st.sampled_from(["low", "normal", "high", "blocking"]),
    st.sampled_from(["low", "normal", "blocking"]),
    st.booleans(),
    st.sampled_from(["short", "words " * 60, "認証の実装 " * 200]),
)
DELIVERIES = st.sampled_from(
    [
        None,
        "specification",
        "addressee_only",
        ContextDelivery(rules=("nothing_in_common",)),
        ContextDelivery(rules=("keywords", "to_my_group"), background_limit=2),
        ContextDelivery(
            tiers=(DeliveryTier(tier="relevant", delivery="omit"), DeliveryTier(tier="background", delivery="omit")),
            rules=("to_me", "nothing_in_common"),
        ),
    ]
)


@settings(max_examples=examples(25))
@given(st.lists(MESSAGES, min_size=1, max_size=30), DELIVERIES, st.sampled_from([350, 600, 1200, 4000]), st.booleans())
def test_what_must_be_told_is_read_only_after_it_was_shown(
    messages: list[Any], delivery: Any, budget: int, delta: bool
) -> None:
    project = small_team(guarded=False, context_delivery=delivery)
    project.do(c.SetGroup("team", ("lead", "ann", "bob")))
    for number, (sender, to, priority, stated, asks, body) in enumerate(messages):
        receivers = [one for one in to if one != sender] or ["all"]
        payload = note(f"{number} {body}", urgency=stated, requires_response=asks)
        send(project, sender, payload, receivers, priority, id=f"m{number}")
    owed, state = {one.message_id for one in project.obligations("ann")}, project.state
    rendering: Any = "delta" if delta else "snapshot"
    with project.turn("ann", budget=budget, rendering=rendering) as turn:
        context = turn.context
    shown = {one.id: one for one in context.given}
    omit = {tier for tier, one in state.delivery.of_tier.items() if one.delivery == "omit"}
    for name in context.read:
        message = state.messages[name].message
        blocks = urgency(message) == "blocking" and addressed(state, message, "ann") != "no"
        if blocks or name in owed:
            assert shown[name].form != "omitted", name
            assert message.payload.body.split()[0] in context.text
        elif shown[name].form == "omitted" and shown[name].tier not in omit:
            left_out = [one for one in context.given if one.form == "omitted" and one.tier == shown[name].tier]
            assert f"({len(left_out)} more not shown" in context.text
