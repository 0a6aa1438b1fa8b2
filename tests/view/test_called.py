"""The reader of a page is `you` there, in both languages, and keeps the name for everyone else."""

from collections.abc import Iterator

import pytest

import renkei
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
