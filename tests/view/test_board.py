"""The board: what it shows of each field, and how a person edits it in place."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import renkei
from browsing import Served
from renkei.board.decide import Write


def field(page: Page, path: str) -> Locator:
    return page.locator(f'[id="f{path}"]')


def edit(page: Page, path: str) -> None:
    field(page, path).get_by_role("link", name=f"Edit {path}", exact=True).click()
    expect(page.locator("#edit")).to_be_focused()


def value(project: renkei.Project, path: str) -> object:
    return project.state.board.get(path)


def write(project: renkei.Project, who: str, path: str, new: object, why: str = "") -> None:
    with project.act_as(who) as draft:
        draft.write(path, new, action=why)


@pytest.fixture
def board(page: Page, team: Served, _signed_in: tuple[Page, list[str]]) -> Iterator[Page]:
    page.goto(f"{team.address}/board")
    yield page
    faults = _signed_in[1]  # a form that is refused has a status of its own, which the browser reports
    faults[:] = [one for one in faults if "responded with a status of 4" not in one]


def test_a_field_is_edited_where_it_stands(board: Page, project: renkei.Project) -> None:
    edit(board, "/goal")
    board.locator("#edit").fill("People can log in")
    board.get_by_label("Why").fill("the first step")
    board.get_by_role("button", name="Save").click()
    expect(field(board, "/goal")).to_contain_text("People can log in")
    expect(field(board, "/goal")).to_contain_text("the first step")
    expect(board.locator('[id="y/goal"]')).to_contain_text("goal: People can log in")
    assert value(project, "/goal") == "People can log in"


@pytest.mark.long
def test_a_field_that_somebody_wrote_since_shows_both_values_and_asks(board: Page, project: renkei.Project) -> None:
    write(project, "lead", "/current_phase", "build")
    expect(field(board, "/current_phase")).to_contain_text("build")
    for choice, result in (("Keep mine", "mine"), ("Keep the value of lead", "theirs")):
        edit(board, "/current_phase")
        board.locator("#edit").fill("mine")
        write(project, "lead", "/current_phase", "theirs")
        board.get_by_role("button", name="Save").click()
        expect(field(board, "/current_phase").get_by_role("alert")).to_contain_text("lead changed this field")
        expect(board.locator(".theirs")).to_have_text("theirs")
        expect(board.locator("#edit")).to_have_value("mine")
        assert value(project, "/current_phase") == "theirs"
        board.get_by_text(choice, exact=True).click()
        expect(board.locator("#edit")).to_have_count(0)
        expect(field(board, "/current_phase")).to_contain_text(result)
        assert value(project, "/current_phase") == result


@pytest.mark.long
def test_what_was_typed_outlives_records_and_a_refusal(board: Page, project: renkei.Project) -> None:
    edit(board, "/goal")
    board.locator("#edit").fill("half a sentence")
    board.get_by_role("heading", name="YAML").click()  # the form has no focus any longer
    write(project, "ann", "/agents/ann/current_task", "something")
    expect(board.locator("#time-position")).to_have_text(re.compile(f"^{project.state.seq} of"))
    expect(board.locator("#form-write")).to_have_attribute("data-typed", "")
    expect(board.locator("#edit")).to_have_value("half a sentence")
    board.locator("#edit").fill("x" * 70_000)
    board.get_by_role("button", name="Save").click()
    expect(board.locator("#edit-problem")).to_contain_text("the limit is 65536")
    expect(board.locator("#edit")).to_have_value("x" * 70_000)
    write(project, "ann", "/agents/ann/current_task", "something else")
    expect(board.locator("#time-position")).to_have_text(re.compile(f"^{project.state.seq} of"))
    expect(board.locator("#form-write")).to_have_attribute("data-typed", "")
    expect(board.locator("#edit")).to_have_value("x" * 70_000)
    board.get_by_role("link", name="Cancel").click()
    expect(board.locator("#edit")).to_have_count(0)


def test_entries_are_added_and_blockers_resolved(board: Page, project: renkei.Project) -> None:
    board.get_by_role("link", name="Add a blocker").click()
    board.get_by_label("Id", exact=True).fill("B-1")
    board.get_by_label("Description").fill("no staging server")
    board.get_by_label("Affects").fill("[ann, nobody here")
    board.get_by_role("button", name="Add", exact=True).click()
    expect(board.locator("#form-write-entry .problem")).to_contain_text("/blockers/B-1/affected_agents")
    expect(board.get_by_label("Description")).to_have_value("no staging server")
    board.get_by_label("Affects").fill("- ann")
    board.get_by_role("button", name="Add", exact=True).click()
    expect(field(board, "/blockers/B-1")).to_contain_text("no staging server")
    assert value(project, "/blockers/B-1/affected_agents") == ["ann"]
    board.get_by_role("button", name="Resolve B-1").click()
    expect(field(board, "/blockers/B-1")).to_have_count(0)
    board.get_by_role("link", name="1 more").click()
    expect(field(board, "/blockers/B-1/resolved")).to_contain_text("yes")
    board.get_by_role("link", name="Add a decision").click()
    board.get_by_label("Id", exact=True).fill("D-1")
    board.get_by_label("Question").fill("Which port?")
    board.get_by_label("Decides").fill("lead")
    board.get_by_label("Options").fill("- label: '80'\n- label: '8080'\n")
    board.get_by_role("button", name="Add", exact=True).click()
    expect(field(board, "/pending_decisions/D-1")).to_contain_text("8080")
    board.locator('[id="f/agents/ann"]').get_by_role("link", name="Add an artifact").click()
    board.get_by_label("Id", exact=True).fill("spec")
    board.get_by_label("Version").fill("2")
    board.get_by_role("button", name="Add", exact=True).click()
    expect(field(board, "/agents/ann/artifacts/spec/version")).to_contain_text("2")


@pytest.mark.long
def test_the_history_of_a_field_is_read_and_undone(board: Page, project: renkei.Project) -> None:
    for number in range(12):
        write(project, "ann", "/agents/ann/blocked_by", f"thing {number}", f"because {number}")
    field(board, "/agents/ann/blocked_by").get_by_role("link", name="History of /agents/ann/blocked_by").click()
    steps = board.locator(".history > li")
    expect(steps).to_have_count(10)
    expect(steps.first).to_contain_text("because 11")
    board.get_by_role("link", name="Earlier changes").click()
    expect(steps.first).to_contain_text("because 1")
    expect(steps.last).to_contain_text("added")
    board.get_by_role("link", name="Newest changes").click()
    expect(board.get_by_role("button", name=re.compile("Undo"))).to_have_count(1)
    board.get_by_role("button", name=re.compile("Undo")).click()
    expect(steps.first).to_contain_text("thing 10")
    assert value(project, "/agents/ann/blocked_by") == "thing 10"


@pytest.mark.long
def test_time_travel_begins_at_the_screen_of_a_refused_form(board: Page, project: renkei.Project) -> None:
    edit(board, "/current_phase")
    board.locator("#edit").fill("")
    write(project, "lead", "/current_phase", "moved again")
    board.get_by_role("button", name="Save").click()
    expect(board.get_by_role("alert").first).to_be_visible()
    board.get_by_role("link", name="One record back").click()
    expect(board).to_have_url(re.compile(r"/board\?at=\d+$"))
    expect(board.locator("form.act")).to_have_count(0)


def test_two_records_are_compared(board: Page, project: renkei.Project, team: Served) -> None:
    before = project.state.seq
    write(project, "human", "/goal", "<script>alert(1)</script> \u202e")
    board.goto(f"{team.address}/board?at={project.state.seq}&with={before}")
    row = board.get_by_role("row").filter(has_text="/goal")
    expect(row).to_contain_text(r"<script>alert(1)</script> \u202e")
    name, old, new = (one.bounding_box() for one in row.locator("th, td").all())
    assert name
    assert old
    assert new
    assert 0.2 < name["width"] / (name["width"] + old["width"] + new["width"]) < 0.3
    assert abs(old["width"] - new["width"]) < 2
    expect(board.locator("form.act")).to_have_count(0)


@pytest.mark.long
def test_a_field_is_edited_without_scripts(browser: Browser, team: Served, project: renkei.Project) -> None:
    """The server of `team` lets in by a link that was used; a token lets in as well."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{team.address}/board?edit=/goal&base={project.state.board.cells['/goal'].seq}")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    page.locator("#edit").fill("without scripts")
    page.get_by_role("button", name="Save").click()
    expect(field(page, "/goal")).to_contain_text("without scripts")
    page.get_by_role("button", name="Other times").click()
    page.get_by_label("Show the project as it was at").fill(project.record(2).at)
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".past")).to_contain_text("record 2 of")
    page.context.close()


def test_the_same_edit_by_the_library(project: renkei.Project) -> None:
    base = project.state.board.cells["/goal"].seq
    write(project, "lead", "/goal", "moved")
    with pytest.raises(renkei.ProtocolError, match="was written at seq"):
        project.do(Write("/goal", "stale", if_seq=base))
