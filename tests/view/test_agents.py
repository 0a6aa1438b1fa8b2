"""The agents' screens: what they show, and what a person does there with agents, groups, quotas and tokens."""

import pytest
from playwright.sync_api import Locator, Page, expect

import renkei
from browsing import Served, as_visitor, watched
from renkei.engine import commands as c
from renkei.errors import TokenRefusedError


@pytest.fixture
def agents(page: Page, team: Served) -> Page:
    page.goto(f"{team.address}/agents")
    return page


def card(page: Page, agent: str) -> Locator:
    return page.locator(f"#agent-{agent}")


def opened(card: Locator, name: str) -> Locator:
    """Return the form behind a summary, after opening it."""
    details = card.locator("details").filter(has=card.page.get_by_text(name, exact=True))
    details.locator("summary").click()
    return details.locator("form")


def test_what_an_agent_does_is_shown_as_it_happens(agents: Page, project: renkei.Project) -> None:
    expect(card(agents, "ann")).to_contain_text("idle")
    with project.turn("ann"):
        expect(card(agents, "ann")).to_contain_text("in a turn")
        expect(card(agents, "ann")).to_contain_text("Turn open")
    expect(card(agents, "ann")).to_contain_text("turns: 1")
    project.do(c.Write("/agents/ann/status", "blocked"), c.Write("/agents/ann/blocked_by", "bob"), actor="ann")
    card(agents, "ann").get_by_role("link", name="bob").click()
    expect(agents.get_by_role("heading", level=1)).to_contain_text("bob")


@pytest.mark.long
def test_pausing_needs_a_reason_which_the_agent_reads(agents: Page, project: renkei.Project) -> None:
    form = opened(card(agents, "bob"), "Pause")
    form.get_by_label("Reason").fill("   ")
    form.get_by_role("button").click()
    expect(agents.get_by_role("alert")).to_contain_text("is empty")
    expect(form.locator(".problem")).to_contain_text("is empty")
    form = card(agents, "bob").locator("#form-pause-bob")  # it is open again
    form.get_by_label("Reason").fill("wait for the key")
    form.get_by_role("button").click()
    expect(card(agents, "bob")).to_contain_text("Paused: wait for the key")
    assert project.state.suspended["bob"] == "wait for the key"
    card(agents, "bob").get_by_role("button", name="Resume").click()
    expect(card(agents, "bob")).not_to_contain_text("Paused: wait for the key")
    assert "bob" not in project.state.suspended
    assert project.record(project.state.seq).actor == "human"


def test_interrupting_is_a_blocking_message_and_ends_the_turn_if_asked(agents: Page, project: renkei.Project) -> None:
    project.begin_turn("bob")
    expect(card(agents, "bob")).to_contain_text("in a turn")
    form = opened(card(agents, "bob"), "Interrupt")
    form.get_by_label("Message").fill("Stop.\nThe key is wrong.")
    form.get_by_label("End its open turn too").check()
    form.get_by_role("button").click()
    expect(card(agents, "bob")).to_contain_text("Its last turn was ended: Stop.")
    assert "bob" not in project.state.turns
    assert "The key is wrong." in project.context("bob").text
    assert project.wake_reason("bob") is not None


@pytest.mark.long
def test_the_project_is_paused_and_limited(agents: Page, project: renkei.Project) -> None:
    agents.get_by_text("Pause the project").first.click()
    agents.locator("#form-pause_project").get_by_label("Reason").fill("lunch")
    agents.locator("#form-pause_project button").click()
    expect(agents.locator("section.project")).to_contain_text("The project is paused: lunch")
    agents.get_by_role("button", name="Resume the project").click()
    expect(agents.locator("section.project")).to_contain_text("The project runs.")
    for turns in ("many", "500"):
        if agents.locator("#act-set_quota").get_attribute("open") is None:
            agents.get_by_text("Change the quota").first.click()
        agents.locator("#form-set_quota").get_by_label("Turns").fill(turns)
        agents.locator("#form-set_quota button").click()
        if turns == "many":
            expect(agents.get_by_role("alert")).to_contain_text("a number from 1")
            expect(agents.locator("#form-set_quota").get_by_label("Turns")).to_have_value("many")
    expect(agents.locator("section.project")).to_contain_text("of 500")
    assert (project.state.quota.turns, project.state.quota.tokens) == (500, None)


def test_a_participant_is_added_with_a_token_that_is_shown_once_and_taken_out(
    agents: Page, team: Served, project: renkei.Project
) -> None:
    agents.get_by_text("Add a participant").first.click()
    agents.get_by_label("Id", exact=True).fill("eve")
    agents.locator("#form-join").get_by_label("Role").fill("tests")
    agents.locator("#form-join button").click()
    expect(agents.get_by_role("heading", level=1)).to_contain_text("eve")
    agents.get_by_role("button", name="Make a token").click()
    token = agents.get_by_label("Token of eve").input_value()
    assert project.token_holder(token) == "eve"
    agents.reload()
    expect(agents.get_by_text("This token was shown already.")).to_be_visible()
    agents.get_by_role("link", name="Back to eve").click()
    for _ in range(2):  # a final act asks for a second press
        agents.get_by_role("button", name="Revoke").click()
    expect(agents.get_by_role("button", name="Revoke")).to_have_count(0)
    with pytest.raises(TokenRefusedError):
        project.token_holder(token)
    agents.get_by_text("Take out of the project").click()
    agents.get_by_label("Yes, take eve out").check()
    agents.get_by_role("button", name="Take out").click()
    expect(card(agents, "ann")).to_be_visible()
    assert "eve" not in project.state.actors


def test_a_group_is_defined(agents: Page, project: renkei.Project) -> None:
    agents.get_by_text("Define a group").first.click()
    agents.get_by_label("Name", exact=True).fill("pair")
    for one in ("ann", "bob"):
        agents.get_by_label(one, exact=True).check()
    agents.locator("#form-set_group button").click()
    expect(agents.get_by_role("link", name="pair")).to_be_visible()
    assert project.state.groups["pair"] == ("ann", "bob")


@pytest.mark.long
def test_no_person_gets_a_token_of_another(agents: Page, team: Served, project: renkei.Project) -> None:
    project.join("zoe", human=True)
    agents.goto(f"{team.address}/agents/zoe")
    expect(agents.get_by_text("renkei token create --for zoe")).to_be_visible()
    agents.goto(f"{team.address}/agents/ann")
    agents.locator("#form-create-token input[name=agent]").evaluate("one => one.value = 'zoe'")
    with agents.expect_response("**/acts/create-token") as answer:
        agents.get_by_role("button", name="Make a token").click()
    assert answer.value.status == 403
    assert [one for one in project.tokens() if one.actor == "zoe"] == []


def test_the_past_is_shown_without_forms(agents: Page, team: Served, project: renkei.Project) -> None:
    agents.goto(f"{team.address}/agents?at=1")
    expect(agents.locator("main form")).to_have_count(0)
    card(agents, "ann").get_by_role("link", name="ann").click()
    assert agents.url.endswith("/agents/ann?at=1")
    expect(agents.locator("main form")).to_have_count(0)


@pytest.mark.short("ja")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_is_read_without_scripts_in_every_language_and_width(page: Page, team: Served, lang: str) -> None:
    browser = page.context.browser
    assert browser is not None
    cookies = page.context.cookies()
    for width in (1400, 390):
        context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 900}, locale=lang)
        context.add_cookies(cookies)  # type: ignore[arg-type]
        still, faults = watched(context)
        for path in ("/agents", "/agents/ann", "/agents/human", "/agents/ann/token"):
            still.goto(f"{team.address}{path}")
            assert still.locator("h1").count() == 1
            assert still.locator("html").get_attribute("lang") == lang
        still.goto(f"{team.address}/agents")
        body = still.locator("body").bounding_box()
        assert body is not None
        assert body["width"] <= width
        assert faults == []
        context.close()


def test_an_unknown_agent_has_no_page(page: Page, team: Served) -> None:
    answer = as_visitor(page, team).get("/agents/nobody")
    assert answer.status == 404
    assert "nobody" in answer.text
