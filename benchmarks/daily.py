"""Twelve tasks of a person's day in the view: the seconds that a browser takes for each, and the keys and clicks.

A script does not hesitate, so its seconds say how long the person waits for the view, and its keys and clicks how much
the person does. A text that is typed counts as one. The figures beside them are of the view before triage, lanes and
the palette, where a person did the same with a team of like size.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arriving import Opened
from measure import Row
from playwright.sync_api import Locator, Page, expect

import renkei
from team import handoff

DECISIONS = 5
SOON = 10.0
"""Seconds in which a task without a limit of its own is done."""


@dataclass
class Hand:
    """A person's hand at a page: counts what it does."""

    page: Page
    project: renkei.Project
    count: int = 0

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1

    def click(self, on: Locator) -> None:
        """Click."""
        on.click()
        self.count += 1

    def type(self, text: str, into: Locator | None = None) -> None:
        """Type a text into a field, or where the focus is."""
        if into is not None:
            self.click(into)
        self.page.keyboard.type(text)
        self.count += 1

    def choose(self, value: str, on: Locator) -> None:
        """Choose from a list: open it, and select."""
        on.select_option(value)
        self.count += 2


@dataclass(frozen=True)
class Task:
    """A task: where it begins, what is done, within how many seconds; `before` is how many keys and clicks it took."""

    name: str
    path: str
    do: Callable[[Hand], None]
    before: int
    most: int
    seconds: float = SOON


def prepare(project: renkei.Project) -> None:
    """Let decisions, a result and a thread wait for the person, and let an agent take a turn."""
    for number in range(DECISIONS):
        options = [{"label": one, "analysis": "a reason"} for one in ("Yes", "No")]
        asked = {"decision_id": f"ask-{number}", "question": f"Do we take way {number}?", "options": options}
        request = renkei.DecisionRequest.model_validate(asked)
        project.send(project.message("agent-1", request, "human", "blocking"))
    project.send(project.message("human", handoff("write the release notes"), "agent-2", task_ref="notes"))
    project.start("notes", actor="agent-2")
    project.submit("notes", "Notes written, three pages.", actor="agent-2")
    with project.turn("agent-3") as turn:
        said = renkei.Freeform(intent_hint="", body="The pool is full", requires_response=False, urgency="normal")
        turn.send(said, to="lead", context_summary="The pool of connections is full.")


def find(hand: Hand) -> None:
    """The entry that holds most, and waits longest, is open and in words."""
    expect(hand.page.locator("#opened")).to_contain_text("Do we take way 0?")


def decide(hand: Hand) -> None:
    """Answer with a digit and Enter; the next entry opens."""
    for number in range(DECISIONS):
        expect(hand.page.locator("#opened")).to_contain_text(f"Do we take way {number}?")
        hand.press("2", "Enter")
    expect(hand.page.locator("#opened")).not_to_contain_text("Do we take way")


def send_back(hand: Hand) -> None:
    """Say what is missing from a result."""
    hand.click(hand.page.locator("#waiting-list [data-row]", has_text="write the release notes").locator("a").first)
    hand.type("The upgrade notes are missing.", hand.page.locator("#opened").get_by_label("What you found"))
    hand.click(hand.page.locator("#opened").get_by_role("button", name="Send back"))
    expect(hand.page.locator("#opened")).not_to_contain_text("release notes")


def reassign(hand: Hand) -> None:
    """Give a contract to another agent."""
    hand.click(hand.page.get_by_role("link", name="build part 9", exact=True).first)
    form = hand.page.locator("#form-assign")
    hand.click(hand.page.locator("details:has(#form-assign) > summary"))
    hand.choose("agent-5", form.locator("select"))
    hand.click(form.get_by_role("button"))
    expect(hand.page.locator("main")).to_contain_text("agent-5")


def pause(hand: Hand) -> None:
    """Pause an agent with a reason, and resume it."""
    hand.click(hand.page.locator("details:has(form[action='/acts/pause']) > summary"))
    hand.type("its branch does not build", hand.page.locator("form[action='/acts/pause']").get_by_label("Reason"))
    hand.press("Control+Enter")
    hand.click(hand.page.get_by_role("button", name="Resume").first)
    expect(hand.page.locator("form[action='/acts/pause']")).to_have_count(1)


def why(hand: Hand) -> None:
    """See what an agent saw before it wrote, and what followed."""
    hand.page.locator("#lanes a[href*='/agent-3/']").last.dispatch_event("click")
    hand.count += 1
    expect(hand.page.locator(".turn-story")).to_contain_text("The pool of connections is full.")


def search(hand: Hand) -> None:
    """Find what somebody said, by words and sender."""
    hand.press("/")
    hand.type("from:agent-3 pool")
    hand.press("Enter")
    expect(hand.page.locator(".found").first).to_contain_text("pool")


def write_to_two(hand: Hand) -> None:
    """Write to two agents by their names."""
    box = hand.page.locator("#form-post textarea")
    hand.type("@agent-4 @agent-6 please look at the pool", box)
    hand.press("Escape", "Control+Enter")
    expect(hand.page.locator("#messages .card").last).to_contain_text("please look at the pool")


def group(hand: Hand) -> None:
    """Define a group of two agents."""
    form = hand.page.locator("#form-set_group")
    hand.click(hand.page.locator("details:has(#form-set_group) > summary"))
    hand.type("pair", form.get_by_label("Name", exact=True))
    for one in ("agent-4", "agent-6"):
        hand.click(form.get_by_label(one, exact=True))
    hand.press("Enter")
    expect(hand.page.get_by_role("link", name="pair").first).to_be_visible()


def thread(hand: Hand) -> None:
    """Follow what was said about a contract."""
    hand.click(hand.page.locator(".conversations a.thread").first)
    expect(hand.page.locator("#messages .card").first).to_be_visible()


def travel(hand: Hand) -> None:
    """See the day as it was some records ago, on the board."""
    hand.page.locator("#lane-slider").focus()
    hand.press("PageDown")
    expect(hand.page.get_by_role("status").filter(has_text="You can look, not act")).to_be_visible()
    hand.click(hand.page.locator("#screens").get_by_role("link", name="Board"))
    expect(hand.page.get_by_role("heading", name="Board")).to_be_visible()


def cost(hand: Hand) -> None:
    """See what each agent has cost."""
    expect(hand.page.locator("#day-costs")).to_be_visible()
    expect(hand.page.get_by_role("rowheader", name="agent-3").first).to_be_visible()


TASKS = (
    Task("find the most urgent entry", "/waiting", find, 1, 0, 2.0),
    Task("answer five decisions", "/waiting", decide, 35, 15, 20.0),
    Task("send a result back with a reason", "/waiting", send_back, 4, 4),
    Task("give a contract to another agent", "/work", reassign, 4, 5),
    Task("pause an agent, and resume it", "/agents/agent-7", pause, 4, 5),
    Task("see why an agent did something", "/day", why, 4, 1),
    Task("find what somebody said", "/", search, 4, 3),
    Task("write to two agents", "/", write_to_two, 3, 4),
    Task("define a group", "/agents", group, 5, 6),
    Task("follow a thread", "/", thread, 1, 1),
    Task("see the board before something happened", "/day", travel, 3, 2),
    Task("see what the day cost", "/day", cost, 3, 0),
)


def daily(project: renkei.Project, opened: Opened) -> Iterator[Row]:
    """Do each task once; the page is open before, except where the task is to find something on it."""
    prepare(project)
    for task in TASKS:
        with opened("/go") as page:
            hand = Hand(page, project)
            begin = time.perf_counter()
            page.goto(page.url.replace("/go", task.path))
            task.do(hand)
            taken = time.perf_counter() - begin
        goal = f"≤ {task.seconds:g} s"
        yield Row(f"{task.name}: with the page's load", taken, task.seconds, "the limit", goal, task.seconds, "s")
        yield Row(f"{task.name}: keys and clicks", hand.count, task.before, "before", f"≤ {task.most}", task.most, "")
