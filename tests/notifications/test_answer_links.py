"""Links that answer a question: once, for one person, and only exactly what was asked."""

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import renkei
from notifications.away import Away, away
from renkei import DecisionOption, DecisionRequest, Join
from renkei.board.decide import Write
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.destinations_file import Destinations
from renkei.edges.reaching.answer_links import (
    LASTS,
    MOST_OPTIONS,
    AnswerLinkError,
    answer_tokens,
    give_answer,
    read_answer,
    revoke_answers,
)
from renkei.engine.views.waiting.person import waiting_for
from renkei.protocol.primitives import later

MANY = tuple(DecisionOption(label=f"{n}", analysis="") for n in range(MOST_OPTIONS + 1))
OPTIONS = (DecisionOption(label="ship", analysis="today"), DecisionOption(label="wait", analysis="a week"))


@contextmanager
def asked(place: object = ":memory:", **values: object) -> Iterator[Away]:
    """Yield a person who is away, with links, and a decision that waits."""
    with away(place, base="https://team.example/p/shop/", **{"answers": True, **values}) as person:
        ask(person)
        yield person


def ask(person: Away, name: str = "D-1", question: str = "Ship?", options: object = OPTIONS) -> None:
    payload = DecisionRequest(decision_id=name, question=question, options=options)
    person.project.send(person.project.message("bob", payload, "human"))


def tokens(person: Away, destination: str = "d1", name: str = "D-1") -> dict[str, str]:
    """Return the token of each option."""
    project = person.project
    one = next(one for one in waiting_for(project.state, "human") if one.ref == name)
    return dict(answer_tokens(project, destination, "human", one, project.time()))


def refused(person: Away, token: str) -> str:
    """Return why a link answers nothing, after checking that it neither shows nor writes anything."""
    last = person.project.log.last()
    with pytest.raises(AnswerLinkError) as first:
        read_answer(person.project, token)
    with pytest.raises(AnswerLinkError) as second:
        give_answer(person.project, token)
    assert first.value.details == second.value.details
    assert person.project.log.last() == last
    return str(first.value.details["why"])


def test_a_notification_has_a_link_for_each_option(tmp_path: Path) -> None:
    with asked(tmp_path / "p") as person:
        person.look()
        lines = person.hook.received[0].body.splitlines()
        assert [line for line in lines if line in ("ship:", "wait:")] == ["ship:", "wait:"]
        links = [line for line in lines if line.startswith("https://team.example/p/shop/answer?link=")]
        (token,) = parse_qs(urlsplit(links[1]).query)["link"]
        assert read_answer(person.project, token).option.label == "wait"
        assert len(links[0]) < 300


def test_a_link_decides_as_its_person_and_the_record_names_the_door() -> None:
    with asked() as person:
        answer = give_answer(person.project, tokens(person)["ship"])
        (record,) = [one for one in person.project.records() if one.via == "notification"]
        assert (answer.option.label, record.actor) == ("ship", "human")
        assert person.project.state.board.get("/pending_decisions/D-1/resolution") == "ship"
        (told,) = person.project.state.unread_of("bob")
        assert told.message.type == "DECISION_RESULT"


def test_opening_a_link_writes_nothing() -> None:
    with asked() as person:
        token, last = tokens(person)["ship"], person.project.log.last()
        for _ in range(3):
            found = read_answer(person.project, token)
        assert (found.question, found.creditors, found.option.analysis) == ("Ship?", ("bob",), "today")
        assert person.project.log.last() == last


def test_a_second_use_says_what_was_decided_and_writes_nothing() -> None:
    with asked() as person:
        token = tokens(person)["ship"]
        give_answer(person.project, token)
        last = person.project.log.last()
        assert give_answer(person.project, token).made
        assert read_answer(person.project, token).option.label == "ship"
        assert person.project.log.last() == last


def test_the_other_option_of_a_used_notification_answers_nothing() -> None:
    with asked() as person:
        links = tokens(person)
        give_answer(person.project, links["ship"])
        assert refused(person, links["wait"]) == "answer.used"


def test_a_use_is_remembered_after_a_restart(tmp_path: Path) -> None:
    with asked(tmp_path / "p") as person:
        links = tokens(person)
        give_answer(person.project, links["ship"])
    with renkei.open(tmp_path / "p") as project:
        last = project.log.last()
        assert give_answer(project, links["ship"]).made
        with pytest.raises(AnswerLinkError):
            give_answer(project, links["wait"])
        assert project.log.last() == last


def test_two_clicks_at_once_decide_once(tmp_path: Path) -> None:
    with asked(tmp_path / "p") as person:
        links = tokens(person)

        def click(name: str) -> str:
            try:
                return give_answer(person.project, links[name]).option.label
            except AnswerLinkError as error:
                return str(error.details["why"])

        with ThreadPoolExecutor(8) as threads:
            said = list(threads.map(click, ["ship", "wait"] * 8))
        (record,) = [one for one in person.project.records() if one.via == "notification"]
        chosen = person.project.state.board.get("/pending_decisions/D-1/resolution")
        assert set(said) == {chosen, "answer.used"}
        assert record.id.startswith("answer-")


def test_every_changed_character_makes_a_link_invalid() -> None:
    with asked() as person:
        token = tokens(person)["ship"]
        for place in range(0, len(token), 3):
            other = "A" if token[place] != "A" else "B"
            assert refused(person, f"{token[:place]}{other}{token[place + 1 :]}") == "answer.invalid"


def test_a_link_that_was_written_anew_is_invalid() -> None:
    with asked() as person:
        body, _, signature = tokens(person)["ship"].partition(".")
        fields = json.loads(base64.urlsafe_b64decode(body + "=="))
        for number, value in ((0, "d2"), (1, "D-2"), (2, 1), (3, later(fields[3], 10**12)), (4, "0" * 16)):
            changed = json.dumps([*fields[:number], value, *fields[number + 1 :]]).encode()
            forged = base64.urlsafe_b64encode(changed).decode().rstrip("=")
            assert refused(person, f"{forged}.{signature}") == "answer.invalid"


@pytest.mark.parametrize("token", ["", ".", "x", "x.y", "W10.x", "é.é", "." * 3000, "bnVsbA.", "WzFd.W10", "\ud800.x"])
def test_text_that_is_no_link_is_invalid(token: str) -> None:
    with asked() as person:
        tokens(person)
        assert refused(person, token) == "answer.invalid"


def test_a_link_expires_after_a_day() -> None:
    with asked() as person:
        token = tokens(person)["ship"]
        person.clock.at = later(person.clock.at, (LASTS - 60) * 1_000_000)
        read_answer(person.project, token)
        person.clock.at = later(person.clock.at, 120 * 1_000_000)
        assert refused(person, token) == "answer.expired"


def test_a_decision_that_was_made_elsewhere_is_not_made_again() -> None:
    with asked() as person:
        token = tokens(person)["wait"]
        person.project.decide("D-1", "ship", actor="human")
        assert refused(person, token) == "answer.answered"


def test_a_decision_that_was_handed_over_is_not_made() -> None:
    with asked() as person:
        person.project.do(Join("kim", human=True))
        token = tokens(person)["ship"]
        person.project.assign_decision("D-1", "kim", actor="human")
        assert refused(person, token) == "answer.answered"


def test_a_question_that_has_changed_since_is_not_answered() -> None:
    with asked() as person:
        links = tokens(person)
        person.project.do(Write("/pending_decisions/D-1/question", "Delete production?"), actor="human")
        assert refused(person, links["ship"]) == "answer.changed"
        assert read_answer(person.project, tokens(person)["ship"]).question == "Delete production?"


def test_an_agent_cannot_change_what_a_link_answers_by_asking_again() -> None:
    with asked() as person:
        links = tokens(person)
        other = (DecisionOption(label="delete all", analysis=""), DecisionOption(label="ship", analysis="everything"))
        for text in ("Ship?", "Delete production?"):
            with suppress(renkei.RenkeiError):
                ask(person, question=text, options=other)
        found = read_answer(person.project, links["ship"])
        assert (found.question, found.option) == ("Ship?", read_answer(person.project, tokens(person)["ship"]).option)
        assert found.option.analysis == "today"


def test_a_reopened_decision_needs_another_link() -> None:
    with asked() as person:
        links = tokens(person)
        person.project.decide("D-1", "wait", actor="human")
        person.clock.at = later(person.clock.at, 60_000_000)
        for field, value in (("status", "open"), ("resolution", "")):
            person.project.do(Write(f"/pending_decisions/D-1/{field}", value), actor="human")
        assert refused(person, links["ship"]) == "answer.changed"
        give_answer(person.project, tokens(person)["ship"])


def test_a_person_who_left_decides_nothing_nor_does_a_successor_with_the_same_id() -> None:
    with away(answers=True, person="kim", base="https://team.example/") as person:
        project = person.project
        project.do(Join("kim", human=True))
        project.send(
            project.message("bob", DecisionRequest(decision_id="D-1", question="Ship?", options=OPTIONS), "kim")
        )
        (one,) = waiting_for(project.state, "kim")
        token = dict(answer_tokens(project, "d1", "kim", one, project.time()))["ship"]
        project.leave("kim", actor="human")
        assert refused(person, token) == "answer.invalid"
        project.do(Join("kim", human=True))
        assert refused(person, token) == "answer.invalid"


def test_the_links_of_a_removed_destination_answer_nothing() -> None:
    with asked() as person:
        token = tokens(person)["ship"]
        other = tokens(person, "d2")["ship"]
        revoke_answers(person.project, "d1")
        assert refused(person, token) == "answer.invalid"
        assert read_answer(person.project, other).option.label == "ship"


def test_a_link_of_another_project_is_invalid() -> None:
    with asked() as person, asked() as stranger:
        tokens(person)
        assert refused(person, tokens(stranger)["ship"]) == "answer.invalid"


@pytest.mark.parametrize(
    ("options", "sender"),
    [((), "bob"), (MANY, "bob"), (OPTIONS, None)],
)
def test_what_a_link_cannot_answer_has_none(options: object, sender: str | None) -> None:
    with away(answers=True, base="https://team.example/") as person:
        project = person.project
        asking = DecisionRequest(decision_id="D-1", question="Run `rm -rf`?", options=options)
        if sender:
            project.send(project.message(sender, asking, "human"))
        else:
            from renkei.engine.commands import Send

            project.do_as_runtime(Send(project.message("renkei", asking, "human")))
        person.look()
        assert len(person.hook.received) == 1
        assert "answer?link=" not in person.hook.received[0].body


@pytest.mark.parametrize("values", [{"answers": False}, {"base": "http://team.localhost/"}])
def test_links_are_sent_to_those_alone_who_chose_them_and_over_tls_alone(values: dict[str, object]) -> None:
    with away(**{"answers": True, "base": "https://team.example/"} | values) as person:  # type: ignore[arg-type]
        ask(person)
        person.look()
        assert "answer?link=" not in person.hook.received[0].body


def test_a_digest_leads_to_the_list() -> None:
    with asked() as person:
        ask(person, "D-2")
        person.look()
        assert person.hook.received[0].body.splitlines()[-1] == "https://team.example/p/shop/waiting"


def test_the_keys_of_links_are_in_the_file_of_people_alone(tmp_path: Path) -> None:
    with asked(tmp_path / "p") as person:
        person.look()
        directory = person.project.directory
        assert directory is not None
        key = json.loads((directory / "people.json").read_text())["renkei"]["answer_keys"]["d1"]["key"]
        found = [one.name for one in directory.rglob("*") if one.is_file() and key.encode() in one.read_bytes()]
        assert found == ["people.json"]


def test_a_destination_keeps_whether_it_has_links(tmp_path: Path) -> None:
    with asked(tmp_path / "p") as person:
        known = Destinations.of(person.project)
        known.add(Destination(id="d9", person="human", url="ntfy://t", answers=True))
        assert known.find("d9").answers
