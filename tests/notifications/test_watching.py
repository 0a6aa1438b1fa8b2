"""The senders of a project follow its destinations, and what goes wrong is reported."""

from pathlib import Path

import pytest

import renkei
from chatting import until
from renkei import DecisionRequest, Join
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.destinations_file import Destinations
from renkei.edges.notifications.watching import Notifications
from renkei.project.running.secrets import forget_secrets, redact
from webhook import webhook


@pytest.fixture
def shop(tmp_path: Path):  # type: ignore[no-untyped-def]
    with renkei.create(tmp_path / "shop", "shop", "sell", members=[Join("bob")]) as project:
        yield project
    forget_secrets()


def ask(project: renkei.Project) -> None:
    project.send(project.message("bob", DecisionRequest(decision_id="D-1", question="which port?"), "human"))


def test_a_secret_address_is_replaced_in_records(shop: renkei.Project) -> None:
    with webhook() as hook, Notifications(shop, lambda to, problem: None) as notifications:
        Destinations.of(shop).add(Destination(id="d1", person="human", url=hook.url()))
        ask(shop)
        notifications.start()
        until(lambda: hook.received)
        assert redact(hook.url()) == "[address of the destination d1]"


def test_a_damaged_file_of_destinations_is_a_problem_of_the_process(shop: renkei.Project) -> None:
    found = Destinations.of(shop)
    found.add(Destination(id="d1", person="human", url="ntfy://t"))
    found.rows.path.write_bytes(b"{")
    with Notifications(shop, lambda to, problem: None) as notifications:
        notifications.start()
        until(lambda: any("list of destinations" in one for one in shop.problems()))


def test_a_problem_is_reported_once_and_when_it_is_over(shop: renkei.Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.notifications.sender.FIRST_PAUSE", 0.01)
    said: list[str] = []
    with webhook() as hook, Notifications(shop, lambda to, problem: said.append(problem)) as notifications:
        hook.status = 500
        Destinations.of(shop).add(Destination(id="d1", person="human", url=hook.url()))
        ask(shop)
        notifications.start()
        until(lambda: len(hook.received) > 2)
        assert any("500" in one for one in shop.problems())
        hook.status = 200
        until(lambda: len(said) == 2)
    assert ("500" in said[0], said[1:]) == (True, [""])
    assert shop.problems() == []


def test_closing_does_not_wait_for_a_service_that_does_not_answer(shop: renkei.Project) -> None:
    with webhook() as hook:
        hook.answers.clear()
        Destinations.of(shop).add(Destination(id="d1", person="human", url=hook.url()))
        ask(shop)
        with Notifications(shop, lambda to, problem: None) as notifications:
            notifications.start()
            until(lambda: hook.received)
        assert not hook.answers.is_set()  # it never answered
        hook.answers.set()


def test_output_that_is_closed_stops_no_sender(shop: renkei.Project) -> None:
    def closed(to: Destination, problem: str) -> None:
        raise BrokenPipeError

    with webhook() as hook, Notifications(shop, closed) as notifications:
        hook.status = 500
        Destinations.of(shop).add(Destination(id="d1", person="human", url=hook.url()))
        ask(shop)
        notifications.start()
        until(lambda: shop.problems())
        assert len(hook.received) == 1


def test_senders_of_destinations_that_were_changed_are_not_kept(shop: renkei.Project) -> None:
    known = Destinations.of(shop)
    known.add(Destination(id="d1", person="human", url="json://127.0.0.1:1/x"))
    with Notifications(shop, lambda to, problem: None) as notifications:
        for digest in range(60, 70):
            known.replace(known.find("d1").model_copy(update={"digest": digest}))
            notifications._look()
            notifications._senders["d1"].end()
            notifications._senders["d1"].join(30)
        assert len(notifications._ending) <= 1
