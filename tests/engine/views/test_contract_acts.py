"""What an actor can do with a contract: exactly what the library then does."""

import pytest

import renkei
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from renkei.engine.views.contracts.acts import ATTEMPTS, CONTRACT_ACTS, allowed_acts
from team import small_team, work

DO = {
    "accept": lambda project, actor: project.accept("one", "as it is", actor=actor),
    "send_back": lambda project, actor: project.review("one", "changes_requested", "again", actor=actor),
    "reject": lambda project, actor: project.reject("one", "no", actor=actor),
    "assign": lambda project, actor: project.assign("one", "bob", actor=actor),
    "release": lambda project, actor: project.release("one", "back", actor=actor),
    "reopen": lambda project, actor: project.reopen("one", "again", actor=actor),
    "note": lambda project, actor: project.do(c.AddNote("one", "a note"), actor=actor),
    "pause": lambda project, actor: project.pause_contract("one", reason="wait", actor=actor),
    "resume": lambda project, actor: project.resume_contract("one", actor=actor),
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


@pytest.mark.parametrize("actor", ["human", "lead", "ann", "bob"])
@pytest.mark.parametrize("reach", STATES)
def test_what_is_allowed_is_what_the_library_does(reach, actor) -> None:
    allowed = set(allowed_acts(made(reach).state, "one", actor))
    done = set()
    for act in CONTRACT_ACTS:
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
    assert allowed_acts(state, "one", "human") == ["accept", "send_back", "reject", "note", "pause", "cancel"]
    assert allowed_acts(state, "one", "ann") == ["reject", "note"]  # it can say that it has failed
    assert allowed_acts(state, "one", "bob") == []


def test_nothing_is_possible_with_a_contract_that_is_not_there() -> None:
    assert allowed_acts(small_team().state, "none", "human") == []


def test_every_act_has_its_attempts() -> None:
    assert set(ATTEMPTS) == set(CONTRACT_ACTS) == set(DO)
