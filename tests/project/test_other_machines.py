"""Writers of other machines, whom no lock excludes: a command is decided again on what they appended first."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

import renkei
from renkei import Join, Project, Record, Write, replay
from renkei.engine.events import GroupSet
from renkei.errors import ConflictError, IdTakenError, LogUncertainError, UnknownActorError
from renkei.log.memory import MemoryLog
from renkei.project.writing import writer
from team import START, small_team


@dataclass
class Elsewhere:
    """What happens on other machines just before a record of this one arrives, as often as there are entries."""

    appended: list[Sequence[Record]] = field(default_factory=list)
    loses_replies: bool = False
    appends_always: bool = False


class SharedLog(MemoryLog):
    """A log to which other machines append whenever they are first, and whose replies may be lost."""

    def __init__(self, records: Sequence[Record]) -> None:
        super().__init__()
        super().append(records)
        self.elsewhere = Elsewhere()
        self.refusals = 0

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        if self.elsewhere.appends_always:
            self.elsewhere.appended = [[group(self.last() + 1)]]
        if self.elsewhere.appended:
            super().append(self.elsewhere.appended.pop(0))
        try:
            super().append(records, synced=synced)
        except ConflictError:
            self.refusals += 1
            raise
        if self.elsewhere.loses_replies:
            self.elsewhere.loses_replies = False
            raise LogUncertainError(path="the stream", reason="the reply was lost")


def group(seq: int, name: str = "") -> Record:
    made = GroupSet(group=name or f"g{seq}", members=())
    return Record(seq=seq, id=name or f"theirs-{seq}", at=START, actor="human", events=(made,))


@pytest.fixture
def log() -> SharedLog:
    with small_team() as project:
        return SharedLog(list(project.records()))


@pytest.fixture
def project(log: SharedLog) -> Project:
    return Project(log, now=lambda: START)


def test_a_command_is_decided_again_on_what_others_appended_first(log: SharedLog, project: Project) -> None:
    last = log.last()
    log.elsewhere.appended = [[group(last + 1), group(last + 2)], [group(last + 3)]]
    record = project.do(Write("/goal", "ours"))
    assert record is not None
    assert (record.seq, log.refusals) == (last + 4, 2)
    assert project.state == replay(log.read())
    assert {"g" + str(last + n) for n in (1, 2, 3)} <= set(project.state.groups)


def test_a_command_that_others_have_made_wrong_is_refused(log: SharedLog, project: Project) -> None:
    theirs = Project(SharedLog(list(log.read())), now=lambda: START)
    record = theirs.do(Join("eve"), actor="human")
    assert record is not None
    log.elsewhere.appended = [[record]]
    with pytest.raises(IdTakenError):
        project.do(Join("eve"), actor="human")
    assert log.last() == record.seq


def test_a_command_whose_reply_was_lost_is_found_when_it_is_repeated(log: SharedLog, project: Project) -> None:
    log.elsewhere.loses_replies = True
    with pytest.raises(LogUncertainError, match="reply was lost"):
        project.do(Write("/goal", "ours"), command_id="once")
    record = project.do(Write("/goal", "ours"), command_id="once")
    assert record is not None
    assert [one.id for one in log.read()].count("once") == 1


def test_a_command_that_another_machine_has_written_is_not_written_again(log: SharedLog, project: Project) -> None:
    theirs = Project(SharedLog(list(log.read())), now=lambda: START)
    record = theirs.do(Write("/goal", "ours"), command_id="once")
    assert record is not None
    log.elsewhere.appended = [[record]]
    assert project.do(Write("/goal", "ours"), command_id="once") == record
    assert log.last() == record.seq


def test_a_command_that_is_never_first_fails_in_the_end_and_is_not_written(log: SharedLog, project: Project) -> None:
    log.elsewhere.appends_always = True
    with pytest.raises(ConflictError, match="decided again") as refused:
        project.do(Write("/goal", "ours"), command_id="once")
    assert refused.value.retryable
    assert log.refusals == writer.MOST_REFUSALS
    log.elsewhere.appends_always = False
    log.elsewhere.appended = []
    assert log.find("once") is None
    assert project.do(Write("/goal", "ours"), command_id="once") is not None


def test_deciding_again_ends_after_a_while(log: SharedLog, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "LONGEST", -1)
    log.elsewhere.appends_always = True
    with pytest.raises(ConflictError):
        project.do(Write("/goal", "ours"))
    assert log.refusals == 1


def test_a_turn_that_others_overtake_is_begun_on_the_newest_state(log: SharedLog, project: Project) -> None:
    last = log.last()
    log.elsewhere.appended = [[group(last + 1)], [group(last + 2)]]
    with project.turn("ann") as turn:
        turn.set(status="working")
    (began,) = [event for record in log.read() for event in record.events if event.kind == "turn_began"]
    assert began.seen == next(one.seq for one in log.read() if began in one.events) - 1
    assert project.state == renkei.replay(log.read())


class LaggingLog(MemoryLog):
    """A replica that has some of the records only once it has caught up."""

    def __init__(self, known: Sequence[Record], later: Sequence[Record]) -> None:
        super().__init__()
        super().append(known)
        self.later = list(later)
        self.asked = 0

    def catch_up(self, timeout: float) -> bool:
        self.asked += 1
        if self.later:
            super().append([self.later.pop(0)])
        return True


def test_a_command_is_refused_only_on_the_newest_state(log: SharedLog) -> None:
    theirs = Project(SharedLog(list(log.read())), now=lambda: START)
    record = theirs.do(Join("eve", lead=True), actor="human")
    assert record is not None
    lagging = LaggingLog(list(log.read()), [record])
    ours = Project(lagging, now=lambda: START)
    assert ours.do(Write("/goal", "hers"), actor="eve") is not None
    assert lagging.asked == 1
    assert ours.do(Write("/goal", "ours"), actor="eve") is not None
    assert lagging.asked == 1, "only before a refusal"


def test_a_command_is_refused_in_the_end_although_others_append_all_the_time(log: SharedLog) -> None:
    last = log.last()
    lagging = LaggingLog(list(log.read()), [group(last + n) for n in range(1, 9)])
    with pytest.raises(UnknownActorError):
        Project(lagging, now=lambda: START).do(Write("/goal", "ours"), actor="eve")
    assert lagging.asked == 1
