"""Whatever a team does, each participant has the unread messages that the records say, as if each had its own copy."""

from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from renkei import Freeform, Project, ReviewRequest
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.record import Record, read_record
from renkei.errors import ProtocolError, TurnLostError
from renkei.store.state_codec import dump_state, load_state
from team import small_team
from thoroughness import examples

NAMES = ("lead", "ann", "bob", "zoe", "human")
AGENTS = ("lead", "ann", "bob", "zoe")

names, agents = st.sampled_from(NAMES), st.sampled_from(AGENTS)
deeds = st.one_of(
    st.tuples(st.just("say"), names, st.sampled_from(["all", "ops", *NAMES])),
    *[st.tuples(st.just("say"), names, st.sampled_from(["all", "ops", "ops"]))] * 3,
    st.tuples(st.just("ask"), names, st.sampled_from(["all", "ops", *NAMES])),
    st.tuples(st.just("review"), agents, agents),
    st.tuples(st.just("turn"), agents, st.sampled_from([600, 2000])),
    st.tuples(st.just("interrupted"), agents, st.none()),
    st.tuples(st.just("group"), names, st.booleans()),
    st.tuples(st.just("join"), agents, st.none()),
    st.tuples(st.just("leave"), agents, st.none()),
    st.tuples(st.just("read"), st.integers(0, 5), st.none()),
)


def do(project: Project, kind: str, who: Any, what: Any) -> None:
    talk = Freeform(intent_hint="t", body="x" * 300, requires_response=kind == "ask", urgency="low")
    if kind in ("say", "ask"):
        project.send(project.message(who, talk, what))
    elif kind == "review":
        asked = ReviewRequest(artifact_ref="api", blocking=False)
        project.send(project.message(who, asked, what))
    elif kind == "turn":
        with project.turn(who, budget=what):
            pass
    elif kind == "interrupted":
        with project.turn(who):
            project.do(c.InterruptTurn(who), actor="human")
    elif kind == "group":
        project.do(c.ChangeGroup("ops", who, what), actor="human")
    elif kind == "join":
        project.join(who, "r")
    elif kind == "leave":
        project.do(c.Leave(who), actor="human")
    else:
        unread = project.state.unread_of("human")[: who or None]
        project.do(c.MarkRead(tuple(one.message.id for one in unread)), actor="human")


class Told:
    """The unread messages that records leave to each participant."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.members: dict[str, set[str]] = {"all": set()}
        self.unread: dict[str, set[str]] = {}
        for event in (event for record in records for event in record.events):
            self.take(event)

    def take(self, event: e.AnyEvent) -> None:
        match event:
            case e.ActorJoined():
                self.members["all"].add(event.actor)
            case e.ActorLeft():
                self.members = {name: members - {event.actor} for name, members in self.members.items()}
                self.unread.pop(event.actor, None)
            case e.GroupSet():
                self.members[event.group] = set(event.members)
            case e.MessageSent():
                members = self.members[event.group] - {event.message.from_} if event.group is not None else set()
                for reader in members | set(event.recipients):
                    self.unread.setdefault(reader, set()).add(event.message.id)
            case e.TurnEnded():
                self.read(event.agent, event.read)
            case e.MarkedRead():
                self.read(event.reader, event.read)
            case e.ObligationClosed(withdrawn=True):
                self.read(event.debtor, (event.message_id,))

    def read(self, reader: str, names: Sequence[str]) -> None:
        self.unread.get(reader, set()).difference_update(names)


def told(records: Iterable[Record]) -> dict[str, set[str]]:
    """Return the unread messages that the records leave to each participant that has any."""
    return {reader: ids for reader, ids in Told(records).unread.items() if ids}


@given(st.lists(deeds, min_size=10, max_size=30))
@settings(max_examples=examples(400))
def test_unread_messages_are_those_that_the_records_say(story: Sequence[tuple[str, Any, Any]]) -> None:
    project = small_team()
    project.do(c.SetGroup("ops", ("lead", "ann", "bob")), actor="human")
    for kind, who, what in story:
        try:
            do(project, kind, who, what)
        except (ProtocolError, TurnLostError):
            continue
    expected = told(read_record(record.to_json()) for record in project.records())
    for state in (project.state, load_state(dump_state(project.state))):
        assert {reader: set(state.unread[reader]) for reader in state.unread} == expected
        for reader, ids in expected.items():
            assert {one.message.id for one in state.unread_of(reader)} == ids
    sizes = [of for group in project.state.unread.groups.values() for of in group.sizes.values()]
    sizes += [size for of in project.state.unread.sizes.values() for size in of.values()]
    assert bool(expected) == bool(sizes)
    needed = {name for ids in expected.values() for name in ids}
    needed |= {name for owed in project.state.obligations.values() for name in owed}
    assert set(project.state.messages) == needed


def test_the_oracle_sees_a_group_message() -> None:
    project = small_team()
    project.do(c.SetGroup("ops", ("ann", "bob")), actor="human")
    do(project, "say", "lead", "ops")
    (sent,) = [event for event in list(project.records())[-1].events if isinstance(event, e.MessageSent)]
    assert (sent.recipients, sent.group, sent.group_index) == ((), "ops", 1)
    assert set(told(project.records())) == {"ann", "bob"}
