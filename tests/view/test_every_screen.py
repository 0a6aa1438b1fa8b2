"""Every screen: two widths, light and dark, both languages, for a screen reader, by keyboard alone, without scripts."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, served, signed_in
from process import renkei as command
from renkei.edges.view.routes import SCREENS, Screen
from renkei.engine import commands as c
from renkei.files.model import FileChange
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES, texts
from screen_addresses import addresses, parameters
from team import work

SCENARIO = Path(renkei.__file__).parent / "examples" / "auth-api" / "scenario.yaml"
WIDTHS = (1400, 390)
SCHEMES = ("light", "dark")
EVERY_COMBINATION = bool(os.environ.get("EVERY_COMBINATION"))
CORNERS = (("en", 1400, "light"), ("ja", 390, "dark"))
"""Where axe looks by default: the addresses of a screen take turns. `make test-view` lets it look at every language,
width and scheme of each."""

LONG = 20
"""Characters from which an English sentence cannot be on a Japanese page by chance."""

OTHERS = [Screen("/sign-in", SCREENS[0].show, "", ""), Screen("/no-such-page", SCREENS[0].show, "", "")]
"""Pages that are no screens."""

READ = """() => {
  const names = ["aria-label", "title", "placeholder"];
  const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
  const said = labels.flatMap((one) => names.map((name) => one.getAttribute(name) ?? ""));
  const body = document.body.cloneNode(true);
  for (const other of body.querySelectorAll("[lang], script")) other.remove();
  return [body.textContent, ...said].join("\\n");
}"""
"""Returns everything that a page says in its language."""

TOO_WIDE = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const isWide = (one) => one.getBoundingClientRect().right > root.clientWidth;
  const wide = [...document.querySelectorAll("body *")].filter(isWide);
  return ["too wide", ...wide.map((one) => one.outerHTML.slice(0, 160))];
}"""
"""Returns what makes a page scroll sideways."""

TABBED = """() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  const isRadio = (one) => one.type === "radio" && one.name;
  const groups = new Set();
  window.wanted = all.filter((one) => {
    if (one.matches(":disabled, [type=hidden], [tabindex='-1']")) return false;
    if (!one.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})) return false;
    const group = isRadio(one) && `${one.form?.id} ${one.name}`;
    return !group || (!groups.has(group) && groups.add(group));
  });
  window.reached = [];
  window.unseen = [];
  const same = (one, other) => one === other || (isRadio(one) && one.name === other.name && one.form === other.form);
  addEventListener("focusin", ({target}) => {
    const style = getComputedStyle(target);
    window.reached.push(window.wanted.findIndex((one) => same(one, target)));
    const box = target.querySelector(".box"); // of a drawn graph: its frame is thicker
    const isSeen = style.outlineStyle !== "none" || (box && parseFloat(getComputedStyle(box).strokeWidth) >= 5);
    if (!isSeen) window.unseen.push(target.outerHTML.slice(0, 160));
  });
  return window.wanted.map((one) => one.outerHTML.slice(0, 160));
}"""
"""Lists the elements that the Tab key should reach, in order; then collects the elements it reaches, and where focus is
invisible."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The shipped scenario to its end, and then something to decide, to judge, to reply to and to resume."""
    place: Path = tmp_path_factory.mktemp("played")
    assert command("replay", SCENARIO, "--into", ".renkei", cwd=place).returncode == 0
    with renkei.open(place / ".renkei") as project:
        for number in (100, 101):
            options = ({"label": "RS256", "analysis": "keys rotate"}, {"label": "HS256", "analysis": "simple"})
            asked = {"decision_id": f"D-{number}", "question": "Which algorithm?", "options": options}
            payload = renkei.DecisionRequest.model_validate(asked | {"recommended": "RS256"})
            project.send(project.message("agent-architect", payload, "human"))
        question = renkei.Freeform(intent_hint="QUESTION", body="Ship?", requires_response=True, urgency="high")
        project.send(project.message("agent-backend", question, "human"))
        project.pause("agent-frontend", reason="its branch does not build")
        project.do(work("TC-900", paths=["src/**"], delegator="human"), actor="human")
        project.do(c.ClaimContract("TC-900"), actor="agent-backend")
        project.do(c.RecordChanges("agent-backend", (FileChange(path="src/api/keys.py", lines=((1, 5),)),), "edit"))
        project.do(c.ReserveFiles("human", ("src/api/**", "docs/**"), 3600, False), actor="human")
    with served(place) as project_served:
        yield project_served


@pytest.fixture(scope="module")
def known(played: Served) -> dict[str, str]:
    with renkei.open(played.directory / ".renkei") as project:
        return parameters(project)


@pytest.fixture(scope="module")
def window(browser: Browser, played: Served) -> Iterator[tuple[Page, list[str]]]:
    page, faults = signed_in(browser, played)
    yield page, faults
    page.context.close()


@pytest.fixture(scope="module")
def plain(window: tuple[Page, list[str]], browser: Browser, played: Served) -> Iterator[Page]:
    """The person's page in a browser that runs no scripts."""
    state = window[0].context.storage_state()
    context = browser.new_context(java_script_enabled=False, storage_state=state)
    yield context.new_page()
    context.close()


def sentences(locale: Locale) -> set[str]:
    return {one for text in texts(locale, "view").values() for one in ((text,) if isinstance(text, str) else text)}


@cache
def english() -> list[str]:
    """Return the sentences that only English pages have."""
    return [one for one in sentences("en") - sentences("ja") if len(one) >= LONG and "{" not in one]


def unspoken(text: str, locale: Locale) -> list[str]:
    """Return the keys, unfilled places and English sentences that a page shows."""
    keys = texts("en", "view").keys() & set(re.findall(r"[\w./-]+", text))
    kept = [] if locale == "en" else [one for one in english() if one in text]
    return [*keys, *re.findall(r"\{[a-z_]+\}", text), *kept]


def test_a_key_an_unfilled_place_and_an_english_sentence_are_noticed() -> None:
    assert all(re.fullmatch(r"[\w./-]+", key) for key in texts("en", "view"))
    assert unspoken("a (time.now) b {actor} c time.now/x", "en") == ["time.now", "{actor}"]
    assert unspoken(f"… {english()[0]} …", "ja") == [english()[0]]


def violations(page: Page) -> list[str]:
    """Return what axe finds."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.short("/", "/waiting", "/sign-in")
@pytest.mark.parametrize("screen", [*SCREENS, *OTHERS], ids=lambda screen: screen.path)
def test_a_screen_is_whole_in_each_size_scheme_and_language(
    window: tuple[Page, list[str]], played: Served, known: dict[str, str], screen: Screen
) -> None:
    page, faults = window
    for turn, address in enumerate(addresses(screen, known), SCREENS.index(screen) if screen in SCREENS else 0):
        for locale in LOCALES:
            faults.clear()
            mark = "&" if "?" in address else "?"
            page.goto(f"{played.address}{address}{mark}lang={locale}")
            assert page.evaluate("document.documentElement.lang") == locale
            assert page.locator("h1").count() == 1, address
            assert unspoken(page.evaluate(READ), locale) == [], address
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate(TOO_WIDE) == [], (address, locale, width)
                for scheme in SCHEMES:
                    if not EVERY_COMBINATION and (locale, width, scheme) != CORNERS[turn % 2]:
                        continue
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    found = violations(page)
                    assert found == [], (address, locale, width, scheme)
            refused = [] if screen in OTHERS else faults
            assert refused == [], address


@pytest.mark.short("/waiting", "/board")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.path)
def test_the_tab_key_reaches_everything_in_order_and_focus_is_visible(
    window: tuple[Page, list[str]], played: Served, known: dict[str, str], screen: Screen
) -> None:
    page, _ = window
    page.set_viewport_size({"width": 1400, "height": 900})
    for address in addresses(screen, known):
        page.goto(f"{played.address}{address}")
        wanted = page.evaluate(TABBED)
        for _ in range(2 * len(wanted) + 40):
            page.keyboard.press("Tab")
            if page.evaluate("new Set(reached.filter((one) => one >= 0)).size === wanted.length"):
                break
        reached = list(dict.fromkeys(one for one in page.evaluate("reached") if one >= 0))
        missed = [wanted[one] for one in range(len(wanted)) if one not in reached]
        assert missed == [], address
        begins = reached.index(0)  # some screens begin at a field, or at what their address names
        assert [*reached[begins:], *reached[:begins]] == sorted(reached), address
        assert page.evaluate("window.unseen") == [], address


@pytest.mark.short("/", "/waiting")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.path)
def test_a_screen_can_be_read_without_scripts_now_and_in_the_past(
    plain: Page, played: Served, known: dict[str, str], screen: Screen
) -> None:
    for address in addresses(screen, known):
        answer = plain.goto(f"{played.address}{address}")
        assert answer is not None
        assert answer.status == 200
        shown = plain.locator("main").inner_text()
        assert len(shown) > 20, address
        mark = "&" if "?" in address else "?"
        past = plain.goto(f"{played.address}{address}{mark}at={known['seq']}")
        assert past is not None
        assert past.status in (200, 404), address  # what did not exist then is not found
        assert plain.locator("form[method=post]:not([action='/sign-out'])").count() == 0, address


def test_a_person_decides_posts_and_edits_the_board_without_scripts(plain: Page, played: Served) -> None:
    plain.goto(f"{played.address}/waiting?entry=decision:D-101&lang=en")
    entry = plain.locator("#w-decision-D-101")
    entry.get_by_label("RS256").check()
    entry.get_by_role("button", name="Decide").click()
    expect(plain.get_by_role("status").filter(has_text="Decided: D-101")).to_be_visible()
    plain.goto(f"{played.address}/board")
    plain.get_by_role("link", name="Edit /goal", exact=True).click()
    plain.locator("#edit").fill("People can log in")
    plain.get_by_role("button", name="Save").click()
    plain.goto(f"{played.address}/")
    plain.locator("#post-text").fill("Typed without scripts.")
    plain.locator("#form-post button", has_text="Send").click()
    expect(plain.locator("#messages .card").last).to_contain_text("Typed without scripts.")
    with renkei.open(played.directory / ".renkei") as project:
        board = project.state.board
        assert (board.get("/pending_decisions/D-101/resolution"), board.get("/goal")) == ("RS256", "People can log in")
