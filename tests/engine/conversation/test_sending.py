"""Whom a message reaches, which replies it opens and closes, and what its event holds of its text."""

import pytest

from engine.factory import START, after, decided, events, message, send, talk, team, terms, time, who
from renkei.engine import commands as c
from renkei.engine.conversation.sending import check_time, decide_send, resolve
from renkei.engine.events import MessageSent, ObligationClosed, ObligationOpened
from renkei.errors import (
    BadValueError,
    DuplicateIdError,
    FutureTimestampError,
    NobodyReachedError,
    NotAllowedError,
    UnknownActorError,
    UnknownRecipientError,
)
from renkei.protocol.content_hash import content_hash
from renkei.protocol.payloads import (
    DecisionRequest,
    DecisionResult,
    ExpectedOutput,
    KnowledgeShare,
    ReviewRequest,
    ReviewResult,
    TaskHandoff,
)

ASK = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=2)
DECIDE = DecisionResult(decision_id="D-1", chosen_option="80", rationale="")


def sent(found: object) -> MessageSent:
    (event,) = (one for one in found if isinstance(one, MessageSent))
    return event


def closed(found: object) -> list[tuple[str, str]]:
    return [(one.message_id, one.debtor) for one in found if isinstance(one, ObligationClosed)]


@pytest.mark.parametrize(
    ("to", "reached"),
    [
        ("bob", ("bob",)),
        (["bob", "bob", "eve"], ("bob", "eve")),
        ("all", ("human", "lead", "bob", "eve")),
        (["eve", "all"], ("eve", "human", "lead", "bob")),
        ("ann", ("ann",)),
        ("pair", ("bob",)),
    ],
)
def test_a_group_is_resolved_without_the_sender(to: object, reached: tuple[str, ...]) -> None:
    state = after(team(), "lead", c.SetGroup("pair", ("ann", "bob")))
    assert resolve(state, message("m", "ann", to, talk("x"))) == reached


def test_an_unknown_recipient_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownRecipientError, match="'zoe'") as error:
        resolve(team(), message("m", "ann", ["bob", "zoe"], talk("x")))
    assert error.value.details["known"] == "human, lead, ann, bob, eve, all"


def test_a_group_of_the_sender_alone_reaches_nobody() -> None:
    state = after(team(), "lead", c.SetGroup("alone", ("ann",)))
    with pytest.raises(NobodyReachedError):
        resolve(state, message("m", "ann", "alone", talk("x")))


@pytest.mark.parametrize(
    ("actor", "action", "error"),
    [
        ("bob", send("m", "ann", "bob", talk("x")), NotAllowedError),
        ("zoe", send("m", "zoe", "bob", talk("x")), UnknownActorError),
        ("ann", send("renkei-7", "ann", "bob", talk("x")), BadValueError),
    ],
)
def test_a_message_is_sent_by_its_sender_under_an_id_of_its_own(
    actor: str, action: c.Send, error: type[Exception]
) -> None:
    with pytest.raises(error):
        decided(team(), action, who(actor))


def test_the_same_message_again_changes_nothing_and_another_under_its_id_is_refused() -> None:
    first, other = send("m", "ann", "bob", talk("x")), send("m", "ann", "bob", talk("y"))
    state = after(team(), "ann", first)
    assert decide_send(state, first, who("ann")) == []
    with pytest.raises(DuplicateIdError):
        decide_send(state, other, who("ann"))


def test_a_message_that_only_the_log_knows_is_compared_by_its_hash() -> None:
    again = send("m", "ann", "bob", talk("x"))
    known = content_hash(sent(events(team(), "ann", again)).message)
    assert decide_send(team(), again, c.CommandContext("ann", START, {"m": known})) == []
    with pytest.raises(DuplicateIdError):
        decide_send(team(), again, c.CommandContext("ann", START, {"m": "other"}))


def test_a_time_may_be_ahead_by_the_allowance_and_no_more() -> None:
    check_time(time(300), time(0))
    with pytest.raises(FutureTimestampError):
        check_time(time(301), time(0))
    with pytest.raises(FutureTimestampError):
        decide_send(team(), send("m", "ann", "bob", talk("x"), timestamp=time(302)), who("ann", 1))


def test_the_event_holds_what_is_read_from_the_message_once() -> None:
    share = KnowledgeShare(topic="ports", content="w" * 2000, relevance_to_recipients="", actionable=False)
    event = sent(decide_send(team(), send("m", "ann", "bob", share, thread="T"), who("ann")))
    assert len(event.text) == 1000
    assert "w" * 100 in event.text
    assert (event.about, event.thread, event.exchange) == ("", "T", 1)


@pytest.mark.parametrize(
    ("header", "about", "thread"),
    [
        ({}, "", ""),
        ({"task_ref": "TC-1"}, "TC-1", "TC-1"),
        ({"task_ref": "TC-1", "in_reply_to": "m0"}, "TC-1", "TC-1"),
        ({"in_reply_to": "m0"}, "", "m0"),
        ({"thread": "T", "task_ref": "TC-1"}, "TC-1", "T"),
    ],
)
def test_a_message_belongs_to_its_thread_else_its_task_else_what_it_replies_to(
    header: dict[str, str], about: str, thread: str
) -> None:
    event = sent(decide_send(team(), send("m", "ann", "bob", talk("x"), **header), who("ann")))
    assert (event.about, event.thread) == (about, thread)


def test_a_message_is_about_the_subject_of_its_payload_before_its_task() -> None:
    event = sent(decide_send(team(), send("m", "ann", "bob", ASK, task_ref="TC-1"), who("ann")))
    assert event.about == "D-1"


def test_a_request_opens_an_obligation_of_each_recipient() -> None:
    found = decide_send(team(), send("m", "ann", ["lead", "human"], ASK, context_summary="s" * 300), who("ann"))
    owed = [one for one in found if isinstance(one, ObligationOpened)]
    assert [(one.debtor, one.creditor, one.subject, one.steps, one.blocks) for one in owed] == [
        ("lead", "ann", "D-1", 2, False),
        ("human", "ann", "D-1", 2, False),
    ]
    assert {one.expects for one in owed} == {("DECISION_RESULT",)}
    assert {len(one.summary) for one in owed} == {200}
    assert sent(found).message.expected_response_type == ("DECISION_RESULT",)


@pytest.mark.parametrize(
    ("blocking", "priority", "blocks"),
    [(False, "normal", False), (True, "normal", True), (False, "blocking", True)],
)
def test_a_blocking_review_or_priority_makes_the_reply_one_that_work_waits_for(
    blocking: bool, priority: str, blocks: bool
) -> None:
    ask = ReviewRequest(artifact_ref="api", blocking=blocking)
    found = decide_send(team(), send("m", "ann", "bob", ask, priority=priority), who("ann"))
    assert [one.blocks for one in found if isinstance(one, ObligationOpened)] == [blocks]


def test_a_reply_closes_the_senders_own_obligation_and_reaches_who_asked() -> None:
    ask = ReviewRequest(artifact_ref="api", blocking=False)
    state = after(team(), "ann", send("ask", "ann", ["bob", "eve"], ask))
    approve = ReviewResult(artifact_ref="api", verdict="approved", summary="fine")
    found = decide_send(state, send("m", "bob", "lead", approve), who("bob"))
    assert closed(found) == [("ask", "bob")]
    assert [one.by_message for one in found if isinstance(one, ObligationClosed)] == ["m"]
    assert sent(found).recipients == ("lead", "ann")


def test_a_decision_closes_what_everybody_owes_about_it() -> None:
    state = after(team(), "ann", send("ask", "ann", ["lead", "human"], ASK))
    state = after(state, "eve", send("ask-too", "eve", ["human", "lead"], ASK))
    state = after(state, "eve", send("other", "eve", "bob", DecisionRequest(decision_id="D-2", question="host?")))
    found = decide_send(state, send("m", "human", "ann", DECIDE), who("human"))
    assert closed(found) == [("ask", "human"), ("ask-too", "human"), ("ask", "lead"), ("ask-too", "lead")]
    assert sent(found).recipients == ("ann", "eve")


def test_a_reply_of_the_debtor_to_a_message_closes_it_for_the_others_asked() -> None:
    state = after(team(), "ann", send("ask", "ann", ["lead", "human"], ASK))
    found = decide_send(state, send("m", "lead", "ann", DECIDE, in_reply_to="ask"), who("lead"))
    assert sorted(closed(found)) == [("ask", "human"), ("ask", "lead")]


def test_of_a_decision_only_its_owner_and_humans_owe_an_answer() -> None:
    found = decide_send(team(), send("m", "ann", ["lead", "bob", "human"], ASK), who("ann"))
    assert [one.debtor for one in found if isinstance(one, ObligationOpened)] == ["lead", "human"]
    state = after(team(), "ann", send("ask", "ann", "bob", ASK))
    again = decide_send(state, send("m", "eve", ["lead", "bob"], ASK), who("eve"))
    assert [one.debtor for one in again if isinstance(one, ObligationOpened)] == ["bob"]


def test_closing_obligations_is_for_the_privileged_and_keeps_whom_it_names() -> None:
    state = after(team(), "ann", send("ask", "ann", ["lead", "human"], ASK))
    with pytest.raises(NotAllowedError):
        decided(state, c.CloseObligations("ask"), who("bob"))
    everyone = [("ask", "human"), ("ask", "lead")]
    assert closed(decided(state, c.CloseObligations("ask"), who("ann"))) == everyone  # its sender
    assert closed(decided(state, c.CloseObligations("ask"), who("lead"))) == [("ask", "human"), ("ask", "lead")]
    assert closed(decided(state, c.CloseObligations("ask", keep="human"), who("lead"))) == [("ask", "lead")]
    assert closed(decided(state, c.CloseObligations(subject="D-1", keep="human"), who("lead"))) == [("ask", "lead")]
    assert closed(decided(state, c.CloseObligations(subject="D-1", expects="TASK_RESULT"), who("lead"))) == []
    assert closed(decided(state, c.CloseObligations(subject="D-9"), who("lead"))) == []


def test_obligations_without_a_subject_are_not_closed_by_message_alone() -> None:
    state = after(team(), "ann", send("ask", "ann", "bob", talk("well?", requires_response=True)))
    assert closed(decided(state, c.CloseObligations("other"), who("lead"))) == []
    assert state.owed_by("bob")[0].subject is None


def test_a_hand_over_is_owed_under_the_id_of_its_contract() -> None:
    work = TaskHandoff(
        task_description="build",
        expected_output=ExpectedOutput(format="code"),
        authority_scope="",
        fallback_on_failure="",
    )
    attached = {"task_contract": terms("TC-9").model_dump(mode="json", by_alias=True, exclude_none=True)}
    found = decide_send(team(), send("m", "lead", "ann", work, extensions=attached), who("lead"))
    assert [one.subject for one in found if isinstance(one, ObligationOpened)] == ["TC-9"]


@pytest.mark.parametrize(
    ("summary", "warnings"),
    [
        ("The port is settled. It is 8080.", 0),
        ("Use a small port, e.g. 80, i.e. one below 1024. That is all", 0),
        ("One. Two. Three.", 1),
        ("一つ目。二つ目。", 0),
        ("一つ目。二つ目。三つ目。", 1),
        ("本当？! はい。. 次", 0),
        ("", 1),
        ("s" * 501, 1),
    ],
)
def test_a_context_summary_is_one_or_two_sentences(summary: str, warnings: int) -> None:
    found = decide_send(team(), send("m", "ann", "bob", ASK, context_summary=summary), who("ann"))
    assert len(sent(found).warnings) == warnings


def test_an_id_that_only_the_system_gives_is_refused() -> None:
    with pytest.raises(BadValueError) as error:
        decided(team(), send("renkei-1", "ann", "bob", talk("x")), who("ann"))
    assert error.value.message == "/id: 'renkei-1' begins with renkei-, which is reserved."
