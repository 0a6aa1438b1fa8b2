"""What a person sees of a screen before any click: whole boxes, rows of one line, and work instead of its filters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import renkei
from browsing import Served, served, signed_in
from renkei.edges.view.day.marks import ROOM, MarkShape, node_of, shapes_of
from renkei.engine.views.past.lanes import LaneMark, MarkKind
from team import small_team, work
from triaging import OPTIONS

WORDS = "Resolver for Query.orders with cursor pagination and an index on the customer and the time"
PHONE: ViewportSize = {"width": 390, "height": 800}

CUT = """() => {
  const view = document.getElementById("picture-view").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#graph a")].map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.top < view.top && box.bottom > view.top).length;
}"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place: Path = tmp_path_factory.mktemp("first")
    with small_team(place / ".renkei") as project:
        for number in range(30):
            before = {"depends_on": [f"TC-{number - 1}"]} if number % 10 else {}
            about = {"inputs": {"description": f"{number}: {WORDS}"}, "assignee": ("ann", "bob")[number % 2]}
            project.do(work(f"TC-{number}", **about, **before), actor="lead")
        for name in ("D-1", "D-2"):
            question = renkei.DecisionRequest(decision_id=name, question=f"{name}: {WORDS}?", options=OPTIONS)
            project.send(project.message("ann", question, "human"))
    with served(place) as team:
        yield team


@pytest.fixture(scope="module")
def wide(browser: Browser, shop: Served) -> Iterator[Page]:
    page, _ = signed_in(browser, shop, viewport={"width": 1400, "height": 900})
    yield page
    page.context.close()


@pytest.mark.long
def test_the_graph_opens_with_whole_boxes_at_its_upper_edge(wide: Page, shop: Served) -> None:
    wide.goto(f"{shop.address}/graph")
    expect(wide.locator("#picture-view.live")).to_be_visible()
    assert wide.locator("#graph a").count() > 30
    found = [wide.evaluate(CUT)]
    for middle in range(500, 640, 20):  # rows of boxes are 140 apart, so some of these views begin within a row
        wide.evaluate("(y) => { document.getElementById('graph').dataset.y = y; }", middle)
        wide.locator("[data-view=full]").click()
        found.append(wide.evaluate(CUT))
    assert set(found) == {0}
    tools, picture = (wide.locator(one).bounding_box() for one in ("#picture-tools", "#picture-view"))
    assert tools is not None
    assert picture is not None
    assert tools["y"] + tools["height"] <= picture["y"]


def test_filters_of_work_are_behind_one_button_on_a_phone_alone(wide: Page, shop: Served) -> None:
    field, summary = wide.get_by_label("Participant"), wide.locator(".fold > summary")
    wide.goto(f"{shop.address}/work?agent=ann&q=Resolver")
    expect(field).to_be_visible()
    expect(summary).to_be_hidden()
    wide.set_viewport_size(PHONE)
    expect(field).to_be_hidden()
    expect(summary).to_have_text("Filter 2")
    first = wide.locator(".work-card").first.bounding_box()
    assert first is not None
    assert first["y"] < PHONE["height"] / 2
    summary.click()
    expect(field).to_be_visible()
    expect(wide.locator("#screens [aria-current]")).to_be_in_viewport()
    wide.set_viewport_size({"width": 1400, "height": 900})


def test_each_row_of_the_palette_is_one_line(wide: Page, shop: Served) -> None:
    wide.goto(f"{shop.address}/work")
    wide.keyboard.press("Control+k")
    wide.keyboard.type("resolver")
    expect(wide.locator("#places li").nth(3)).to_contain_text("Resolver")
    heights = wide.locator("#places li").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert max(heights) < 1.5 * min(heights)
    assert wide.locator("#palette").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_all_events_are_a_choice_of_the_filter(wide: Page, shop: Served) -> None:
    wide.goto(shop.address)
    link = wide.get_by_role("link", name="Show all events")
    expect(link).to_be_hidden()
    wide.locator(".filters > summary").click()
    link.click()
    expect(wide.get_by_role("link", name="Show messages only")).to_be_visible()


def test_a_decision_of_the_day_has_a_name_and_leads_to_its_page(wide: Page, shop: Served) -> None:
    wide.goto(f"{shop.address}/day")
    expect(wide.locator(".day-legend")).to_contain_text("decision asked for")
    mark = wide.locator(".mark-link").first
    assert mark.get_attribute("href") == "/decisions/D-1"
    mark.dispatch_event("click")
    expect(wide).to_have_url(f"{shop.address}/decisions/D-1")


def drawn(*marks: tuple[float, MarkKind, str]) -> list[MarkShape]:
    places = {f"{x}": x for x, _, _ in marks}
    found = [LaneMark("ann", kind, ref, 1, f"{x}") for x, kind, ref in marks]
    return list(shapes_of(found, lambda one: places[one.at], lambda one: 0.0))


def test_marks_over_each_other_are_one_with_their_number() -> None:
    (shape,) = drawn((99.0, "asked", "D-1"), (99.2, "asked", "D-2"), (99.4, "asked", "D-3"))
    assert (shape.label, shape.is_left, [one.ref for one in shape.earlier]) == ("×3", True, ["D-1", "D-2"])
    assert node_of(shape.of) == "decision:D-3"
    assert [one.label for one in drawn((50.0, "asked", "D-1"), (50.2, "decided", "D-1"))] == ["D-1", "D-1"]


def test_a_label_is_where_it_has_room() -> None:
    assert [(one.label, one.is_left) for one in drawn((10.0, "asked", "D-1"), (11.0, "done", "TC-1"))] == [
        ("D-1", True),
        ("", False),
    ]
    crowded = drawn((ROOM / 2, "asked", "D-1"), (ROOM, "asked", "D-2"), (ROOM * 1.5, "asked", "D-3"))
    assert [one.label for one in crowded] == ["", "", "D-3"]
    assert drawn((50.0, "asked", "D-" + "1" * 20))[0].label == ""
