"""The order of a conversation: the days of its blocks, and routine updates of an agent as one line."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

import renkei
from renkei import Freeform, Project, StatusUpdate
from renkei.edges.view.avatars import HUES, hue_of
from team import small_team
from viewing import page as page_of

FOLD = re.compile(
    r'<details class="updates" data-from="(\w+)" data-seq="\d+" data-day="[-\d]+"( open)?>(.*?)</summary>', re.DOTALL
)


def update(project: Project, sender: str, text: str, **header: object) -> str:
    """Send an update of work that goes on; return its id."""
    fields = {name: header.pop(name) for name in ("new_status", "blockers") if name in header}
    payload = StatusUpdate.model_validate({"new_status": "working", "progress_summary": text} | fields)
    message = project.message(sender, payload, "lead", **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


def note(project: Project, sender: str, text: str) -> None:
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message(sender, payload, "all"))


def folds(markup: str) -> list[tuple[str, str]]:
    """Return the sender and the words of each folded line."""
    found = (
        (one[1], re.sub(r"<[^>]*>", " ", re.sub(r"<span[^>]* hidden>.*?</span>", "", one[3])))
        for one in FOLD.finditer(markup)
    )
    return [(sender, " ".join(words.split())) for sender, words in found]


def test_updates_of_an_agent_are_one_line_with_the_newest() -> None:
    project = small_team()
    for number in range(3):
        update(project, "ann", f"step {number}")
        update(project, "bob", f"part {number}")
    update(project, "ann", "step 3")
    (bob, first), (ann, second) = folds(page_of(project))
    assert (bob, ann) == ("bob", "ann")
    assert re.fullmatch(r"BO bob 3 updates part 2 \d\d:\d\d", first)
    assert "4 updates step 3" in second
    assert page_of(project).count('<article class="card status_update') == 7


def test_another_message_ends_a_row_of_updates() -> None:
    project = small_team()
    update(project, "ann", "before")
    note(project, "bob", "Stop?")
    update(project, "ann", "after")
    assert [words.split()[2] for _, words in folds(page_of(project))] == ["before", "after"]


@pytest.mark.parametrize(
    "more",
    [{"new_status": "blocked"}, {"new_status": "error"}, {"new_status": "completed"}, {"blockers": ("no key",)},
     {"priority": "high"}, {"expected_response_type": ["FREEFORM"]}],
)  # fmt: skip
def test_an_update_that_matters_is_a_card(more: dict[str, object]) -> None:
    project = small_team()
    update(project, "ann", "look", **more)
    assert folds(page_of(project)) == []
    assert "look" in page_of(project)


def test_the_line_of_the_message_that_an_address_names_is_open() -> None:
    project = small_team()
    name = update(project, "ann", "this one")
    update(project, "bob", "another")
    assert [(one[1], bool(one[2])) for one in FOLD.finditer(page_of(project, f"/messages/{name}"))] == [
        ("ann", True),
        ("bob", False),
    ]


def test_new_updates_are_not_folded_into_old_ones() -> None:
    project = small_team()
    update(project, "ann", "seen")
    seen = project.state.seq
    update(project, "ann", "new")
    markup = page_of(project, marks=f"%7B%22*%22%3A{seen}%7D")
    assert [words.split()[2] for _, words in folds(markup)] == ["seen", "new"]
    assert markup.index('id="unread"') < markup.rindex(" new")


def test_each_day_begins_under_its_name() -> None:
    day = [datetime.fromisoformat("2026-01-05T12:00:00+00:00")]
    project = small_team(now=lambda: day[0].isoformat().replace("+00:00", "Z"))
    for days, sender in ((0, "ann"), (0, "ann"), (1, "ann"), (360, "bob")):
        day[0] = datetime.fromisoformat("2026-01-05T12:00:00+00:00") + timedelta(days=days)
        update(project, sender, f"day {days}")
    markup = page_of(project)
    assert re.findall(r'<p class="day"[^>]*><span>(.*?)</span>', markup) == ["Mon 5 Jan", "Tue 6 Jan", "Thu 31 Dec"]
    assert "1月5日（月）" in page_of(project, locale="ja")
    assert [sender for sender, _ in folds(markup)] == ["ann", "ann", "bob"]


def test_participants_that_join_after_each_other_have_different_colours() -> None:
    project = small_team()
    for number in range(HUES):
        project.join(f"backend-{number}")
    names = [f"backend-{number}" for number in range(HUES)]
    assert len({hue_of(project.state, one) for one in names}) == HUES
    project.leave("backend-3")
    assert hue_of(project.state, "backend-4") != hue_of(project.state, "backend-5")
    assert hue_of(project.state, "backend-3") == hue_of(project.state, "renkei")


@pytest.mark.long
def test_updates_that_arrive_join_the_line_of_their_agent(page: Page, project: renkei.Project) -> None:
    folded = page.locator("#messages > .updates")
    note(project, "lead", "Begin.")
    expect(page.locator("#messages .card").last).to_contain_text("Begin.")
    days = page.locator("#messages > .day").count()
    for number in range(3):
        update(project, "ann", f"step {number}")
        update(project, "bob", f"part {number}")
    expect(folded.last).to_contain_text("part 2")
    expect(folded).to_have_count(2)
    expect(folded.first).to_contain_text("3 updates")
    expect(folded.first).to_contain_text("step 2")
    folded.first.locator(".newest").click()
    expect(folded.first.locator(".card")).to_have_count(3)
    update(project, "ann", "while one reads")
    expect(folded).to_have_count(3)
    expect(folded.last).not_to_contain_text("updates")
    assert page.locator("#messages > .day").count() == days
