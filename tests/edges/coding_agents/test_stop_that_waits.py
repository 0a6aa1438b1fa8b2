"""Programs that nothing can wake: the hook of their stop waits for work in the tool server."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

import renkei
from renkei import Project
from renkei.edges.coding_agents.codex import PROGRAM as CODEX
from renkei.edges.coding_agents.hooks import WAITING, answer
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.opencode import PROGRAM as OPENCODE
from renkei.edges.coding_agents.program import STAY
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Freeform
from team import work

MAIL = Freeform(intent_hint="note", body="the port is 8080", requires_response=False, urgency="high")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A project of two agents on disk."""
    members = [renkei.Join("ann", "backend"), renkei.Join("bob", "frontend")]
    with renkei.create(tmp_path / ".renkei", "shop", "a goal", members=members) as found:
        yield found


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    """The notes of a program's session."""
    return Notes(tmp_path / ".renkei", "s-1")


def test_a_stop_returns_with_the_news_and_the_next_prompt_does_not_repeat_it(project: Project, notes: Notes) -> None:
    session, said = Session(project, "ann"), list[str]()
    started = json.loads(answer(session, OPENCODE, "session.start", notes))["text"]
    assert "You are ann" in started
    assert "not your user" in started
    stop = Thread(target=lambda: said.append(answer(session, OPENCODE, "session.idle", notes)))
    stop.start()
    while not notes.read(WAITING):
        project.wait(project.state.seq, 0.01)
    project.send(project.message("bob", MAIL, ["ann"], priority="blocking", context_summary="the port"))
    stop.join(30)
    shown = json.loads(said[0])["text"]
    assert "> the port is 8080" in shown.replace("body: ", "")
    assert "next_turn" not in shown
    assert answer(session, OPENCODE, "chat.message", notes) == "{}"


def test_a_second_start_in_the_same_server_takes_a_new_turn(project: Project, notes: Notes, tmp_path: Path) -> None:
    session = Session(project, "ann")
    answer(session, OPENCODE, "session.start", notes)
    answer(session, OPENCODE, "chat.message", notes)
    again = answer(session, OPENCODE, "session.start", Notes(tmp_path / ".renkei", "s-2"))
    assert "You are ann" in json.loads(again)["text"]


def test_of_two_sessions_in_one_server_only_the_newest_is_woken(project: Project, notes: Notes, tmp_path: Path) -> None:
    session, said = Session(project, "ann"), list[str]()
    newer = Notes(tmp_path / ".renkei", "s-2")
    answer(session, OPENCODE, "session.start", notes)
    stops = [Thread(target=lambda: said.append("old " + answer(session, OPENCODE, "session.idle", notes)))]
    stops[0].start()
    while not notes.read(WAITING):
        project.wait(project.state.seq, 0.01)
    answer(session, OPENCODE, "session.start", newer)
    stops.append(Thread(target=lambda: said.append("new " + answer(session, OPENCODE, "session.idle", newer))))
    stops[1].start()
    while not newer.read(WAITING):
        project.wait(project.state.seq, 0.01)
    project.send(project.message("bob", MAIL, ["ann"], priority="blocking", context_summary="the port"))
    for stop in stops:
        stop.join(30)
    assert {one[:6]: "the port is 8080" in one for one in said} == {"old {}": False, 'new {"': True}


def test_after_a_compaction_all_is_shown_again_and_nothing_is_recorded(project: Project, notes: Notes) -> None:
    session = Session(project, "ann")
    project.send(project.message("bob", MAIL, ["ann"], context_summary="the port"))
    answer(session, OPENCODE, "session.start", notes)
    before = project.state.seq
    assert "the port is 8080" in json.loads(answer(session, OPENCODE, "session.compacted", notes))["text"]
    assert project.state.seq == before


def test_codex_stops_at_once_unless_it_stays(project: Project, notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STAY, raising=False)
    assert answer(Session(project, "ann"), CODEX, "Stop", notes) == "{}"
    monkeypatch.setenv(STAY, "1")
    project.send(project.message("bob", MAIL, ["ann"], context_summary="the port"))
    found = json.loads(answer(Session(project, "ann"), CODEX, "Stop", notes))
    assert found["decision"] == "block"


def stubborn_stops(project: Project, session: Session, *, takes_turns: bool) -> int:
    """Return how often a model that does nothing is woken until it may rest; a wait that gives nothing ends at once."""
    woken = 0
    while session.wait_for_reason(0) is not None:
        woken += 1
        assert woken < 20, "it is woken without end"
        if takes_turns:
            session.next_turn()
    return woken


@pytest.mark.parametrize(("takes_turns", "times"), [(True, 3), (False, 1)])
def test_a_model_that_does_nothing_is_woken_for_the_same_work_a_few_times(
    project: Project, takes_turns: bool, times: int
) -> None:
    project.do(work("api", delegator="human", assignee="ann"))
    session = Session(project, "ann")
    session.next_turn()
    session.rest()
    assert stubborn_stops(project, session, takes_turns=takes_turns) <= times
    reports = [one for one in project.state.unread_of("human") if "did nothing" in one.message.context_summary]
    assert len(reports) == takes_turns
    project.send(project.message("bob", MAIL, ["ann"], priority="blocking", context_summary="the port"))
    assert session.wait_for_reason(0) is not None
