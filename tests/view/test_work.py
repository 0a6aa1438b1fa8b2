"""The work in a browser: opening and judging contracts, walking through the graph, refusals at their forms."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, as_visitor
from renkei.engine import commands as c
from team import work


@pytest.fixture(scope="module")
def contracts(project: renkei.Project) -> renkei.Project:
    project.do(work("T-1", assignee="ann", priority="high"), work("T-2", depends_on=["T-1"]), actor="lead")
    project.do(work("T-3", delegator="human", assignee="bob"), actor="human")
    project.start("T-1", actor="ann")
    project.start("T-3", actor="bob")
    project.submit("T-3", "see the branch", evidence={"runs": "12 passed"}, actor="bob")
    return project


@pytest.fixture
def at(page: Page, team: Served, contracts: renkei.Project) -> Iterator[Page]:
    page.goto(f"{team.address}/work")
    return page


def column(page: Page, name: str) -> object:
    return page.locator("section.column", has=page.get_by_role("heading", name=name))


def test_contracts_stand_in_the_column_of_their_phase_and_move_as_records_arrive(
    at: Page, contracts: renkei.Project
) -> None:
    expect(column(at, "Open").locator(".work-card")).to_have_count(1)
    expect(column(at, "In work")).to_contain_text("T-1")
    expect(at.locator(".chain li")).to_have_text(["T-1", "T-2"])
    expect(column(at, "To be judged")).to_contain_text("0 of 1 criteria proved")
    contracts.do(work("T-4"), actor="lead")
    expect(column(at, "Open")).to_contain_text("T-4")
    at.get_by_label("Participant").select_option("bob")
    at.get_by_role("button", name="Show", exact=True).click()
    expect(at.locator(".work-card")).to_have_count(1)
    at.get_by_role("link", name="Show all").click()
    expect(at.locator(".work-card")).to_have_count(4)


@pytest.fixture
def refused(browser: Browser, at: Page) -> Iterator[Page]:
    """Another page of the person, on which the browser may report the status of a refusal."""
    with browser.new_context(storage_state=at.context.storage_state()) as context:
        page = context.new_page()
        page.goto(at.url)
        yield page


@pytest.mark.long
def test_the_full_form_of_a_contract_begins_with_what_was_typed_in_the_short_one(
    refused: Page, contracts: renkei.Project
) -> None:
    at = refused
    at.get_by_text("Open a contract").click()
    form = at.locator("#form-open_contract")
    long = "文" * 20_000  # longer than an address can be
    form.get_by_label("Id", exact=True).fill("T-77")
    form.get_by_label("What is to be done").fill(long)
    form.get_by_label("Done by").select_option("ann")
    form.get_by_label("Done when").fill("it is short\nit is clear")
    form.get_by_role("group", name="Waits for these contracts").get_by_label("T-1").check()
    form.get_by_role("button", name="Full form").click()
    full = at.locator("#form-open_contract-full")
    expect(full.locator("[name='/id']")).to_have_value("T-77")
    expect(full.locator("[name='/inputs/description']")).to_have_value(long)
    expect(full.locator("[name='/acceptance_criteria/1/criterion']")).to_have_value("it is clear")
    expect(full.locator("[name='/depends_on/0']")).to_have_value("T-1")
    expect(full.locator("[name='/assignee']")).to_have_value("ann")
    expect(at.get_by_role("alert")).to_have_count(0)
    expect(at).to_have_url(re.compile("/compose/contract$"))
    full.locator("[name='/expected_output/format']").fill("text")
    full.get_by_role("button", name="Open the contract").click()
    expect(at.get_by_role("heading", name="T-77")).to_be_visible()
    assert contracts.find_contract("T-77").terms.inputs.description == long


def test_a_person_opens_a_contract_and_a_refusal_keeps_what_was_typed(refused: Page, contracts: renkei.Project) -> None:
    at = refused
    at.get_by_text("Open a contract").click()
    form = at.locator("#form-open_contract")
    form.get_by_label("Id", exact=True).fill("T-1")
    form.get_by_label("What is to be done").fill("Write the tests")
    form.get_by_label("What is to be delivered").fill("code")
    form.get_by_label("Done when").fill("they pass\nthey are fast")
    form.get_by_role("button", name="Open").click()
    expect(form.locator(".problem")).to_contain_text("T-1")
    expect(form.get_by_label("What is to be done")).to_have_value("Write the tests")
    form.get_by_label("Id", exact=True).fill("T-9")
    form.get_by_label("Done by").select_option("ann")
    form.get_by_role("button", name="Open").click()
    expect(at.get_by_role("heading", name="T-9")).to_be_visible()
    entry = contracts.find_contract("T-9")
    assert (entry.assignee, entry.terms.delegator) == ("ann", "human")
    assert [one.criterion for one in entry.terms.acceptance_criteria] == ["they pass", "they are fast"]


@pytest.mark.long
def test_work_is_sent_back_with_findings_and_then_accepted(at: Page, team: Served, contracts: renkei.Project) -> None:
    at.goto(f"{team.address}/work/T-3")
    at.locator(".act-send_back summary").click()
    form = at.locator("#form-send_back")
    form.get_by_label("What is missing").fill("one case")
    form.get_by_label("Finding 1").fill("the empty list")
    form.get_by_label("Location").first.fill("list.py")
    form.get_by_role("button").click()
    expect(at.locator(".title-row .status")).to_contain_text("in work")
    expect(at.locator(".timeline")).to_contain_text("you sent it back")
    review = contracts.conversation(thread="T-3")[-1].message
    assert [(one.description, one.location, one.severity) for one in review.payload.findings] == [
        ("the empty list", "list.py", "major")
    ]
    contracts.submit("T-3", "again", actor="bob")
    expect(at.locator(".title-row .status")).to_contain_text("submitted")
    accept = at.locator("#act-accept")
    accept.locator("summary").click()
    contracts.do(c.AddNote("T-3", "a note arrives"), actor="bob")
    expect(at.get_by_text("a note arrives").first).to_be_visible()
    expect(at.locator("#time-line .what")).to_contain_text("note")  # the time bar says what the newest record is
    expect(accept).not_to_have_attribute("open", "")  # what the person closed stays closed
    accept.locator("summary").click()
    at.locator("#form-accept").get_by_label("Reason").fill("fine")
    at.locator("#form-accept").get_by_role("button").click()
    expect(at.locator(".title-row .status")).to_contain_text("completed")
    expect(at.locator(".criteria")).to_contain_text("accepted by human: fine")


def test_work_is_assigned_paused_resumed_and_cancelled(at: Page, team: Served, contracts: renkei.Project) -> None:
    at.goto(f"{team.address}/work/T-1")
    at.locator(".act-assign summary").click()
    at.locator("#form-assign select").select_option("bob")
    at.locator("#form-assign").get_by_role("button").click()
    expect(at.locator("dl").first).to_contain_text("bob")
    at.locator(".act-pause_contract summary").click()
    at.locator("#form-pause_contract").get_by_label("Reason").fill("wait for the budget")
    at.locator("#form-pause_contract").get_by_role("button").click()
    expect(at.locator(".stuck")).to_contain_text("wait for the budget")
    expect(at.locator(".act-pause_contract")).to_have_count(0)
    at.locator(".act-resume_contract summary").click()
    at.locator("#form-resume_contract").get_by_role("button").click()
    expect(at.locator(".stuck")).to_have_count(0)
    at.locator(".act-cancel summary").click()
    at.locator("#form-cancel").get_by_role("button").click()
    at.locator("#form-cancel").get_by_role("button", name="Press again to confirm").click()
    expect(at.locator(".title-row .status")).to_contain_text("cancelled")
    at.locator(".timeline a").first.click()
    expect(at.locator(".past")).to_be_visible()
    expect(at.locator("form.act")).to_have_count(0)


@pytest.mark.long
def test_a_person_walks_through_the_graph_by_keyboard(at: Page, contracts: renkei.Project) -> None:
    at.get_by_role("link", name="Dependency graph").click()
    link = at.locator("svg.graph a[href*='T-2']")
    link.focus()
    at.keyboard.press("Enter")
    expect(at).to_have_url(re.compile("of=contract%3AT-2"))
    expect(at.locator("svg.graph .focus")).to_contain_text("T-2")
    at.get_by_role("button", name="All of it").click()
    at.locator("svg.graph .focus").wait_for(state="visible")
    at.get_by_text("As a list").click()
    expect(at.get_by_role("table")).to_contain_text("depends on")
    at.get_by_role("link", name="Open its page").click()
    expect(at.get_by_role("heading", name="T-2", exact=True)).to_be_visible()


VIEW = """() => {
  const svg = document.getElementById("graph");
  const [x, y, width] = svg.getAttribute("viewBox").split(" ").map(Number);
  return {x, y, scale: svg.clientWidth / width};
}"""
"""Returns the part of the picture that is seen, and the pixels of one of its units."""


@pytest.mark.long
def test_the_picture_is_panned_and_zoomed_by_pointer_and_keyboard(at: Page, contracts: renkei.Project) -> None:
    at.goto(f"{at.url.partition('/work')[0]}/graph")
    view = at.locator("#picture-view")
    box = view.bounding_box()
    assert box is not None
    first = at.evaluate(VIEW)
    assert first["scale"] <= 1  # so text has 11 pixels, or all of the picture is seen
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at.mouse.move(*middle)
    at.mouse.down()
    at.mouse.move(middle[0] + 80, middle[1] + 30, steps=4)
    at.mouse.up()
    panned = at.evaluate(VIEW)
    assert round((first["x"] - panned["x"]) * first["scale"]) == 80
    assert round((first["y"] - panned["y"]) * first["scale"]) == 30
    assert at.url.endswith("/graph")
    at.keyboard.down("Control")
    at.mouse.wheel(0, -100)
    at.keyboard.up("Control")
    at.wait_for_function(f"({VIEW})().scale > {first['scale']} * 1.2")
    view.focus()
    at.keyboard.press("0")
    assert at.evaluate(VIEW)["scale"] == pytest.approx(first["scale"], rel=0.01)
    at.keyboard.press("ArrowRight")
    assert at.evaluate(VIEW)["x"] > first["x"]


@pytest.mark.long
def test_the_view_of_the_picture_survives_new_records(at: Page, contracts: renkei.Project) -> None:
    at.goto(f"{at.url.partition('/work')[0]}/graph")
    at.get_by_role("button", name="Closer").click()
    before = at.evaluate(VIEW)
    contracts.do(work("T-new", assignee="ann", inputs={"description": "Paint the door"}), actor="lead")
    expect(at.locator("svg.graph")).to_contain_text("Paint the door")
    assert at.evaluate(VIEW) == before
    view = at.locator("#picture-view")
    view.focus()
    at.keyboard.press("ArrowRight")
    assert at.evaluate(VIEW)["x"] == pytest.approx(before["x"] + 60 / before["scale"])  # one step: it listens once
    at.get_by_label("Search by title or id").fill("paint")
    expect(at.locator("svg.graph a:not(.dim)")).to_have_count(1)


def test_unknown_ids_are_pages_that_say_so(browser: Browser, at: Page, team: Served) -> None:
    person = as_visitor(at, team)
    answers = {one: person.get(one) for one in ("/work/none", "/graph?of=none", "/work?status=x")}
    assert [one.status for one in answers.values()] == [404, 404, 400]
    assert "There is no contract “none”" in answers["/work/none"].text


def test_a_narrow_screen_does_not_scroll_sideways_in_the_dark_in_japanese(
    browser: Browser, at: Page, team: Served
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 800},
        color_scheme="dark",
        locale="ja",
        storage_state=at.context.storage_state(),
    )
    page = context.new_page()
    for address in ("/work?lang=ja", "/work/T-1", "/graph"):
        page.goto(team.address + address)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert "Open" not in page.locator("h2").all_inner_texts()
    context.close()
