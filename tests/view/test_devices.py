"""A browser that is added to the devices of its person, over HTTP: who may, and when it ends."""

import json

import pytest

import renkei
from browsing import Served
from push_service import PushedBrowser
from renkei import Join
from renkei.edges.reaching.devices import devices, push_key, reachable
from visitor import Visitor, enter, hidden


def change(visitor: Visitor, what: str, browser: PushedBrowser, **fields: str) -> int | bool:
    """Send what the page sends; return whether the browser is a device afterwards, or the status of a refusal."""
    token = hidden(visitor.get("/waiting").text, "form_token")
    told = {"endpoint": browser.endpoint, "p256dh": browser.key, "auth": browser.auth, "name": "Firefox, Linux"}
    answer = visitor.post("/device", {"form_token": token, "act": what, **told, **fields})
    return bool(json.loads(answer.text)["on"]) if answer.status == 200 else answer.status


@pytest.fixture
def browser() -> PushedBrowser:
    return PushedBrowser("https://push.example/secret-endpoint")


@pytest.fixture
def kim(team: Served, project: renkei.Project) -> Visitor:
    if "kim" not in project.state.actors:
        project.do(Join("kim", human=True))
    return enter(team.visitor, project.create_token("kim"))


def test_a_person_adds_and_removes_a_browser(person: Visitor, project: renkei.Project, browser: PushedBrowser) -> None:
    key = json.loads(person.get("/device").text)["key"]
    assert key == push_key(project).public
    assert change(person, "add", browser, time_zone="Asia/Tokyo") is True
    (device,) = devices(project)
    assert (device.person, device.name, device.rules) == ("human", "Firefox, Linux", {"time_zone": "Asia/Tokyo"})
    assert change(person, "meet", browser) is True
    assert change(person, "remove", browser) is False
    assert devices(project) == ()


def test_a_visitor_without_a_session_or_from_another_site_adds_nothing(
    nobody: Visitor, person: Visitor, project: renkei.Project, browser: PushedBrowser
) -> None:
    assert nobody.get("/device").status == 403
    assert change(nobody, "add", browser) == 403
    assert change(person, "add", browser, form_token="wrong") == 403
    told = {"act": "add", "endpoint": browser.endpoint}
    assert person.post("/device", told, Origin="http://evil.example").status == 403
    assert devices(project) == ()


@pytest.mark.parametrize(
    "fields", [{"endpoint": "http://169.254.169.254/"}, {"p256dh": "x"}, {"auth": ""}, {"act": "nosuch"}]
)
def test_what_no_browser_sends_is_rejected(
    person: Visitor, project: renkei.Project, browser: PushedBrowser, fields: dict[str, str]
) -> None:
    assert change(person, "add", browser, **fields) == 400
    assert devices(project) == ()


def test_a_time_zone_that_nobody_knows_is_left_out(
    person: Visitor, project: renkei.Project, browser: PushedBrowser
) -> None:
    assert change(person, "add", browser, time_zone="../../etc/passwd") is True
    assert devices(project)[0].rules == {}
    change(person, "remove", browser)


def test_signing_out_removes_the_browser(
    team: Served, project: renkei.Project, person: Visitor, browser: PushedBrowser
) -> None:
    other = enter(team.visitor, project.create_token("human"))
    desk = PushedBrowser("https://push.example/desk")
    assert (change(other, "add", browser), change(person, "add", desk)) == (True, True)
    token = hidden(other.get("/waiting").text, "form_token")
    assert other.post("/sign-out", {"form_token": token}).status == 303
    assert [one.endpoint for one in devices(project)] == [desk.endpoint]
    change(person, "remove", desk)


def test_a_revoked_session_ends_its_browser(team: Served, project: renkei.Project, browser: PushedBrowser) -> None:
    other = enter(team.visitor, project.create_token("human"))
    assert change(other, "add", browser) is True
    project.revoke_token(devices(project)[0].session)
    assert reachable(project) == ()
    assert devices(project) == ()


def test_nobody_gets_or_ends_the_notifications_of_another_persons_device(
    person: Visitor, kim: Visitor, project: renkei.Project, browser: PushedBrowser
) -> None:
    assert change(person, "add", browser) is True
    assert change(kim, "remove", browser) is False
    assert [one.person for one in devices(project)] == ["human"]


def test_a_browser_in_which_someone_else_signs_in_leaves_its_first_person(
    person: Visitor, kim: Visitor, project: renkei.Project, browser: PushedBrowser
) -> None:
    assert change(person, "add", browser) is True
    assert change(kim, "meet", browser) is False
    assert devices(project) == ()
    assert change(kim, "add", browser) is True
    assert [one.person for one in devices(project)] == ["kim"]
    assert change(person, "add", browser) is True
    assert [one.person for one in devices(project)] == ["human"]
    change(person, "remove", browser)


def test_the_worker_is_a_script_under_the_policy_of_the_view(nobody: Visitor) -> None:
    worker = nobody.get("/worker.js")
    assert worker.status == 200
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in worker.headers["content-security-policy"]
