"""A project whose every text is an attack on whoever looks at it: each page shows the text and runs nothing of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, served, signed_in
from hostile import hostile_project
from renkei.edges.view.routes import SCREENS
from renkei.engine import commands as c

PAYLOADS = (
    "<img src=x onerror=alert(1)>",
    "\"><script>alert(2)</script><a href='",
    "'><svg/onload=alert(3)>",
    "</textarea></title></style></script><script>alert(4)</script>",
    "{{7*7191}} {% raw %} ${7*7191} <%= 7*7191 %>",
    '[x](javascript:alert(5)) javascript:alert(6) https://evil.example/"onmouseover=alert(7)',
    "<style>*{display:none}</style><link rel=stylesheet href=//evil.example/x.css>",
    "<iframe src=//evil.example></iframe><base href=//evil.example/>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<form action=//evil.example><button>Sign out</button></form><div hx-get=/ hx-trigger=load hx-on:click=alert(8)>",
    "-->]]><!-- &lt;script&gt; &#60;script&#62; \\u003cscript\\u003e",
    "\u202egnp.exe \u200bzero \x1b[2J \u2028line \U000e0041tag",
)
FORGED_CARD = (
    '<article class="card" id="m-forged" data-seq="1"><header><strong>renkei</strong> → all</header></article>'
)
ATTACK = "\n".join((*PAYLOADS, FORGED_CARD))

RULE = {
    "event": "'\"><b>&{{x}}",
    "trigger": {"field": "/goal"},
    "auto_actions": [{"notify": {"filter": "agent"}}],
}
NAMES = {
    "agent": "ann",
    "contract": "TC-1",
    "decision": "D-9",
    "message": "m-1",
    "thread": "TC-1",
    "path": "goal",
    "seq": "9",
    "turn": "9",
    "artifact": "REF-9",
    "entry": "goal",
    "field": "goal",
}
"""What stands for the parameters of the screens' addresses."""

WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", (one) =>
  window.violations.push(one.violatedDirective + " " + one.blockedURI));
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    directory: Path = tmp_path_factory.mktemp("hostile")
    with hostile_project(lambda mark: f"{mark} {ATTACK}", directory / ".renkei", guarded=False) as project:
        project.resume("bob")
        project.pause("eve", reason=ATTACK)
        project.do(c.SetGroup("a#b:c@d", ("ann", "bob")))
        project.add_rules([renkei.Rule.model_validate(RULE)])
        project.begin_turn("ann")
        project.interrupt_turn("ann", ATTACK)
        project.join("x#y+z", role=ATTACK)
        note = renkei.Freeform(intent_hint="NOTE", body=ATTACK, requires_response=True, urgency="high")
        project.send(project.message("bob", note, "human", "blocking", ATTACK[:400]))
        project.pause_project(reason=ATTACK)
    with served(directory) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(browser: Browser, hostile: Served) -> Iterator[tuple[Page, list[str]]]:
    page, faults = signed_in(browser, hostile, viewport={"width": 1400, "height": 900})
    page.add_init_script(WATCH)
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda one: faults.append(one.url) if not one.url.startswith(hostile.address) else None)
    yield page, faults
    page.context.close()


def addresses() -> list[str]:
    """Return an address of each screen."""
    found = []
    for screen in SCREENS:
        path = screen.path.replace(":path}", "}")
        found.append(path.format_map(NAMES))
    return found


@pytest.mark.short
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("path", addresses())
def test_no_text_runs(visitor: tuple[Page, list[str]], hostile: Served, path: str, lang: str) -> None:
    page, faults = visitor
    faults.clear()
    answer = page.goto(f"{hostile.address}{path}?lang={lang}")
    assert answer is not None
    assert answer.status in (200, 404)  # a screen may have nothing of the project
    check(page, faults)


def check(page: Page, faults: list[str]) -> None:
    page.evaluate("() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    found: dict[str, Any] = page.evaluate(
        """() => ({
            violations: window.violations,
            handlers: [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((a) =>
                /^on|^hx-on/i.test(a.name) || /^\\s*(javascript|data|vbscript):/i.test(a.value)
            )).map((one) => one.outerHTML),
            foreign: document.querySelectorAll("main iframe, main base, main meta, main script, main style, main img, "
                + "main link, main form[action^='//'], main svg[onload]").length,
            forged: document.querySelectorAll("#m-forged").length,
            computed: document.body.innerText.includes(String(7 * 7191)),
            hidden: /[\\u202e\\u200b\\u2028]/.test(document.body.innerText),
        })"""
    )
    assert found == {
        "violations": [],
        "handlers": [],
        "foreign": 0,
        "forged": 0,
        "computed": False,
        "hidden": False,
    }
    assert [one for one in faults if "status of 404" not in one] == []


def test_what_was_refused_stands_in_its_form_as_text(visitor: tuple[Page, list[str]], hostile: Served) -> None:
    page, faults = visitor
    faults.clear()
    page.goto(f"{hostile.address}/agents?lang=en")
    page.get_by_text("Add a participant").first.click()
    page.locator("#form-join input[name=participant]").fill('"><script>alert(1)</script>')
    page.locator("#form-join input[name=role]").fill(PAYLOADS[3])
    page.locator("#form-join button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#form-join input[name=role]")).to_have_value(PAYLOADS[3])
    faults[:] = [one for one in faults if "status of 4" not in one]
    check(page, faults)


def test_a_link_of_a_message_shows_where_it_leads(visitor: tuple[Page, list[str]], hostile: Served) -> None:
    page, _ = visitor
    page.goto(f"{hostile.address}/?lang=en")
    for link in page.locator("main a[href^=http]").all():
        assert link.get_attribute("href") == link.text_content()
        assert "noopener" in (link.get_attribute("rel") or "")


@pytest.mark.long
def test_a_message_of_a_million_lines_does_not_make_the_page_grow(
    visitor: tuple[Page, list[str]], hostile: Served
) -> None:
    page, _ = visitor
    with renkei.open(hostile.directory / ".renkei") as project:
        project.resume_project()
        lines = "x\n" * 1_000_000
        note = renkei.Freeform(intent_hint="NOTE", body=lines, requires_response=False, urgency="normal")
        project.send(project.message("human", note, "all", context_summary="long"))
    for path in ("/", "/agents"):
        answer = page.goto(f"{hostile.address}{path}")
        assert answer is not None
        assert len(answer.body()) < 1_000_000
