"""The reader of a page is `you` there, in both languages, and keeps the name for everyone else."""

from collections.abc import Iterator

import pytest

import renkei
from renkei.board.events import FieldWritten
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import perform
from renkei.edges.view.conversation.event_sentences import kept_sentence
from renkei.edges.view.conversation.slots import fill
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.refusals import WrongFieldError
from renkei.edges.view.screen import failure_of
from renkei.edges.view.surroundings import Surroundings
from renkei.engine import commands as c
from renkei.protocol.primitives import Locale
from team import work
from triaging import ask
from viewing import page


@pytest.fixture(scope="module")
def project() -> Iterator[renkei.Project]:
    with renkei.create(":memory:", "shop", "Users can pay") as found:
        found.join("ann", "backend")
        found.join("ben", "human", human=True)
        ask(found, "D-1", "human", "ben")
        ask(found, "D-2", "human")
        found.decide("D-2", "yes")
        found.do(c.Write("/goal", "Users can pay in yen"))
        found.do(work("TC-1", delegator="human"))
        yield found


@pytest.mark.parametrize(
    ("person", "locale", "to"),
    [("human", "en", "you, ben"), ("ben", "en", "human, you"), ("ben", "ja", "human, あなた")],
)
def test_a_card_says_you_to_its_reader(project: renkei.Project, person: str, locale: Locale, to: str) -> None:
    assert f"</span> {to}</span>" in page(project, person=person, locale=locale)


@pytest.mark.parametrize(
    ("person", "locale", "name", "other"),
    [("human", "en", "you", "human"), ("ben", "en", "human", "you"), ("human", "ja", "あなた", "human")],
)
def test_cards_and_events_call_their_sender_as_the_reader_does(
    project: renkei.Project, person: str, locale: Locale, name: str, other: str
) -> None:
    shown = page(project, "/?all=1", person=person, locale=locale)
    assert f'<strong class="from">{name}</strong>' in shown
    assert f'<strong class="from">{other}</strong>' not in shown
    lines = [one for one in shown.split('class="line')[1:] if "/goal" in one]
    assert name in lines[-1].partition("/goal")[0].rpartition("<span>")[2]


def test_the_newest_record_and_the_story_of_a_contract_say_you(project: renkei.Project) -> None:
    assert '<span class="what">you opened TC-1 for claiming' in page(project)
    assert '<span class="what">human opened TC-1 for claiming' in page(project, person="ben")
    shown = page(project, "/work/TC-1")
    assert "you opened it for claiming" in shown
    assert "human opened it for claiming" in page(project, "/work/TC-1", person="ben")


def test_a_name_with_signs_is_no_markup() -> None:
    event = FieldWritten(
        path="/goal", old="<b>", value="\x01people:ann\x02", author="human", at="2026-01-05T09:00:00.000000Z"
    )
    markup = kept_sentence(event, "en")
    assert "<b>" not in markup
    assert fill(markup, lambda kind, ref: f"[{kind} {ref}]").count("[") == 1


def test_a_decision_says_who_made_it(project: renkei.Project) -> None:
    assert "you · " in page(project, "/decisions/D-2").partition('class="outcome"')[2].partition("</section>")[0]
    other = page(project, "/decisions/D-2", person="ben")
    assert "human · " in other.partition('class="outcome"')[2].partition("</section>")[0]


def test_an_open_decision_says_who_decides(project: renkei.Project) -> None:
    assert "open – you decide" in page(project)
    assert "open – human decides" in page(project, person="ben")


def test_the_page_of_a_participant_that_left_says_why(project: renkei.Project) -> None:
    project.join("cy", "tester")
    project.leave("cy", reason="the first time")
    project.join("cy", "tester")
    project.leave("cy", reason="out of tokens")
    shown = page(project, "/agents/cy")
    assert "you reported it: out of tokens" in shown
    assert "human reported it: out of tokens" in page(project, "/agents/cy", person="ben")
    assert "the first time" in page(project, f"/agents/cy?at={project.state.seq - 2}")


def test_a_hand_over_without_a_recipient_names_what_is_missing(project: renkei.Project) -> None:
    fields = {"type": ["TASK_HANDOFF"], "form": ["send"], "/payload/task_description": ["build it"]}
    form = PostedForm(fields)
    acting = ActingPerson(project, "human", "view-aaaaaaaaaaaaaaaaaaaaaaaa", Surroundings(), "")
    with pytest.raises(WrongFieldError) as error:
        perform("send", acting, form)
    for locale, said in (("en", "Choose who does the work."), ("ja", "担当者を選んでください。")):
        failure = failure_of(form, error.value, locale)  # type: ignore[arg-type]
        assert (failure.text, [one.message for one in failure.of("/to")]) == (said, [said])


def test_a_decision_is_handed_over_from_its_entry(project: renkei.Project) -> None:
    ask(project, "D-3", "human")
    shown = page(project, "/waiting?entry=decision:D-3")
    form = shown.partition('id="form-assign_decision-D-3"')[2].partition("</form>")[0]
    assert ['value="D-3"' in form, "<option>ben" in form, "<option>human" in form] == [True, True, False]
    project.assign_decision("D-3", "ben", reason="on leave")
    assert "You handed this over to ben." in page(project, "/waiting?entry=decision:D-3")
    taken = page(project, "/waiting?entry=decision:D-3", person="ben")
    assert 'data-row="decision:D-3"' in taken
    assert "Handed over to you by human: on leave" in page(project, person="ben")
