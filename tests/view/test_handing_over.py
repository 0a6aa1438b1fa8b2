"""A person hands work over with four fields; ids are picked from lists that say what each is."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

import renkei
from browsing import Served
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import ACTS
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.forms.suggestions import suggestions
from renkei.edges.view.refusals import WrongFieldError
from renkei.errors import DocumentError
from team import handoff, small_team
from viewing import page as page_of

TASK = "/payload/task_description"
DONE = "/payload/expected_output/success_criteria/0"


def hand_over(project: renkei.Project, **more: str) -> str:
    fields = {"type": "TASK_HANDOFF", "form": "send", "/to": "ann", TASK: "Write the guide", "/priority": "normal"}
    acting = ActingPerson(project, "human", "view-" + "0" * 24)
    return ACTS["send"](acting, PostedForm({name: [one] for name, one in {**fields, **more}.items()}))


def test_four_fields_open_a_contract() -> None:
    project = small_team(":memory:")
    hand_over(project, **{DONE: "It is complete", "/reply_by": "2026-11-30T17:00", "/task_ref": "TC-001"})
    terms = project.find_contract("TC-001").terms
    assert (terms.assignee, terms.inputs.description) == ("ann", "Write the guide")
    assert [one.criterion for one in terms.acceptance_criteria] == ["It is complete"]
    (owed,) = project.obligations("ann")
    local = datetime(2026, 11, 30, 17).astimezone(UTC)
    assert owed.reply_by == local.isoformat(timespec="microseconds").replace("+00:00", "Z")


@pytest.mark.parametrize(("field", "value"), [(TASK, ""), ("/reply_by", "tomorrow")])
def test_what_is_needed_and_a_time_is_a_time(field: str, value: str) -> None:
    project = small_team(":memory:")
    with pytest.raises(DocumentError) as refused:
        hand_over(project, **{field: value})
    assert field in {one.path for one in refused.value.problems}
    assert not project.state.contracts.entries


def test_work_without_a_recipient_is_rejected_in_words() -> None:
    project = small_team(":memory:")
    with pytest.raises(WrongFieldError, match="Choose who does the work"):
        hand_over(project, **{"/to": ""})
    assert not project.state.contracts.entries


def test_the_form_shows_four_fields_and_folds_the_others() -> None:
    first, _, more = page_of(small_team(":memory:"), "/compose?type=TASK_HANDOFF").partition(
        '<details class="group more"'
    )
    shown = re.findall(r'name="(/[^"]*)"', first)
    assert list(dict.fromkeys(shown)) == [TASK, "/to", DONE, "/reply_by"]
    assert more.startswith("><summary>"), "it is closed"
    folded = set(re.findall(r'name="(/[^"]*)"', more))
    assert {"/payload/expected_output/format", "/payload/authority_scope", "/task_ref", "/priority"} <= folded
    assert not folded & set(shown)
    assert 'value="TC-001"' in more


def test_suggested_ids_have_titles() -> None:
    project = small_team(":memory:")
    project.send(project.message("lead", handoff("**Write** the guide"), "ann", task_ref="TC-7"))
    asked = renkei.DecisionRequest(decision_id="D-1", question="Which port?")
    project.send(project.message("ann", asked, "lead"))
    found = suggestions(project.state, ["now"])
    assert found["contracts"] == [("TC-7", "Write the guide")]
    assert found["decisions"] == [("D-1", "Which port?")]
    assert ("ann", "backend") in found["participants"]
    assert found["options"] == [("now", "")]
    assert '<option value="TC-7" label="Write the guide">' in page_of(project, "/compose?type=TASK_RESULT")


def test_a_manager_hands_work_over_in_a_browser(page: Page, team: Served, project: renkei.Project) -> None:
    page.goto(f"{team.address}/work")
    page.get_by_role("link", name="Hand work over").click()
    page.get_by_label("What", exact=True).fill("Write the guide")
    page.get_by_label("ann (backend)").check()
    page.get_by_role("group", name="Done when").get_by_role("textbox").fill("It is complete")
    page.get_by_label("By when").fill("2026-11-30T17:00")
    assert page.locator(".composing").evaluate("one => one.scrollHeight") < 900
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".card.here")).to_contain_text("Write the guide")
    assert project.state.contracts.entries["TC-001"].assignee == "ann"
