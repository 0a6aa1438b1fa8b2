"""What a browser does while records arrive: tasks over 50 ms, in which a page answers to nothing.

On a busy machine a task takes longer than it works, so a second figure is what the longest one takes of a processor.
"""

import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from measure import Row
from playwright.sync_api import Page

import renkei
from renkei.engine import commands as c
from team import handoff

ARRIVING = 500
"""Records that arrive while a screen is open."""

RATE = 50
"""Records a second."""

AGENTS = 8
CONTRACTS = 24
HISTORY = 300
SETTLED = 2000
"""Milliseconds in which a page settles, before and after the records."""

LONG_TASK = 50
"""Milliseconds from which the browser reports a task."""

SCREENS = {
    "the conversation": "/",
    "the day": "/day",
    "triage": "/waiting",
    "the board": "/board",
    "the graph": "/graph",
}

WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.tasks.push(one.duration);
  }).observe({type: "longtask"});
}"""

TEXT = """## Plan

- move `Query.me` first

```python
def me(root, info):
    return info.user
```

| resolver | p95 |
|---|---|
| me | 12 ms |
"""


class Opened(Protocol):
    """Opens a page at a path, as a person who is signed in."""

    def __call__(self, path: str) -> AbstractContextManager[Page]: ...


def team(place: Path) -> renkei.Project:
    """Return a project with agents that have contracts, decisions that wait, and something to read."""
    agents = [f"agent-{number}" for number in range(AGENTS)]
    members = [c.Join("lead", lead=True), *map(c.Join, agents)]
    project = renkei.create(place, goal="a goal", members=members, guarded=False)
    for number in range(CONTRACTS):
        name, assignee = f"TC-{number}", agents[number % AGENTS]
        project.send(project.message("lead", handoff(f"build part {number}"), assignee, task_ref=name))
        project.start(name, actor=assignee)
    for number in range(4):
        asked = {
            "decision_id": f"D-{number}",
            "question": f"Which {number}?",
            "options": [{"label": "one", "analysis": ""}],
        }
        project.send(project.message(agents[number], renkei.DecisionRequest.model_validate(asked), "human"))
    for number in range(HISTORY):
        say(project, number)
    return project


def say(project: renkei.Project, number: int) -> None:
    """Let an agent report, or write to the lead; each writes in its turn, as in a busy team."""
    sender, summary = f"agent-{number % AGENTS}", f"note {number}" if number % 2 else ""
    if number % 5 == 4:
        note = renkei.Freeform(intent_hint="NOTE", body=TEXT, requires_response=False, urgency="normal")
        project.send(project.message(sender, note, "lead", context_summary=summary))
    else:
        task = f"TC-{number % AGENTS}"
        update = renkei.StatusUpdate(task_ref=task, new_status="working", progress_summary=f"step {number}")
        project.send(project.message(sender, update, "lead", context_summary=summary))


def long_tasks(project: renkei.Project, opened: Opened) -> Iterator[Row]:
    """Let records arrive at each screen, and count the tasks that the browser reports."""
    for name, path in SCREENS.items():
        with opened(path) as page:
            page.wait_for_timeout(SETTLED)
            page.evaluate(WATCH)
            browser = page.context.browser
            assert browser is not None
            browser.start_tracing(page=page, categories=["toplevel"])
            begin = time.perf_counter()
            for number in range(ARRIVING):
                time.sleep(max(0.0, begin + number / RATE - time.perf_counter()))
                say(project, number)
            page.wait_for_timeout(SETTLED)
            found = page.evaluate("window.tasks")
            busiest = processor_time(json.loads(browser.stop_tracing())["traceEvents"])
        what = f"{ARRIVING} records arrive at {name}"
        yield Row(f"{what}: tasks over {LONG_TASK} ms", len(found), ARRIVING, "records", "0", 0, "")
        goal = f"≤ {LONG_TASK} ms"
        yield Row(f"{what}: the longest task's processor time", busiest, LONG_TASK, "the limit", goal, LONG_TASK, "ms")


def processor_time(events: list[dict[str, Any]]) -> float:
    """Return the milliseconds of a processor that the busiest task of a page's main thread took."""
    pages = {(one["pid"], one["tid"]) for one in events if one["args"].get("name") == "CrRendererMain"}
    tasks = [one for one in events if (one["pid"], one["tid"]) in pages and one["name"].endswith("RunTask")]
    return max(float(one.get("tdur", 0)) for one in tasks) / 1000
