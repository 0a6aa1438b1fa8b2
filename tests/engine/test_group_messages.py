"""A message to one group that asks for nothing names the group, and reaches exactly its members of that moment."""

from engine.factory import after, events, send, settled, talk, team
from renkei.budget.context.reading import Reading
from renkei.engine import commands as c
from renkei.engine.conversation.addressing import recipients_of, was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.guards.unread_limit import size_of
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import view


def ops() -> State:
    """Return a team in which ann, bob and eve are a group."""
    return after(team(), "human", c.SetGroup("ops", ("ann", "bob", "eve")))


def sent(state: State, sender: str, to: str, name: str = "m1") -> tuple[MessageSent, State]:
    record, state = settled(state, sender, send(name, sender, to, talk(f"news of {name}")))
    (event,) = (one for one in record.events if isinstance(one, MessageSent))
    return event, state


def unread(state: State, *readers: str) -> list[list[str]]:
    return [[one.message.id for one in state.unread_of(reader)] for reader in readers]


def test_a_message_to_a_group_names_no_member() -> None:
    event, state = sent(ops(), "ann", "ops")
    assert (event.recipients, event.group, event.group_index, event.reached) == ((), "ops", 1, ("ops",))
    assert recipients_of(state, event) == ("bob", "eve")
    assert [was_sent_to(state, event, one) for one in ("ann", "bob", "eve", "lead")] == [False, True, True, False]
    assert unread(state, "ann", "bob", "eve", "lead") == [[], ["m1"], ["m1"], []]
    assert sent(state, "lead", "ops", "m2")[0].group_index == 2


def test_a_message_to_a_single_other_member_names_it() -> None:
    pair = after(team(), "human", c.SetGroup("ops", ("ann", "bob")))
    event, state = sent(pair, "ann", "ops")
    assert (event.recipients, event.group, event.group_index) == (("bob",), None, 0)
    assert (recipients_of(state, event), was_sent_to(state, event, "bob")) == (("bob",), True)
    assert event.exchange == 1


def test_a_message_that_asks_for_a_reply_names_each_debtor() -> None:
    asked = send("m1", "lead", "ops", talk("who is free?", requires_response=True))
    (event,) = (one for one in events(ops(), "lead", asked) if isinstance(one, MessageSent))
    assert (event.recipients, event.group) == (("ann", "bob", "eve"), None)


def test_a_member_that_leaves_a_group_keeps_what_it_has_not_read() -> None:
    state = after(sent(ops(), "lead", "ops")[1], "human", c.ChangeGroup("ops", "ann", is_in=False))
    event, state = sent(state, "lead", "ops", "m2")
    assert unread(state, "ann", "bob") == [["m1"], ["m1", "m2"]]
    assert not was_sent_to(state, event, "ann")
    state = after(state, "human", c.ChangeGroup("ops", "ann", is_in=True))
    assert unread(sent(state, "lead", "ops", "m3")[1], "ann") == [["m1", "m3"]]


def test_a_new_participant_gets_what_follows() -> None:
    state = after(sent(team(), "lead", "all")[1], "human", c.Join("zoe", role="r"))
    event, state = sent(state, "lead", "all", "m2")
    assert unread(state, "zoe", "ann") == [["m2"], ["m1", "m2"]]
    assert was_sent_to(state, event, "zoe")


def test_a_message_is_forgotten_when_its_last_reader_has_read_it() -> None:
    state = sent(ops(), "lead", "ops")[1]
    for reader in ("ann", "bob"):
        state = after(state, "human", c.MarkRead(("m1",), reader=reader))
        assert "m1" in state.messages
    state = after(state, "human", c.Leave("eve"))
    assert "m1" not in state.messages
    assert dict(state.unread.groups["ops"].indexes) == {}


def test_an_agent_that_asked_gets_the_answer_once_whether_it_is_a_member_or_not() -> None:
    for asker in ("lead", "bob"):
        state = after(ops(), asker, send("q", asker, "ann", talk("which port?", requires_response=True)))
        answer = send("a", "ann", "ops", talk("8443"), in_reply_to="q")
        record, state = settled(state, "ann", answer)
        (event,) = (one for one in record.events if isinstance(one, MessageSent))
        assert event.recipients == (("lead",) if asker == "lead" else ())
        assert unread(state, "lead", "bob", "eve") == [["a"] if asker == "lead" else [], ["a"], ["a"]]
        assert set(recipients_of(state, event)) == {"bob", "eve", *event.recipients}


def test_the_size_of_a_group_message_counts_once() -> None:
    event, state = sent(ops(), "ann", "ops")
    size = size_of(event.message)
    both = after(state, "ann", send("m2", "ann", "bob", talk("news of m1")))
    read = after(both, "human", c.MarkRead(("m1",), reader="bob"))
    assert [both.unread.size(one, "ann") for one in ("bob", "eve", "lead")] == [2 * size, size, 0]
    assert read.unread.size("bob", "ann") == 2 * size  # until eve has read it as well
    assert after(read, "human", c.MarkRead(("m1",), reader="eve")).unread.size("bob", "ann") == size


def test_a_context_recalls_what_a_member_was_sent_and_has_read() -> None:
    state = after(sent(ops(), "lead", "ops")[1], "human", c.MarkRead(("m1",), reader="ann"))
    state = after(state, "human", c.Join("zoe", role="r"), c.ChangeGroup("ops", "zoe", is_in=True))
    past = {
        one: [past.id for past in view(state, one, Reading(2000, recall=True)).past] for one in ("ann", "bob", "zoe")
    }
    assert past == {"ann": ["m1"], "bob": [], "zoe": []}
