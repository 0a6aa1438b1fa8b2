"""How much of what is said in a group concerns me: stories of a small team, and what holds of every chat."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.features import FEATURES
from renkei.budget.relevance.perspective import Perspective, Weighed
from renkei.budget.relevance.tiers import Reason, Signals, classify
from renkei.budget.relevance.tracker import ConversationTracker

PASSERS_BY = [(f"passer-by-{n}", "", f"remark {n}") for n in range(40)]
LOGIN = ("ann", "", "the login page shows no error")
TALK = [*PASSERS_BY, LOGIN, ("me", "ann", "which browser?")]
TASK = "the login page shows no error\nwhich browser?"


def hear(*lines):
    tracker = ConversationTracker()
    for key, (sender, named, text) in enumerate(lines):
        tracker.observe(PastMessage(str(key), sender, text, tuple(named.split())))
    return tracker


def weigh(*lines, task=TASK, askers=(), overheard=False) -> Weighed:
    """Weigh the last of the lines for me."""
    return Perspective(hear(*lines), "me", task, askers).weigh(str(len(lines) - 1), overheard)


def features(*lines, task=TASK, askers=()) -> dict[str, float]:
    return Perspective(hear(*lines), "me", task, askers).features(str(len(lines) - 1))


def test_what_my_correspondent_says_next_is_relevant_though_it_names_nobody():
    found = weigh(*TALK, ("ann", "", "firefox, if that matters"))
    assert found.tier == "relevant"
    assert found.reason == Reason("asker, correspondent")


def test_what_somebody_else_says_to_whom_my_task_comes_from_is_relevant():
    found = weigh(*TALK, ("cat", "ann", "same here, since yesterday"))
    assert found.tier == "relevant"
    assert "to_asker" in found.reason.rule


def test_what_two_others_say_to_each_other_is_irrelevant_when_it_is_only_overheard():
    late = [("cat", "dan", "lunch?"), *PASSERS_BY, *TALK, *PASSERS_BY]
    position = 0
    assert Perspective(hear(*late), "me", TASK).weigh(str(position), overheard=True).tier == "irrelevant"
    assert Perspective(hear(*late), "me", TASK).weigh(str(position)).tier == "background"


def test_words_of_my_task_make_a_strangers_message_relevant_and_are_named():
    found = weigh(*TALK, ("cat", "", "no error on the login page"), task="login page error")
    assert found.tier == "relevant"
    assert found.reason.keywords == ("error", "login", "page")


def test_a_message_to_my_group_with_nothing_in_common_is_background_however_new_and_quiet_it_is():
    found = weigh(("cat", "", "lunch?"), task="build the parser")
    assert found == Weighed("background", Reason("nothing_in_common"), found.score)


def test_who_is_known_to_have_given_me_my_task_is_an_asker_without_any_quotation():
    assert features(*TALK, ("boss", "", "news?"), task="parser", askers=["boss"])["asker"] == 1
    assert features(*TALK, ("boss", "", "news?"), task="parser")["asker"] == 0


def test_a_task_that_is_my_own_comes_from_nobody_else():
    mine = [("me", "", "I shall mend the parser"), ("cat", "", "good")]
    assert features(*mine, task="I shall mend the parser")["own_task"] == 1


def test_the_latest_correspondent_counts_most():
    talk = [("me", "ann", "a"), ("me", "bob", "b")]
    assert features(*talk, ("bob", "", "yes"))["correspondent"] == 1
    assert features(*talk, ("ann", "", "yes"))["correspondent"] == 0.5
    assert features(*talk, ("cat", "", "yes"))["correspondent"] == 0


def test_who_was_just_named_by_another_speaks_to_that_one():
    assert features(("cat", "ann", "help"), ("ann", "", "coming"))["called_away"] == 1
    assert features(("me", "ann", "help"), ("ann", "", "coming"))["called_away"] == 0


def test_a_message_in_a_conversation_of_mine_has_that_feature():
    talk = [("ann", "", "who mends the parser?"), ("me", "ann", "I do"), ("ann", "", "thanks")]
    assert features(*talk)["my_conversation"] == 1
    assert features(*talk, ("cat", "", "lunch?"))["my_conversation"] == 0


def test_what_is_no_longer_remembered_is_background():
    tracker = ConversationTracker(capacity=1)
    tracker.observe(PastMessage("old", "ann", "a"))
    tracker.observe(PastMessage("new", "ann", "b"))
    perspective = Perspective(tracker, "me", "task")
    assert perspective.weigh("old", overheard=True).tier == "background"
    assert perspective.features("old") == {}


def test_the_tier_by_correspondence_stands_after_links_and_before_keywords():
    weighed = ("relevant", Reason("correspondent"))
    assert classify(Signals("group", weighed=weighed, keywords=("a",))) == weighed
    assert classify(Signals("group", weighed=weighed, link="TC-1"))[1] == Reason("in_common", "TC-1")
    assert classify(Signals("name", weighed=("irrelevant", Reason(""))))[0] == "relevant"


@pytest.mark.parametrize("name", FEATURES)
def test_a_tie_always_speaks_for_a_message(name):
    assert FEATURES[name].weight > 0 or not FEATURES[name].tie


NAMES = st.sampled_from(["me", "ann", "bob", "cat"])
TEXTS = st.sampled_from(["login page", "the login page", "parser", "認証の設計", "ok?", ""])
CHATS = st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2).map(" ".join), TEXTS), min_size=1, max_size=40)


@settings(max_examples=300, deadline=None)
@given(CHATS, TEXTS)
def test_features_lie_between_0_and_1_and_every_tier_has_a_reason(chat, task):
    perspective = Perspective(hear(*chat), "me", task)
    for key in range(len(chat)):
        assert set(perspective.features(str(key))) == set(FEATURES)
        assert all(0 <= value <= 1 for value in perspective.features(str(key)).values())
        assert perspective.weigh(str(key)).reason.rule


@settings(max_examples=300, deadline=None)
@given(CHATS, TEXTS)
def test_only_overheard_messages_without_any_tie_are_left_out(chat, task):
    perspective = Perspective(hear(*chat), "me", task)
    for key in range(len(chat)):
        assert perspective.weigh(str(key)).tier != "irrelevant"
        if perspective.weigh(str(key), overheard=True).tier == "irrelevant":
            assert not any(value and FEATURES[name].tie for name, value in perspective.features(str(key)).items())


@settings(max_examples=200, deadline=None)
@given(CHATS, TEXTS)
def test_asking_twice_gives_the_same_answer(chat, task):
    tracker = hear(*chat)
    first, again = (Perspective(tracker, "me", task) for _ in range(2))
    assert [first.weigh(str(key)) for key in range(len(chat))] == [
        again.weigh(str(key)) for key in reversed(range(len(chat)))
    ][::-1]
