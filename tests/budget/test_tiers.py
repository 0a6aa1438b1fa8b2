"""The specification's five rules of who gets how much of a message, and their order."""

from itertools import product

import pytest

from renkei.budget.relevance.tiers import EVERY_RULE, Reason, Signals, classify, rule_text

RANK = {"irrelevant": 0, "background": 1, "relevant": 2, "critical": 3}
EVERY = [
    Signals(addressed, blocking, urgent, link, keywords)
    for addressed, blocking, urgent, link, keywords in product(
        ("no", "group", "name"), (False, True), ("", "review_of_my_work"), ("", "TC-7"), ((), ("auth",))
    )
]


def tier(**known: object) -> str:
    return classify(Signals(**known))[0]


def test_rule_1_a_blocking_message_to_me_is_critical():
    assert tier(addressed="name", blocking=True) == "critical"


def test_rule_2_a_message_to_me_is_relevant():
    assert tier(addressed="name") == "relevant"


def test_rule_3_a_message_to_a_group_with_keywords_of_my_task_is_relevant():
    assert tier(addressed="group", keywords=("auth",)) == "relevant"


def test_rule_4_a_message_to_a_group_with_little_in_common_is_background():
    assert tier(addressed="group") == "background"


def test_rule_5_a_message_that_has_nothing_to_do_with_me_is_irrelevant():
    assert tier(addressed="no") == "irrelevant"


@pytest.mark.parametrize("addressed", ["no", "group", "name"])
def test_a_message_critical_by_its_meaning_is_critical_for_any_recipient(addressed):
    found = classify(Signals(addressed, urgent="decision_to_make"))
    assert found == ("critical", Reason("decision_to_make"))


@pytest.mark.parametrize("addressed", ["no", "group"])
def test_a_task_thread_or_artifact_in_common_makes_a_message_to_others_relevant(addressed):
    assert classify(Signals(addressed, link="TC-7")) == ("relevant", Reason("in_common", "TC-7"))


def test_a_blocking_message_to_a_group_of_mine_is_critical():
    assert classify(Signals("group", blocking=True)) == ("critical", Reason("blocking_to_me"))


@pytest.mark.parametrize("rules", [EVERY_RULE, ("to_me", "nothing_in_common")])
def test_what_must_be_told_is_at_least_relevant_whatever_rules_a_project_selects(rules):
    assert classify(Signals("group", owes=True), rules) == ("relevant", Reason("reply_owed"))
    assert classify(Signals("copy", blocking=True), rules) == ("relevant", Reason("blocking"))
    of_a_person = classify(Signals("group", from_person=True), rules)[0]
    assert of_a_person == ("relevant" if rules is EVERY_RULE else "irrelevant")
    assert classify(Signals("no", blocking=True, from_person=True))[0] == "irrelevant"


def test_the_reason_names_the_keywords_but_not_endlessly_many():
    reason = classify(Signals("group", keywords=tuple("abcdefgh")))[1]
    assert reason.text("en") == "keywords: a, b, c, d, e"


@pytest.mark.parametrize("signals", EVERY, ids=str)
def test_every_tier_has_a_reason(signals):
    found, reason = classify(signals)
    assert found in RANK
    assert reason.rule


@pytest.mark.parametrize("signals", EVERY, ids=str)
def test_only_a_message_without_any_tie_is_left_out(signals):
    tied = signals.addressed != "no" or signals.urgent or signals.link or signals.keywords
    assert (classify(signals)[0] != "irrelevant") == bool(tied)


def test_more_signals_never_lowers_a_tier():
    order = ("no", "group", "name")
    for less, more in product(EVERY, EVERY):
        if (
            order.index(less.addressed) <= order.index(more.addressed)
            and less.blocking <= more.blocking
            and less.urgent <= more.urgent
            and less.link <= more.link
            and less.keywords <= more.keywords
        ):
            assert RANK[classify(less)[0]] <= RANK[classify(more)[0]], (less, more)


def test_a_reason_is_shown_in_the_reader_s_language():
    assert Reason("blocking_to_me").text("en") == "blocking, to me"
    assert Reason("in_common", "TC-7").text("ja") == "共通の対象: TC-7"
    assert Reason("asker, share_of_task", keywords=("login",)).text("en") == (
        "from my task's requester, keywords of my task: login"
    )


def test_a_rule_of_an_old_log_is_shown_as_it_is():
    assert rule_text("from whom my task comes, new", "en") == "from whom my task comes, new"


@pytest.mark.parametrize("signals", EVERY, ids=str)
def test_every_rule_has_a_text_in_both_languages(signals):
    rule = classify(signals)[1].rule
    assert rule_text(rule, "en") != rule or rule == "keywords"
    assert rule_text(rule, "ja") != rule
