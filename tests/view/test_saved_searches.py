"""A person's saved searches are in all its browsers, and nobody else sees them."""

import pytest
from playwright.sync_api import Page, expect

import renkei
from browsing import Served
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.searches import MOST, delete_search, save_search, saved_searches
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.refusals import WrongFieldError
from team import small_team
from viewing import page as page_of


def acting(project: renkei.Project, person: str = "human") -> ActingPerson:
    return ActingPerson(project, person, "view-" + "0" * 24)


def form(**fields: str) -> PostedForm:
    return PostedForm({name: [value] for name, value in fields.items()})


def test_a_search_is_saved_with_its_filters_under_a_name() -> None:
    project = small_team(":memory:")
    assert save_search(acting(project), form(query="q=from:ann+pool&type=FREEFORM&tier=&x=1", name=" the  pool ")) == (
        "/search?q=from%3Aann+pool&type=FREEFORM"
    )
    save_search(acting(project), form(query="q=incident", name=""))
    assert list(saved_searches(project, "human")) == ["the pool", "incident"]
    assert saved_searches(project, "ann") == {}
    delete_search(acting(project), form(name="the pool", back="/search"))
    assert dict(saved_searches(project, "human")) == {"incident": "q=incident"}


@pytest.mark.parametrize("query", ["", "order=time", "x=1", "q=" + "x" * 3000])
def test_only_a_search_can_be_saved(query: str) -> None:
    project = small_team(":memory:")
    with pytest.raises(WrongFieldError):
        save_search(acting(project), form(query=query))
    assert saved_searches(project, "human") == {}


def test_a_full_list_takes_only_another_search_of_a_known_name() -> None:
    project = small_team(":memory:")
    for number in range(MOST):
        save_search(acting(project), form(query=f"q=word{number}"))
    save_search(acting(project), form(query="q=changed", name="word3"))
    with pytest.raises(WrongFieldError, match="50 searches are saved already"):
        save_search(acting(project), form(query="q=more"))
    assert saved_searches(project, "human")["word3"] == "q=changed"


def test_settings_that_are_no_searches_show_none() -> None:
    project = small_team(":memory:")
    for wrong in (5, ["x"], {"x": 5}, {"<b>": "q=%3Cb%3E&x=\"'"}):
        project.change_settings("human", lambda _, wrong=wrong: {"searches": wrong})  # type: ignore[misc]
        assert "<b>" not in page_of(project, "/search")


def test_a_person_saves_opens_and_deletes_a_search(page: Page, team: Served, project: renkei.Project) -> None:
    page.goto(f"{team.address}/search?q=from:lead+order:time")
    page.get_by_text("Save this search").first.click()
    page.get_by_label("Name").fill("what the lead says")
    page.get_by_role("button", name="Save this search").click()
    page.goto(f"{team.address}/search")
    page.get_by_role("link", name="what the lead says").click()
    expect(page.get_by_label("Search all messages")).to_have_value("from:lead order:time")
    page.get_by_role("button", name="Delete the search “what the lead says”").click()
    expect(page.get_by_role("link", name="what the lead says")).to_have_count(0)
    assert project.settings("human")["searches"] == {}
