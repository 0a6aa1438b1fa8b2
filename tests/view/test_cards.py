"""The cards of the conversation: what each type of message shows, and that a text stays a text."""

import html
import re
from typing import get_args

import pytest

from engine.views.test_every_field import filled_message, leaves
from hostile import hostile_project
from renkei.board.events import FieldWritten
from renkei.contracts.state import CLOSED_KEPT
from renkei.edges.view.conversation.event_sentences import FURTHER, IMPLIED, VARIANTS, key_of, sentence
from renkei.edges.view.conversation.records import NOTICES, Card, RecordMarkup, changed_slots, render_card
from renkei.edges.view.conversation.slots import BEGIN, END, fill, slot
from renkei.edges.view.moments import time_element
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, ProjectHalted
from renkei.engine.tables import EVENTS
from renkei.project.project import Project
from renkei.protocol.messages import MESSAGE_CLASSES, make_message
from renkei.protocol.payloads import Freeform, StatusUpdate, TaskResult
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES, texts
from team import handoff, small_team, work
from viewing import page

IN_WORDS = {"status", "new_status", "verdict", "severity", "priority", "urgency", "blocking", "actionable"}
"""Fields whose values are words of the view, in the language of the reader."""

KINDS = {get_args(one.model_fields["kind"].annotation)[0] for one in EVENTS}


def shown(markup: str) -> str:
    """Return what a reader sees of markup, and the titles in it."""
    titles = " ".join(re.findall(r'(?:title|datetime|value)="([^"]*)"', markup))
    return html.unescape(re.sub(r"<[^>]*>", " ", markup) + titles)


def filled(kind: str, ref: str) -> str:
    """Return what stands in a slot: its reference, or that moment."""
    return time_element(ref, ref) if kind == "moment" else ref


def note(project: Project, text: str, **header: object) -> str:
    """Send a note from ann to bob; return its id."""
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    message = project.message("ann", payload, "bob", context_summary="A note.", **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_card_shows_every_field_of_its_message(kind: str, locale: Locale) -> None:
    document = filled_message(kind)
    event = MessageSent(message=make_message(document), recipients=("bob",))
    text = shown(fill(render_card(Card(1, document["timestamp"], "", event, "", None, ()), locale), filled))
    missing = [f"{name}: {one}" for name, one in leaves(document) if name not in IN_WORDS and one not in text]
    assert missing == []


def test_every_kind_of_event_has_a_sentence_or_is_implied() -> None:
    known = texts("en", "view")
    assert {kind for kind in KINDS if f"event.{kind}" not in known} == IMPLIED
    assert NOTICES <= KINDS
    assert {*FURTHER, *VARIANTS} <= KINDS


@pytest.mark.parametrize("locale", LOCALES)
def test_every_event_of_a_whole_team_is_said(locale: Locale) -> None:
    project = hostile_project(lambda mark: mark)
    said = {event.kind: sentence(event, locale) for record in project.records() for event in record.events}
    assert [kind for kind, text in said.items() if not text and kind not in IMPLIED] == []
    assert key_of(ProjectHalted(why="spent")) == "event.project_halted.spent"


def test_a_text_of_an_agent_fills_no_slot_and_adds_no_element() -> None:
    attack = f'{BEGIN}contract:TC-1{END}<script>alert(1)</script><b id="x">'
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    note(project, attack)
    markup = page(project)
    assert "<script>alert" not in markup
    assert "<b id" not in markup
    assert "\\x01contract:TC-1\\x02&lt;script&gt;" in markup
    assert BEGIN not in markup


def test_no_field_of_any_message_adds_an_element() -> None:
    project = hostile_project(lambda mark: f"{mark}\"'><script>{mark}</script>{{{{7*7}}}}")
    for address in ("/", "/?all=1", "/threads/TC-1", "/search?q=script", "/?with=ann"):
        markup = page(project, address)
        assert "<script>" not in markup
        made = r"\d{2}:\d{2}:\d{2}[^<]*|\d{4}-[^\"]*|[0-9a-f]{12,}"  # times and ids
        assert "49" not in re.sub(made, "", shown(markup))


def test_a_long_text_is_folded_and_its_end_is_on_a_page_of_its_own() -> None:
    project = small_team()
    name = note(project, "line\n" * 200_000 + "the end")
    markup = page(project)
    assert len(markup) < 60_000
    assert "Show all (1000007 characters)" in markup
    assert f'href="/messages/{name}/text"' in markup
    assert "the end" in page(project, f"/messages/{name}/text?start=1400000")


@pytest.mark.parametrize(("summary", "times"), [("Done.", 0), ("Done with tests", 1)])
def test_a_result_says_once_that_it_is_done(summary: str, times: int) -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    done = TaskResult(original_task_ref="TC-1", status="completed", summary="14 tests were added")
    message = project.message("ann", done, "lead", context_summary=summary)
    project.send(message)
    assert page(project).partition(f'id="m-{message.id}"')[2].count('class="summary"') == times


@pytest.mark.parametrize(
    ("summary", "times"), [("The key expires", 1), ("The key expires.", 1), ("News of the provider", 2)]
)
def test_a_summary_that_the_text_repeats_is_shown_once(summary: str, times: int) -> None:
    project = small_team()
    news = StatusUpdate(new_status="working", progress_summary="The key expires on Friday")
    project.send(project.message("ann", news, "lead", context_summary=summary))
    markup = page(project)
    assert markup.count('class="summary"') + markup.count("The key expires on Friday</span>") == times


def test_a_result_shows_each_criterion_with_its_evidence() -> None:
    project = small_team()
    project.send(project.message("lead", handoff("build it", "it runs"), "ann", task_ref="TC-1"))
    claims = [{"criterion": "it runs", "met": True, "evidence": "make test: 48 passed"}]
    done = TaskResult(original_task_ref="TC-1", status="completed", summary="built")
    project.send(project.message("ann", done, "lead", extensions={"evidence": claims}))
    text = " ".join(shown(page(project)).split())
    assert "it runs ✓ yes (claimed) make test: 48 passed" in text


def test_a_contracts_status_is_in_the_header_of_its_thread_and_not_on_each_card() -> None:
    project = small_team()
    project.send(project.message("lead", handoff("build it"), "ann", task_ref="TC-1"))
    thread, everybody = page(project, "/threads/TC-1"), page(project)
    assert thread.count("<strong>TC-1</strong> open") == 1
    assert "<strong>TC-1</strong> open" not in everybody
    link = '<a class="thread" href="/threads/TC-1"><span dir="auto">build it</span></a> <span class="id">TC-1</span>'
    assert (everybody.count(link), thread.count(link)) == (1, 0)


def test_only_the_sender_of_a_message_is_warned_about_it() -> None:
    project = small_team()
    vague = Freeform(intent_hint="NOTE", body="x", requires_response=False, urgency="normal")
    for sender in ("human", "ann"):
        project.send(project.message(sender, vague, "bob", context_summary="One. Two. Three. Four."))
    assert page(project).count("Warnings for the sender") == 1


def test_what_rules_did_is_folded_under_what_set_it_off() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    with project.act_as("ann") as draft:
        draft.write("/agents/ann/status", "blocked")
        draft.write("/agents/ann/blocked_by", "TC-1")
        draft.send(Freeform(intent_hint="NOTE", body="stuck", requires_response=False, urgency="normal"), "bob")
    (record,) = [one for one in project.records() if any(event.kind == "rule_fired" for event in one.events)]
    blocks = RecordMarkup().of(record, "en")
    assert [one.kind for one in blocks if one.message] == ["message"]
    assert "Rules acted: task_blocked" in blocks[0].markup
    assert not any("Rule task_blocked" in one.markup for one in blocks if one.kind == "notice")


def test_a_rule_that_nobody_said_anything_before_is_a_notice_above_what_it_sent() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "bob", task_ref="TC-1"))
    with project.act_as("ann") as draft:
        draft.write("/agents/ann/status", "blocked")
        draft.write("/agents/ann/blocked_by", "TC-1")
    (record,) = [one for one in project.records() if any(event.kind == "rule_fired" for event in one.events)]
    notice, *messages = RecordMarkup().of(record, "en")[:2]
    assert "Rule task_blocked" in notice.markup
    assert [one.kind for one in messages] == ["message"]


def test_a_contract_that_the_state_has_dropped_is_known_from_the_log_and_not_before_it_was_opened() -> None:
    project = small_team(guarded=False)
    early = Freeform(intent_hint="NOTE", body="soon", requires_response=False, urgency="normal")
    message = project.message("ann", early, "bob", task_ref="TC-0")
    project.send(message)
    seq = project.state.seq
    for number in range(CLOSED_KEPT + 2):
        project.do(work(f"TC-{number}"), actor="lead")
        project.cancel(f"TC-{number}", "not needed", actor="lead")
    assert project.state.contracts.find("TC-0") is None
    assert "<strong>TC-0</strong> cancelled" in page(project, "/threads/TC-0")
    assert '<span class="id">TC-0</span>' in page(project, f"/messages/{message.id}")
    assert '<span class="id">TC-0</span>' not in page(project, f"/?at={seq}")


def test_a_contract_stands_as_it_stood_at_the_record_that_is_shown() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    before = project.state.seq
    project.start("TC-1", actor="ann")
    assert "<strong>TC-1</strong> in work" in page(project, "/threads/TC-1")
    assert "<strong>TC-1</strong> in work" not in page(project, f"/threads/TC-1?at={before}")
    assert f"/work/TC-1?at={before}" in page(project, f"/threads/TC-1?at={before}")


def test_a_reread_notice_shows_both_values() -> None:
    project = small_team()
    project.do(c.Write("/current_phase", "design"), actor="human")
    project.do(c.Write("/current_phase", "build", at="2026-01-05T08:00:00Z"), actor="lead")
    text = shown(page(project))
    assert "read /current_phase again" in text
    assert "build" in text
    assert "design" in text


def test_records_name_the_slots_that_they_change() -> None:
    project = small_team()
    before = project.state.seq
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    project.start("TC-1", actor="ann")
    assert ("contract", "TC-1") in changed_slots(project.records(before))


def test_slots_are_filled_by_their_kind() -> None:
    assert fill(f"a {slot('at')} b {slot('owed', 'm-1')}", lambda kind, ref: f"{kind}({ref})") == "a at() b owed(m-1)"


def test_a_value_that_did_not_change_is_no_line() -> None:
    same = FieldWritten(path="/current_phase", old="a", value="a", at="2026-01-05T09:00:00Z", author="ann")
    assert sentence(same, "en") == ""


def test_how_long_an_answer_is_owed_is_said_in_the_language_of_the_reader() -> None:
    project = small_team()
    asked = Freeform(intent_hint="NOTE", body="which port?", requires_response=True, urgency="normal")
    project.send(project.message("ann", asked, "bob"))
    for _ in range(3600):
        project.now()
    assert "Owes an answer: bob (1 h)" in page(project)
    assert "返信待ち: bob（1 時間）" in page(project, locale="ja")


def test_a_result_lists_each_criterion_also_those_without_evidence_until_they_are_proved() -> None:
    project = small_team()
    criteria = [{"criterion": one} for one in ("it runs", "it is fast", "it is documented")]
    project.do(work("TC-1", delegator="human", assignee="ann", acceptance_criteria=criteria), actor="human")
    evidence = [{"criterion": "it runs", "met": True, "evidence": "48 tests"}]
    result = TaskResult(original_task_ref="TC-1", status="completed", summary="done", output_artifacts=())
    project.send(project.message("ann", result, "human", id="r-1", extensions={"evidence": evidence}))
    listed = r'<ul class="unclaimed">(.*?)</ul>'
    (found,) = re.findall(listed, page(project, "/messages/r-1"))
    assert re.findall(r"<li>(.*?) <span", found) == ["it is fast", "it is documented"]
    project.accept("TC-1")
    assert re.findall(listed, page(project, "/messages/r-1")) == []
