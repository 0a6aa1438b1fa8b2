"""A conversation that grows: its system prompt, its marks, what is sent to the Messages API."""

import pytest

from renkei.budget.context.build import Context
from renkei.budget.context.prompt import ChatMessage, Prompt
from renkei.budget.tokens.model_info import model_info


def context(text: str = "news", system: str = "You are bob.") -> Context:
    return Context(text, 1, 100, (), (), system=system)


def test_appending_returns_a_new_prompt_and_leaves_the_old_one_as_it_is():
    empty = Prompt()
    told = empty.add(context()).answer("done")
    assert empty == Prompt()
    assert told.entries == (ChatMessage("user", "news"), ChatMessage("assistant", "done"))


def test_only_a_changed_system_prompt_renews_the_conversation():
    first = Prompt().add(context())
    assert not first.renewed
    assert not first.add(context("more")).renewed
    changed = first.add(context("more", "You are bob. TC-1"))
    assert changed.renewed
    assert changed.system == "You are bob. TC-1"


def test_all_of_a_prompt_is_counted():
    assert Prompt().add(context()).answer("done").tokens(len) == len("You are bob." + "news" + "done")


def marks(prompt: Prompt, model: str = "") -> list[bool]:
    blocks = prompt.blocks(model, len)
    found = [blocks["system"][0], *(one["content"][0] for one in blocks["messages"])]
    assert all(one["cache_control"] == {"type": "ephemeral"} for one in found if "cache_control" in one)
    return ["cache_control" in one for one in found]


def test_the_system_prompt_and_the_newest_message_are_marked():
    assert marks(Prompt().add(context()).answer("done")) == [True, False, True]
    assert marks(Prompt()) == [True]


@pytest.mark.parametrize("short", [0, 1])
def test_what_is_shorter_than_the_model_caches_is_not_marked(short):
    least = model_info("claude-haiku-5-5").smallest_cacheable.tokens
    assert marks(Prompt().add(context("n", "x" * (least - short))), "claude-haiku-5-5") == [not short, True]
    assert marks(Prompt().add(context("n", "x" * (least - 1 - short))), "claude-haiku-5-5") == [False, not short]


def test_for_a_model_without_figures_everything_is_marked():
    assert marks(Prompt().add(context()), "a-model-of-mine") == [True, True]
