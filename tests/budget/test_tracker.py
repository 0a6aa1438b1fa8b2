"""Who has been talking with whom, and which messages make one conversation."""

from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.tracker import ConversationTracker
from thoroughness import examples

Line = tuple[str, str, str]


def hear(*lines: Line, capacity: int = 100) -> ConversationTracker:
    """Observe lines of sender, who is named (by spaces), text; their ids are "0", "1", "2" and so on."""
    tracker = ConversationTracker(capacity)
    for key, (sender, named, text) in enumerate(lines):
        tracker.observe(PastMessage(str(key), sender, text, tuple(named.split())))
    return tracker


def conversations(tracker: ConversationTracker) -> list[object]:
    return [tracker.find(str(key)).conversation for key in range(tracker.position)]


CHATTER = [(f"passer-by-{n}", "", "…") for n in range(181)]


def test_who_speaks_out_of_the_blue_opens_a_conversation():
    assert conversations(hear(("ann", "", "the build fails"), ("bob", "", "lunch?"))) == [0, 1]


def test_who_spoke_a_moment_ago_goes_on():
    assert conversations(hear(("ann", "", "the build fails"), ("bob", "", "lunch?"), ("ann", "", "on ARM"))) == [
        0,
        1,
        0,
    ]


def test_who_spoke_long_ago_opens_another():
    tracker = hear(("ann", "", "the build fails"), *CHATTER, ("ann", "", "lunch?"), capacity=1000)
    assert conversations(tracker)[-1] == tracker.position - 1


def test_naming_somebody_joins_the_conversation_of_what_it_said_last():
    assert conversations(hear(("ann", "", "the build fails"), ("bob", "ann", "which one?"))) == [0, 0]


def test_naming_somebody_silent_opens_a_conversation():
    assert conversations(hear(("ann", "", "the build fails"), ("bob", "cat", "are you there?"))) == [0, 1]


def test_who_was_just_named_answers_there_though_it_names_nobody():
    tracker = hear(
        ("ann", "", "the build fails"),
        ("cat", "", "lunch?"),
        ("bob", "", "!"),
        ("ann", "bob", "help"),
        ("bob", "", "ok"),
    )
    assert conversations(tracker) == [0, 1, 2, 2, 2]


def test_a_known_thread_stands_above_what_was_guessed():
    tracker = ConversationTracker()
    tracker.observe(PastMessage("m1", "ann", "done", thread="TC-1"))
    tracker.observe(PastMessage("m2", "bob", "thanks", ("ann",)))
    tracker.observe(PastMessage("m3", "ann", "next", thread="TC-2"))
    assert [tracker.find(str(key)).conversation for key in ("m1", "m2", "m3")] == ["TC-1", "TC-1", "TC-2"]


def test_a_message_knows_who_had_just_named_its_author():
    tracker = hear(("ann", "bob", "help"), ("bob", "", "coming"), ("cat", "", "hello"))
    assert [tracker.find(str(key)).caller for key in range(3)] == ["", "ann", ""]


def test_being_named_long_ago_is_no_call_any_more():
    tracker = hear(("ann", "bob", "help"), *CHATTER, ("bob", "", "hello"), capacity=1000)
    assert tracker.find(str(tracker.position - 1)).caller == ""


def test_exchanges_by_name_are_remembered_on_both_sides_the_newest_last():
    tracker = hear(("ann", "bob", "help"), ("cat", "ann", "me too"))
    assert [name for name, _ in tracker.speaker("ann").exchanges] == ["bob", "cat"]
    assert [name for name, _ in tracker.speaker("bob").exchanges] == ["ann"]


def test_naming_oneself_is_no_exchange():
    assert not hear(("ann", "ann", "note to self")).speaker("ann").exchanges


def test_a_message_is_found_by_what_it_says_word_for_word():
    tracker = hear(("ann", "", "the build fails"), ("bob", "", "the build fails"))
    assert tracker.quoted("the build fails").sender == "bob"
    assert tracker.quoted("the build") is None


def test_the_crowd_is_everybody_who_spoke_recently():
    assert hear(("ann", "", "a"), ("bob", "", "b"), ("ann", "", "c")).crowd() == 2
    assert hear(*CHATTER).crowd() == 60


def test_of_strangers_nothing_is_remembered_and_asking_does_not_change_that():
    tracker = hear(("ann", "", "a"))
    assert not tracker.speaker("nobody").exchanges
    assert tracker.speaker("nobody") is not tracker.speaker("nobody")


def test_the_oldest_message_is_forgotten_with_its_words_and_those_who_are_gone():
    tracker = hear(("ann", "bob", "first"), ("cat", "", "second"), ("cat", "", "third"), capacity=2)
    assert tracker.find(str(0)) is None
    assert tracker.quoted("first") is None
    assert not tracker.speaker("ann").exchanges
    assert not tracker.speaker("bob").exchanges


def test_who_still_talks_is_not_forgotten_with_its_first_message():
    tracker = hear(("ann", "bob", "first"), ("ann", "", "second"), ("cat", "", "third"), capacity=2)
    assert [name for name, _ in tracker.speaker("ann").exchanges] == ["bob"]


NAMES = st.sampled_from(["ann", "bob", "cat", "dan"])
LINES = st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2).map(" ".join), st.text(max_size=5)), max_size=60)


@settings(max_examples=examples(200), deadline=None)
@given(LINES, st.integers(1, 20))
def test_memory_is_bounded_whatever_is_said(lines, capacity):
    tracker = hear(*lines, capacity=capacity)
    assert sum(tracker.find(str(key)) is not None for key in range(len(lines))) == min(capacity, len(lines))
    recent = {name for sender, named, _ in lines[-capacity:] for name in (sender, *named.split())}
    assert all(not tracker.speaker(name).exchanges for name in {"ann", "bob", "cat", "dan"} - recent)


@settings(max_examples=examples(200), deadline=None)
@given(LINES)
def test_the_same_messages_give_the_same_memory(lines):
    assert conversations(hear(*lines)) == conversations(hear(*lines))


@settings(max_examples=examples(200), deadline=None)
@given(LINES)
def test_a_conversation_has_the_position_of_a_message_that_opened_it(lines):
    found = conversations(hear(*lines))
    assert all(one <= position and found[one] == one for position, one in enumerate(found))


def test_a_call_is_recent_within_the_window_and_not_one_message_later():
    def talk(between: int):
        return hear(("ann", "bob", "help"), *CHATTER[:between], ("bob", "", "hello"))

    assert talk(58).find(str(59)).caller == "ann"
    assert talk(59).find(str(60)).caller == ""


def test_somebody_who_is_named_is_answered_within_three_windows_of_what_it_said_last():
    def talk(between: int):
        return conversations(hear(("ann", "", "it fails"), *CHATTER[:between], ("bob", "ann", "?"), capacity=1000))[-1]

    assert talk(178) == 0
    assert talk(179) == 180


def test_only_the_first_who_is_named_decides_on_the_conversation():
    tracker = hear(("ann", "", "it fails"), ("cat", "", "lunch?"), ("bob", "cat ann", "?"))
    assert conversations(tracker)[-1] == 1


def test_only_the_latest_exchanges_and_conversations_of_a_speaker_are_remembered():
    tracker = hear(*[("ann", f"dan{n}", "?") for n in range(10)])
    assert [name for name, _ in tracker.speaker("ann").exchanges] == [f"dan{n}" for n in range(2, 10)]
    assert len(tracker.speaker("ann").conversations) == 3


def test_a_text_that_was_said_again_is_still_found_when_its_first_message_is_forgotten():
    tracker = hear(("ann", "", "again"), ("bob", "", "again"), ("cat", "", "?"), capacity=2)
    assert tracker.quoted("again").sender == "bob"


def test_the_vocabulary_knows_the_words_of_what_was_said():
    tracker = hear(("ann", "", "login page"), ("bob", "", "login form"))
    assert tracker.vocabulary.weight("login") < tracker.vocabulary.weight("form")


def test_who_has_spoken_since_it_was_named_continues_where_it_spoke():
    tracker = hear(("bob", "", "it fails"), ("cat", "ann", "?"), ("ann", "bob", "where?"), ("ann", "", "on ARM?"))
    assert conversations(tracker) == [0, 1, 0, 0]


def test_who_was_named_since_is_not_forgotten_with_its_last_message():
    tracker = hear(("ann", "", "first"), ("bob", "ann", "second"), ("cat", "", "third"), capacity=2)
    assert [name for name, _ in tracker.speaker("ann").exchanges] == ["bob"]
