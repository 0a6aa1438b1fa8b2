"""The day: the place of each time, the window of the log, the page without a browser, and dragging in one."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

import renkei
from browsing import Served
from renkei.edges.view.day import window as windows
from renkei.edges.view.day.costs import sums, total
from renkei.edges.view.day.picture import HUES, PATTERNS, draw, hue_of, seconds
from renkei.edges.view.day.scale import IDLE, scale
from renkei.edges.view.day.window import window
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.protocol.primitives import later
from team import small_team, work
from viewing import page as page_of
from viewing import visit

TIMES = st.lists(st.integers(0, 200_000), min_size=1, max_size=30).map(sorted)
SPANS = st.lists(st.tuples(st.integers(0, 200_000), st.integers(0, 9000)), max_size=5)


@given(TIMES, SPANS)
def test_later_times_are_further_right_and_all_are_in_the_picture(
    times: list[int], spans: list[tuple[int, int]]
) -> None:
    made = scale(times, [(start, start + length) for start, length in spans])
    xs = [made.x(at) for at in times]
    assert xs == sorted(xs)
    assert all(0 <= x <= 100.001 for x in xs)
    ends = [made.stretches[0].left, made.stretches[-1].right]
    assert ends == [0, pytest.approx(100)]
    assert all(0 <= made.x(at) <= 100 for at in made.ticks())


@given(TIMES, SPANS)
def test_a_time_is_folded_only_if_nothing_happened_in_it(times: list[int], spans: list[tuple[int, int]]) -> None:
    busy = [(start, start + length) for start, length in spans]
    for fold in scale(times, busy).folds:
        assert fold.end - fold.start > IDLE
        assert not any(fold.start < at < fold.end for at in times)
        assert not any(start < fold.end and fold.start < end for start, end in busy)


def test_equal_times_are_equally_wide_outside_of_folds() -> None:
    made = scale([0, 100, 50_000, 50_100], [])
    assert made.x(50_100) - made.x(50_000) == pytest.approx(made.x(100) - made.x(0))
    assert [(one.start, one.end) for one in made.folds] == [(100, 50_000)]


def test_a_long_open_turn_is_not_idle() -> None:
    assert scale([0, 9000], [(0, 9000)]).folds == ()
    assert len(scale([0, 9000], []).folds) == 1


@pytest.fixture
def project() -> renkei.Project:
    return with_a_day(small_team())


def with_a_day(project: renkei.Project) -> renkei.Project:
    project.do(work("T-1", assignee="ann", inputs={"description": "Sell <b>tickets"}), actor="lead")
    project.start("T-1", actor="ann")
    with project.turn("ann") as turn:
        turn.write("/pending_decisions/D-1", {"question": "Which key?", "owner": "human"})
        turn.write("/agents/ann/blocked_by", "D-1")
        turn.send(note("Look at the key"), "bob", id="look")
    with project.turn("bob"):
        pass
    return project


def note(text: str) -> renkei.Freeform:
    return renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


def test_the_page_says_in_words_what_the_picture_shows(project: renkei.Project) -> None:
    found = page_of(project, "/day")
    assert "Sell &lt;b&gt;tickets" in found
    assert "waits for human: Which key?" in found
    assert "asked for a decision: Which key?" in found
    listed = found.partition('id="as-list"')[2]
    assert re.findall(r'<th scope="row">(\w+)</th>', listed) == ["ann", "ann", "ann", "bob"]
    assert f'href="/day/ann/{project.past_turns("ann")[0].seq}"' in listed


def test_the_story_of_a_turn_is_what_it_saw_did_and_caused(project: renkei.Project) -> None:
    seq = project.past_turns("bob")[0].seq
    assert "Look at the key" in page_of(project, f"/day/bob/{seq}")
    found = page_of(project, f"/day/ann/{project.past_turns('ann')[0].seq}")
    did, _, followed = found.partition('id="turn-followed"')
    assert "ann → bob: Look at the key" in did
    assert f'A turn of bob read a message of this one: <a href="/day/bob/{seq}"' in followed


def test_the_story_of_a_turn_in_the_past_ends_there(project: renkei.Project) -> None:
    seq = project.past_turns("ann")[0].seq
    found = page_of(project, f"/day/ann/{seq}?at={seq}")
    assert "the turn is open" in found
    assert "Look at the key" not in found


def test_a_window_holds_a_day_at_most_and_a_number_of_records(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [small_team().state.at]
    project = small_team(now=lambda: clock[0])
    for hours in range(30):
        clock[0] = later(clock[0], 3600 * 1_000_000)
        project.do(c.Write("/goal", f"goal {hours}"))
    newest = window(visit(project, "/day"))
    assert (newest.upto, len(newest.times)) == (project.state.seq, 24)
    monkeypatch.setattr(windows, "MOST_RECORDS", 10)
    assert len(window(visit(project, "/day")).times) == 10
    past = window(visit(project, "/day?at=5"))
    assert past.after < 5 < past.upto == 10
    chosen = window(visit(project, "/day?to=8&count=3"))
    assert (chosen.after, chosen.upto) == (5, 8)
    for wrong in ("to=999", "to=0", "count=0", "count=11", "to=x"):
        with pytest.raises(BadValueError):
            window(visit(project, f"/day?{wrong}"))


def test_the_cursor_is_at_the_record_that_is_shown(project: renkei.Project) -> None:
    found = window(visit(project, "/day"))
    picture = draw(found, 4)
    assert picture.cursor == pytest.approx(picture.xs[3], abs=0.01)
    assert len(picture.xs) == found.upto - found.after
    assert picture.xs[-1] == 100


def test_turns_of_one_contract_have_one_colour_and_heights_by_tokens(project: renkei.Project) -> None:
    with project.turn("ann"):
        pass
    first, other, second = draw(window(visit(project, "/day")), 0).bars
    assert (first.hue, other.hue, second.hue) == (1, None, 1)
    heights = {one.of.tokens: one.height for one in (first, other, second) if one.of is not None}
    assert [heights[tokens] for tokens in sorted(heights)] == sorted(set(heights.values()))
    assert len(heights) > 1


def test_contracts_keep_their_colours_and_24_are_told_apart() -> None:
    assert len({hue_of(f"TC-{number}") for number in range(100, 124)}) == HUES * PATTERNS == 24
    assert hue_of("TC-107") == hue_of("other-107")
    assert 0 <= hue_of("release") == hue_of("release") < 24


def test_sums_count_what_lasts_until_the_end_of_the_window(project: renkei.Project) -> None:
    found = window(visit(project, "/day"))
    ann, bob = sorted(sums(found, None, lambda one: one.agent), key=lambda one: one.name)
    assert (ann.turns, bob.turns, bob.waited) == (1, 1, 0)
    asked = next(one.at for one in found.marks if one.kind == "asked")
    assert ann.waited == seconds(found.times[-1]) - seconds(asked) > 0
    assert total(found, None).tokens == ann.tokens + bob.tokens


def test_money_appears_only_with_prices_and_a_fault_in_them_is_told(tmp_path: Path) -> None:
    with with_a_day(small_team(tmp_path / ".renkei")) as project:
        assert "prices.yaml" in page_of(project, "/day")
        prices = tmp_path / ".renkei" / "prices.yaml"
        prices.write_text("currency: EUR\nmodels: {large: {input: 1000, output: 0}}\ndefault: large\n")
        tokens = sum(one.tokens for one in window(visit(project, "/day")).bars)
        assert f"At most {tokens / 1000:.2f} EUR." in page_of(project, "/day")
        prices.write_text("currency: EUR\nmodels: {large: {input: 1000, output: 0}}\nagents: {ann: small}\n")
        assert "there is no sum" in page_of(project, "/day")
        prices.write_text("currency: EUR\n")
        assert "models" in page_of(project, "/day").partition('role="alert"')[2][:300]


@pytest.fixture(scope="module")
def served_day(team: Served) -> int:
    with renkei.open(team.directory / ".renkei") as project:
        with_a_day(project)
        return project.state.seq


@pytest.mark.long
def test_dragging_over_the_lanes_is_time_travel_on_all_screens(page: Page, team: Served, served_day: int) -> None:
    page.goto(f"{team.address}/day")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuenow", str(served_day))
    box = page.locator("#lane-width").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 1, box["y"] + 12, steps=3)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"/day\?at=1$"))
    expect(page.get_by_role("link", name="Board", exact=True)).to_have_attribute("href", "/board?at=1")
    expect(page.locator(".later")).to_have_attribute("width", "100%")
    slider.press("PageUp")
    slider.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"/day\?at={min(served_day - 1, 20)}$"))
    slider.press("End")
    expect(page).to_have_url(re.compile("/day$"))
    expect(page.locator(".later")).to_have_attribute("width", "0")


def test_a_bar_opens_the_story_of_its_turn_beside_the_lanes(page: Page, team: Served, served_day: int) -> None:
    page.goto(f"{team.address}/day")
    page.locator("#lanes a").first.click()
    story = page.get_by_role("region", name="A turn of ann")
    expect(story).to_be_focused()
    expect(story).to_contain_text("ann → bob: Look at the key")
    story.locator("a.story").click()
    expect(page.get_by_role("region", name="A turn of bob")).to_be_visible()
    expect(page).to_have_url(re.compile("/day$"))


def test_a_closer_picture_keeps_its_middle(page: Page, team: Served, served_day: int) -> None:
    page.goto(f"{team.address}/day")
    page.get_by_role("link", name="4×").click()
    wide, seen = page.evaluate("""() => {
      const scroller = document.getElementById("lane-scroll");
      const {clientWidth, scrollLeft, scrollWidth} = scroller;
      return [scrollWidth / clientWidth, (scrollLeft + clientWidth / 2) / scrollWidth];
    }""")
    assert (round(wide), round(seen, 1)) == (4, 0.5)


def test_newer_records_wait_behind_a_link(page: Page, team: Served, served_day: int, project: renkei.Project) -> None:
    page.goto(f"{team.address}/day")
    with renkei.open(team.directory / ".renkei") as other:
        other.do(c.Write("/goal", "another goal"))
    link = page.get_by_role("link", name="Show newer records: 1")
    link.click()
    expect(link).to_be_hidden()
