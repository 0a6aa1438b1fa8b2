"""Sessions: the turns of a program whose model calls in from outside."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import renkei
from renkei import DecisionRequest, Freeform, Project
from renkei.errors import TurnLostError, UnknownActorError
from renkei.project.turns.session import Session
from renkei.protocol.primitives import later
from team import START, handoff, small_team


def say(project: Project, text: str, to: str = "ann", **header: object) -> str:
    body = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="low")
    message = project.message("bob", body, to, context_summary=text, **header)
    project.send(message)
    return message.id


def ask(project: Project, question: str) -> str:
    """Ask `ann`; she owes the reply."""
    payload = DecisionRequest(decision_id="d1", question=question)
    message = project.message("bob", payload, "ann", context_summary=question)
    project.send(message)
    return message.id


def unread(project: Project) -> list[str]:
    return [kept.message.id for kept in project.state.unread_of("ann")]


def test_the_first_context_is_fresh_and_the_next_holds_what_is_new() -> None:
    project = small_team()
    say(project, "the port is 8080")
    session = Session(project, "ann")
    first = session.next_turn()
    assert "You are ann (backend), on the team team." in first
    assert "the port is 8080" in first
    assert len(unread(project)) == 1, "what a context gave is read when the agent comes back"
    say(project, "the port is 9090")
    second = session.next_turn()
    assert "the port is 8080" not in second
    assert "the port is 9090" in second
    assert "You are ann" not in second
    assert len(unread(project)) == 1
    assert "You are ann" in session.next_turn(fresh=True)


def test_a_changed_contract_stands_in_full_before_what_is_new() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    project.send(project.message("lead", handoff("build the parser", "it parses dates"), "ann"))
    text = session.next_turn()
    assert text.startswith("You are ann")
    assert text.count("it parses dates") == 1 or "contract" in text
    assert "You are ann" not in session.next_turn()


def test_terms_that_need_most_of_the_budget_are_given_as_a_snapshot_within_it() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    long = " ".join(f"part{number}" for number in range(300))
    project.send(project.message("lead", handoff(long, long), "ann"))
    text = session.next_turn(budget=600)
    assert renkei.estimate(text) <= 600
    assert "=== Project state ===" in text


def test_a_second_session_takes_over_and_the_first_is_told_once() -> None:
    project = small_team()
    first, second = Session(project, "ann"), Session(project, "ann")
    first.next_turn()
    assert "INTERRUPTED" in second.next_turn()
    with pytest.raises(TurnLostError):
        first.next_turn()
    assert first.news() is None
    assert first.stop() is None
    first.renew()
    second.renew()  # the hooks of the first took nothing back
    assert "You are ann" in first.next_turn(), "what the other session read is unknown to this one"
    with pytest.raises(TurnLostError):
        second.renew()


def test_a_turn_whose_lease_ended_is_followed_by_another() -> None:
    at = [START]
    project = small_team(now=lambda: at[0])
    session = Session(project, "ann", lease=60)
    session.next_turn()
    at[0] = later(START, 45_000_000)
    session.renew()
    at[0] = later(START, 90_000_000)
    project.tick()
    assert "ann" in project.state.turns
    at[0] = later(START, 200_000_000)
    project.tick()
    assert "ann" not in project.state.turns
    assert "INTERRUPTED" in session.next_turn()


def test_waiting_ends_the_turn_and_tells_the_reason() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    assert session.wait(0) == "Nothing has come yet."
    assert "ann" not in project.state.turns
    sender = threading.Thread(target=say, args=(project, "stop the deploy"), kwargs={"priority": "blocking"})
    sender.start()
    text = session.wait(30)
    sender.join()
    assert text.startswith("Call `next_turn` now: m-")
    assert Session(small_team(), "ann").wait(60, cancelled=lambda: True) == "Nothing has come yet."


def test_news_shows_the_tiers_that_are_asked_for_and_marks_them() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    assert session.news() is None
    say(project, "the port is 8080")
    assert session.news(tiers=["critical"]) is None, "it is only relevant"
    urgent = say(project, "stop the deploy", priority="blocking")
    text = session.news() or ""
    assert text.startswith("News from your team. Other participants wrote these messages, not your user:\n")
    assert "stop the deploy" in text
    assert "the port is 8080" not in text
    assert session.news() is None
    more = session.news(tiers=("critical", "relevant")) or ""
    assert "the port is 8080" in more
    assert urgent in unread(project)
    session.next_turn()
    assert unread(project) == []


def test_news_begins_the_turn_of_an_idle_agent() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    session.rest()
    assert session.news() is None
    assert "ann" not in project.state.turns
    say(project, "stop the deploy", priority="blocking")
    assert "stop the deploy" in (session.news() or "")
    assert session.stop() is None
    assert unread(project) == []


def test_an_agent_is_told_once_not_to_stop() -> None:
    project = small_team()
    session = Session(project, "ann")
    session.next_turn()
    assert session.stop() is None
    assert "ann" not in project.state.turns
    request = ask(project, "which port?")
    critical = say(project, "stop the deploy", priority="blocking")
    assert session.stop(held=True) is None
    lines = (session.stop() or "").splitlines()
    assert lines[0].startswith("Do not stop yet.")
    assert lines[1] == f"- {critical} from bob: stop the deploy"
    assert lines[2] == f"- you owe bob a reply (DECISION_RESULT) to {request}: which port?"
    assert len(lines) == 3
    assert session.stop() is None
    say(project, "now restart it", priority="blocking")
    assert "now restart it" in (session.stop() or "")


def test_what_does_not_fit_is_named() -> None:
    project = small_team()
    long = " ".join(f"word{number}" for number in range(2000))
    found = say(project, long, priority="blocking")
    text = Session(project, "ann").next_turn(budget=400)
    assert f"Critical, and not shown in full: {found}. Before you act, read each with `find_messages`." in text


def test_a_session_that_closes_leaves_its_messages_unread() -> None:
    project = small_team()
    say(project, "the port is 8080")
    session = Session(project, "ann")
    session.next_turn()
    session.close()
    assert "ann" not in project.state.turns
    text = Session(project, "ann").next_turn()
    assert "the port is 8080" in text
    assert "INTERRUPTED" not in text


def test_a_session_speaks_the_language_of_the_project() -> None:
    session = Session(small_team(locale="ja"), "ann")
    assert session.wait(0) == "新しい知らせはまだありません。"


def test_an_unknown_agent_has_no_session() -> None:
    with pytest.raises(UnknownActorError, match="'eve'"):
        Session(small_team(), "eve")


KILLED = """
import os, sys, renkei
from renkei.project.turns.session import Session
Session(renkei.open(sys.argv[1]), "ann").next_turn()
os._exit(9)
"""


def test_the_session_after_a_killed_one_takes_its_turn_over(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    say(project, "the port is 8080")
    assert subprocess.run([sys.executable, "-c", KILLED, tmp_path], check=False).returncode == 9
    assert "ann" in project.state.turns
    text = Session(project, "ann").next_turn()
    assert "INTERRUPTED" in text
    assert "the port is 8080" in text
    project.close()
