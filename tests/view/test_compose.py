"""What a person writes: posts, mentions, replies, and typed messages in forms that are made from their schemas."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import renkei
from browsing import Served

NOTE = {"intent_hint": "NOTE", "body": "a text", "requires_response": False, "urgency": "normal"}


@pytest.fixture
def refused(page: Page, browser: Browser, team: Served) -> Iterator[Page]:
    """Another window of the same person, on which the browser may report that requests were refused."""
    window = browser.new_context(storage_state=page.context.storage_state(), viewport={"width": 1400, "height": 900})
    other = window.new_page()
    other.goto(f"{team.address}/")
    yield other
    window.close()


def box(page: Page) -> Locator:
    return page.locator("#post-text")


def test_a_post_goes_to_whom_the_list_names_and_the_page_stays(page: Page, project: renkei.Project) -> None:
    page.evaluate("window.kept = true")
    page.locator(".to summary").click()
    page.get_by_label("all Everybody").uncheck()
    page.get_by_label("ann backend").check()
    page.get_by_label("Ask for a reply").check()
    expect(page.locator(".chosen")).to_have_text("ann")
    box(page).fill("How far are you?\nThe demo is at noon.")
    box(page).press("Control+Enter")
    expect(page.locator("#messages .card").last).to_contain_text("The demo is at noon.")
    expect(box(page)).to_have_value("")
    expect(box(page)).to_be_focused()
    assert page.evaluate("window.kept") is True
    owed = project.obligations("ann")
    assert [(one.creditor, one.expects) for one in owed] == [("human", ("FREEFORM",))]
    sent = project.find_message(owed[0].message_id)
    assert (sent.to, sent.priority, sent.context_summary) == (("ann",), "normal", "How far are you?")


def test_a_name_completes_by_keys_and_a_mention_interrupts(page: Page, project: renkei.Project) -> None:
    box(page).press_sequentially("Wait, @")
    options = page.locator(".mentionable [role=option]")
    expect(box(page)).to_have_attribute("aria-activedescendant", "mention-0")
    expect(page.locator("#compose [role=status]")).to_contain_text("4 names")
    expect(options.first).to_contain_text("lead")
    box(page).press_sequentially("b")
    expect(options).to_have_count(1)
    box(page).press("Escape")
    expect(options).to_have_count(0)
    box(page).press("Backspace")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        box(page).press(key)
    expect(box(page)).to_have_value("Wait, @bob ")
    expect(page.locator("#post-interrupts")).to_have_text("Blocking for: bob")
    page.locator("#compose input[value=bob]").evaluate("(box) => box.dataset.paused = ''")
    box(page).press_sequentially(" ")
    expect(page.locator("#post-interrupts")).to_contain_text("bob (paused: reads it when it is resumed)")
    page.locator("#compose input[value=bob]").evaluate("(box) => delete box.dataset.paused")
    box(page).press_sequentially("the schema changes.")
    with project.turn("bob"), project.turn("ann"):
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#messages .card").last).to_contain_text("the schema changes.")
        assert project.wake_reason("bob") is not None, "bob's open turn is interrupted"
        assert project.wake_reason("ann") is None, "ann reads it with her next turn"


@pytest.mark.long
def test_a_post_that_fails_keeps_its_text_and_a_draft_survives_a_load(refused: Page) -> None:
    box(refused).fill("   ")
    with refused.expect_response("**/acts/post") as answer:
        refused.get_by_role("button", name="Send").click()
    assert answer.value.status == 400
    expect(refused.locator("#compose [role=alert]").first).to_contain_text("A message needs a text")
    box(refused).fill("not yet sent")
    refused.context.set_offline(True)
    refused.get_by_role("button", name="Send").click()
    expect(refused.locator(".unsent")).to_contain_text("What you wrote is still here")
    expect(box(refused)).to_have_value("not yet sent")
    refused.context.set_offline(False)
    refused.reload()
    expect(box(refused)).to_have_value("not yet sent")
    box(refused).fill("")


def test_a_form_shows_its_errors_at_the_fields_and_sends_when_they_are_gone(
    refused: Page, team: Served, project: renkei.Project
) -> None:
    page = refused
    page.goto(f"{team.address}/compose?type=DECISION_REQUEST")
    page.get_by_label("ann (backend)").check()
    page.get_by_label("all", exact=True).uncheck()
    page.get_by_label("Id of the decision").fill("has spaces")
    page.get_by_label("Recommended option").fill("RS256\u200b")
    page.get_by_label("Name of the option").fill("RS256")
    page.get_by_label("Score, 0 to 1").fill("9")
    page.get_by_role("button", name="Add Options").click()
    second = page.get_by_role("group", name="Option 2")
    expect(second.get_by_label("Name of the option")).to_be_focused()
    second.get_by_label("Name of the option").fill("HS256")
    second.get_by_label("Advantages").fill("simple")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("Id of the decision")).to_be_focused()
    expect(page.get_by_label("Id of the decision")).to_have_value("has spaces")
    expect(page.get_by_label("Id of the decision")).to_have_attribute("aria-invalid", "true")
    summary = page.locator(".summary-of-errors")
    expect(summary.get_by_role("listitem")).to_have_count(4)
    expect(page.get_by_label("Recommended option")).to_have_value("RS256\u200b")
    page.get_by_label("Recommended option").fill("RS256")
    summary.get_by_role("link", name="Advantages and disadvantages").click()
    first = page.get_by_role("group", name="Option 1")
    first.get_by_label("Advantages").fill("keys can be rotated")
    expect(first.locator(".problem").last).to_contain_text("1")
    first.get_by_label("Score, 0 to 1").fill("0.9")
    page.get_by_label("Id of the decision").fill("signing")
    page.get_by_label("Question").fill("Which algorithm signs the tokens?")
    page.get_by_label("Question").press("Control+Enter")
    expect(page.locator(".card.here")).to_contain_text("RS256")
    (owed,) = [one for one in project.obligations("ann") if "DECISION_RESULT" in one.expects]
    sent = project.find_message(owed.message_id)
    assert [(one.label, one.recommendation_score) for one in sent.payload.options] == [("RS256", 0.9), ("HS256", None)]
    assert sent.context_summary == "Which algorithm signs the tokens?"


def test_a_reply_has_the_type_and_the_references_that_its_request_asks_for(
    page: Page, team: Served, project: renkei.Project
) -> None:
    options = (
        renkei.DecisionOption(label="now", analysis="soon"),
        renkei.DecisionOption(label="later", analysis="safe"),
    )
    question = renkei.DecisionRequest(decision_id="release", question="When do we release?", options=options)
    request = project.message("bob", question, "human", context_summary="The release is ready.")
    project.send(request)
    page.locator(f"#m-{request.id}").get_by_role("link", name="Reply").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Decision")
    expect(page.locator("section.asked")).to_contain_text("When do we release?")
    expect(page.get_by_label("Id of the decision")).to_have_value("release")
    assert page.locator("#l-options option").evaluate_all("found => found.map((one) => one.value)") == ["now", "later"]
    page.get_by_label("Chosen option").fill("later")
    page.get_by_label("Why").fill("The tests are red.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".card.here")).to_contain_text("later")
    assert project.state.board.get("/pending_decisions/release/resolution") == "later (The tests are red.)"
    assert not [one for one in project.obligations("human") if one.message_id == request.id]


@pytest.mark.long
def test_a_contract_is_opened_without_a_script(
    page: Page, browser: Browser, team: Served, project: renkei.Project
) -> None:
    window = browser.new_context(storage_state=page.context.storage_state(), java_script_enabled=False, locale="ja-JP")
    plain = window.new_page()
    plain.goto(f"{team.address}/compose/contract")
    plain.locator("[name='/id']").fill("TC-100")
    plain.locator("[name='/inputs/description']").fill("Write the guide")
    plain.locator("[name='/expected_output/format']").fill("Markdown")
    plain.locator("[name='/acceptance_criteria/0/criterion']").fill("It is complete")
    plain.get_by_role("button", name="追加 受け入れ基準").click()
    plain.locator("[name='/acceptance_criteria/1/criterion']").fill("It is short")
    plain.locator("[name='/depends_on/0']").fill("TC-404")
    plain.get_by_role("button", name="契約を開始").click()
    expect(plain.get_by_role("alert").first).to_contain_text("TC-404")
    wrong = plain.locator("[name='/depends_on/0']")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(re.compile("契約「TC-404」はありません"))
    expect(plain.locator("[name='/acceptance_criteria/1/criterion']")).to_have_value("It is short")
    plain.locator("[name='/depends_on/0']").fill("")
    plain.get_by_role("button", name="契約を開始").click()
    plain.wait_for_url("**/work/TC-100")
    terms = project.find_contract("TC-100").terms
    assert [one.criterion for one in terms.acceptance_criteria] == ["It is complete", "It is short"]
    assert (terms.delegator, terms.assignee) == ("human", None)
    window.close()


def test_a_double_click_sends_once(page: Page, project: renkei.Project) -> None:
    box(page).fill("said once")
    page.get_by_role("button", name="Send").dblclick()
    expect(page.locator("#messages .card").last).to_contain_text("said once")
    assert len(project.search("said once")) == 1


@pytest.mark.long
def test_what_arrives_while_one_writes_leaves_a_draft_and_the_place_in_the_page(
    refused: Page, team: Served, project: renkei.Project
) -> None:
    page = refused
    page.clock.install()
    box(page).press_sequentially("I am writ")
    payload = renkei.Freeform(intent_hint="NOTE", body="arrived", requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "all", context_summary="It arrived."))
    expect(page.locator("#messages .card").last).to_contain_text("It arrived.")
    box(page).press_sequentially("ing")
    expect(box(page)).to_have_value("I am writing")
    box(page).fill("")
    page.goto(f"{team.address}/compose?type=STATUS_UPDATE")
    page.get_by_label("Achieved so far").fill("half")
    page.get_by_role("button", name="Add Waits for").click()
    page.locator("h1").click()
    sent = project.send(project.message("ann", payload, "all", context_summary="Again."))
    assert sent is not None
    expect(page.locator("body")).to_have_attribute("data-last", str(sent.seq))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward(10_000)  # longer than the view waits before it loads a screen again
    page.evaluate("() => fetch('/static/favicon.svg').then((answer) => answer.text())")
    assert [one for one in asked if "/compose" in one] == []
    expect(page.get_by_label("Achieved so far")).to_have_value("half")
    expect(page.locator(".list .item", has=page.locator("[name='/payload/blockers/1']"))).to_be_visible()


def test_in_a_thread_a_post_answers_what_was_asked_there(page: Page, team: Served, project: renkei.Project) -> None:
    question = renkei.Freeform(intent_hint="QUESTION", body="which port?", requires_response=True, urgency="normal")
    first = project.message("bob", question, ["human", "ann"], context_summary="A question.")
    project.send(first)
    page.goto(f"{team.address}/threads/{first.id}")
    expect(page.locator(".chosen")).to_have_text("ann, bob")
    box(page).fill("8080")
    box(page).press("Control+Enter")
    expect(page.locator("#messages .card").last).to_contain_text("8080")
    assert not [one for one in project.obligations("human") if one.message_id == first.id]
    page.goto(f"{team.address}/?with=ann")
    expect(page.locator(".chosen")).to_have_text("ann")
    expect(page.get_by_role("link", name="Typed message…")).to_have_attribute("href", "/compose?%2Fto=ann")


@pytest.mark.long
def test_addresses_that_name_nothing_and_the_past_have_no_form(
    refused: Page, team: Served, project: renkei.Project
) -> None:
    sent = project.send(project.message("ann", renkei.Freeform(**NOTE), "human", context_summary="Late."))
    assert sent is not None
    late = sent.events[0].message.id  # type: ignore[union-attr]
    bad = {
        "type=GOSSIP": 400,
        "reply_to=nobody": 404,
        f"reply_to={late}&at={sent.seq - 1}": 404,
        "type=FREEFORM&at=x": 400,
    }
    for query, status in bad.items():
        answer = refused.goto(f"{team.address}/compose?{query}")
        assert answer is not None
        assert answer.status == status
    for path in (f"/compose?type=FREEFORM&at={sent.seq}", f"/compose/contract?at={sent.seq}", f"/?at={sent.seq}"):
        refused.goto(team.address + path)
        expect(refused.locator("form.act")).to_have_count(0)


@pytest.mark.long
def test_rows_are_removed_and_an_address_fills_fields_in(page: Page, team: Served) -> None:
    page.goto(f"{team.address}/compose/contract?/assignee=bob&/roles/0=backend&/roles/1=frontend")
    expect(page.get_by_label("Assignee")).to_have_value("bob")
    roles = page.get_by_role("group", name="Roles that may claim it")
    expect(roles.locator("input")).to_have_count(3)
    roles.get_by_role("button", name="Remove Roles that may claim it 1").click()
    expect(roles.locator("input")).to_have_count(2)
    expect(roles.locator("input").first).to_have_value("frontend")
    expect(roles.get_by_role("button", name="Add")).to_be_focused()
