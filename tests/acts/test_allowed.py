"""What an actor can do with a contract: exactly what the library then does."""

import pytest

import renkei
from renkei.acts.allowed import OPENING, allowed_acts
from renkei.acts.contracts import ACTS
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from team import small_team, work

DO = {
    "accept": lambda project, actor: project.accept("one", "as it is", actor=actor),
    "send_back": lambda project, actor: project.review("one", "changes_requested", "again", actor=actor),
    "reject": lambda project, actor: project.reject("one", "no", actor=actor),
    "assign": lambda project, actor: project.assign("one", "bob", actor=actor),
    "release": lambda project, actor: project.release("one", "back", actor=actor),
    "reopen": lambda project, actor: project.reopen("one", "again", actor=actor),
    "note": lambda project, actor: project.do(c.AddNote("one", "a note"), actor=actor),
    "pause_contract": lambda project, actor: project.pause_contract("one", reason="wait", actor=actor),
    "resume_contract": lambda project, actor: project.resume_contract("one", actor=actor),
    "claim": lambda project, actor: project.claim("one", actor=actor),
    "start": lambda project, actor: project.start("one", actor=actor),
    "block": lambda project, actor: project.block("one", "no key", actor=actor),
    "submit": lambda project, actor: project.submit("one", "done", actor=actor),
    "refuse": lambda project, actor: project.refuse("one", "no", actor=actor),
    "verify": lambda project, actor: None,  # runs commands, so it is not tried
    "cancel": lambda project, actor: project.cancel("one", "no", actor=actor),
}


def opened(project):
    """Leave it as it was opened, for claiming."""


def started(project):
    project.assign("one", "ann", actor="lead")
    project.start("one", actor="ann")


def submitted(project):
    started(project)
    project.submit("one", "done", actor="ann")


def delivered_in_part(project):
    started(project)
    project.do(TransitionContract("one", "deliver_part", "half"), actor="ann")


def failed(project):
    started(project)
    project.do(TransitionContract("one", "fail", "no"), actor="ann")


def paused(project):
    started(project)
    project.pause_contract("one", reason="wait", actor="lead")


def cancelled(project):
    project.cancel("one", "no", actor="lead")


STATES = (opened, started, submitted, delivered_in_part, failed, paused, cancelled)


def made(reach):
    project = small_team()
    project.do(work("one"), actor="lead")
    reach(project)
    return project


@pytest.mark.short
@pytest.mark.parametrize("actor", ["human", "lead", "ann", "bob"])
@pytest.mark.parametrize("reach", STATES)
def test_what_is_allowed_is_what_the_library_does(reach, actor) -> None:
    allowed = set(allowed_acts(made(reach).state, "one", actor))
    done = set()
    for act in DO:
        project = made(reach)
        before = project.find_contract("one")
        try:
            DO[act](project, actor)
        except renkei.errors.ProtocolError:
            continue
        done |= {act} if project.find_contract("one") != before else set()  # a review can be an opinion only
    if reach is opened:  # nobody has it: there is nothing to take back, though the life cycle allows it
        done.discard("release")
    assert allowed == done


def test_a_person_judges_submitted_work_and_an_agent_does_not_judge_its_own() -> None:
    state = made(submitted).state
    assert allowed_acts(state, "one", "human") == ["accept", "send_back", "reject", "cancel", "note", "pause_contract"]
    assert allowed_acts(state, "one", "ann") == ["submit", "reject", "note"]  # again, or that it has failed
    assert allowed_acts(state, "one", "bob") == []


def test_nothing_is_possible_with_a_contract_that_is_not_there() -> None:
    assert allowed_acts(small_team().state, "none", "human") == []


def test_every_act_on_contracts_is_compared() -> None:
    assert {act.name for act in ACTS} - set(OPENING) == set(DO)


def test_nothing_is_allowed_to_an_agent_that_is_paused() -> None:
    project = made(started)
    project.pause("ann", reason="lunch")
    assert allowed_acts(project.state, "one", "ann") == []


@pytest.mark.parametrize(
    ("actor", "allowed"),
    [
        ("human", "accept, send_back, reject, cancel, note, pause_contract"),
        ("ann", "submit, reject, note"),
        ("bob", "nothing"),
    ],
)
def test_a_refused_transition_names_the_acts_that_this_actor_can_perform_now(actor, allowed) -> None:
    with pytest.raises(renkei.errors.IllegalTransitionError) as error:
        made(submitted).start("one", actor=actor)
    assert error.value.message == "Contract 'one' cannot be started while submitted."
    assert error.value.hint == f"Allowed for you now: {allowed}."


def test_a_closed_contract_allows_nothing_but_a_note_of_its_parties() -> None:
    project = made(cancelled)
    with pytest.raises(renkei.errors.IllegalTransitionError, match="now: note"):
        project.start("one", actor="lead")
    with pytest.raises(renkei.errors.IllegalTransitionError, match="now: nothing, because it is closed"):
        project.start("one", actor="bob")


def test_refusals_call_a_transition_as_its_act_is_called() -> None:
    with pytest.raises(renkei.errors.IllegalTransitionError, match="cannot be accepted while open"):
        made(opened).accept("one")
    with pytest.raises(renkei.errors.NotAllowedError, match="'bob' may not send 'one' back"):
        made(submitted).do(TransitionContract("one", "rework", "again"), actor="bob")
    with pytest.raises(renkei.errors.NotAllowedError, match="'bob' may not mark 'one' as failed"):
        made(started).do(TransitionContract("one", "fail", "no"), actor="bob")


def test_a_refused_verification_says_what_is_missing() -> None:
    with pytest.raises(renkei.errors.NotReadyError, match=r"it is in_progress\. Only submitted work is verified"):
        made(started).verify("one")
    project = made(submitted)
    project.accept("one")
    with pytest.raises(renkei.errors.NotReadyError, match=r"it is completed\. A closed contract needs no proof"):
        project.verify("one")
