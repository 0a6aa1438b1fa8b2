"""How much of what is said in a group concerns me: stories of a small team, and what holds of every chat."""

from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.features import FEATURES, INTERCEPT, IRRELEVANT_BELOW
from renkei.budget.relevance.perspective import Perspective, Weighed
from renkei.budget.relevance.tiers import Reason, Signals, classify
from renkei.budget.relevance.tracker import ConversationTracker
from thoroughness import examples

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
    assert found.reason == Reason("asker, task_conversation")


def test_what_somebody_else_says_to_whom_my_task_comes_from_is_relevant():
    found = weigh(*TALK, ("cat", "ann", "same here, since yesterday"))
    assert found.tier == "relevant"
    assert "to_asker" in found.reason.rule


def test_what_two_others_say_to_each_other_is_irrelevant_when_it_is_only_overheard():
    late = [("cat", "dan", "lunch?"), *PASSERS_BY, *TALK, *PASSERS_BY]
    perspective = Perspective(hear(*late), "me", "build the parser")
    assert perspective.weigh("0", overheard=True).tier == "irrelevant"
    assert perspective.weigh("0").tier == "background"


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


def test_a_message_that_probably_answers_mine_is_in_my_thread_and_leads_to_me():
    talk = [*PASSERS_BY, ("ann", "", "who mends the parser?"), ("me", "ann", "I do"), ("ann", "", "thanks")]
    found = features(*talk)
    assert found["my_thread"] == found["leads_to_me"] == pytest.approx(0.93, abs=0.01)
    assert features(*talk, ("cat", "", "lunch?"))["my_thread"] < 0.05


def test_what_led_to_an_earlier_message_of_mine_leads_to_me_but_is_not_in_my_latest_thread():
    talk = [("ann", "", "who mends the parser?"), ("me", "ann", "I do"), *PASSERS_BY, ("bob", "", "the schema?")]
    found = Perspective(hear(*talk, ("me", "bob", "later")), "me", "").features("0")
    assert (found["my_thread"], found["leads_to_me"]) == (0, pytest.approx(0.96, abs=0.02))


def test_what_led_to_a_message_that_names_me_since_i_wrote_leads_to_me():
    talk = [("me", "", "so"), *PASSERS_BY, ("ann", "", "who mends the parser?"), ("bob", "ann me", "one of you")]
    perspective = Perspective(hear(*talk), "me", "")
    assert perspective.features("41")["leads_to_me"] == pytest.approx(0.97, abs=0.02)
    assert perspective.features("41")["my_thread"] == 0


def test_a_probable_reply_is_the_reason_only_after_certain_ties():
    found = weigh(("me", "", "parser tokens"), ("ann", "", "so"), ("ann", "", "parser tokens"), task="the build")
    assert (found.tier, found.reason) == ("relevant", Reason("leads_to_me, my_thread"))
    assert found.reason.is_uncertain
    asked = weigh(
        ("me", "", "parser tokens"), ("ann", "", "so"), ("ann", "", "parser tokens"), task="the build", askers=["ann"]
    )
    assert asked.reason == Reason("asker, leads_to_me")
    assert not asked.reason.is_uncertain


def test_i_am_called_when_somebody_has_named_me_since_i_last_wrote():
    called = [("me", "", "so"), ("ann", "me", "which one?")]
    assert features(*called, ("cat", "", "lunch?"))["called"] == 1
    assert features(*called, ("me", "", "the first"), ("cat", "", "lunch?"))["called"] == 0


def test_who_has_written_six_messages_since_my_last_one_is_as_talkative_as_can_be():
    talk = [("cat", "", "before"), ("me", "", "so")]
    assert features(*talk, ("cat", "", "lunch?"))["talkative"] == pytest.approx(1 / 6)
    assert features(*talk, *[("cat", "", "lunch?")] * 6)["talkative"] == 1
    assert features(*talk, *[("cat", "", "lunch?")] * 7)["talkative"] == 1


def test_one_of_the_newest_messages_is_relevant_without_a_tie_only_to_who_takes_part():
    talk = [("cat", "", "lunch?"), ("dan", "", "is the printer empty?")]
    taking_part = weigh(("me", "", "so"), *talk, task="build the parser", askers=["boss"])
    assert (taking_part.tier, taking_part.reason) == ("relevant", Reason("newness"))
    stranger = weigh(*talk, task="build the parser", askers=["boss"])
    assert (stranger.tier, stranger.reason) == ("background", Reason("nothing_in_common"))


def test_who_writes_much_is_the_reason_once_that_adds_more_than_newness():
    talk = [("me", "", "so"), *[("cat", "", "lunch?")] * 7, *[("dan", "", "hm")] * 20]
    found = Perspective(hear(*talk), "me", "build the parser", ["boss"]).weigh("7")
    assert (found.tier, found.reason) == ("relevant", Reason("talkative"))


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


@settings(max_examples=examples(300), deadline=None)
@given(CHATS, TEXTS)
def test_features_lie_between_0_and_1_and_every_tier_has_a_reason(chat, task):
    perspective = Perspective(hear(*chat), "me", task)
    for key in range(len(chat)):
        assert set(perspective.features(str(key))) == set(FEATURES)
        assert all(0 <= value <= 1 for value in perspective.features(str(key)).values())
        assert perspective.weigh(str(key)).reason.rule


@settings(max_examples=examples(300), deadline=None)
@given(CHATS, TEXTS)
def test_only_overheard_messages_without_any_tie_are_left_out(chat, task):
    perspective = Perspective(hear(*chat), "me", task)
    for key in range(len(chat)):
        assert perspective.weigh(str(key)).tier != "irrelevant"
        if perspective.weigh(str(key), overheard=True).tier == "irrelevant":
            assert not any(value and FEATURES[name].tie for name, value in perspective.features(str(key)).items())


@settings(max_examples=examples(200), deadline=None)
@given(CHATS, TEXTS)
def test_asking_twice_gives_the_same_answer(chat, task):
    tracker = hear(*chat)
    first, again = (Perspective(tracker, "me", task) for _ in range(2))
    assert [first.weigh(str(key)) for key in range(len(chat))] == [
        again.weigh(str(key)) for key in reversed(range(len(chat)))
    ][::-1]


def test_the_newest_message_has_newness_1_and_twenty_messages_later_it_has_fallen_to_a_third():
    talk = [("cat", "", "lunch?"), *PASSERS_BY[:20]]
    perspective = Perspective(hear(*talk), "me", TASK)
    assert perspective.features(str(20))["newness"] == 1
    assert perspective.features("0")["newness"] == pytest.approx(0.368, abs=0.001)


def test_the_crowd_is_0_for_one_speaker_and_1_when_everybody_speaks_once():
    assert features(("ann", "", "a"), ("ann", "", "b"))["crowd"] == 0
    assert features(*[(f"passer-by-{n}", "", "…") for n in range(60)])["crowd"] == 1


def test_who_exchanges_with_my_asker_is_beside_it_while_that_is_among_its_last_six_exchanges():
    def talk(others: int):
        return [("cat", "boss", "?"), *[("cat", f"dan{n}", "?") for n in range(others)], ("cat", "", "hm")]

    assert features(*talk(5), askers=["boss"])["beside_asker"] == 1
    assert features(*talk(6), askers=["boss"])["beside_asker"] == 0


def test_who_talks_mostly_with_me_is_turned_to_me_unless_it_names_somebody():
    talk = [("cat", "me", "?"), ("cat", "me", "?"), ("cat", "dan", "?")]
    assert features(*talk, ("cat", "", "hm"))["turned_to_me"] == pytest.approx(2 / 4)
    assert features(*talk, ("cat", "eve", "hm"))["turned_to_me"] == 0


def test_a_message_to_others_by_name_has_that_feature_and_those_of_whom_it_names():
    talk = [("me", "ann", "which browser?")]
    found = features(*talk, ("cat", "ann", "hm"), task="x", askers=["ann"])
    assert (found["to_others"], found["to_asker"], found["to_correspondent"]) == (1, 1, 1)
    assert features(*talk, ("cat", "", "hm"))["to_others"] == 0


def test_shared_keywords_count_by_their_share_of_the_message_and_of_the_task():
    found = features(("cat", "", "login"), task="login page")
    login, page = log(1 + 0.5 / 1.5), log(1 + 1.5 / 0.5)
    assert found["share_of_task"] == pytest.approx(login / (login + page))
    assert found["share_of_message"] == pytest.approx(login / (1 + login))
    whole = features(("cat", "", "login page"), task="login page")
    assert whole["share_of_task"] == pytest.approx(1)
    assert features(("cat", "", "lunch"), task="login page")["share_of_task"] == 0


def test_i_am_not_my_own_asker():
    talk = [("me", "", "I shall fix the parser"), ("me", "", "so")]
    assert features(*talk, task="I shall fix the parser", askers=["me"])["asker"] == 0


def test_the_conversation_of_my_task_is_that_of_the_message_it_quotes():
    talk = [("ann", "", "the build fails"), ("bob", "", "lunch?"), ("ann", "", "on ARM")]
    assert features(*talk, task="the build fails")["task_conversation"] == 1
    assert features(*talk[:2], task="the build fails")["task_conversation"] == 0


def test_the_score_is_the_sum_of_weighted_features_and_the_intercept():
    found = weigh(*TALK, ("cat", "ann", "same here"))
    values = features(*TALK, ("cat", "ann", "same here"))
    expected = INTERCEPT + sum(FEATURES[name].weight * value for name, value in values.items())
    assert found.score == pytest.approx(expected)


def test_a_reason_names_the_two_strongest_ties_and_keywords_only_with_a_tie_of_keywords():
    found = weigh(*TALK, ("ann", "", "the login page in firefox"))
    assert found.reason.rule == "asker, share_of_task"
    assert found.reason.keywords == ("login", "page")
    talk = [("me", "ann", "?"), ("ann", "me", "yes"), ("ann", "", "the login page of the shop has a new colour")]
    found = weigh(
        *talk, task="the login page and the parser and the schema and the build and the tests", askers=["ann"]
    )
    assert found.reason == Reason("asker, correspondent")
    assert found.keywords == ("login", "page")


def test_a_reason_names_at_most_five_keywords():
    words = "alpha bravo charlie delta echoes foxtrot golf"
    assert weigh(("cat", "", words), task=words).reason.keywords == tuple(words.split()[:5])


def test_an_overheard_message_with_any_tie_is_not_irrelevant_however_low_its_score():
    crowd = [(f"passer-by-{n}", "", f"the page {n}") for n in range(60)]
    tracker = hear(("cat", "dan", "page"), *crowd)
    found = Perspective(tracker, "me", "build page parser schema tests tokens search").weigh("0", overheard=True)
    assert found.score < IRRELEVANT_BELOW
    assert found.tier == "background"


def test_keywords_that_are_in_every_text_are_no_reason():
    found = weigh(("cat", "", "洪水の対策"), task="水を飲む")
    assert (found.reason, found.keywords) == (Reason("nothing_in_common"), ())
    assert features(("cat", "", "洪水の対策"), task="水を飲む")["share_of_task"] > 0
