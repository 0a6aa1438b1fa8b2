"""What coding agents ask to do: rules, the person's decisions, and that nothing else allows anything."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

import renkei
from renkei import DecisionRequest, Project
from renkei.board.decide import Write
from renkei.engine.state import HUMAN
from renkei.project.turns.session import Session
from renkei.store.settings.consents import Consents
from renkei.workspace.consent import MOST_OPEN, ask_for_consent
from renkei.workspace.permission_rules import Asked, PermissionRule
from renkei.workspace.permissions import DIFF_CHARACTERS, Granted, Permissions
from team import small_team

EDIT = Asked("edit", "Edit infra", paths=("../infra/a.tf",), diff="--- a\n+++ b\n-1\n+2\n")
FETCH = Asked("fetch", "https://example.org")
RUN = Asked("execute", "run", command="make all; make install")
LONG = 30.0
"""Seconds that no test waits: each ends by a decision or a cancel."""


def make(tmp_path: Path, *rules: PermissionRule, project: Project | None = None) -> tuple[Project, Permissions]:
    project = project or small_team()
    directory = tmp_path / "space"
    directory.mkdir(exist_ok=True)
    return project, Permissions(Session(project, "ann"), rules, directory, ("pytest",))


def never() -> bool:
    return False


def at_once(permissions: Permissions, asked: Asked) -> Granted:
    """Return the answer that needs no wait."""
    return permissions.answer(asked, never, 0)


def open_decisions(project: Project) -> list[str]:
    board = project.state.board
    found = board.ids("pending_decisions")
    return [one for one in found if board.get(f"/pending_decisions/{one}/status") == "open"]


def question_of(project: Project) -> str:
    (decision,) = open_decisions(project)
    return str(project.state.board.get(f"/pending_decisions/{decision}/question"))


@contextmanager
def asking(
    permissions: Permissions, *asked: Asked, cancelled: Callable[[], bool] = never
) -> Iterator[list[Future[Granted]]]:
    """Ask in threads, and wait until each has asked; the block decides."""
    project = permissions._session.project
    with ThreadPoolExecutor(len(asked)) as pool:
        found = [pool.submit(permissions.answer, one, cancelled, LONG) for one in asked]
        while not open_decisions(project):
            project.wait(project.state.seq, 1)
        yield found


def test_a_rule_answers_without_a_question(tmp_path: Path) -> None:
    deny = PermissionRule(deny=["fetch"], roles=["backend"])
    elsewhere = PermissionRule(deny=["edit"], members=["bob"])
    project, permissions = make(tmp_path, deny, elsewhere)
    inside = Asked("edit", "Edit", paths=("a.py",))
    for asked in (inside, Asked("execute", "", command="pytest -q"), Asked("other", "post", is_own_tool=True), inside):
        assert at_once(permissions, asked) == Granted("once")
    refused = at_once(permissions, FETCH)
    assert (refused.answer, refused.reason[:41]) == ("no", "A rule of the team's file refuses this. D")
    assert project.state.board.ids("pending_decisions") == ()


@pytest.mark.parametrize("option", ["once", "always", "no", "1", "2", "3", "A", "n"])
@pytest.mark.parametrize("asked", [EDIT, FETCH, RUN], ids=lambda one: one.kind)
def test_a_person_decides_while_the_agent_waits(option: str, asked: Asked, tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    meant = {"1": "once", "2": "always", "3": "no", "A": "always", "n": "no"}.get(option, option)
    with asking(permissions, asked) as (found,):
        (decision,) = open_decisions(project)
        assert project.state.board.agent("ann", "blocked_by") == decision
        assert [one.ref for one in project.waiting_for(HUMAN)] == [decision]
        project.decide(decision, option)
        granted = found.result()
    assert (granted.answer, granted.decision) == (meant, decision)
    assert ("refused" in granted.reason) == (meant == "no")
    assert project.state.board.agent("ann", "blocked_by") is None
    for _ in range(2):
        again = at_once(permissions, asked)
        assert again.answer == {"once": "no", "always": "always", "no": "no"}[meant]
    assert len(open_decisions(project)) == (meant == "once")  # used up, so it is asked again, and only once


def test_the_question_shows_the_change_where_it_leads_and_the_command(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    (tmp_path / "space" / "link").symlink_to(tmp_path / "else")
    diff = "+a\u202eb\n\x1b[2J\n" + "+" * DIFF_CHARACTERS
    at_once(permissions, Asked("edit", "Write\nlink", paths=("link", "b\u200bc,d"), diff=diff))
    assert question_of(project).splitlines() == [
        "May ann edit: link, 'b\\u200bc,d'",
        "Its program calls it: Write ⏎ link",
        f"Directory: {tmp_path / 'space'}",
        f"'link' leads to '{tmp_path / 'else'}'.",
        "The change:",
        "    +a\\u202eb",
        "    \\x1b[2J",
        "    " + "+" * (DIFF_CHARACTERS - 10),
        "10 more characters are not shown here.",
    ]
    project.decide(open_decisions(project)[0], "no")
    at_once(permissions, RUN)
    assert question_of(project).startswith("May ann run: make all; make install\nDirectory: ")


@pytest.mark.parametrize("option", ["once", "always"])
def test_the_end_of_the_wait_allows_nothing_and_a_late_decision_answers_the_same_request(
    option: str, tmp_path: Path
) -> None:
    project, permissions = make(tmp_path)
    first = at_once(permissions, EDIT)
    (decision,) = open_decisions(project)
    assert (first.answer, first.decision) == ("no", decision)
    assert "Not allowed yet" in first.reason
    assert at_once(permissions, EDIT) == first  # the open decision is used
    project.decide(decision, option)
    assert at_once(permissions, EDIT).answer == option
    again = at_once(permissions, EDIT)
    assert again.answer == ("no" if option == "once" else "always")
    assert again.decision != decision


def test_once_is_for_the_diff_that_was_shown_and_always_for_any_of_the_same_files(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    other = Asked("edit", "Edit again", paths=EDIT.paths, diff="+3\n")
    project.decide(at_once(permissions, EDIT).decision, "once")
    second = at_once(permissions, other)
    assert second.answer == "no"
    project.decide(second.decision, "always")
    assert [at_once(permissions, one).answer for one in (other, EDIT, other)] == ["always"] * 3
    assert at_once(permissions, Asked("edit", "Edit again", paths=("../infra/b.tf",))).answer == "no"
    assert at_once(permissions, Asked("delete", "Edit again", paths=EDIT.paths)).answer == "no"


def test_once_is_for_the_arguments_that_were_shown_and_always_for_any_of_the_same_call(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    first, other = (Asked("other", "create_issue", arguments=f'{{"title": "{one}"}}') for one in "ab")
    assert at_once(permissions, first).answer == "no"
    assert 'Its arguments:\n    {"title": "a"}' in question_of(project)
    project.decide(open_decisions(project)[0], "once")
    assert at_once(permissions, other).answer == "no"
    assert at_once(permissions, first).answer == "once"
    project.decide(open_decisions(project)[0], "always")
    assert at_once(permissions, other).answer == at_once(permissions, first).answer == "always"


def test_a_question_that_was_changed_is_asked_again(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    decision = at_once(permissions, FETCH).decision
    with project.act_as(HUMAN) as draft:
        draft.write(f"/pending_decisions/{decision}/question", "Another question")
    project.decide(decision, "always")
    assert at_once(permissions, FETCH).decision not in ("", decision)


def test_a_cancel_ends_the_wait_and_allows_nothing(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    ended = threading.Event()
    with asking(permissions, FETCH, cancelled=ended.is_set) as (found,):
        ended.set()
        assert found.result().answer == "no"
    assert len(open_decisions(project)) == 1


@pytest.mark.parametrize("is_in_turn", [True, False])
def test_an_agent_does_not_wait_for_what_was_decided_before_it_began_to(is_in_turn: bool, tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    if is_in_turn:
        permissions._session.next_turn()
    consent = ask_for_consent(permissions._session, permissions._request(FETCH))
    project.decide(consent.decision, "once")
    assert permissions._is_decided(consent, never, 0)
    board = project.state.board
    status = "working" if is_in_turn else "idle"
    assert (board.agent("ann", "status"), board.agent("ann", "blocked_by")) == (status, None)


@pytest.mark.parametrize("said", ["yes", "once but not on main", "always; x", "はい"])
def test_an_unclear_answer_allows_nothing_and_the_same_request_is_asked_again(said: str, tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    with asking(permissions, FETCH) as (found,):
        project.decide(open_decisions(project)[0], said, "because")
        granted = found.result()
    assert granted.answer == "no"
    assert f"`{said} (because)`" in granted.reason
    assert at_once(permissions, FETCH).answer == "no"
    assert question_of(project).startswith(f"You answered `{said} (because)`, which is none of: once, always, no.")


def test_the_same_request_of_several_threads_is_one_question_and_once_is_used_once(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    ended = threading.Event()
    with asking(permissions, *[FETCH] * 4, cancelled=ended.is_set) as found:
        (decision,) = open_decisions(project)
        project.decide(decision, "once")
        while not open_decisions(project):  # the others ask again
            project.wait(project.state.seq, 1)
        ended.set()
    assert sorted(one.result().answer for one in found) == ["no", "no", "no", "once"]
    assert len(project.state.board.ids("pending_decisions")) == 2


def test_many_requests_are_few_questions(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    found = [at_once(permissions, Asked("fetch", f"https://example.org/{number}")) for number in range(1_000)]
    assert {one.answer for one in found} == {"no"}
    assert len(project.obligations(HUMAN)) == len(open_decisions(project)) == MOST_OPEN
    assert "10 questions of ann wait for the person already" in found[-1].reason
    other = Permissions(Session(project, "bob"), (), tmp_path / "space")
    assert at_once(other, FETCH).decision  # another agent may ask
    project.decide(found[0].decision, "no")
    assert at_once(permissions, FETCH).decision


@pytest.mark.parametrize("part", ["command", "title", "paths", "path"])
def test_what_a_person_could_not_see_whole_is_not_asked(part: str, tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    long = "x" * 10_001
    asked = {
        "command": Asked("execute", "", command=long),
        "title": Asked("other", long),
        "paths": Asked("edit", "", paths=("/a",) * 101),
        "path": Asked("edit", "", paths=("/a", long)),
    }[part]
    assert "at most 10000 characters" in at_once(permissions, asked).reason
    assert open_decisions(project) == []


def test_a_kind_of_another_version_is_asked_about(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    assert at_once(permissions, Asked("teleport", "away")).answer == "no"
    assert question_of(project).startswith("May ann do this: away\n")


def forge(project: Project, decision: str, by: str) -> None:
    """Let an agent try to decide, by every way that it has."""
    before = project.state.seq
    for attempt in (
        lambda: project.decide(decision, "always", actor=by),
        lambda: project.do(*_writes(decision), actor=by),
    ):
        with pytest.raises(renkei.ProtocolError):
            attempt()
    assert project.state.seq == before


def _writes(decision: str) -> list[Write]:
    path = f"/pending_decisions/{decision}"
    return [Write(f"{path}/resolution", "always"), Write(f"{path}/status", "resolved")]


def test_no_agent_decides_about_its_own_request(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    first = at_once(permissions, FETCH)
    forge(project, first.decision, "ann")
    forge(project, first.decision, "bob")
    entry = {
        name: project.state.board.get(f"/pending_decisions/{first.decision}/{name}") for name in ("question", "options")
    }
    wanted = permissions._request(FETCH).wanted(project)
    shown = Consents().asked(wanted)[first.decision]
    own = f"{first.decision}-2"  # its own entry, with the right question, under an id that this machine asked about
    with project.act_as("ann") as draft:
        draft.write(f"/pending_decisions/{own}", entry | {"owner": "ann"})
    project.decide(own, "always", actor="ann")
    with project.act_as("ann") as draft:
        draft.write(f"/pending_decisions/{own}/owner", HUMAN)
    Consents().ask(wanted, own, shown)
    assert at_once(permissions, FETCH).answer == "no"
    harmless = DecisionRequest(decision_id="permission-1", question="May I read?", options=())
    project.send(project.message("ann", harmless, HUMAN))
    project.decide("permission-1", "always")
    assert at_once(permissions, FETCH).answer == "no"


def test_a_log_from_elsewhere_allows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, permissions = make(tmp_path, project=small_team(tmp_path / "project"))
    for asked in (FETCH, RUN, EDIT):
        at_once(permissions, asked)
        project.decide(open_decisions(project)[0], "always")
        assert at_once(permissions, asked).answer == "always"
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_STATE_HOME", str(tmp_path / "another machine"))
        for asked in (FETCH, RUN, EDIT):
            assert at_once(permissions, asked).answer == "no"
        assert len(open_decisions(project)) == 3
    project.close()
    again, restarted = make(tmp_path, project=renkei.open(tmp_path / "project"))
    for asked in (FETCH, RUN, EDIT):
        assert at_once(restarted, asked).answer == "always"  # remembered after a restart
    again.close()
    other = small_team(make_id=lambda: uuid4().hex)
    assert at_once(make(tmp_path, project=other)[1], FETCH).answer == "no"  # for one project


def test_always_for_a_command_ends_when_a_file_that_it_names_changes(tmp_path: Path) -> None:
    project, permissions = make(tmp_path)
    script = tmp_path / "space" / "x.sh"
    script.write_text("echo one\n")
    asked = Asked("execute", "run", command="sh x.sh; echo")
    at_once(permissions, asked)
    project.decide(open_decisions(project)[0], "always")
    assert at_once(permissions, asked).answer == "always"
    script.write_text("echo two\n")
    assert at_once(permissions, asked).answer == "no"
    assert "changed since then" in question_of(project)


def test_texts_are_in_the_language_of_the_project(tmp_path: Path) -> None:
    project = small_team(locale="ja")
    _, permissions = make(tmp_path, project=project)
    for kind in ("read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"):
        found = at_once(permissions, Asked(kind, "x", paths=("/etc/x",), diff="+1"))
        assert found.reason.startswith("まだ許可されていません。")
        assert question_of(project).startswith("ann による")
        project.decide(found.decision, "no")
