"""`renkei demo` in a browser: the story is played, waits for the person's decision, and continues with it."""

import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

import renkei as library
from browsing import Served, signed_in
from process import running
from renkei.edges.view.stream.story import card_of
from renkei.engine.views.waiting.entry import Waiting


def test_the_story_waits_for_the_person_and_continues_with_the_answer(browser: Browser, tmp_path: Path) -> None:
    with running(
        "demo", "--serve", "--no-browser", "--speed", "100", "--into", "kept", "--locale", "ja", cwd=tmp_path
    ) as demo:
        assert demo.stdout is not None
        link = next(line.strip() for line in demo.stdout if "/sign-in?code=" in line)
        page, faults = signed_in(browser, Served(tmp_path, link))
        page.goto(link.partition("sign-in")[0] + "?lang=en")
        story_card = page.locator("#story")
        expect(story_card).to_contain_text("agent-backend, agent-frontend cannot continue before you answer D-013")
        story_card.get_by_role("link", name="Waiting for me").click()
        expect(page).to_have_title(re.compile(r"^\(1\) "), timeout=20_000)
        asked = page.locator("[data-entry]")
        expect(asked).to_contain_text("agent-backend")
        expect(asked).to_contain_text("agent-frontend")  # which waits for the contract of whoever asked
        page.get_by_label("応答を遅らせる").check()
        page.get_by_role("button", name="Decide").click()
        expect(page.get_by_role("status").filter(has_text="Decided: 応答を遅らせる")).to_be_visible()
        story = []
        for line in demo.stdout:
            story.append(line)
            if "The story is over" in line:
                break
        expect(story_card).to_contain_text("The demo is over.")
        expect(story_card.get_by_role("link")).to_be_hidden()
        page.context.close()
        demo.send_signal(signal.SIGINT)
        rest, errors = demo.communicate(timeout=30)
    assert (demo.returncode, errors, faults) == (0, "", [])
    assert "Try next" in rest
    assert any("The story waits for you: http://renkei-" in line for line in story)
    with library.open(tmp_path / "kept") as project:
        cells = project.state.board.cells
        decided = cells["/pending_decisions/D-013/resolution"]
        assert (decided.value, decided.author) == ("応答を遅らせる", "human")
        assert decided.seq < cells["/agents/agent-architect/artifacts/auth-api-spec-v2/version"].seq  # the next step
        assert project.find_contract("TC-008").status == "completed"


def test_the_card_says_what_the_story_waits_for() -> None:
    asked = Waiting("decision", "D-1", "", creditors=("ann",))
    assert card_of("", [asked], "en") == ""
    assert card_of("plays", [asked], "en").startswith("This is a demo")
    assert card_of("waits", [asked], "en").startswith(
        "The story waits for you: ann cannot continue before you answer D-1"
    )
    assert card_of("waits", [], "en").startswith("This is a demo")  # it was answered, and the story has not seen it yet
    assert card_of("stuck", [], "en") == "The demo cannot continue. Its terminal says why."
