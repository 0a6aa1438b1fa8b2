"""The list beside a conversation: what each participant does, who is stuck and by what, and threads by their titles."""

import html
import re

import renkei
from team import small_team, work
from viewing import page


def words(markup: str) -> str:
    """Return what a reader sees of the list."""
    (found,) = re.findall(r'<nav class="conversations".*?</nav>', markup, re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found)).split())


def blocked_team() -> renkei.Project:
    """A team in which ann waits for the person, bob for work, and the lead is at work."""
    project = small_team()
    project.do(work("TC-1", inputs={"description": "Build the login"}), actor="lead")
    project.send(project.message("ann", renkei.DecisionRequest(decision_id="D-1", question="Which key?"), "human"))
    for name, cause in (("ann", "D-1"), ("bob", "TC-1")):
        cells = (("status", "blocked"), ("blocked_by", cause))
        project.write([{"path": f"/agents/{name}/{field}", "value": value} for field, value in cells], actor=name)
    return project


def test_a_blocked_agent_says_by_what_and_since_when() -> None:
    project = blocked_team()
    shown = words(page(project))
    assert re.search(r"ann 0 new \d+ \w+ · blocked by you: “Which key\?”", shown)
    assert re.search(r"bob 0 new \d+ \w+ · blocked by “Build the login”", shown)
    assert "あなたの「Which key?」を待っています" in words(page(project, locale="ja"))


def test_what_each_participant_does_has_a_mark_of_its_own() -> None:
    project = blocked_team()
    project.join("eve")
    project.pause("eve", reason="lunch")
    with project.turn("lead"):
        markup = page(project)
    assert sorted(re.findall(r'class="light (\w*)"', markup)) == ["blocked", "blocked", "paused", "working"]
    assert "(in a turn)" in words(markup)
    assert "(paused)" in words(markup)


def test_a_thread_is_listed_by_its_title() -> None:
    project = blocked_team()
    markup = page(project)
    name = '<span class="name" dir="auto">Build the login</span>'
    assert re.search(rf'href="/threads/TC-1"[^>]*title="TC-1">\s*{name} <span class="id">TC-1</span>', markup)
