"""Pages of the conversation: which messages, in which order, and how far a page reads."""

import json
import re
from urllib.parse import quote

import pytest

from renkei.edges.view.conversation import paging
from renkei.edges.view.conversation.paging import PAGE
from renkei.edges.view.screens import search
from renkei.edges.view.screens.conversation import arrived
from renkei.edges.view.screens.search import LOOKED_AT, marked
from renkei.edges.view.session.read_marks import COUNTED, marks_of
from renkei.engine import commands as c
from renkei.errors import BadValueError, UnknownReferenceError
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform, StatusUpdate, TaskBlocked
from team import handoff, small_team
from viewing import page, visit

CARD = re.compile(r'<article class="card [^>]* data-id="([^"]*)"')
MANY = 2 * PAGE + 20


def note(project: Project, text: str = "hello", sender: str = "ann", to: str = "bob", **header: str) -> str:
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    message = project.message(sender, payload, to, **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


def marks(**seen: int) -> str:
    return quote(json.dumps({"*" if name == "all" else name.replace("_", ":", 1): seq for name, seq in seen.items()}))


def new_in(markup: str) -> list[tuple[str, str]]:
    """Return the conversations that have new messages, and how many."""
    links = re.findall(r'data-conversation="([^"]*)"(.*?)</a>', markup, re.DOTALL)
    return [(name, n[1]) for name, inner in links if (n := re.search(r'count new"><span class="n">(\d+)', inner))]


def link(markup: str, text: str) -> str | None:
    found = re.search(rf'<a href="([^"]*)">{text}</a>', markup)
    return found[1].replace("&amp;", "&") if found else None


@pytest.fixture
def project() -> Project:
    project = small_team(guarded=False)
    project.do(c.SetGroup("api", ("ann", "bob")))
    return project


@pytest.mark.parametrize("address", ["/", "/?group=api", "/threads/TC-1"])
def test_older_and_newer_pages_together_show_every_message_once(project: Project, address: str) -> None:
    sent = []
    for number in range(MANY):
        sent.append(note(project, f"note {number}", to="api", thread="TC-1"))
        if address != "/":
            note(project, f"elsewhere {number}")
    back, markup = [], page(project, address)
    assert len(CARD.findall(markup)) == PAGE
    back = CARD.findall(markup)
    while older := link(markup, "Older messages"):
        markup = page(project, older)
        back[:0] = CARD.findall(markup)
    assert back == sent
    forth = CARD.findall(markup)
    while newer := link(markup, "Newer messages"):
        markup = page(project, newer)
        forth += CARD.findall(markup)
    assert forth == sent


def test_a_message_on_its_own_page_leads_only_to_where_there_is_more(project: Project) -> None:
    first, *_, last = [note(project, f"note {number}") for number in range(PAGE)]
    assert link(page(project, f"/messages/{last}"), "Newer messages") is None
    assert link(page(project, f"/messages/{last}"), "To the newest message") == "/"
    assert link(page(project, f"/messages/{first}"), "Newer messages") is not None


def test_a_conversation_is_a_group_a_direct_line_or_a_thread(project: Project) -> None:
    group, direct = note(project, to="api"), note(project, to="human")
    root = note(project)
    reply = note(project, sender="bob", to="ann", in_reply_to=root)
    assert CARD.findall(page(project, "/?group=api")) == [group]
    assert CARD.findall(page(project, "/?with=ann")) == [direct]
    assert CARD.findall(page(project, f"/threads/{root}")) == [root, reply]
    assert CARD.findall(page(project, f"/messages/{root}")) == [group, direct, root, reply]


def test_filters_take_only_what_passes_all_of_them(project: Project) -> None:
    asked = project.message("lead", handoff(), "ann", task_ref="TC-1")
    project.send(asked)
    from_bob = note(project, sender="bob", to="ann")
    blocking = project.message(
        "bob", Freeform(intent_hint="NOTE", body="x", requires_response=False, urgency="blocking"), "ann"
    )
    project.send(blocking)
    done = StatusUpdate(task_ref="TC-1", new_status="working", progress_summary="half")
    about = project.message("ann", done, "lead")
    project.send(about)
    assert CARD.findall(page(project, "/?agent=bob")) == [from_bob, blocking.id]
    assert CARD.findall(page(project, "/?type=TASK_HANDOFF")) == [asked.id]
    assert CARD.findall(page(project, "/?contract=TC-1")) == [asked.id, about.id]
    assert CARD.findall(page(project, "/?agent=ann&tier=critical")) == [blocking.id]
    assert CARD.findall(page(project, "/?agent=ann&type=FREEFORM&tier=relevant")) == [from_bob]


def test_a_page_reads_a_bounded_part_of_the_log_and_leads_further(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = project.message("lead", handoff(), "ann")
    project.send(first)
    for number in range(12):
        note(project, f"note {number}")
    monkeypatch.setattr(paging, "MOST_READ", 5)
    markup, pages = page(project, "/?type=TASK_HANDOFF"), 1
    while not CARD.findall(markup):
        markup, pages = (
            page(project, link(markup, "Nothing in this part of the history. Look further back") or ""),
            pages + 1,
        )
    assert (CARD.findall(markup), pages) == ([first.id], 3)


def test_a_past_page_ends_at_its_record_and_cannot_be_answered(project: Project) -> None:
    kept = note(project)
    seq = project.state.seq
    later = note(project)
    markup = page(project, f"/?at={seq}")
    assert CARD.findall(markup) == [kept]
    assert '<form method="post" action="/acts/' not in markup
    assert "reply_to=" not in markup
    with pytest.raises(UnknownReferenceError):
        page(project, f"/messages/{later}?at={seq}")


def test_all_events_are_lines_when_they_are_asked_for(project: Project) -> None:
    project.do(c.Write("/goal", "another goal"))
    assert "changed /goal" not in page(project).partition("<main")[2]
    assert "you changed /goal: a goal → another goal" in page(project, "/?all=1")


@pytest.mark.parametrize("address", ["/?type=NOPE", "/?tier=high", "/?before=x", "/?before=0", "/?after=-1"])
def test_a_wrong_parameter_is_refused(project: Project, address: str) -> None:
    with pytest.raises(BadValueError):
        page(project, address)


@pytest.mark.parametrize(
    "address", ["/?group=nope", "/?with=nope", "/threads/nope", "/messages/nope", "/messages/nope/text"]
)
def test_what_does_not_exist_has_no_page(project: Project, address: str) -> None:
    with pytest.raises(UnknownReferenceError):
        page(project, address)


def test_new_messages_are_counted_in_each_conversation_and_a_line_stands_before_the_first(project: Project) -> None:
    note(project)
    seen = project.state.seq
    new = [note(project, to="human"), note(project, to="api"), note(project, sender="human", to="ann")]
    markup = page(project, marks=marks(all=seen))
    assert new_in(markup) == [("*", "2"), ("group:api", "1"), ("with:ann", "1")]
    line = markup.index('id="unread"')
    assert markup.index(f'data-id="{new[0]}"') > line > markup.rindex("<article", 0, line)
    assert 'id="unread"' not in page(project, marks=marks(all=project.state.seq))
    assert 'id="unread"' not in page(project)


def test_the_mark_of_one_conversation_holds_for_it_alone(project: Project) -> None:
    seen = project.state.seq
    note(project, to="human")
    note(project, to="api")
    markup = page(project, marks=marks(all=seen, with_ann=project.state.seq))
    assert new_in(markup) == [("*", "2"), ("group:api", "1")]


def test_a_person_who_was_long_away_jumps_to_the_first_new_page(project: Project) -> None:
    seen = project.state.seq
    sent = [note(project) for _ in range(MANY)]
    markup = page(project, marks=marks(all=seen))
    assert CARD.findall(page(project, f"/?after={seen}"))[0] == sent[0]
    assert f"/?after={seen}#unread" in markup
    assert f'<span class="n">{MANY}</span>' in markup
    assert COUNTED > MANY


@pytest.mark.parametrize(
    "cookie", ["", "x", "%5B1%5D", "%7B%22*%22%3A%22x%22%7D", "%7B%22*%22%3A-1%7D", "%5B" * 100_000]
)
def test_a_broken_mark_is_no_mark(cookie: str) -> None:
    assert marks_of(cookie) == {}


def test_search_finds_words_in_all_history_and_the_filters_apply(project: Project) -> None:
    found = note(project, "the migration is ready")
    for number in range(MANY):
        note(project, f"note {number}")
    assert CARD.findall(page(project, "/search?q=migration")) == [found]
    assert CARD.findall(page(project, "/search?q=migration&agent=bob")) == [found]
    assert CARD.findall(page(project, "/search?q=migration&agent=lead")) == []
    assert "No message matches this search." in page(project, "/search?q=nowhere")
    assert CARD.findall(page(project, "/search?q=migration&at=2")) == []
    assert len(CARD.findall(page(project, "/search?type=FREEFORM"))) == 40


def test_a_filter_finds_what_other_matches_stand_before(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = note(project, "the migration, with far more words than any other message about it has", to="human")
    for _ in range(LOOKED_AT[0]):
        note(project, "migration")
    before = project.state.seq
    assert CARD.findall(page(project, "/search?q=migration&agent=human")) == [wanted]
    for _ in range(LOOKED_AT[0]):
        note(project, "migration", to="human")
    assert wanted in CARD.findall(page(project, f"/search?q=migration&agent=human&at={before}"))
    monkeypatch.setattr(search, "LOOKED_AT", (1, 2))
    assert "None of the 2 messages that match best passes." in page(project, "/search?q=migration&agent=lead")


def test_the_thread_of_a_contract_begins_with_its_hand_over_and_has_what_names_it_by_that(project: Project) -> None:
    terms = {"id": "TC-7", "inputs": {"description": "x"}, "expected_output": {"format": "code"}}
    terms["acceptance_criteria"] = [{"criterion": "it works"}]
    project.send(project.message("lead", handoff(), "ann", id="h-1", extensions={"task_contract": terms}))
    blocked = TaskBlocked(original_task_ref="h-1", blocked_by="bob", reason="no API")
    project.send(project.message("ann", blocked, "lead", id="b-1"))
    assert CARD.findall(page(project, "/threads/TC-7")) == ["h-1", "b-1"]
    project.send(project.message("lead", handoff("again"), "bob", id="h-2"))
    assert CARD.findall(page(project, "/threads/h-2")) == ["h-2"]


def test_threads_that_begin_with_the_same_words_are_told_apart_by_their_ids(project: Project) -> None:
    for number in (1, 2):
        name = note(project, "Is it ready?", id=f"ask-{number}")
        note(project, "yes", sender="bob", to="ann", in_reply_to=name)
    names = re.findall(
        r'<span class="name" dir="auto">Is it ready\?</span> <span class="id">([^<]*)</span>', page(project)
    )
    assert {"ask-1", "ask-2"} <= set(names)


def test_a_search_with_more_results_than_a_page_counts_only_those_that_it_shows(project: Project) -> None:
    for number in range(search.MOST_MESSAGES + 1):
        note(project, f"the migration {number}")
    shown = page(project, "/search?q=migration")
    assert "The best 40 are shown." in shown
    assert "were found" not in shown
    assert "One message was found." in page(project, "/search?q=40")


def test_search_marks_the_words_that_it_found_and_nothing_inside_of_tags(project: Project) -> None:
    note(project, "The LOGIN of R&D <b>works</b>: logins, relogin. 認証を実装する", id="m-login", thread="login")
    found = page(project, "/search?q=login 実装").partition('id="messages"')[2]
    text = "The <mark>LOGIN</mark> of R&amp;D &lt;b&gt;works&lt;/b&gt;: <mark>login</mark>s, relogin."
    assert f"{text} 認証を<mark>実装</mark>する" in found
    assert CARD.findall(found) == ["m-login"]
    assert marked('<a class="a">a &amp; a</a>\x01tier:a\x02', "a amp") == (
        '<a class="a"><mark>a</mark> &amp; <mark>a</mark></a>\x01tier:a\x02'
    )


def test_the_stream_sends_what_the_page_would_show_and_what_changes_on_it(project: Project) -> None:
    before = project.state.seq
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    note(project, to="human")
    records = list(project.records(before))
    whole, group = (arrived(visit(project, address), records) for address in ("/", "/?group=api"))
    assert len(CARD.findall(whole)) == 2
    assert CARD.findall(group) == []
    assert "&#34;with:ann&#34;: 1" in group
    project.start("TC-1", actor="ann")
    markup = arrived(visit(project), list(project.records(records[-1].seq)))
    assert re.search(r'data-slot="contract:TC-1"><a class="chip in_progress"', markup)
    assert arrived(visit(project), []) == ""


def test_the_stream_leaves_room_for_replies_to_a_message_with_any_id(project: Project) -> None:
    before = project.state.seq
    note(project, id="m-日本")
    markup = arrived(visit(project), list(project.records(before)))
    assert '<details class="replies" data-of="m-日本" hidden>' in markup
    assert "/compose?reply_to=m-%E6%97%A5%E6%9C%AC" in markup


def test_a_reply_to_a_message_that_does_not_exist_costs_a_page_no_search_for_one_like_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = note(project, in_reply_to="m-gone")
    monkeypatch.setattr("renkei.project.project.near_message", None)  # it reads the newest records
    assert name in CARD.findall(page(project))
