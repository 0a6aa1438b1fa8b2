"""What agents get to read, turn by turn: deltas that leave what was before as it is, reasons, the rest on demand."""

import json
from pathlib import Path

import pytest

import renkei
from renkei import KnowledgeShare, Project
from renkei.budget.context.prompt import Prompt
from renkei.engine import commands as c
from renkei.errors import UnknownMessageError
from renkei.protocol.primitives import later
from team import START, handoff, small_team, work

LONG = "The endpoint /api/v1/login answers 401 for expired tokens. " + "Nothing else was changed. " * 80


def share(content: str = "the port is 8080") -> KnowledgeShare:
    return KnowledgeShare(topic="api", content=content, relevance_to_recipients="", actionable=False)


@pytest.fixture
def project() -> Project:
    return small_team(guarded=False)


def read(project: Project, agent: str = "bob", **how: object) -> renkei.Context:
    with project.turn(agent, rendering="delta", **how) as turn:
        return turn.context


def test_a_hundred_turns_leave_what_stands_before_them_as_it_was_to_the_byte(project: Project) -> None:
    prompt = Prompt()
    before: list[object] = []
    for n in range(100):
        project.do(c.Send(project.message("ann", share(f"the port is {n}"), "bob")), actor="ann")
        prompt = prompt.add(read(project)).answer("understood")
        blocks = prompt.blocks()
        now = [blocks["system"][0]["text"], *((m["role"], m["content"][0]["text"]) for m in blocks["messages"])]
        assert now[: len(before)] == before
        assert not prompt.renewed
        before = now


def test_the_marks_of_the_cache_stand_after_what_is_in_front_and_after_the_newest_message(project: Project) -> None:
    prompt = Prompt().add(read(project)).answer("yes").add(read(project))
    blocks = prompt.blocks()
    marks = ["cache_control" in one["content"][0] for one in blocks["messages"]]
    assert marks == [False, False, True]
    assert blocks["system"][0]["cache_control"] == {"type": "ephemeral"}
    short = prompt.blocks("claude-haiku-5-5")
    assert "cache_control" not in json.dumps(short)


def test_a_changed_contract_changes_what_stands_in_front(project: Project) -> None:
    prompt = Prompt().add(read(project))
    project.do(c.Send(project.message("lead", handoff("build the login"), "bob")), actor="lead")
    prompt = prompt.add(read(project))
    assert prompt.renewed
    assert "build the login" in prompt.system


def test_a_delta_says_what_others_changed_since_the_last_turn_and_nothing_twice(project: Project) -> None:
    assert "goal: a goal" in read(project).text
    with project.turn("ann") as turn:
        turn.set(status="working")
    with project.turn("bob", rendering="delta") as turn:
        assert "/agents/ann/status: idle → working" in turn.context.text
        turn.set(status="working")
    after = read(project).text
    assert "/agents/ann/status" not in after
    assert "/agents/bob/status" not in after


def test_what_is_new_stands_in_the_order_in_which_it_is_to_be_acted_on(project: Project) -> None:
    read(project)
    project.do(c.Send(project.message("ann", share("lunch is at twelve"), "all")), actor="ann")
    project.do(c.Send(project.message("ann", share("stop the roll-out"), "bob", "blocking")), actor="ann")
    project.do(c.Send(project.message("ann", share("the schema has changed"), "bob")), actor="ann")
    text = read(project).text
    order = ["lunch is at twelve", "the schema has changed", "stop the roll-out", "=== Your task ==="]
    assert [text.index(one) for one in order] == sorted(text.index(one) for one in order)


def test_anything_that_was_shortened_can_be_had_in_full(project: Project) -> None:
    sent = project.message("ann", share(LONG), "bob")
    project.send(sent)
    with project.turn("bob", budget=300) as turn:
        assert LONG.strip() not in turn.context.text
        assert "/api/v1/login" in turn.context.text
        assert LONG.strip() in turn.more(sent.id).replace("\n", " ").replace("  ", " ")
        with pytest.raises(UnknownMessageError):
            turn.more("m-none")


def test_a_message_says_what_of_my_work_it_touches_and_who_waits_for_that(project: Project) -> None:
    project.do(work("TC-1", assignee="bob", inputs={"description": "the api", "artifacts": ["spec"]}), actor="lead")
    project.do(c.Join("eve"))
    with project.turn("eve") as turn:
        turn.set(status="blocked", blocked_by="TC-1")
    refs = [{"type": "artifact", "id": "spec"}]
    project.send(project.message("ann", share(LONG), "all", related_state_refs=refs))
    text = project.context("bob", budget=500).text
    assert "[impact] spec, an input of your TC-1; eve is waiting for you" in text
    assert "[影響] spec (あなたの TC-1 の入力)" in project.context("bob", budget=600, locale="ja").text


def test_a_thread_that_i_take_part_in_and_a_reply_to_me_are_relevant(project: Project) -> None:
    mine = project.message("bob", share("where is the spec?"), "ann", thread="specs")
    project.send(mine)
    project.send(project.message("ann", share("in the wiki"), "all", thread="specs"))
    project.send(project.message("lead", share("see the wiki"), "all", in_reply_to=mine.id))
    given = project.context("bob").given
    assert [(one.tier, one.link) for one in given] == [
        ("relevant", "thread specs"),
        ("relevant", f"reply to {mine.id}"),
    ]


def test_an_agent_that_has_lost_its_memory_is_told_what_was_said_before(project: Project) -> None:
    project.send(project.message("ann", share("the port is 8080"), "bob"))
    read(project)
    assert "8080" not in project.context("bob").text
    with project.turn("bob", recall=True) as turn:
        assert "=== Earlier messages ===" in turn.context.text
        assert "8080" in turn.context.text
        assert turn.context.tokens <= turn.context.budget


def test_a_models_summary_stands_where_there_is_one_and_is_asked_for_only_where_it_is_shown(project: Project) -> None:
    asked: list[str] = []

    def summarize(message: renkei.AnyMessage) -> str:
        asked.append(message.id)
        return "Expired tokens get 401."

    for content in (LONG, "short", LONG + "more"):
        project.send(project.message("ann", share(content), "bob"))
    with project.turn("bob", budget=400, summarize=summarize) as turn:
        assert "[summary] ann: Expired tokens get 401." in turn.context.text
    assert len(asked) == 2
    project.send(project.message("ann", share(LONG + "again"), "bob"))
    with project.turn("bob", budget=250, summarize=lambda message: None) as turn:
        assert "[summary] ann: KNOWLEDGE_SHARE api: The endpoint /api/v1/login answers 401" in turn.context.text


def test_a_normal_message_wakes_after_a_pause_and_background_never(project: Project) -> None:
    at = later(START, 3600 * 1_000_000)
    project.now = lambda: at
    project.send(project.message("ann", share(), "bob"))
    project.send(project.message("ann", share("lunch?"), "all"))
    assert project.wake_reason("bob", pause=60) is None
    project.now = lambda: later(at, 61 * 1_000_000)
    assert "to me" in str(project.wake_reason("bob", pause=60))
    assert project.wake_reason("lead", pause=0) is None


def test_counters_learn_from_what_the_provider_reports(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.report_usage("claude-x", 1000, 1300)
        assert project.counter("other")("a b c d e f g h i j") == 10
        assert project.counter("claude-x")("a b c d e f g h i j") == 13
    with renkei.open(tmp_path) as again:
        assert again.counter("claude-x")("a b c d e f g h i j") == 13
        (tmp_path / "calibration.json").write_text('{"claude-x": {"highest": "much"}}')
        assert again.counter("claude-x")("a b c d e f g h i j") == 10
        (tmp_path / "calibration.json").write_text('{"claude-x": {"highest": 1e999, "seen": 30}}')
        assert again.counter("claude-x")("a b c d e f g h i j") == 10
