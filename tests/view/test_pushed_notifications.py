"""The worker of the view in a real browser: what it shows for a push, and where a click leads.

The browser's own subscription needs its maker's push service, which tests do not reach. A headless shell denies
notifications, so the worker's call to show one is collected. The push comes through the browser as if it were sent.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from browsing import Served, signed_in

REGISTER = """async () => {
  await navigator.serviceWorker.register("/worker.js", {scope: "/"});
  await navigator.serviceWorker.ready;
}"""

COLLECT = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, more) => { self.shown.push({title, ...more}); };
  self.opened = [];
  self.clients.openWindow = async (url) => { self.opened.push(url); };
}"""

CLICK = """async ([data, action]) => {
  const event = new Event("notificationclick");
  const waits = [];
  Object.assign(event, {notification: {data, close: () => {}}, action, waitUntil: (one) => waits.push(one)});
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.opened.pop();
}"""

SAID = {
    "tag": "k1",
    "title": "Decision: which port?",
    "body": "Project: shop",
    "link": "./waiting?entry=decision:D-1",
    "answers": [{"title": "80", "link": "./answer?link=a.b"}],
}


class Pushing:
    """A page whose worker is registered, and what is pushed to it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self._address = page, address
        page.goto(f"{address}/waiting")
        self._session = page.context.new_cdp_session(page)
        self._registrations: dict[str, str] = {}
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")
        page.evaluate(REGISTER)
        page.goto(f"{address}/board")  # a page that is open already would be shown instead
        self.worker: Worker = page.context.service_workers[0]
        self.worker.evaluate(COLLECT)

    def _note(self, event: dict[str, Any]) -> None:
        for one in event["registrations"]:
            self._registrations[one["scopeURL"]] = one["registrationId"]

    def push(self, data: str) -> dict[str, Any]:
        """Deliver a push, and return the notification that is shown."""
        told = {"origin": self._address, "registrationId": self._registrations[f"{self._address}/"], "data": data}
        before = self.worker.evaluate("self.shown.length")
        self._session.send("ServiceWorker.deliverPushMessage", told)
        return dict(
            self.worker.evaluate(
                """async (before) => {
                  while (self.shown.length === before) await new Promise((done) => setTimeout(done, 5));
                  return self.shown.at(-1);
                }""",
                before,
            )
        )

    def click(self, data: dict[str, Any], action: str = "") -> str:
        """Click a notification, and return the address that is opened."""
        return str(self.worker.evaluate(CLICK, [data, action]))


@pytest.fixture(scope="module")
def pushing(browser: Browser, team: Served) -> Iterator[Pushing]:
    page, faults = signed_in(browser, team)
    yield Pushing(page, team.address)
    assert faults == []
    page.context.close()


def test_a_push_is_shown_with_its_tag_and_a_click_opens_its_entry(pushing: Pushing, team: Served) -> None:
    shown = pushing.push(json.dumps(SAID))
    assert (shown["title"], shown["body"], shown["tag"]) == (SAID["title"], SAID["body"], "k1")
    assert pushing.click(shown["data"]) == f"{team.address}/waiting?entry=decision:D-1"


def test_an_action_opens_the_page_that_asks_for_confirmation(pushing: Pushing, team: Served) -> None:
    shown = pushing.push(json.dumps(SAID))
    assert [one["title"] for one in shown["actions"]] == ["80"][: len(shown["actions"])]
    assert pushing.click(shown["data"], "0") == f"{team.address}/answer?link=a.b"


@pytest.mark.parametrize(
    "link", ["https://evil.example/", "//evil.example/x", "javascript:alert(1)", "data:text/html,x"]
)
def test_a_link_to_another_site_opens_the_list(pushing: Pushing, team: Served, link: str) -> None:
    assert pushing.click({"link": link, "answers": []}) == f"{team.address}/waiting"


def test_a_push_without_content_shows_something(pushing: Pushing, team: Served) -> None:
    shown = pushing.push("{}")
    assert (shown["title"], pushing.click(shown["data"])) == ("renkei", f"{team.address}/waiting")


def test_a_browser_that_denies_notifications_is_named(pushing: Pushing, team: Served) -> None:
    pushing.page.goto(f"{team.address}/waiting")
    expect(pushing.page.get_by_role("button", name="This browser blocks notifications")).to_be_disabled()
