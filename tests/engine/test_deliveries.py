"""The context deliveries that ship with the package, and a project that is given one."""

import pytest

from engine.factory import after, applied, decided, events, kinds, send, talk, team, terms, who
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery, DeliveryTier
from renkei.documents.yaml_reader import read_yaml
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.turns.deliveries import DELIVERIES, delivery_text, named_delivery
from renkei.engine.validation import check
from renkei.engine.views.agent_context.agent_view import context, view
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import BadValueError, NotAllowedError

SPECIFICATION = """
context_delivery:
  tiers:
    - tier: critical
      description: "このAgentの作業を直接ブロックしている情報"
      delivery: full_content      # 全文を渡す
      examples:
        - "待っていた依存タスクの完了報告"
        - "自分宛のDECISION_REQUEST"
        - "自分の成果物に対するREVIEW_RESULT"

    - tier: relevant
      description: "現在のタスクに関連するが、即座に必要ではない情報"
      delivery: structured_summary  # 構造化された要約を渡す
      format: |
        [要約] {agent} が {action} を実施。
        [影響] あなたのタスクへの影響: {impact_assessment}
        [詳細が必要なら] メッセージID: {msg_id} を参照要求してください。
      examples:
        - "隣接モジュールの設計変更"
        - "チーム全体への STATUS_UPDATE"

    - tier: background
      description: "一般的なプロジェクト文脈。今のタスクに直接影響しない"
      delivery: one_line_digest    # 1行ダイジェスト
      format: "[{timestamp}] {agent}: {one_line_summary}"
      examples:
        - "他チームからの KNOWLEDGE_SHARE"
        - "自分が関わらない DECISION の解決"

    - tier: irrelevant
      description: "現在のタスクに無関係"
      delivery: omit               # 渡さない
"""
"""Section 3, as it stands there."""


def test_the_document_of_the_specification_is_valid_and_is_the_one_that_ships() -> None:
    (source,) = read_yaml(SPECIFICATION)
    checked = check(source)
    assert (checked.kind, checked.problems) == ("context_delivery", ())
    assert checked.model.tiers == named_delivery("specification").tiers
    assert checked.model.rules == DEFAULT_DELIVERY.rules


def test_the_default_document_says_what_a_project_does_that_sets_none() -> None:
    shipped = named_delivery("default")
    assert shipped.model_copy(update={"tiers": ()}) == DEFAULT_DELIVERY
    plain = tuple(DeliveryTier(tier=one.tier, delivery=one.delivery) for one in shipped.tiers)
    assert plain == tuple(DEFAULT_DELIVERY.of_tier.values())


@pytest.mark.parametrize("name", DELIVERIES)
def test_every_delivery_that_ships_is_a_document_and_has_every_tier(name: str) -> None:
    assert delivery_text(name).startswith("# ")
    assert len({one.tier for one in named_delivery(name).tiers}) == 4


def test_faults_have_their_location() -> None:
    text = SPECIFICATION.replace("{agent}: ", "{who}: ")
    (problem,) = check(next(iter(read_yaml(text)))).problems
    assert (problem.code, problem.path) == ("UNKNOWN_NAME", "/context_delivery/tiers/2/format")
    assert text.splitlines()[problem.line - 1][problem.column - 1 :].startswith('"[{timestamp}] {who}')
    assert "{agent}, {action}" in problem.hint


def test_an_unknown_rule_is_an_element_of_the_rules() -> None:
    (problem,) = check(next(iter(read_yaml("context_delivery: {rules: [to_mee]}")))).problems
    assert (problem.code, problem.message) == ("NOT_ONE_OF", "'to_mee' is not a valid element of `rules`")
    assert "'to_me'" in problem.hint


def test_a_project_has_the_default_until_somebody_with_the_right_sets_another() -> None:
    state = team()
    assert state.delivery == DEFAULT_DELIVERY
    simple = named_delivery("addressee_only")
    with pytest.raises(NotAllowedError, match="set the context delivery"):
        decided(state, c.SetContextDelivery(simple), who("ann"))
    assert kinds(events(state, "lead", c.SetContextDelivery(simple))) == ["context_delivery_set"]
    assert after(state, "lead", c.SetContextDelivery(simple)).delivery == simple
    assert applied(state, *events(state, "human", c.SetContextDelivery(simple))).delivery == simple


def test_a_project_is_created_with_a_delivery_or_not_at_all() -> None:
    simple = named_delivery("addressee_only")
    assert after(State(), "human", c.CreateProject("p", "", "x", (), delivery=simple)).delivery == simple
    none = events(State(), "human", c.CreateProject("p", "", "x", ()))
    assert "context_delivery_set" not in kinds(none)
    bad = ContextDelivery(tiers=(DeliveryTier(tier="critical", delivery="omit"),))
    for state, action in (
        (State(), c.CreateProject("p", "", "x", (), delivery=bad)),
        (team(), c.SetContextDelivery(bad)),
    ):
        with pytest.raises(BadValueError, match="critical messages cannot be given as 'omit'"):
            events(state, "human", action)


def tiers_of(state: State, agent: str) -> list[str]:
    return [one.tier for one in context(state, agent).given]


def test_with_addressee_only_nothing_but_the_addressee_decides() -> None:
    state = after(team(), "bob", c.Write("/agents/bob/current_task", "the login of the api"))
    state = after(state, "ann", send("m2", "ann", "all", talk("the login fails")))
    state = after(state, "ann", send("m9", "ann", "bob", talk("the schema"), priority="blocking"))
    assert tiers_of(state, "bob") == ["relevant", "critical"]
    simple = after(state, "human", c.SetContextDelivery(named_delivery("addressee_only")))
    assert tiers_of(simple, "bob") == ["background", "critical"]
    assert "m9" in (wake_reason(simple, "bob", simple.at) or "")
    strict = after(state, "human", c.SetContextDelivery(named_delivery("specification")))
    assert [one.rule for one in context(strict, "bob").given] == ["keywords", "blocking_to_me"]


def test_a_rule_that_is_not_selected_does_not_keep_another_from_deciding() -> None:
    """A task in common decides before keywords; without that rule the keywords do."""
    state = after(
        team(), "lead", c.OpenContract(terms("TC-1", assignee="bob", inputs={"description": "the login page"}))
    )
    state = after(state, "ann", send("m1", "ann", "all", talk("the login fails"), task_ref="TC-1"))
    assert [one.rule for one in context(state, "bob").given if one.id == "m1"] == ["in_common"]
    strict = after(state, "human", c.SetContextDelivery(named_delivery("specification")))
    found = {one.id: (one.tier, one.rule, one.link) for one in context(strict, "bob").given}
    assert found["m1"] == ("relevant", "keywords", "")


def test_the_changelog_of_a_snapshot_has_its_limit() -> None:
    state = team()
    for n in range(5):
        state = after(state, "human", c.Write("/goal", f"goal {n}"))
    for limit in (0, 3):
        limited = after(state, "human", c.SetContextDelivery(ContextDelivery(changelog_limit=limit)))
        assert sum("/goal: " in line for one in view(limited, "ann").board for line in one.lines) == limit
