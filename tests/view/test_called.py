"""The reader of a page is `you` there, in both languages, and keeps the name for everyone else."""

from collections.abc import Iterator

import pytest

import renkei
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import perform
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.refusals import WrongFieldError
from renkei.edges.view.screen import failure_of
from renkei.edges.view.surroundings import Surroundings
from renkei.protocol.primitives import Locale
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
        yield found


@pytest.mark.parametrize(
    ("person", "locale", "to"),
    [("human", "en", "you, ben"), ("ben", "en", "human, you"), ("ben", "ja", "human, あなた")],
)
def test_a_card_says_you_to_its_reader(project: renkei.Project, person: str, locale: Locale, to: str) -> None:
    assert f"</span> {to}</span>" in page(project, person=person, locale=locale)


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
