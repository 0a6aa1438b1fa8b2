"""What a project adds to the machine: the clock, heartbeats, reading options, the log's past."""

from dataclasses import fields
from pathlib import Path

import pytest

import renkei
from renkei import ClaimContract, DecisionRequest, KnowledgeShare, Reading, SetGroup, Write
from renkei.budget.context.reading import ReadingOptions
from renkei.errors import BadValueError, TurnLostError
from renkei.project.consenting import is_own
from renkei.protocol.primitives import later
from renkei.store.settings.consents import Consents
from team import START, small_team, work

MINUTE = 60 * 1_000_000


@pytest.mark.parametrize(("beats", "assignee"), [(True, "ann"), (False, None)])
def test_a_claim_is_kept_past_its_lease_only_by_heartbeats(beats: bool, assignee: str | None, tmp_path: Path) -> None:
    project = small_team(tmp_path)
    project.now = lambda: START
    project.do(work("T-1"), actor="lead")
    project.do(ClaimContract("T-1", lease=600), actor="ann")
    project.now = lambda: later(START, 8 * MINUTE)
    if beats:
        project.heartbeat("ann")
    project.now = lambda: later(START, 15 * MINUTE)
    project.tick()
    assert project.state.contracts.entries["T-1"].assignee == assignee
    project.close()


def test_the_options_of_a_reading_are_its_fields() -> None:
    assert set(ReadingOptions.__annotations__) == {field.name for field in fields(Reading)}


def test_options_replace_fields_of_a_reading() -> None:
    project = small_team()
    reading = Reading(budget=700, locale="ja")
    assert project.context("ann", reading).budget == 700
    assert project.context("ann", reading) == project.context("ann", budget=700, locale="ja")
    assert project.context("ann", reading, budget=900).budget == 900
    with project.turn("ann", reading, rendering="delta") as turn:
        assert (turn.context.budget, turn.context.rendering) == (700, "delta")


def test_a_context_of_the_past_is_that_of_the_state_then() -> None:
    project = small_team()
    seq = project.state.seq
    shared = KnowledgeShare(topic="port", content="8080", relevance_to_recipients="", actionable=True)
    project.send(project.message("lead", shared, "ann"))
    assert "8080" in project.context("ann").text
    assert "8080" not in project.context("ann", seq=seq).text


def test_the_messages_of_a_conversation_are_found_by_what_they_belong_to() -> None:
    project = small_team()
    project.do(SetGroup("builders", ("ann", "bob")))
    asked = DecisionRequest(decision_id="D-1", question="Which?", options=(), deadline_steps=None)
    project.send(project.message("ann", asked, ["lead", "builders"]))
    project.send(project.message("bob", note("hello"), "ann", thread="T-9"))
    project.decide("D-1", "this one", actor="lead")

    def senders(**asked: object) -> list[str]:
        return [one.message.from_ for one in project.conversation(**asked)]

    assert senders(group="builders") == ["ann"]
    assert senders(between=("lead", "ann")) == ["ann", "lead"]
    assert senders(thread="D-1") == ["ann", "lead"]
    assert senders(thread="D-1", limit=1) == ["lead"]
    assert senders(thread="T-9") == ["bob"]
    (first,) = project.conversation(group="builders")
    assert (first.seq, first.recipients) == (project.log.find_message(first.message.id).seq, ("lead", "bob"))
    assert senders(thread=first.message.id) == ["ann", "lead"]
    assert project.conversation(group="builders", before=first.seq) == []


@pytest.mark.parametrize("asked", [{}, {"group": "all", "thread": "T-1"}, {"group": "all", "limit": 0}])
def test_a_conversation_is_asked_for_by_one_name(asked: dict[str, object]) -> None:
    with pytest.raises(BadValueError):
        small_team().conversation(**asked)


def note(text: str) -> KnowledgeShare:
    return KnowledgeShare(topic="note", content=text, relevance_to_recipients="", actionable=False)


def test_a_context_uses_a_summary_and_recalls_earlier_messages() -> None:
    project = small_team()
    shared = KnowledgeShare(topic="port", content="8080 " * 300, relevance_to_recipients="", actionable=False)
    project.send(project.message("lead", shared, "ann"))
    assert "a model's summary" in project.context("ann", budget=400, summarize=lambda message: "a model's summary").text
    with project.turn("ann"):
        pass
    assert "8080" in project.context("ann", recall=True).text
    assert "8080" not in project.context("ann").text


def test_a_turn_that_has_ended_cannot_end_again() -> None:
    project = small_team()
    turn = project.begin_turn("ann")
    project.end_turn(turn)
    with pytest.raises(TurnLostError):
        project.end_turn(turn)


def test_an_exception_in_a_turn_writes_nothing() -> None:
    project = small_team()

    def interrupted() -> None:
        with project.turn("ann") as turn:
            turn.set(status="working")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert project.state.board.get("/agents/ann/status") == "idle"
    assert project.state.turns.get("ann") is None


def test_time_never_goes_back_with_the_clock() -> None:
    project = small_team()
    before = project.state.at
    project.now = lambda: "2001-01-01T00:00:00Z"
    project.do(Write("/goal", "later"))
    assert project.state.at > before


def test_a_new_header_has_an_id_that_was_never_used() -> None:
    project = renkei.create()
    first, second = project.new_header(), project.new_header()
    assert first.keys() == {"id", "timestamp"}
    assert first["id"] != second["id"]


def test_the_changes_of_the_board_since_a_record_are_all_there_with_what_new_entries_say() -> None:
    project = small_team()
    since = project.state.seq
    for number in range(60):
        project.do(Write("/goal", f"goal {number}"))
    with project.act_as("ann") as draft:
        draft.write("/blockers/B-1", {"description": "no key", "affected_agents": ["bob"]})
    found = list(project.changes(since))
    assert [one.new for one in found[:60]] == [f"goal {number}" for number in range(60)]
    assert (found[-1].path, found[-1].agent, found[-1].added) == ("/blockers/B-1", "ann", True)
    assert found[-1].difference == "added {description: no key, affected_agents: [bob]}"
    assert found[1].difference == "goal 0 → goal 1"
    assert list(project.changes(project.state.seq)) == []
    since = project.state.seq
    project.leave("ann")
    gone = next(one for one in project.changes(since) if one.path == "/agents/ann")
    assert (gone.removed, gone.difference, gone.action) == (True, "removed", "ann left")
    assert project.state.board.changelog[-1].diff_summary == "/agents/ann: removed"


def test_a_context_delivery_is_a_model_a_name_or_the_path_of_a_document(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("context_delivery: {background_limit: 5}\n")
    model = renkei.ContextDelivery(background_limit=5)
    for wanted in (model, file, str(file)):
        assert renkei.create(context_delivery=wanted).state.delivery == model
        project = renkei.create()
    assert renkei.load(file) == (model,)
    project = renkei.create()
    project.set_context_delivery(model)
    assert project.state.delivery == model
    project.set_context_delivery("specification")
    assert project.state.delivery == renkei.named_delivery("specification")
    assert renkei.replay(project.records()) == project.state
    with pytest.raises(renkei.errors.BadValueError, match=r"default \| specification"):
        project.set_context_delivery("mine")
    assert renkei.create(context_delivery="specification").state.delivery == renkei.named_delivery("specification")
    with pytest.raises(renkei.errors.BadValueError, match="a ContextDelivery, a name, or a path"):
        renkei.create(context_delivery=3)


def test_a_block_reaches_the_delegator_with_its_reason_on_one_line() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    project.start("T-1", actor="ann")
    project.block("T-1", "the disk is full\nand nobody answers", actor="ann")
    assert [one.message.type for one in project.state.unread_of("lead")] == ["TASK_BLOCKED"]
    assert project.state.board.agent("ann", "blocked_by") == "the disk is full ⏎ and nobody answers"
    with pytest.raises(BadValueError):
        project.block("T-1", "again", "x\x1b[2J", actor="ann")


def test_reading_on_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    known = renkei.create()
    known.join("ann")
    known.join("bob")
    reader = renkei.Project(known.log)
    monkeypatch.setattr("renkei.project.project.STEP", 2)
    assert list(reader.read_on()) == [2, 3]
    assert reader.unread == 0
    assert list(reader.read_on()) == []
    assert reader.state == known.state


def test_a_project_in_memory_is_opened_anew_and_begins_in_the_phase_start() -> None:
    with renkei.open(":memory:") as project:
        assert project.state.board.get("/current_phase") == "start"
        assert project.directory is None


def test_terms_are_a_persons_own_only_if_a_person_wrote_them(tmp_path: Path) -> None:
    for place in (":memory:", tmp_path):
        with small_team(place) as project:
            terms = {"T-1": "human", "T-2": "lead"}
            for name, author in terms.items():
                project.do(work(name, delegator=author), actor=author)
            own = {
                name: is_own(project, project.find_contract(name), Consents(tmp_path / "consents")) for name in terms
            }
            assert own == {"T-1": place == ":memory:", "T-2": False}  # this log may come from elsewhere
