"""Participants as pages show them without a browser: who has left, who waits for whom, and what tells pages apart."""

import html

import pytest

from renkei import DecisionRequest, Freeform, KnowledgeShare, Project
from renkei.edges.view.conversation.event_sentences import sentence
from renkei.engine import commands as c
from renkei.engine.events import QuotaSet
from team import handoff, small_team
from viewing import page

HELLO = Freeform(intent_hint="FREEFORM", body="hello", requires_response=False, urgency="low")


@pytest.fixture
def project() -> Project:
    """A team that bob has left after a turn, and zoe, a person, without one."""
    project = small_team(guarded=False)
    project.send(project.message("bob", HELLO, "human", context_summary="I found it"))
    with project.turn("bob"):
        pass
    project.join("zoe", human=True)
    for name in ("bob", "zoe"):
        project.do(c.Leave(name), actor="human")
    return project


def test_who_has_left_is_listed_with_what_it_said_and_saw(project: Project) -> None:
    listed = page(project, "/agents").partition("Have left")[2]
    assert '<a href="/agents/bob">' in listed
    assert '<a href="/agents/zoe">' in listed
    own = page(project, "/agents/bob")
    assert "bob has left the project" in own
    assert "I found it" in own
    assert '<a href="/contexts/bob">' in own
    assert "<form" not in own.partition("<main")[2]
    contexts = page(project, "/contexts").partition("Have left")[2]
    assert '<a href="/contexts/bob">' in contexts
    assert "zoe" not in contexts


def test_a_past_page_shows_it_as_the_participant_that_it_was(project: Project) -> None:
    assert "Have left" not in page(project, "/agents?at=3")
    assert "has left" not in page(project, "/agents/bob?at=3")


def test_titles_of_tabs_name_the_agent_and_its_turn(project: Project) -> None:
    turn = project.past_turns("bob")[-1].seq
    assert "<title>bob – What did it see" in page(project, "/contexts/bob")
    assert f"<title>bob – Turn at record {turn}" in page(project, f"/contexts/bob/{turn}")


def test_the_work_of_an_agent_has_its_status_in_words(project: Project) -> None:
    project.send(project.message("human", handoff("build it"), "ann", task_ref="TC-1"))
    assert '<span class="tag">未着手</span>' in page(project, "/agents/ann", locale="ja")


def test_the_list_of_agents_says_whose_replies_each_waits_for(project: Project) -> None:
    asked = DecisionRequest(decision_id="D-1", question="Which?")
    project.send(project.message("ann", asked, "human", id="ask", context_summary="two ways"))
    card = page(project, "/agents").partition('id="agent-ann"')[2].partition("</li>")[0]
    assert 'Waits for replies: <a href="/messages/ask" title="two ways">from human</a>' in card


@pytest.mark.parametrize("name", ["D-1", "command-0123456789abcdef-0123"])
def test_a_decision_is_named_by_its_question_and_not_by_its_id(project: Project, name: str) -> None:
    asked = DecisionRequest(decision_id=name, question="May ann run it?")
    project.send(project.message("ann", asked, "human"))
    markup = page(project, "/waiting")
    assert f'<h2 id="t-decision-{name}">May ann run it?</h2>' in markup
    assert '<span class="what">May ann run it?</span>' in markup


def test_a_field_without_text_has_no_heading_on_a_card(project: Project) -> None:
    share = KnowledgeShare(topic="all_closed", content="Done.", relevance_to_recipients="", actionable=False)
    project.send(project.message("ann", share, "human", id="k"))
    assert "Why it matters" not in page(project, "/messages/k")


@pytest.mark.parametrize(
    ("quota", "said"),
    [
        (QuotaSet(turns=9, tokens=5), "The quota is 9 turns and 5 tokens."),
        (QuotaSet(turns=9), "The quota is 9 turns, and any number of tokens."),
        (QuotaSet(tokens=5), "The quota is 5 tokens, and any number of turns."),
        (QuotaSet(), "There is no quota any more."),
    ],
)
def test_a_quota_without_a_limit_is_said_in_words(quota: QuotaSet, said: str) -> None:
    assert sentence(quota, "en") == said


@pytest.mark.parametrize("address", ["/agents", "/agents/ann"])
def test_why_an_agent_would_wake_is_said_in_the_language_of_the_reader(address: str) -> None:
    project = small_team()
    question = Freeform(intent_hint="QUESTION", body="ready?", requires_response=True, urgency="high")
    project.send(project.message("bob", question, "ann"))
    reason = (project.wake_reason("ann") or "").partition(": ")[2]
    assert reason
    assert reason in html.unescape(page(project, address))
    assert reason not in html.unescape(page(project, address, locale="ja"))
