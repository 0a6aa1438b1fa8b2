"""Links of notifications on a server as people run it, behind a proxy with TLS: what opening and pressing them does."""

import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest

import renkei
from process import renkei as command
from process import running
from renkei import DecisionOption, DecisionRequest, Join
from renkei.edges.reaching.answer_links import answer_tokens, give_answer, revoke_answers
from renkei.engine.views.waiting.person import waiting_for
from visitor import Reply, Visitor, enter

NAME = "team.example"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[renkei.Project]:
    place: Path = tmp_path_factory.mktemp("project")
    assert command("init", "--goal", "a goal", "--agent", "bob", cwd=place).returncode == 0
    with renkei.open(place / ".renkei") as project:
        project.do(Join("kim", human=True))
        yield project


@pytest.fixture(scope="module")
def scanner(project: renkei.Project) -> Iterator[Visitor]:
    """Whoever opens a link without a session: the person, or the scanner of a mail server."""
    assert project.directory is not None
    options = ("--port", "0", "--allow-remote", NAME)
    with running("serve", *options, cwd=project.directory.parent) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        told = re.search(r"127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert told is not None
        yield Visitor(int(told[1]), host=NAME)
        process.terminate()
        process.communicate(timeout=30)


def ask(project: renkei.Project, name: str) -> dict[str, str]:
    """Ask the person to decide, and return the token of each option."""
    options = [DecisionOption(label=label, analysis=f"<b>{label}</b>") for label in ("ship", "wait")]
    project.send(
        project.message("bob", DecisionRequest(decision_id=name, question=f"{name}?", options=options), "human")
    )
    one = next(one for one in waiting_for(project.state, "human") if one.ref == name)
    return dict(answer_tokens(project, "d1", "human", one, project.time()))


def opened(visitor: Visitor, token: str, **headers: str) -> Reply:
    return visitor.get(f"/answer?link={quote(token)}", **headers)


def pressed(visitor: Visitor, token: str, **headers: str) -> Reply:
    return visitor.post("/answer", {"link": token}, **{"Origin": f"https://{NAME}"} | headers)


def decided(project: renkei.Project, name: str) -> object:
    return project.state.board.get(f"/pending_decisions/{name}/resolution") or None


def test_a_scanner_that_opens_every_link_decides_nothing(project: renkei.Project, scanner: Visitor) -> None:
    links, last = ask(project, "D-1"), project.log.last()
    for token in links.values():
        page = opened(scanner, token, Sec_Fetch_Site="cross-site")
        assert (page.status, "D-1?" in page.text) == (200, True)
        assert scanner.send("HEAD", f"/answer?link={quote(token)}").status == 200
    assert "&lt;b&gt;wait&lt;/b&gt;" in page.text
    assert (page.headers["cache-control"], "default-src 'none'" in page.headers["content-security-policy"]) == (
        "no-store",
        True,
    )
    assert (decided(project, "D-1"), project.log.last()) == (None, last)


def test_the_button_decides_and_a_second_press_says_the_same(project: renkei.Project, scanner: Visitor) -> None:
    token = ask(project, "D-2")["ship"]
    first, second = pressed(scanner, token), pressed(scanner, token)
    assert (first.status, second.status) == (200, 200)
    assert "Decision D-2 is recorded: ship" in first.text
    assert "Decision D-2 is recorded: ship" in second.text
    assert "Decision D-2 is recorded: ship" in opened(scanner, token).text
    record = next(one for one in project.records() if one.via == "notification")
    assert (record.actor, decided(project, "D-2")) == ("human", "ship")


def test_presses_of_both_options_at_once_make_one_record(project: renkei.Project, scanner: Visitor) -> None:
    links, last = ask(project, "D-3"), project.log.last()
    with ThreadPoolExecutor(8) as threads:
        pages = list(threads.map(lambda name: pressed(scanner, links[name]), ["ship", "wait"] * 4))
    assert sorted({page.status for page in pages}) == [200, 410]
    assert project.log.last() == last + 1


@pytest.mark.parametrize(
    ("token", "status"), [("", 403), ("x.y", 403), ("../../etc", 403), ("%00", 403), ("x" * 5000, 403)]
)
def test_a_tampered_link_has_a_page_that_says_so(scanner: Visitor, token: str, status: int) -> None:
    for page in (opened(scanner, token), pressed(scanner, token)):
        assert (page.status, "This link is not valid" in page.text) == (status, True)


def test_what_a_link_no_longer_answers_has_a_page_that_says_so(project: renkei.Project, scanner: Visitor) -> None:
    links = ask(project, "D-4")
    project.decide("D-4", "wait", actor="human")
    for page in (opened(scanner, links["ship"]), pressed(scanner, links["ship"])):
        assert (page.status, "no longer waits for you" in page.text) == (410, True)
    revoke_answers(project, "d1")
    assert opened(scanner, links["ship"]).status == 403


def test_a_page_in_the_language_of_the_browser(project: renkei.Project, scanner: Visitor) -> None:
    page = opened(scanner, ask(project, "D-5")["ship"], Accept_Language="ja")
    assert "決定する: ship" in page.text


def test_a_link_that_was_forwarded_answers_nothing_in_the_session_of_another_person(
    project: renkei.Project, scanner: Visitor
) -> None:
    token = ask(project, "D-6")["ship"]
    for person, status in (("kim", 403), ("human", 200)):
        signed_in = enter(scanner, project.create_token(person))
        assert pressed(signed_in, token).status == status
    assert decided(project, "D-6") == "ship"


def test_a_page_of_another_site_cannot_press_the_button(project: renkei.Project, scanner: Visitor) -> None:
    token = ask(project, "D-7")["ship"]
    for headers in ({"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Origin": "null"}):
        assert pressed(scanner, token, **headers).status == 403
    assert decided(project, "D-7") is None


KILLED = """
    import os, signal, sys, renkei
    from renkei.edges.reaching.answer_links import give_answer

    with renkei.open(sys.argv[1]) as project:
        append = project.log.append

        def killed(record, *rest, **named):
            if sys.argv[3] == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            append(record, *rest, **named)
            os.kill(os.getpid(), signal.SIGKILL)

        project.log.append = killed
        give_answer(project, sys.argv[2])
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_between_the_press_and_its_answer_neither_loses_nor_repeats_it(tmp_path: Path, moment: str) -> None:
    with renkei.create(tmp_path / "p", "p", "g", members=[Join("bob")]) as project:
        token = ask(project, "D-1")["ship"]
    script = (sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path / "p"), token, moment)
    done = subprocess.run(script, env=os.environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with renkei.open(tmp_path / "p") as project:
        assert decided(project, "D-1") == (None if moment == "before" else "ship")
        assert give_answer(project, token).option.label == "ship"
        assert [one.actor for one in project.records() if one.via == "notification"] == ["human"]
