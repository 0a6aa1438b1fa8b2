"""Nothing moves under the pointer or the focus of a person who is about to act, and final acts ask."""

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

import renkei
from browsing import Served, watched
from renkei.board.decide import Write
from renkei.engine import commands as c
from team import work

pytestmark = pytest.mark.long


def ask(project: renkei.Project, decision: str) -> None:
    """Let ann wait for a decision of the person: such an entry stands above others."""
    payload = renkei.DecisionRequest(
        decision_id=decision, question=f"{decision}?", options=(renkei.DecisionOption(label="yes", analysis=""),)
    )
    project.do(
        c.Send(project.message("ann", payload, "human", "high", f"{decision}?")),
        Write("/agents/ann/blocked_by", decision),
        actor="ann",
    )


def place(button: Locator) -> dict[str, float] | None:
    return dict(button.bounding_box() or {})


@pytest.fixture
def contract(project: renkei.Project, request: pytest.FixtureRequest) -> str:
    """A contract whose result waits for the person, alone."""
    for one in project.waiting_for("human"):
        if one.kind == "decision":
            project.decide(one.ref, "yes")
        else:
            project.accept(one.ref)
    name = f"T-{project.state.seq}"
    project.do(work(name, delegator="human", assignee="bob"))
    project.submit(name, "done", actor="bob")
    return name


@pytest.fixture
def accept(page: Page, team: Served, contract: str) -> Locator:
    page.goto(f"{team.address}/waiting")
    found = page.locator(f"#w-result-{contract}").get_by_role("button", name="Accept")
    expect(found).to_be_visible()
    return found


@pytest.fixture
def row(page: Page, accept: Locator, contract: str) -> Locator:
    """The row of the contract in the list, which is open beside it."""
    return page.locator(f"[data-row='result:{contract}']")


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_an_entry_that_arrives_moves_no_button_that_is_aimed_at(
    page: Page, accept: Locator, project: renkei.Project, by: str
) -> None:
    if by == "pointer":
        accept.hover()
    else:
        accept.press("Shift")
    before = place(accept)
    ask(project, f"D-{by}")
    project.pause_project("lunch")
    expect(page.locator("[data-row]")).to_have_count(3)  # the list beside it follows
    assert place(accept) == before
    expect(page.locator("#paused")).to_be_hidden()  # it would move the page
    if by == "pointer":
        page.mouse.move(5, 5)
    else:
        page.keyboard.press("Escape")
    expect(page.locator("#paused")).to_contain_text("lunch")
    expect(page.locator("[data-row]").first).to_contain_text("Project paused")
    expect(accept).to_be_visible()  # the open entry stays open
    project.resume_project()


def test_an_entry_that_arrives_moves_no_row_under_the_pointer(
    page: Page, row: Locator, project: renkei.Project
) -> None:
    row.hover()
    before = place(row)
    ask(project, "D-row")
    expect(page.locator("#waiting-count")).to_have_text("2")
    button = page.get_by_role("button", name="New entries: 1")
    expect(button).to_be_visible()
    assert place(row) == before
    button.click()
    expect(page.locator("[data-row]")).to_have_count(2)
    expect(page.locator("#held")).to_be_hidden()


def test_the_list_follows_once_the_pointer_has_left_it(page: Page, row: Locator, project: renkei.Project) -> None:
    row.hover()
    ask(project, "D-left")
    expect(page.locator("#held")).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator("[data-row]")).to_have_count(2)
    expect(page.locator("#held")).to_be_hidden()


def test_a_row_that_is_aimed_at_while_the_list_is_on_its_way_stays(
    page: Page, row: Locator, project: renkei.Project
) -> None:
    page.mouse.move(5, 5)
    on_its_way = list[Route]()
    page.route("**/waiting?*", lambda route: on_its_way.append(route))
    with page.expect_request("**/waiting?*"):
        ask(project, "D-race")
    row.hover()
    before = place(row)
    with page.expect_response("**/waiting?*"):
        on_its_way[0].continue_()
    page.unroute("**/waiting?*")
    expect(page.locator("#held")).to_be_visible()
    assert place(row) == before
    expect(page.locator("[data-row]")).to_have_count(1)


def test_on_a_touch_screen_the_list_waits_for_its_button(
    browser: Browser, team: Served, contract: str, project: renkei.Project
) -> None:
    page, _ = watched(browser.new_context(has_touch=True, is_mobile=True))
    page.goto(f"{team.address}/sign-in")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{team.address}/waiting")
    expect(page.locator("[data-row]")).to_have_count(1)
    ask(project, "D-touch")
    button = page.get_by_role("button", name="New entries: 1")
    expect(button).to_be_visible()
    expect(page.locator("[data-row]")).to_have_count(1)
    button.click()
    expect(page.locator("[data-row]")).to_have_count(2)
    page.context.close()


def test_a_reader_further_down_keeps_the_row_that_is_seen(page: Page, row: Locator, project: renkei.Project) -> None:
    for number in range(8):
        ask(project, f"D-{number}")
    page.mouse.move(5, 5)
    expect(page.locator("[data-row]")).to_have_count(9)
    page.set_viewport_size({"width": 1400, "height": 300})
    page.evaluate("document.body.style.overflowAnchor = 'none'")  # as in browsers that keep no place themselves
    page.evaluate("window.scrollTo(0, 300)")
    row = page.locator("[data-row='decision:D-5']")
    before = place(row)
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")  # so that what ann waits for holds two
    expect(page.locator("[data-row]").first).to_have_attribute("data-row", "decision:D-7")
    after = place(row)
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 1
    page.set_viewport_size({"width": 1400, "height": 900})
    project.do(Write("/agents/bob/blocked_by", None), actor="bob")


def test_what_a_colleague_decides_appears_above_the_words_that_are_being_typed(
    page: Page, accept: Locator, project: renkei.Project
) -> None:
    project.join("ben", human=True)
    ask(project, "D-both")
    page.goto(f"{page.url.partition('?')[0]}?entry=decision:D-both")
    entry = page.locator("#w-decision-D-both")
    entry.get_by_label("Why").fill("my reasons")
    project.decide("D-both", "yes", actor="ben")
    expect(entry.locator(".meanwhile")).to_contain_text("ben decided: yes")
    expect(entry.get_by_label("Why")).to_have_value("my reasons")
    expect(entry.get_by_role("button", name="Decide")).to_be_disabled()
    expect(page.locator("[data-row='decision:D-both']")).to_have_count(0)
    project.leave("ben", actor="human")


def test_a_final_act_asks_for_a_second_press(
    page: Page, accept: Locator, contract: str, project: renkei.Project
) -> None:
    page.goto(f"{page.url.partition('/waiting')[0]}/work/{contract}")
    page.locator(".act-reject > summary").click()  # the other form is open
    accept, reject = (page.locator(f".act-{act} form button") for act in ("accept", "reject"))
    before = place(reject)
    accept.click()
    expect(accept).to_contain_text("Press again to confirm")
    assert place(reject) == before
    reject.click()
    expect(accept).to_have_text("Accept")
    expect(reject).to_contain_text("Press again to confirm")
    page.keyboard.press("Escape")
    expect(reject).to_have_text("Reject")
    assert project.find_contract(contract).status == "submitted"
    accept.click()
    accept.click()
    expect(page.locator("main")).to_contain_text("completed")
    assert project.find_contract(contract).status == "completed"
