"""Who may add participants and define groups, and which names are taken."""

import pytest

from engine.factory import after, decided, kinds, send, settled, talk, team, terms, who
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import AlreadyExistsError, BadValueError, NotAllowedError, UnknownActorError
from renkei.store.state_codec import dump_state, load_state


@pytest.mark.parametrize("name", ["ann", "human", "pair", "renkei", "all"])
def test_a_name_that_is_taken_cannot_join(name: str) -> None:
    state = after(team(), "lead", c.SetGroup("pair", ("ann", "bob")))
    with pytest.raises(AlreadyExistsError, match=name):
        decided(state, c.Join(name), who("human"))


def test_leads_and_humans_add_agents_and_only_humans_add_humans() -> None:
    for actor in ("lead", "human"):
        assert kinds(decided(team(), c.Join("zoe", "qa"), who(actor))) == ["actor_joined", "entry_added"]
    with pytest.raises(NotAllowedError, match="add 'zoe'"):
        decided(team(), c.Join("zoe"), who("ann"))
    with pytest.raises(NotAllowedError, match="Allowed: human"):
        decided(team(), c.Join("yuki", human=True), who("lead"))
    assert kinds(decided(team(), c.Join("yuki", human=True), who("human"))) == ["actor_joined"]


def test_who_joined_participates_in_that_order_with_role_and_rank() -> None:
    state = after(team(), "human", c.Join("yuki", human=True), c.Join("zoe", "qa", lead=True))
    assert [one.id for one in state.everybody()] == ["human", "lead", "ann", "bob", "eve", "yuki", "zoe"]
    zoe, yuki = state.actors["zoe"], state.actors["yuki"]
    assert (zoe.number, zoe.human, zoe.lead, zoe.role) == (6, False, True, "qa")
    assert (yuki.human, yuki.lead) == (True, False)
    assert state.board.get("/agents/zoe/role") == "qa"
    assert not state.board.has_entry("/agents/yuki")
    assert state.board.changelog[-1].action == "zoe joined"


def test_participants_have_the_same_order_in_every_process() -> None:
    state = after(team(), "human", c.Join("yuki", human=True), c.Join("zoe"), c.Join("abe"))
    assert list(state.actors) == ["abe", "ann", "bob", "eve", "human", "lead", "yuki", "zoe"]
    state = after(after(state, "human", c.Leave("bob", "")), "human", c.Join("bob"))
    assert list(load_state(dump_state(state)).actors) == list(state.actors) == sorted(state.actors)


@pytest.mark.parametrize("name", ["ann", "all", "renkei"])
def test_a_group_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(AlreadyExistsError):
        decided(team(), c.SetGroup(name, ("ann",)), who("lead"))


def test_a_group_of_participants_is_defined_by_the_privileged_and_can_be_defined_again() -> None:
    with pytest.raises(NotAllowedError, match="define the group 'pair'"):
        decided(team(), c.SetGroup("pair", ("ann",)), who("ann"))
    with pytest.raises(UnknownActorError, match="zoe"):
        decided(team(), c.SetGroup("pair", ("ann", "zoe")), who("lead"))
    state = after(team(), "lead", c.SetGroup("pair", ("ann", "bob")))
    state = after(state, "lead", c.SetGroup("pair", ("eve",)))
    assert state.members("pair") == ("eve",)
    assert state.members("all") == ("human", "lead", "ann", "bob", "eve")


def test_one_participant_joins_or_leaves_a_group_without_changing_the_others() -> None:
    state = after(team(), "lead", c.ChangeGroup("pair", "ann", is_in=True), c.ChangeGroup("pair", "bob", is_in=True))
    assert state.members("pair") == ("ann", "bob")
    state = after(state, "lead", c.ChangeGroup("pair", "ann", is_in=False))
    assert state.members("pair") == ("bob",)
    for same in (c.ChangeGroup("pair", "bob", is_in=True), c.ChangeGroup("none", "ann", is_in=False)):
        assert decided(state, same, who("lead")) == []
    with pytest.raises(UnknownActorError, match="zoe"):
        decided(state, c.ChangeGroup("pair", "zoe", is_in=True), who("lead"))
    with pytest.raises(AlreadyExistsError):
        decided(state, c.ChangeGroup("all", "ann", is_in=True), who("lead"))


def test_the_privileged_are_humans_leads_and_the_system() -> None:
    assert [one for one in ("human", "lead", "renkei", "ann", "zoe") if team().privileged(one)] == [
        "human",
        "lead",
        "renkei",
    ]


def test_a_project_begins_once_and_by_a_command_of_anybody() -> None:
    record, state = settled(State(), "human", c.CreateProject("team", "a goal", "build", (), "ja", guarded=False))
    assert (state.name, state.locale, state.guarded) == ("team", "ja", False)
    assert (state.board.get("/goal"), state.board.get("/current_phase")) == ("a goal", "build")
    assert state.board.cells["/goal"].author == "human"
    assert "actor_joined" in kinds(record.events)
    with pytest.raises(AlreadyExistsError, match="team"):
        settled(state, "human", c.CreateProject("other", "a goal", "build", ()))


@pytest.mark.parametrize("name", ["аnn", "bоb", "renkеi", "аll", "pаir"])
def test_a_name_that_looks_like_another_one_is_refused(name: str) -> None:
    state = after(team(), "lead", c.SetGroup("pair", ("ann", "bob")))
    for action in (c.Join(name), c.SetGroup(name, ("ann",))):
        with pytest.raises(AlreadyExistsError, match="which looks the same"):
            decided(state, action, who("human"))


def test_a_name_with_a_hidden_character_or_another_mark_is_refused() -> None:
    for name in ("zoe\u3164", "<b>", "z$(id)"):
        for action in (c.Join(name), c.SetGroup(name, ("ann",))):
            with pytest.raises(BadValueError, match="which an id must not have"):
                decided(team(), action, who("human"))


def test_contracts_and_decisions_that_look_like_others_and_messages_with_other_marks_are_refused() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC.10")))
    state = after(state, "lead", Write("/pending_decisions/D-10", {"question": "?", "owner": "lead"}))
    with pytest.raises(AlreadyExistsError, match=r"'TC\.10', which looks the same"):
        decided(state, c.OpenContract(terms("TC.1O")), who("lead"))
    with pytest.raises(AlreadyExistsError, match="'D-10', which looks the same"):
        decided(state, Write("/pending_decisions/D-1О", {"question": "?", "owner": "lead"}), who("lead"))
    with pytest.raises(BadValueError, match="which an id must not have"):
        decided(state, send("m1]x→y", "ann", "bob", talk("hello")), who("ann"))
