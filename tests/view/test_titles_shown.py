"""Titles on the pages: nothing that a person reads as the name of a thing is the id of a message."""

import html
import re
from pathlib import Path

import pytest

import renkei
from renkei import Project
from team import handoff, small_team, work
from viewing import page

TEMPLATES = Path(renkei.__file__).parent / "edges" / "view" / "templates"

SUMMARY_SHOWN = {"record.html"}
"""Templates that show the summary of a message as such, beside its text."""

ID_AS_TITLE = re.compile(
    r"\bor (?!terms\b)\w+(\.\w+)*\.(id|ref|message_id) \}\}"  # an id where there are no words
    r"|<(a|h1|h2|h3|title)\b[^<>]*>\s*\{\{ (?!row\.agent\b)[\w.]*\b(id|message_id) \}\}"  # an id as a heading or a link
)

NAMED = re.compile(r"<(a|h1|h2|h3|title|strong|summary)\b(?! class=\"ref\")[^>]*>(.*?)</\1>", re.DOTALL)
"""What names a thing. A reference, in a monospaced font, is data."""

PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)

ADDRESSES = ("/", "/?all=1", "/?with=ann", "/threads/m-asked", "/messages/m-said", "/messages/m-said/text",
             "/search?q=login", "/waiting", "/decisions/m-clash", "/decisions/D-1", "/work", "/work/TC-1", "/agents",
             "/agents/ann", "/agents/human", "/contexts/bob", "/contexts/bob/why?message=m-said",
             "/contexts/bob/why?message=login", "/files")  # fmt: skip


@pytest.fixture(scope="module")
def project() -> Project:
    """A team whose messages have no summaries, which is allowed."""
    project = small_team()
    project.do(work("TC-1", inputs={"description": "Build the login"}), actor="lead")
    note = renkei.Freeform(intent_hint="NOTE", body="The login is slow.", requires_response=True, urgency="high")
    clash = renkei.ConflictReport(
        conflicting_artifacts=("a", "b"), conflict_description="Two logins", severity="critical"
    )
    send = [("m-said", note, "bob"), ("m-asked", note, "human"), ("m-clash", clash, "human")]
    send += [("m-wanted", renkei.DecisionRequest(decision_id="D-1", question="Which login?"), "human")]
    send += [("m-given", handoff("Test the login"), "human")]
    for name, payload, to in send:
        header = {"task_ref": "TC-2"} if name == "m-given" else {}
        project.send(project.message("ann", payload, to, id=name, **header))
    answer = renkei.Freeform(intent_hint="NOTE", body="I see.", requires_response=False, urgency="normal")
    project.send(project.message("bob", answer, "ann", id="m-answer", in_reply_to="m-said"))
    return project


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_makes_a_title_of_its_own(path: Path) -> None:
    text = path.read_text()
    assert "context_summary" not in text or path.name in SUMMARY_SHOWN
    assert not ID_AS_TITLE.search(text)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_page_calls_a_message_by_its_id(project: Project, address: str) -> None:
    markup = PICTURE.sub("", page(project, address))
    named = [html.unescape(re.sub(r"<[^>]*>", "", text)).strip() for _, text in NAMED.findall(markup)]
    assert [one for one in named if re.search(r"\bm-(said|asked|clash|wanted|answer)\b", one)] == []
    assert not re.search(r'aria-label="[^"]*\bm-(said|asked|clash|wanted|answer)\b', markup)


def test_pages_are_called_by_the_words_of_what_they_show(project: Project) -> None:
    titles = {
        one: html.unescape(re.findall(r"<title>(.*?) – team</title>", page(project, one))[0]) for one in ADDRESSES
    }
    assert titles["/work/TC-1"].endswith("Build the login")
    assert titles["/decisions/D-1"].endswith("Which login?")
    assert titles["/decisions/m-clash"].endswith("Two logins")
    assert titles["/messages/m-said"].endswith("The login is slow.")


def test_an_entry_names_the_work_that_it_touches_by_title(project: Project) -> None:
    question = renkei.DecisionRequest(decision_id="D-2", question="Which key?")
    project.send(project.message("ann", question, "human", task_ref="TC-1"))
    facts = page(project, "/waiting?entry=decision:D-2").partition("Touches")[2]
    assert re.search(r'href="/work/TC-1"[^>]*>Build the login</a>', facts)
