"""The search of the view understands operators, explains its faults in place, and keeps searches of a person."""

import re

import pytest

from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from team import small_team
from viewing import page

CARD = re.compile(r'<article class="card [^>]* data-id="([^"]*)"')


def say(project: Project, name: str, text: str, sender: str = "ann", to: str = "bob") -> None:
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message(sender, payload, to, id=name))


@pytest.fixture
def project() -> Project:
    project = small_team(guarded=False)
    say(project, "m1", "pool pool pool")
    say(project, "m2", "the pool of connections is used up", "bob", "human")
    say(project, "m3", "a lighthouse beside the pool")
    return project


SEARCHES = {
    "q=pool": ["m1", "m3", "m2"],
    "q=pool+order:time": ["m3", "m2", "m1"],
    "q=pool&order=time": ["m3", "m2", "m1"],
    "q=pool+-lighthouse": ["m1", "m2"],
    "q=to:me": ["m2"],
    "q=from:ann&agent=human": [],
    "q=from:bob&agent=human": ["m2"],
    "q=%22pool+of%22": ["m2"],
}


@pytest.mark.parametrize(("query", "found"), SEARCHES.items())
def test_operators_filters_and_order_work_together(project: Project, query: str, found: list[str]) -> None:
    assert CARD.findall(page(project, f"/search?{query}")) == found


def test_words_are_marked_and_operators_are_not(project: Project) -> None:
    found = page(project, "/search?q=from:bob+pool").partition('id="messages"')[2]
    assert set(re.findall("<mark>(.*?)</mark>", found)) == {"pool"}


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "There is no operator “form:”. Use one of: from:, to:, type:, task:, has:, before:, after:, order:."),
        ("ja", "演算子「form:」はありません。使えるもの：from:, to:, type:, task:, has:, before:, after:, order:。"),
    ],
)
def test_a_fault_is_explained_beside_the_search_that_is_kept(project: Project, locale: str, said: str) -> None:
    shown = page(project, "/search?q=form:ann+pool", locale=locale)
    assert f'<p class="problem" role="alert">{said}' in shown
    assert 'value="form:ann pool"' in shown
    assert CARD.findall(shown) == []


def test_a_search_that_finds_nothing_asks_what_was_meant(project: Project) -> None:
    assert "Did you mean from:ann?" in page(project, "/search?q=from:amn")
    assert "Did you mean" not in page(project, "/search?q=from:ann")
