"""Assertions about what an agent was shown: they find tier, form and reason, and fail with everything that is shown."""

import pytest

import renkei
from renkei.errors import BadValueError
from renkei.testing import ManualClock, assert_not_shown, assert_shown, last_context, shown_messages


@pytest.fixture
def project() -> renkei.Project:
    project = renkei.create(goal="A shop", members=[renkei.Join("ann"), renkei.Join("bob")], now=ManualClock())
    with project.turn("ann") as turn:
        turn.ask("Which port?", to="bob", priority="blocking")
        turn.send("The logo is blue.", to="all", priority="low")
    return project


def test_a_message_is_found_by_its_text_and_is_as_expected(project: renkei.Project) -> None:
    context = project.context("bob")
    shown = assert_shown(context, "Which port?", tier="critical", form="full", why="blocking_to_me")
    assert (shown.tier, shown.form, shown.rule) == ("critical", "full", "blocking_to_me")
    assert assert_shown(context, "Which port?", why=shown.why[3:9]) == shown
    assert next(iter(shown_messages(context))) == shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which door?", {}),
        ("Which port?", {"tier": "background"}),
        ("Which port?", {"form": "line"}),
        ("Which port?", {"why": "the moon is full"}),
    ],
)
def test_a_failure_lists_every_message_with_tier_form_and_reason(
    project: renkei.Project, text: str, expected: dict[str, str]
) -> None:
    with pytest.raises(
        AssertionError, match=r"is not shown[^?]*\n  critical, full: blocking, to me:[^?]*Which port"
    ) as raised:
        assert_shown(project.context("bob"), text, **expected)  # type: ignore[arg-type]
    assert str(raised.value).startswith(repr(text))
    assert all(one in str(raised.value) for one in expected.values())


def test_a_message_that_is_omitted_is_listed_but_not_shown(project: renkei.Project) -> None:
    for number in range(20):
        project.post(f"{number} {'and more of it ' * 40}", to="all", priority="low", actor="ann")
    context = project.context("bob", budget=300)
    assert {one.form for one in shown_messages(context)} == {"full", "line", "omitted"}
    assert_not_shown(context, "The logo is blue.")
    with pytest.raises(AssertionError, match="The logo is blue"):
        assert_shown(context, "The logo is blue.")


def test_a_text_anywhere_in_a_context_is_shown(project: renkei.Project) -> None:
    assert_not_shown(project.context("bob"), "Which door?")
    for text in ("Which port?", "A shop"):
        with pytest.raises(AssertionError, match=f"'{text.replace('?', '.')}' is shown in the section"):
            assert_not_shown(project.context("bob"), text)


def test_the_last_turn_of_an_agent_is_read_from_the_log(project: renkei.Project) -> None:
    with pytest.raises(BadValueError, match="had a turn"):
        last_context(project, "bob")
    with project.turn("bob") as turn:
        pass
    assert last_context(project, "bob").text == turn.context.text
    assert_shown(last_context(project, "bob"), "Which port?", tier="critical")
    assert shown_messages(project.context("bob")) == []
    with pytest.raises(AssertionError, match="has no messages"):
        assert_shown(project.context("bob"), "Which port?")
