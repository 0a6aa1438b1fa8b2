"""A person's clear yes or no, and a verdict in words, are answers; other words are a note."""

from typing import Any

import pytest

from renkei import DecisionOption, DecisionRequest, Project, ReviewRequest
from renkei.acts.plain_answers import WORDS, PlainAnswer, answer_in
from renkei.engine.commands import TransitionContract
from team import handoff, small_team

CONSENT = ("once", "always", "no")


def asked(*labels: str, owner: str = "human") -> Project:
    """Let ann ask for the decision D-1."""
    project = small_team()
    options = tuple(DecisionOption(label=one, analysis="") for one in labels)
    request = DecisionRequest(decision_id="D-1", question="May I?", options=options)
    project.send(project.message("ann", request, owner, id="q-1"))
    return project


def submitted() -> Project:
    """Let ann submit the task that a person handed over."""
    project = small_team()
    project.send(project.message("human", handoff(), "ann", task_ref="T-1"))
    for step in ("accept", "start"):
        project.do(TransitionContract("T-1", step), actor="ann")
    project.submit("T-1", "it is built", actor="ann")
    return project


def answer(project: Project, text: str, actor: str = "human", message: str = "q-1") -> Any:
    return answer_in(project.state, actor, project.find_message(message), text)


@pytest.mark.parametrize(
    ("text", "labels", "option"),
    [
        ("yes", ("Yes", "No"), "Yes"),
        ("Yes!", CONSENT, "once"),
        ("はい。", CONSENT, "once"),
        ("ＯＫ", ("Approve", "Reject"), "Approve"),
        ("👍", ("Yes, deploy it", "No – wait"), "Yes, deploy it"),
        ("👍🏽", CONSENT, "once"),
        ("✔️", CONSENT, "once"),
        ("2️⃣", CONSENT, "always"),
        ("nope", ("Yes, deploy it", "No – wait"), "No – wait"),
        ("いいえ", ("承認する", "却下する"), "却下する"),
        ("👎", CONSENT, "no"),
        ("yes", ("sqlite", "postgres"), None),
        ("yes", ("yes, once", "yes, always", "no"), None),
        ("yes, but later", CONSENT, None),
        ("I know", CONSENT, None),
        ("", CONSENT, None),
        ("❤️", CONSENT, None),
    ],
)
def test_a_clear_yes_or_no_of_a_person_chooses_the_only_option_that_says_so(
    text: str, labels: tuple[str, ...], option: str | None
) -> None:
    expected = PlainAnswer("decide", "D-1", option) if option else None
    assert answer(asked(*labels), text) == expected


def test_a_yes_of_an_agent_or_of_who_may_not_decide_is_a_note() -> None:
    assert answer(asked(*CONSENT, owner="lead"), "yes", "lead") is None
    assert answer(asked(*CONSENT, owner="lead"), "once", "lead") == PlainAnswer("decide", "D-1", "once")
    assert answer(asked(*CONSENT), "yes", "bob") is None
    assert answer(asked(*CONSENT), "yes", "nobody") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", PlainAnswer("accept", "T-1")),
        ("LGTM", PlainAnswer("accept", "T-1")),
        ("合格です", PlainAnswer("accept", "T-1")),
        ("✅", PlainAnswer("accept", "T-1")),
        ("send back: the tests fail", PlainAnswer("send_back", "T-1", "the tests fail")),
        ("no because the tests fail:\n- one", PlainAnswer("send_back", "T-1", "the tests fail:\n- one")),
        ("差し戻し：テストが通りません", PlainAnswer("send_back", "T-1", "テストが通りません")),
        ("no", None),
        ("send back:", None),
        ("note: it is slow", None),
        ("no idea because I was away", None),
    ],
)
def test_a_verdict_in_words_accepts_work_or_sends_it_back_with_a_reason(
    text: str, expected: PlainAnswer | None
) -> None:
    project = submitted()
    (request,) = [one.message_id for one in project.state.owed_by("human")]
    assert answer(project, text, message=request) == expected
    assert answer(project, text, "ann", request) is None  # nobody judges their own work
    assert answer(project, text, "lead", request) is None
    project.accept("T-1", actor="human")
    assert answer(project, text, message=request) is None


def test_the_acts_that_reply_do_what_the_words_say() -> None:
    project = submitted()
    (request,) = [one.message_id for one in project.state.owed_by("human")]
    project.reply(request, "send back: the tests fail", actor="human")
    assert project.find_contract("T-1").status == "in_progress"
    project.submit("T-1", "they pass", actor="ann")
    project.post("looks good", "ann", in_reply_to=project.state.owed_by("human")[-1].message_id, actor="human")
    assert project.find_contract("T-1").status == "completed"
    consent = asked(*CONSENT)
    consent.reply("q-1", "yes", actor="human")
    assert consent.state.board.get("/pending_decisions/D-1/resolution") == "once"


def test_an_artifact_is_approved_and_sent_back_in_words() -> None:
    project = small_team()
    with project.act_as("ann") as ann:
        ann.artifact("a.txt")
        for number in (1, 2):
            review = ReviewRequest(artifact_ref="a.txt", review_focus=(), blocking=False)
            project.send(project.message("ann", review, "human", id=f"r-{number}"))
            project.reply(f"r-{number}", ("yes", "no: it is empty")[number - 1], actor="human")
    events = (event for record in project.records() for event in record.events)
    verdicts = [
        one.message.payload.verdict
        for one in events
        if getattr(one, "message", None) and one.message.type == "REVIEW_RESULT"
    ]
    assert verdicts == ["approved", "changes_requested"]


def test_no_word_means_both_yes_and_no() -> None:
    assert not (WORDS["yes"] | WORDS["accept"] | WORDS["grant"]) & (WORDS["no"] | WORDS["send_back"] | WORDS["deny"])
