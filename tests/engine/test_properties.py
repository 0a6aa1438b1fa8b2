"""What holds for every project, whatever its team does: shown on teams that do anything at all."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from renkei import Freeform, KnowledgeShare, Project, StatusUpdate, TaskBlocked, TaskResult, replay
from renkei.board.decide import Write
from renkei.budget.tokens.estimate import estimate
from renkei.engine import commands as c
from renkei.engine.record import read_record
from renkei.engine.settle import settle
from renkei.engine.state import State
from renkei.errors import BudgetTooSmallError, ProtocolError
from team import handoff, small_team
from thoroughness import examples

ACTORS = ("lead", "ann", "bob", "human")
TEXTS = st.sampled_from(["build the API", "作業を始めました", "done in src/auth/login.ts:42", "x" * 400])
STATUSES = st.sampled_from(["idle", "working", "blocked", "completed", "error"])
REFS = st.sampled_from(["TC-1", "TC-2", "m-1", "D-1", "ann", "bob", "api"])


@st.composite
def deeds(draw: st.DrawFn) -> tuple[str, str, dict[str, Any]]:
    """Somebody does something, sensible or not."""
    actor = draw(st.sampled_from(ACTORS))
    kind = draw(st.sampled_from(["handoff", "result", "blocked", "status", "share", "write", "claim", "turn", "say"]))
    return (
        actor,
        kind,
        {
            "to": draw(st.sampled_from([*ACTORS, "all"])),
            "text": draw(TEXTS),
            "ref": draw(REFS),
            "status": draw(STATUSES),
            "priority": draw(st.sampled_from(["blocking", "high", "normal", "low"])),
        },
    )


def parts_of(project: Project, actor: str, kind: str, how: dict[str, Any]) -> list[c.Action]:
    if kind == "write":
        field, value = ("status", how["status"]) if len(how["text"]) % 2 else ("blocked_by", how["ref"])
        return [Write(f"/agents/{actor}/{field}", value)]
    if kind == "claim":
        return [c.ClaimContract(how["ref"])]
    payload: Any = {
        "handoff": handoff(how["text"]),
        "result": TaskResult(original_task_ref=how["ref"], status="completed", summary=how["text"]),
        "blocked": TaskBlocked(original_task_ref=how["ref"], blocked_by=how["to"], reason=how["text"]),
        "status": StatusUpdate(
            task_ref=None, new_status=how["status"].replace("idle", "working"), progress_summary=how["text"]
        ),
        "share": KnowledgeShare(topic="t", content=how["text"], relevance_to_recipients="", actionable=False),
        "say": Freeform(intent_hint="t", body=how["text"], requires_response=True, urgency="low"),
    }[kind]
    header = {"task_ref": how["ref"]} if kind == "handoff" and how["ref"].startswith("TC") else {}
    return [c.Send(project.message(actor, payload, how["to"], how["priority"], **header))]


def live(project: Project, story: Sequence[tuple[str, str, dict[str, Any]]]) -> None:
    for actor, kind, how in story:
        try:
            if kind == "turn" and actor != "human":
                with project.turn(actor):
                    pass
            elif kind != "turn":
                project.do(*parts_of(project, actor, kind, how), actor=actor)
        except ProtocolError:
            pass


STORIES = st.lists(deeds(), max_size=25)


@given(STORIES)
@settings(max_examples=examples(60))
def test_replaying_the_log_gives_the_state_that_was_live(story: list[Any]) -> None:
    project = small_team()
    live(project, story)
    assert replay(project.records()) == project.state


@given(STORIES)
@settings(max_examples=examples(40))
def test_every_open_contract_is_listed_under_its_assignee_and_its_delegator(story: list[Any]) -> None:
    project = small_team()
    live(project, story)
    contracts = project.state.contracts
    by_assignee: dict[str, set[str]] = {}
    by_delegator: dict[str, set[str]] = {}
    for name, entry in contracts.entries.items():
        if not entry.closed:
            by_assignee.setdefault(entry.assignee or "", set()).add(name)
            by_delegator.setdefault(entry.terms.delegator, set()).add(name)
    assert {party: set(names) for party, names in contracts.by_assignee.items()} == by_assignee
    assert {party: set(names) for party, names in contracts.by_delegator.items()} == by_delegator


@given(STORIES)
@settings(max_examples=examples(40))
def test_a_record_is_the_same_after_it_was_written_and_read(story: list[Any]) -> None:
    project = small_team()
    live(project, story)
    assert [read_record(record.to_json()) for record in project.records()] == list(project.records())


@given(STORIES, deeds())
@settings(max_examples=examples(40))
def test_the_same_command_twice_is_one_record(story: list[Any], last: Any) -> None:
    project = small_team()
    live(project, story)
    actor, kind, how = last
    if kind == "turn":
        return
    parts = parts_of(project, actor, kind, how)
    try:
        first = project.do(*parts, actor=actor, command_id="once")
    except ProtocolError:
        return
    before = project.state
    assert project.do(*parts, actor=actor, command_id="once") == first
    assert project.state == before


@given(STORIES)
@settings(max_examples=examples(40))
def test_a_message_sent_again_changes_nothing(story: list[Any]) -> None:
    project = small_team()
    live(project, story)
    messages = [e.message for r in project.records() for e in r.events if e.kind == "message_sent"]
    before = project.state
    for message in messages:
        if message.from_ != "renkei":
            assert project.send(message) is None
    assert project.state == before


@given(STORIES, st.integers(200, 3000), st.sampled_from(["en", "ja"]))
@settings(max_examples=examples(60))
def test_a_context_keeps_its_budget_and_what_is_critical_is_in_it(story: list[Any], budget: int, locale: Any) -> None:
    project = small_team()
    live(project, story)
    for agent in ("lead", "ann", "bob"):
        try:
            context = project.context(agent, budget=budget, locale=locale)
        except BudgetTooSmallError:
            continue
        assert context.tokens <= budget
        assert estimate(context.text) <= budget
        critical = {one.id: one.form for one in context.given if one.tier == "critical"}
        assert set(context.overflow) == {name for name, form in critical.items() if form != "full"}
        assert set(context.read) & set(critical) == {name for name, form in critical.items() if form == "full"}
        for name, form in critical.items():
            assert (f"[{name}]" in context.text) or form != "full"
            assert (name in context.text) or form == "omitted"
        if context.overflow:
            assert context.text.startswith(("ATTENTION: ", "注意: "))


def test_critical_messages_that_have_no_room_stay_unread() -> None:
    project = small_team(guarded=False)
    for n in range(60):
        say_it = Freeform(intent_hint="t", body=f"urgent {n}", requires_response=True, urgency="high")
        project.send(project.message("lead", say_it, "ann", "blocking", id=f"critical-{n}"))
    context = project.context("ann", budget=300)
    forms = {one.id: one.form for one in context.given}
    omitted = {name for name, form in forms.items() if form == "omitted"}
    assert omitted
    assert omitted.isdisjoint(context.read)
    assert set(context.read) == {name for name, form in forms.items() if form == "full"}


@given(st.lists(st.tuples(st.integers(1, 500), st.sampled_from(["ann", "bob", "lead"])), unique_by=lambda w: w[0]))
def test_last_writer_wins_gives_the_same_board_in_any_order(writes: list[tuple[int, str]]) -> None:
    def board(order: list[tuple[int, str]]) -> Any:
        project = small_team()
        project.do(Write("/blockers/b", {"description": "first"}, at="2026-01-05T08:00:00.000000Z"), actor="ann")
        for second, author in order:
            at = f"2026-01-05T08:{second // 60:02d}:{second % 60:02d}.000000Z"
            project.do(Write("/blockers/b/description", f"{second}", at=at, read_seq=0), actor=author)
        return project.state.board.get("/blockers/b/description")

    assert board(writes) == board(sorted(writes)) == board(sorted(writes, reverse=True))


@given(STORIES, deeds().filter(lambda deed: deed[1] != "turn"))
@settings(max_examples=examples(30))
def test_settling_depends_on_nothing_but_the_log_and_the_command_and_changes_no_state(
    story: list[Any], last: Any
) -> None:
    project = small_team()
    live(project, story)
    live_state, read_state = project.state, replay([read_record(one.to_json()) for one in project.records()])
    actor, kind, how = last
    command = c.Command("again", "2027-01-01T00:00:00.000000Z", actor, tuple(parts_of(project, actor, kind, how)))

    def outcome(state: State) -> object:
        try:
            return settle(state, command)
        except ProtocolError as error:
            return str(error)

    assert outcome(live_state) == outcome(read_state)
    assert live_state == read_state == replay(project.records())


@given(STORIES, st.integers(0, 60))
@settings(max_examples=examples(30))
def test_replaying_in_two_parts_gives_the_same_state(story: list[Any], at: int) -> None:
    project = small_team()
    live(project, story)
    records = list(project.records())
    assert replay(records[at:], replay(records[:at])) == project.state


def test_a_project_on_disk_and_one_in_memory_tell_the_same(tmp_path: Path) -> None:
    story: list[Any] = [
        ("lead", "handoff", {"to": "ann", "text": "build", "ref": "TC-1", "status": "idle", "priority": "high"}),
        ("ann", "turn", {}),
        ("ann", "result", {"to": "lead", "text": "done", "ref": "TC-1", "status": "idle", "priority": "high"}),
    ]
    in_memory, on_disk = small_team(), small_team(tmp_path)
    for project in (in_memory, on_disk):
        live(project, story)
    assert list(in_memory.records()) == list(on_disk.records())
