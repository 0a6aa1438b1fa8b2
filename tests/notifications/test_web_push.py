"""Notifications to browsers: encrypted for one of them, planned as all others, and only to push services."""

import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from notifications.away import Away, away
from process import renkei
from push_service import PushedBrowser, PushService, pushing
from renkei import DecisionOption, Join, Project
from renkei.edges.notifications.all_destinations import AllDestinations
from renkei.edges.notifications.destination import Destination, destination_of
from renkei.edges.notifications.port import AnswerLink, Notification
from renkei.edges.notifications.sender import Sender
from renkei.edges.notifications.watching import Connecting
from renkei.edges.notifications.web_push import LARGEST, NotPublicError, addresses, payload
from renkei.edges.reaching.answer_links import AnswerLinkError, answer_tokens, read_answer
from renkei.edges.reaching.devices import (
    MOST_DEVICES,
    Device,
    add_device,
    device_of,
    devices,
    meet,
    push_key,
    reachable,
    remove_session,
)
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError
from renkei.store.tokens import Token

__all__ = ["pushing"]


def session_of(project: Project, person: str = "human") -> Token:
    project.create_session(person, 7 * 86_400)
    return project.tokens()[-1]


def add(project: Project, browser: PushedBrowser, session: Token | None = None) -> Device:
    """Add a browser as the view does."""
    session = session or session_of(project)
    made = device_of(project, session, browser.endpoint, browser.key, browser.auth, "Chromium, Linux")
    add_device(project, made)
    return made


class Pushed:
    """A person whose browser is a device, and its sender."""

    def __init__(self, person: Away, service: PushService, own_services: Sequence[str], **rules: object) -> None:
        self.person, self.service, self.project = person, service, person.project
        self.browser = service.browser()
        self.device = add(person.project, self.browser)
        to = AllDestinations(person.project).find(self.device.id)
        AllDestinations(person.project).change(to.model_copy(update=rules))
        person.to = AllDestinations(person.project).find(self.device.id)
        connect = Connecting(person.project, "https://team.example/", own_services)
        person.sender = Sender(person.project, person.to, person.base, connect, lambda to, said: self._note(said))

    def _note(self, problem: str) -> None:
        self.person.problems.append(problem)

    def read(self) -> list[dict]:  # type: ignore[type-arg]
        return [self.browser.read(one) for one in self.service.received]


@contextmanager
def pushed(
    service: PushService, place: object = ":memory:", own_services: Sequence[str] = ("localhost",), **rules: object
) -> Iterator[Pushed]:
    with away(place) as person:
        yield Pushed(person, service, own_services, **rules)


def test_a_question_reaches_the_browser_that_alone_can_read_it(pushing: PushService) -> None:
    with pushed(pushing) as one:
        one.person.ask("D-1", "Which *port*?")
        one.person.look()
        (said,) = one.read()
        assert (said["title"], said["body"]) == ("Decision: Which *port*?", "Project: shop\nAsked by: bob")
        assert said["link"] == "./waiting?entry=decision:D-1"
        assert b"port" not in pushing.received[0].body
        with pytest.raises(Exception, match=r"Decrypt|Invalid|$"):
            pushing.browser().read(pushing.received[0])


def test_the_request_is_signed_by_the_project_for_this_push_service(pushing: PushService) -> None:
    with pushed(pushing) as one:
        one.person.ask("D-1")
        one.person.look()
        (push,) = pushing.received
        assert push.claims["aud"] == f"https://localhost:{pushing.port}"
        assert push.claims["sub"] == "https://team.example"
        assert push.public_key == push_key(one.project).public
        assert (push.headers["Urgency"], push.headers["TTL"]) == ("high", "604800")


def test_a_repeated_attempt_replaces_the_first_notification(pushing: PushService) -> None:
    with pushed(pushing) as one:
        one.person.ask("D-1")
        pushing.status = 503
        one.person.look()
        pushing.status = 201
        one.person.look(10)
        assert len({push.headers["Topic"] for push in pushing.received}) == 1
        assert len({said["tag"] for said in one.read()}) == 1
        assert one.person.look() is None


def test_digests_quiet_hours_and_no_content_hold_for_browsers(pushing: PushService) -> None:
    with pushed(pushing, quiet_hours="22-7", time_zone="Europe/Berlin", content=False) as one:
        one.person.clock.at = "2026-01-05T21:30:00.000000Z"
        one.person.ask("D-1", "who is the buyer?")
        assert one.person.look() == 8.5 * 3600
        one.person.ask("D-2")
        one.person.look(8.5 * 3600)
        assert [(said["title"], said["body"]) for said in one.read()] == [("renkei", "2 things wait for you.")]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_ended_is_removed_and_reported(pushing: PushService, status: int) -> None:
    with pushed(pushing) as one:
        pushing.status = status
        one.person.ask("D-1")
        assert one.person.look() is None
        assert one.person.problems[-1] == (
            f"it takes none any more, its push service answered {status}, and was removed"
        )
        assert reachable(one.project) == ()
        (ended,) = devices(one.project)
        assert (bool(ended.ended), ended.endpoint, ended.key, ended.secret) == (True, "", "", "")


@pytest.mark.parametrize(("status", "wait"), [(429, 5), (500, 5), (403, 5), (302, 5)])
def test_other_answers_are_tried_again(pushing: PushService, status: int, wait: int) -> None:
    with pushed(pushing) as one:
        pushing.status, pushing.extra = status, {"Location": pushing.endpoint("elsewhere")}
        one.person.ask("D-1")
        assert one.person.look() == wait
        assert one.person.problems[-1] == f"localhost answered {status}"
        assert [push.path for push in pushing.received] == ["/push/secret-endpoint"]  # no redirect was followed
        assert len(reachable(one.project)) == 1


def test_a_service_that_does_not_answer_may_have_the_notification(
    pushing: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.notifications.web_push.ANSWER_SECONDS", 0.2)
    with pushed(pushing) as one:
        pushing.answers.clear()
        one.person.ask("D-1")
        one.person.look()
        assert one.person.problems[-1] == "localhost did not answer in time"
        pushing.answers.set()


def test_a_service_that_sends_a_byte_now_and_then_holds_the_sender_for_a_limited_time(
    pushing: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.notifications.web_push.MOST_SECONDS", 0.5)
    with pushed(pushing) as one:
        pushing.drips = True
        one.person.ask("D-1")
        one.person.look()
        assert one.person.problems[-1] == "localhost did not answer in time"


def test_a_private_address_is_not_connected_unless_the_server_is_told_so(pushing: PushService) -> None:
    with pushed(pushing, own_services=()) as one:
        one.person.ask("D-1")
        one.person.look()
        assert "localhost has no public address" in one.person.problems[-1]
        assert pushing.received == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "::127.0.0.1", "fec0::1", "::ffff:0:10.0.0.8",
     "64:ff9b::10.0.0.8", "64:ff9b:1::10.0.0.8", "ff0e::1"],
)  # fmt: skip
def test_an_address_in_a_private_network_is_not_public(address: str) -> None:
    with pytest.raises(NotPublicError):
        addresses(address, 443)
    assert addresses(address, 443, [address]) != []


def test_public_addresses_are_connected() -> None:
    assert addresses("8.8.8.8", 443) == ["8.8.8.8"]
    assert addresses("2001:4860:4860::8888", 443) == ["2001:4860:4860::8888"]
    assert addresses("64:ff9b::8.8.8.8", 443) == ["64:ff9b::808:808"]  # as networks with IPv6 alone name it


def test_a_certificate_of_another_name_is_refused(pushing: PushService) -> None:
    pushing.name = "127.0.0.1"
    with pushed(pushing, own_services=["127.0.0.1"]) as one:
        one.person.ask("D-1")
        one.person.look()
        assert one.person.problems[-1] == "127.0.0.1 cannot be reached (SSLCertVerificationError)"
        assert pushing.received == []


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/x", "https://", "https://a:b@push.example/x", "ftp://push.example/x", "https://push.example/#x",
     "https://push.example/ x", "https://push.example/\n", "https://push.example:99999/", "file:///etc/passwd", "",
     f"https://push.example/{'x' * 2000}"],
)  # fmt: skip
def test_an_address_that_no_push_service_has_is_rejected(endpoint: str) -> None:
    with away() as person:
        browser = PushedBrowser("https://push.example/x")
        session = session_of(person.project)
        with pytest.raises(BadValueError, match="push service") as rejected:
            device_of(person.project, session, endpoint, browser.key, browser.auth, "")
        assert "passwd" not in str(rejected.value)


@pytest.mark.parametrize(
    ("key", "auth"), [("", ""), ("BA", "x"), ("B" + "A" * 86, "MDEyMzQ1Njc4OWFiY2RlZg"), ("é", "é")]
)
def test_keys_that_no_browser_makes_are_rejected(key: str, auth: str) -> None:
    with away() as person, pytest.raises(BadValueError, match="not a key of a browser"):
        device_of(person.project, session_of(person.project), "https://push.example/x", key, auth, "")


def test_the_key_is_made_once_and_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    with away(tmp_path / "p") as person:
        keys = {push_key(person.project) for _ in range(3)}
        assert len(keys) == 1
        assert person.project.directory is not None
        people = person.project.directory / "people.json"
        assert people.stat().st_mode & 0o777 == 0o600
        assert keys.pop().private in people.read_text()


def test_no_file_but_that_of_people_and_no_output_shows_an_endpoint(pushing: PushService, tmp_path: Path) -> None:
    with pushed(pushing, tmp_path / "p") as one:
        directory = one.project.directory
        assert directory is not None
        found = [
            file.name for file in directory.rglob("*") if file.is_file() and b"secret-endpoint" in file.read_bytes()
        ]
        assert found == ["people.json"]
        assert "secret-endpoint" not in repr(one.device) + repr(one.person.to)
        assert one.person.to.service == "Chromium, Linux"


def test_a_backup_has_no_secret_of_a_device(pushing: PushService, tmp_path: Path) -> None:
    with pushed(pushing, tmp_path / ".renkei") as one:
        assert renkei("backup", tmp_path / "copy", cwd=tmp_path).returncode == 0
        content = (tmp_path / "copy").read_bytes()
        secrets = ("secret-endpoint", one.browser.key, push_key(one.project).private)
        assert not [secret for secret in secrets if secret.encode() in content]


def test_several_devices_of_a_person_each_get_it_once(pushing: PushService) -> None:
    with away() as person:
        browsers = [pushing.browser(name) for name in ("phone", "desk")]
        for browser in browsers:
            add(person.project, browser)
        person.ask("D-1")
        for to in AllDestinations(person.project).sending():
            sender = Sender(
                person.project, to, "", Connecting(person.project, "", ["localhost"]), lambda to, said: None
            )
            sender.look()
            sender.look()
        assert sorted(push.path for push in pushing.received) == ["/push/desk", "/push/phone"]


def test_a_device_ends_with_its_session_and_with_its_person() -> None:
    with away() as person:
        project = person.project
        project.do(Join("kim", human=True))
        sessions = [session_of(project), session_of(project, "kim"), session_of(project)]
        for number, session in enumerate(sessions):
            add(project, PushedBrowser(f"https://push.example/{number}"), session)
        assert [one.person for one in reachable(project)] == ["human", "kim", "human"]
        project.revoke_token(sessions[0].id)
        assert [one.person for one in reachable(project)] == ["kim", "human"]
        remove_session(project, sessions[2].id)
        assert [one.person for one in devices(project)] == ["kim"]
        project.leave("kim", actor="human")
        project.do(Join("kim", human=True))  # another person with the same id
        assert reachable(project) == ()


def test_a_device_outlives_the_end_of_its_session_by_time() -> None:
    with away() as person:
        add(person.project, PushedBrowser("https://push.example/x"))
        person.clock.at = "2027-01-01T00:00:00.000000Z"
        assert len(reachable(person.project)) == 1


def test_a_browser_in_which_someone_else_has_signed_in_is_no_longer_the_device() -> None:
    with away() as person:
        project = person.project
        project.do(Join("kim", human=True))
        add(project, PushedBrowser("https://push.example/x"))
        again = session_of(project)
        assert meet(project, again, "https://push.example/x")
        assert devices(project)[0].session == again.id
        assert not meet(project, session_of(project, "kim"), "https://push.example/x")
        assert devices(project) == ()


def test_no_address_can_be_made_to_take_the_place_of_another_persons_device() -> None:
    known: dict[str, str] = {}
    endpoints = (f"https://push.example/{number}" for number in itertools.count())
    for endpoint in endpoints:  # the first two whose hashes begin alike
        mine = known.setdefault(sha256(endpoint.encode()).hexdigest()[:8], endpoint)
        if mine != endpoint:
            break
    with away() as person:
        person.project.do(Join("kim", human=True))
        add(person.project, PushedBrowser(mine))
        add(person.project, PushedBrowser(endpoint), session_of(person.project, "kim"))
        assert [one.person for one in devices(person.project)] == ["human", "kim"]


def test_the_answer_links_of_a_device_end_with_it_however_it_ends() -> None:
    with away() as person:
        project, at = person.project, person.project.time()
        project.do(Join("kim", human=True))
        person.ask("D-1", options=(DecisionOption(label="ship", analysis="today"),))
        (asked,) = waiting_for(project.state, "human")
        passed_on = add(project, PushedBrowser("https://push.example/passed-on"))
        oldest = add(project, PushedBrowser("https://push.example/oldest"))
        links = [
            token for one in (passed_on, oldest) for _, token in answer_tokens(project, one.id, "human", asked, at)
        ]
        assert [read_answer(project, one).option.label for one in links] == ["ship", "ship"]
        add(project, PushedBrowser("https://push.example/passed-on"), session_of(project, "kim"))
        for number in range(MOST_DEVICES):
            add(project, PushedBrowser(f"https://push.example/{number}"))
        for link in links:
            with pytest.raises(AnswerLinkError):
                read_answer(project, link)


def test_a_browser_that_is_added_again_keeps_its_rules_and_a_person_has_a_limited_number() -> None:
    with away() as person:
        project = person.project
        browser = PushedBrowser("https://push.example/0")
        device = add(project, browser)
        to = AllDestinations(project).find(device.id)
        AllDestinations(project).change(to.model_copy(update={"when": ("decisions",)}))
        add(project, browser)
        assert destination_of(devices(project)[0]).when == ("decisions",)
        for number in range(1, MOST_DEVICES + 3):
            add(project, PushedBrowser(f"https://push.example/{number}"))
        assert len(devices(project)) == MOST_DEVICES
        assert device.id not in {one.id for one in devices(project)}


@pytest.mark.parametrize("found", [1, [], {"x": 1}, {"x": {"id": 1}}, {"x": {"rules": {"when": 3}}}])
def test_devices_that_renkei_did_not_write_are_ignored(found: object) -> None:
    with away() as person:
        person.project.change_settings("renkei", lambda now: {**now, "devices": found})  # type: ignore[dict-item]
        assert devices(person.project) == ()
        assert AllDestinations(person.project).load() == ()


def test_a_notification_is_cut_to_what_push_services_take() -> None:
    long = Notification("k" * 32, "t" * 9000, "の" * 9000, "./waiting", (AnswerLink("yes", "./answer?link=x"),))
    data = payload(long)
    assert len(data) <= LARGEST
    said = json.loads(payload(Notification("k", "title", "の" * 9000, "./waiting", long.answers)))
    assert (said["title"], said["answers"]) == ("title", [{"title": "yes", "link": "./answer?link=x"}])
    assert len(said["body"]) > 1200


def test_a_destination_in_the_file_of_services_is_no_device() -> None:
    data = Destination(id="d1", person="human", url="ntfy://t").model_dump(mode="json")
    assert "device" not in data
