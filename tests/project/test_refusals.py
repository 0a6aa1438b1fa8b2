"""A public call with a value that is not allowed raises a RenkeiError that says where and what."""

from collections.abc import Callable
from pathlib import Path

import pytest

import renkei
from renkei import Project
from renkei.acts.errors import BadArgumentsError
from renkei.errors import (
    BadValueError,
    BudgetTooSmallError,
    LogNotWritableError,
    ProjectMissingError,
    UnknownActorError,
    UnknownContractError,
    UnknownMessageError,
    UnsupportedLocationError,
)
from team import small_team

SHARED = renkei.KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)

ON_A_PROJECT: dict[str, tuple[Callable[[Project], object], type[Exception], str]] = {
    "a payload that is a mapping": (lambda p: p.message("ann", {"topic": "t"}, "bob"), BadValueError, "/payload: dict"),
    "an unknown priority": (lambda p: p.message("ann", SHARED, "bob", "urgent"), renkei.DocumentError, "/priority"),
    "an unknown header field": (lambda p: p.message("ann", SHARED, "bob", x=1), renkei.DocumentError, "/x"),
    "no recipient": (lambda p: p.message("ann", SHARED, []), renkei.DocumentError, "/to"),
    "a recipient that is a number": (lambda p: p.message("ann", SHARED, 5), renkei.DocumentError, "/to"),
    "a sender that is no id": (lambda p: p.message("a b", SHARED, "bob"), renkei.DocumentError, "/from"),
    "a joining actor that is no id": (lambda p: p.join("a b"), BadArgumentsError, "'a b' is not a valid id"),
    "a joining actor that is a number": (lambda p: p.join(5), BadArgumentsError, "got number 5"),
    "a joining actor with a surrogate": (lambda p: p.join("\ud800"), BadArgumentsError, "unicode"),
    "a role with a surrogate": (lambda p: p.join("eve", "\ud800"), BadValueError, "surrogate"),
    "a field with a surrogate": (lambda p: p.do(renkei.Write("/goal", "\ud800")), BadValueError, "surrogate"),
    "a field that is no JSON": (lambda p: p.do(renkei.Write("/goal", object())), BadValueError, "/goal"),
    "an action that is none": (lambda p: p.do("join"), BadValueError, "/actions/0: str is not an action"),
    "a command id that is no id": (lambda p: p.do(renkei.Join("eve"), command_id="a b"), BadValueError, "valid id"),
    "rules that are a path": (lambda p: p.set_rules("rules.yaml"), BadArgumentsError, "/events: expected a list"),
    "rules that are nothing": (lambda p: p.add_rules(None), BadArgumentsError, "/events: expected a list, got null"),
    "a rule that is a number": (
        lambda p: p.add_rules([5]),
        BadArgumentsError,
        "/events/0: expected a mapping, got number 5",
    ),
    "an old name of an argument": (lambda p: p.pause("ann", because="x"), BadArgumentsError, "It is called `reason`."),
    "an argument too many": (lambda p: p.pause("ann", "bob", "x"), TypeError, "pause() takes 2 arguments"),
    "an argument given twice": (lambda p: p.pause("ann", "x", reason="y"), TypeError, "more than one value for reason"),
    "an unknown locale": (lambda p: p.context("ann", locale="xx"), BadValueError, "/locale"),
    "a budget that is no number": (lambda p: p.context("ann", budget="many"), BadValueError, "/budget"),
    "an unknown rendering": (lambda p: p.begin_turn("ann", rendering="xx"), BadValueError, "/rendering"),
    "an unknown interface": (lambda p: p.begin_turn("ann", interface="xx"), BadValueError, "/interface"),
    "a budget that is too small": (lambda p: p.context("ann", budget=1), BudgetTooSmallError, "at least"),
    "a context of nobody": (lambda p: p.context("eve"), UnknownActorError, "eve"),
    "a turn of nobody": (lambda p: p.begin_turn("eve"), UnknownActorError, "eve"),
    "a heartbeat of nobody": (lambda p: p.heartbeat("eve"), UnknownActorError, "eve"),
    "waking nobody": (lambda p: p.wake_reason("eve"), UnknownActorError, "eve"),
    "a record that is not there": (lambda p: p.state_at(99), BadValueError, "99 does not exist"),
    "a negative record": (lambda p: p.context("ann", seq=-1), BadValueError, "-1 does not exist"),
    "an unknown message": (lambda p: p.message_text("m-9"), UnknownMessageError, "m-9"),
    "an unknown contract": (lambda p: p.find_contract("TC-9"), UnknownContractError, "TC-9"),
}


@pytest.mark.parametrize("name", ON_A_PROJECT)
def test_a_call_on_a_project_is_refused_and_nothing_is_written(name: str) -> None:
    call, kind, text = ON_A_PROJECT[name]
    project = small_team()
    before = project.log.last()
    with pytest.raises(kind) as caught:
        call(project)
    assert text in str(caught.value)
    assert project.log.last() == before


ON_THE_MODULE: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "opening no location": (lambda: renkei.open(None), BadValueError, "the path of a directory"),
    "opening an empty location": (lambda: renkei.open(""), BadValueError, "/location: '' is not allowed"),
    "creating at an empty location": (lambda: renkei.create(""), BadValueError, "/location: '' is not allowed"),
    "a rule that is none": (lambda: renkei.create(rules=[1]), BadValueError, "/rules/0"),
    "a member that is none": (lambda: renkei.create(members=["ann"]), BadValueError, "/members/0"),
    "a language that is none": (lambda: renkei.create(locale="xx"), BadValueError, "/locale"),
    "a name that is a number": (lambda: renkei.create(name=5), BadValueError, "/name"),
    "a clock without a time": (lambda: renkei.create(now=lambda: "noon"), BadValueError, "the clock returned no time"),
    "an empty message": (lambda: renkei.parse_message("{}"), renkei.DocumentError, "`type` is missing"),
    "a message that is no JSON": (lambda: renkei.parse_message("hello"), renkei.DocumentError, "not JSON"),
    "a message that is not UTF-8": (lambda: renkei.parse_message(b"\xff"), renkei.DocumentError, "UTF-8"),
    "a message with a surrogate": (lambda: renkei.parse_message("\ud800"), renkei.DocumentError, "message:1:1"),
    "a message without fields": (lambda: renkei.make_message({}), renkei.DocumentError, "/type"),
    "opening an unknown kind of location": (lambda: renkei.open("nats://x"), UnsupportedLocationError, "'nats' is not"),
    "creating at an unknown kind": (
        lambda: renkei.create("S3://x"),
        UnsupportedLocationError,
        "`:memory:` or the path",
    ),
    "a directory that is missing": (lambda: renkei.open("/nowhere/at/all"), ProjectMissingError, "/nowhere"),
    "a path with a null character": (lambda: renkei.open("a\0b"), ProjectMissingError, "no renkei project"),
}


@pytest.mark.parametrize("name", ON_THE_MODULE)
def test_a_call_of_the_module_is_refused(name: str) -> None:
    call, kind, text = ON_THE_MODULE[name]
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value)


def test_a_project_cannot_be_created_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LogNotWritableError):
        renkei.create(tmp_path / "file")


def test_a_refused_project_leaves_no_directory(tmp_path: Path) -> None:
    with pytest.raises(BadValueError):
        renkei.create(tmp_path / "p", locale="xx")
    assert not (tmp_path / "p").exists()


def test_plain_text_as_a_message_is_refused_with_the_way_to_send_it() -> None:
    project = renkei.create(goal="g")
    project.join("ann")
    project.join("bob")
    with pytest.raises(BadValueError, match=r"str is not a payload.*Plain text is the `body` of a Freeform\."):
        project.message("ann", "hello", "bob")  # type: ignore[arg-type]


def test_every_fault_of_a_new_contract_is_reported() -> None:
    with small_team() as project, pytest.raises(BadArgumentsError) as error:
        project.open_contract({"id": "a b", "priority": "soon"})
    assert {one.path for one in error.value.problems} >= {"/id", "/priority", "/acceptance_criteria"}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("port-", "Did you mean 'port-2' or 'port-1'? "),
        ("prot-1", "Did you mean 'port-1'"),
        ("x", ""),
        ("", ""),
    ],
)
def test_an_unknown_message_is_answered_with_the_newest_ids_that_resemble_it(given: str, meant: str) -> None:
    with small_team() as project:
        for name in ("port-1", "port-2"):
            project.send(project.message("ann", SHARED, "bob", id=name))
        with pytest.raises(UnknownMessageError) as error:
            project.find_message(given)
        assert error.value.details["near"].startswith(meant)
        assert bool(meant) == ("Did you mean" in str(error.value))
