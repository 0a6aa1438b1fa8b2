"""An option of a decision request in words or as its number decides it; an unknown one, or an unknown name, asks."""

from typing import Any

import pytest

from renkei import DecisionOption, DecisionRequest, Project
from renkei.board.decide import Write
from renkei.errors import BadValueError, DecisionMadeError, UnknownRecipientError
from team import small_team


def asked(*labels: str, owner: str = "human") -> Project:
    """Let ann ask a person for the decision D-1."""
    project = small_team()
    options = tuple(DecisionOption(label=one, analysis="") for one in labels)
    request = DecisionRequest(decision_id="D-1", question="Which storage?", options=options)
    project.send(project.message("ann", request, owner, id="q-1"))
    return project


def chosen(project: Project) -> Any:
    return project.state.board.get("/pending_decisions/D-1/resolution")


@pytest.mark.parametrize("act", ["reply", "post"])
@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("sqlite", "SQLite"),
        ("  my  DATABASE \n", "my database"),
        ("2", "my database"),
        ("#1", "SQLite"),
        ("option 2", "my database"),
        ("２", "my database"),
        ("1.", "SQLite"),
        ("s", "SQLite"),
        ("Ｍ ", "my database"),
        ("my", None),
        ("x", None),
        ("let us take sqlite", None),
        ("3", None),
        ("0", None),
        ("yes", None),
    ],
)
def test_an_exact_option_in_reply_decides_and_other_words_are_a_note(act: str, text: str, option: str | None) -> None:
    project = asked("SQLite", "my database")
    more = {"to": ["ann"]} if act == "post" else {}
    getattr(project, act)(in_reply_to="q-1", body=text, actor="human", **more)
    assert chosen(project) == option
    assert [one.message_id for one in project.state.owed_by("human")] == ([] if option else ["q-1"])


def test_numbers_that_are_options_are_not_counted() -> None:
    project = asked("3", "2", "1")
    project.reply("q-1", "1", actor="human")
    assert chosen(project) == "1"


def test_a_number_counts_no_options_where_one_of_them_is_a_number() -> None:
    project = asked("none", "3")
    project.reply("q-1", "1", actor="human")
    assert chosen(project) is None


@pytest.mark.parametrize(("key", "option"), [("o", "once"), ("A", "always"), ("n", None), ("3", "no"), ("4", "NEVER")])
def test_a_letter_decides_if_it_begins_one_option_alone(key: str, option: str | None) -> None:
    project = asked("once", "always", "no", "NEVER")
    project.reply("q-1", key, actor="human")
    assert chosen(project) == option
    same = asked("once", "once")
    same.reply("q-1", key, actor="human")
    assert chosen(same) is None


def test_a_letter_that_is_an_option_is_that_option() -> None:
    project = asked("abc", "a", "b")
    project.reply("q-1", "A", actor="human")
    assert chosen(project) == "a"


def test_the_words_of_who_may_not_decide_are_a_note() -> None:
    project = asked("A", "B", owner="lead")
    project.reply("q-1", "A", actor="bob")
    assert chosen(project) is None


def test_an_option_after_the_decision_is_told_who_made_it() -> None:
    project = asked("A", "B")
    project.decide("D-1", "B", actor="human")
    with pytest.raises(DecisionMadeError, match="human decided 'B'") as error:
        project.reply("q-1", "A", actor="human")
    command = error.value.hint.split("`")[3]
    assert command == "renkei board set /pending_decisions/D-1/status open"
    _, _, _, path, value = command.split()
    project.do(Write(path, value), actor="human")
    project.reply("q-1", "A", actor="human")
    assert chosen(project) == "A"


@pytest.mark.parametrize(("written", "option"), [("sqlite", "SQLite"), ("2", "my database"), ("my database", None)])
def test_the_act_takes_an_option_as_people_write_it(written: str, option: str | None) -> None:
    project = asked("SQLite", "my database")
    project.decide("D-1", written, actor="human")
    assert chosen(project) == option or written


@pytest.mark.parametrize("written", ["SQLlite", "3", "option C"])
def test_another_option_needs_a_reason(written: str) -> None:
    project = asked("SQLite", "my database")
    with pytest.raises(BadValueError, match=r"SQLite \| my database; or another option with a rationale"):
        project.decide("D-1", written, actor="human")
    project.decide("D-1", written, "it is better", actor="human")
    assert chosen(project) == f"{written} (it is better)"


@pytest.mark.parametrize(
    "text", ["@nadia please look", "@Ann please look", "please look, @anne", "look @ａｎｎe", "@lead, @nadia: look"]
)
def test_a_name_that_nobody_has_asks_instead_of_posting(text: str) -> None:
    project = small_team()
    with pytest.raises(UnknownRecipientError, match="Recipients: ") as refused:
        project.post(text, "all", actor="human")
    assert "`" in refused.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "@ann please look",
        "`@nadia` is no one",
        "use @dataclass here",
        "write to a@anne.example",
        "```\n@nadia\n```",
        "@",
    ],
)
def test_other_words_after_the_sign_name_nobody(text: str) -> None:
    assert small_team().post(text, "all", actor="human") is not None


@pytest.mark.parametrize("act", ["reply", "post"])
def test_a_comment_on_a_decision_is_in_its_thread(act: str) -> None:
    project = asked("A", "B")
    if act == "reply":
        project.reply("q-1", "Which one is cheaper?", actor="human")
    else:
        project.post("Which one is cheaper?", "ann", in_reply_to="q-1", actor="human")
    (request, comment) = project.conversation(thread="D-1")
    assert (request.message.id, comment.message.context_summary) == ("q-1", "Which one is cheaper?")
    assert [one.message.id for one in project.conversation(thread="q-1")] == ["q-1", comment.message.id]
