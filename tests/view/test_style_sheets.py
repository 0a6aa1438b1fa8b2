"""Style sheets work for every direction of writing, and put the whole content of a screen on paper."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import renkei
from browsing import Served

pytestmark = pytest.mark.long

SHEETS = sorted(Path(str(files("renkei.edges.view") / "static")).rglob("*.css"))

PHYSICAL = re.compile(
    r"(?<![-.\w])(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right)\s*:|(?:float|text-align):\s*(?:left|right)\b)"
)

EXCEPTIONS = {
    ".prose .right { text-align: right; }": "the author of a table has aligned the column",
}

PICTURES = ("time.css", "day.css", "graph.css")
"""In pictures of time and of what leads to what, the earlier is at the left in every language."""

SCROLLED = """() => [...document.querySelectorAll("#screen *")].filter((one) => {
    const style = getComputedStyle(one);
    const isCut = one.scrollHeight > one.clientHeight + 2 && ["auto", "scroll", "hidden"].includes(style.overflowY);
    return isCut && one.clientHeight && style.clipPath === "none" && !one.closest(".visually-hidden");
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Elements of a page of which a part would not be printed."""


FOLDED = """() => [...document.querySelectorAll("#screen details:not([open])")].filter((one) => {
    const inside = [...one.querySelectorAll(":scope > :not(summary, button, .keys)")]
        .filter((inner) => inner.textContent.trim());
    return one.getBoundingClientRect().height && inside.some((inner) => !inner.getBoundingClientRect().height);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Folded parts that are not printed, though their fold is."""


def physical(line: str) -> bool:
    return PHYSICAL.search(line) is not None and not any(one in line for one in EXCEPTIONS)


@pytest.mark.parametrize("sheet", [one for one in SHEETS if one.name not in PICTURES], ids=lambda path: path.name)
def test_no_style_sheet_names_left_or_right(sheet: Path) -> None:
    assert [line for line in sheet.read_text(encoding="utf-8").splitlines() if physical(line)] == []


def test_a_physical_direction_would_be_noticed() -> None:
    wrong = ("a { left: 0 }", "a { margin-left: 1px; }", "b { border-right-color: red }", "c { text-align: left; }")
    right = ("a { inset-inline-start: 0 }", "a { margin-inline-start: 1px }", "c { text-align: start }")
    assert [one for one in (*wrong, *right) if physical(one)] == list(wrong)


@pytest.fixture(scope="module")
def _said(project: renkei.Project) -> None:
    for number in range(60):
        body = f"note {number}\n\nmore"
        note = renkei.Freeform(intent_hint="NOTE", body=body, requires_response=False, urgency="low")
        project.send(project.message("ann", note, "bob"))
    question = renkei.DecisionRequest(decision_id="D-1", question="Which port?")
    project.send(project.message("ann", question, "human"))


@pytest.fixture
def printed(_said: None, page: Page) -> Iterator[Page]:
    page.emulate_media(media="print", color_scheme="dark")
    yield page
    page.emulate_media(media="screen", color_scheme="light")


def test_a_conversation_is_printed_from_its_first_to_its_last_message(
    printed: Page, team: Served, project: renkei.Project
) -> None:
    printed.goto(f"{team.address}/")
    expect(printed.locator("#messages .card").last).to_contain_text("Which port?")
    note = renkei.Freeform(intent_hint="NOTE", body="has just arrived", requires_response=False, urgency="low")
    project.send(project.message("ann", note, "bob"))
    expect(printed.locator("#messages .card.new").last).to_be_visible()
    for part in ("header.top", "#time", "#compose", ".conversations", ".search"):
        expect(printed.locator(part).first).to_be_hidden()
    boxes = [printed.locator("#messages .card").nth(at).bounding_box() for at in (0, -1)]
    assert all(box is not None and box["y"] >= 0 for box in boxes)
    assert printed.evaluate(SCROLLED) == []
    assert printed.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(20, 24, 30)"
    pages = len(re.findall(rb"/Type\s*/Page\b", printed.pdf(format="A4")))
    assert pages >= 3


@pytest.mark.parametrize("width", [700, 1400])
def test_the_open_entry_is_printed_with_the_list_at_every_width(printed: Page, team: Served, width: int) -> None:
    printed.set_viewport_size({"width": width, "height": 900})
    printed.goto(f"{team.address}/waiting")
    try:
        expect(printed.locator("#waiting-list li").first).to_be_visible()
        expect(printed.locator("#opened")).to_contain_text("Which port?")
        expect(printed.locator("#opened")).to_be_visible()
    finally:
        printed.set_viewport_size({"width": 1400, "height": 900})


@pytest.mark.short
@pytest.mark.parametrize("address", ["/waiting", "/board", "/work", "/agents", "/contexts/ann", "/search?q=note"])
def test_no_part_of_a_screen_is_cut_on_paper(printed: Page, team: Served, address: str) -> None:
    printed.goto(f"{team.address}{address}")
    expect(printed.locator("h1").first).to_be_visible()
    expect(printed.locator("header.top")).to_be_hidden()
    assert printed.evaluate(SCROLLED) == []
    assert printed.evaluate(FOLDED) == []
