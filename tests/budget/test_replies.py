"""Which earlier messages a message probably answers, where nobody says so."""

from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.replies import FARTHEST, KEPT, LATEST, LEAST, Replies
from renkei.budget.relevance.threads import threads
from renkei.budget.relevance.tracker import ConversationTracker
from thoroughness import examples

Line = tuple[str, str, str]


def hear(*lines: Line, capacity: int = 1000) -> ConversationTracker:
    tracker = ConversationTracker(capacity)
    for key, (sender, named, text) in enumerate(lines):
        tracker.observe(PastMessage(str(key), sender, text, tuple(named.split())))
    return tracker


def last(*lines: Line) -> dict[int, float]:
    """Return what the last of the lines probably answers."""
    return dict(hear(*lines).replies(len(lines) - 1))


def likeliest(*lines: Line) -> int:
    return max((probability, at) for at, probability in last(*lines).items())[1]


OTHERS = [(f"passer-by-{n}", "", f"remark {n}") for n in range(FARTHEST)]


def test_the_first_message_answers_nothing() -> None:
    assert last(("ann", "", "the build fails")) == {}


def test_a_message_that_names_somebody_answers_what_that_one_said_last() -> None:
    talk = [("ann", "", "the build fails"), ("cat", "", "lunch?"), ("dan", "", "hello"), ("bob", "ann", "on ARM")]
    assert likeliest(*talk) == 0
    assert last(*talk)[0] > 0.8


def test_who_was_just_named_answers_that() -> None:
    talk = [("ann", "bob", "can you look?"), ("cat", "", "lunch?"), ("dan", "", "hello"), ("bob", "", "I can")]
    assert likeliest(*talk) == 0


def test_who_wrote_a_moment_ago_goes_on() -> None:
    assert likeliest(("ann", "", "the build fails"), ("cat", "", "lunch?"), ("ann", "", "on ARM")) == 0


def test_a_message_between_two_others_is_rarely_answered_by_a_third() -> None:
    open_to_all = last(("ann", "", "it fails"), ("cat", "", "hm"))[0]
    assert last(("ann", "bob", "it fails"), ("cat", "", "hm")).get(0, 0.0) < open_to_all


def test_shared_rare_words_make_an_answer_likelier() -> None:
    with_words = last(("ann", "", "parser fails"), ("dan", "", "hm"), ("cat", "", "parser yes"))
    assert with_words[0] > last(("ann", "", "parser fails"), ("dan", "", "hm"), ("cat", "", "lunch yes")).get(0, 0.0)


def test_of_older_messages_only_those_that_a_name_points_to_are_candidates() -> None:
    talk = [("ann", "", "the build fails"), *OTHERS[:LATEST]]
    assert likeliest(*talk, ("bob", "ann", "the build fails")) == 0
    assert 0 not in last(*talk, ("bob", "", "the build fails"))
    assert 0 not in last(talk[0], *OTHERS, ("bob", "ann", "the build fails"))


def explicit(*messages: PastMessage) -> list[Replies]:
    tracker = ConversationTracker()
    for one in messages:
        tracker.observe(one)
    return [tracker.replies(at) for at in range(len(messages))]


def test_an_explicit_reply_is_certain_and_nothing_else_is_estimated() -> None:
    one, other = PastMessage("m1", "ann", "the build fails"), PastMessage("m2", "cat", "lunch?")
    reply = PastMessage("m3", "ann", "and the tests fail", ("cat",), thread="T-1", answers="m1")
    assert explicit(one, other, reply)[-1] == ((0, 1.0),)


def test_a_message_of_a_known_thread_answers_the_latest_of_it() -> None:
    first, second, third = (PastMessage(f"m{n}", "ann", "x", thread="TC-1") for n in range(3))
    other = PastMessage("o", "ann", "lunch?", thread="TC-2")
    assert explicit(first, second, other, third) == [(), ((0, 1.0),), (), ((1, 1.0),)]


def test_a_reply_to_a_forgotten_message_answers_nothing() -> None:
    assert explicit(PastMessage("m1", "ann", "x"), PastMessage("m2", "ann", "y", answers="m0", thread="m0"))[-1] == ()


def test_a_thread_is_forgotten_with_its_latest_message() -> None:
    tracker = ConversationTracker(2)
    for name, thread in (("m1", "TC-1"), ("m2", ""), ("m3", ""), ("m4", "TC-1")):
        tracker.observe(PastMessage(name, name, "x", thread=thread))
    assert tracker.replies(3) == ()


def test_my_thread_leads_back_from_my_message_and_on_from_all_of_them() -> None:
    tracker = ConversationTracker()
    chat = (("a", "ann", ""), ("b", "me", "a"), ("c", "cat", "b"), ("d", "dan", "c"), ("e", "eve", "a"))
    for name, sender, answers in chat:
        tracker.observe(PastMessage(name, sender, "x", answers=answers, thread=answers))
    assert threads(tracker, "me").my_thread == {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0}
    assert threads(tracker, "nobody").my_thread == {}


NAMES = st.sampled_from(["me", "ann", "bob", "cat"])
TEXTS = st.sampled_from(["login page", "the login page", "parser?", "認証の設計", "ok?", ""])
CHATS = st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=3).map(" ".join), TEXTS), min_size=1, max_size=60)


@settings(max_examples=examples(200), deadline=None)
@given(CHATS, st.integers(1, 60))
def test_replies_are_few_lead_back_and_are_no_more_than_certain(chat: list[Line], capacity: int) -> None:
    tracker = hear(*chat, capacity=capacity)
    for message in tracker.since(0):
        found = tracker.replies(message.position)
        assert len(found) <= KEPT
        assert all(message.position - FARTHEST <= at < message.position for at, _ in found)
        assert all(LEAST < probability <= 1 for _, probability in found)
        assert sum(probability for _, probability in found) <= 1 + 1e-9


@settings(max_examples=examples(200), deadline=None)
@given(CHATS, st.integers(1, 60))
def test_certainties_lie_between_0_and_1(chat: list[Line], capacity: int) -> None:
    found = threads(hear(*chat, capacity=capacity), "me")
    assert all(0 < one <= 1 for one in (*found.my_thread.values(), *found.leads_to_me.values()))
