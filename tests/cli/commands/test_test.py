"""`renkei test`: scenarios as tests, with the place of every failure."""

import json
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from process import renkei

ROOT = Path(__file__).parents[3]
PASSES = """scenario:
  name: hello
  goal: say hello
  agents: [{id: ann, lead: true}, {id: bob}]
  steps:
    - agent: ann
      send:
        - type: KNOWLEDGE_SHARE
          to: bob
          context_summary: the port is settled
          payload: {topic: port, content: 8080 it is, relevance_to_recipients: you call it, actionable: false}
      expect:
        unread: {bob: [KNOWLEDGE_SHARE]}
"""
FAILS = f"""{PASSES}    - agent: bob
      note: reads
      meanwhile:
        - agent: ann
          set: {{status: working}}
          expect:
            board: {{/agents/ann/status: idle}}
      expect:
        context:
          contains: [8080 is it]
          lacks: [port]
        rules: [task_completed, task_blocked, decision_resolved, conflict_detected, artifact_updated]
    - agent: bob
      set: {{status: tired}}
    - agent: ann
      refused: NOT_ALLOWED
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    (tmp_path / "all" / "deep").mkdir(parents=True)
    (tmp_path / "all" / ".hidden").mkdir()
    (tmp_path / "all" / "passes.yaml").write_text(PASSES)
    (tmp_path / "all" / "deep" / "also.json").write_text(
        '{"scenario": {"name": "s", "goal": "", "agents": [{"id": "a"}], "steps": []}}'
    )
    (tmp_path / "all" / "contract.yaml").write_text("task_contract: {}\n")
    (tmp_path / "all" / ".hidden" / "no.yaml").write_text("scenario: {}\n")
    return tmp_path


def test_a_directory_stands_for_the_scenarios_below_it(scenarios: Path) -> None:
    done = renkei("test", "all", cwd=scenarios)
    assert done.returncode == 0
    assert done.stdout == "✓ all/deep/also.json  s  0 steps\n✓ all/passes.yaml  hello  1 step\n2 scenarios: 2 passed\n"


def test_the_examples_pass(tmp_path: Path) -> None:
    done = renkei("test", ROOT / "src/renkei/examples", cwd=tmp_path)
    assert (done.returncode, done.stdout.count("✓")) == (0, 4)


def test_each_failure_is_placed_and_repeated_at_the_end(scenarios: Path) -> None:
    (scenarios / "all" / "fails.yaml").write_text(FAILS)
    done = renkei("test", "all", cwd=scenarios)
    assert done.returncode == 1
    details, _, summary = done.stdout.partition("\n\n")
    assert (
        """\
  all/fails.yaml:20:41  step 3, ann: board /agents/ann/status
      expected: idle
      found:    working
"""
        in details
    )
    assert (
        """\
  all/fails.yaml:25:16  step 2, bob: rules
      expected (-), found (+):
        - - task_completed
        - - task_blocked
        - - decision_resolved
        - - conflict_detected
        - - artifact_updated
        + []
"""
        in details
    )
    assert (
        """\
  all/fails.yaml:23:22  step 2, bob: context contains
      expected (-), found (+):
        - "8080 is it"
        + > content: "8080 it is"
"""
        in details
    )
    assert (
        summary
        == """\
FAILED all/fails.yaml:20:41  board /agents/ann/status: expected idle, found working
FAILED all/fails.yaml:25:16  rules: expected [task_completed, task_blocked, decision_resolved, conflict_detected…, found []
FAILED all/fails.yaml:23:22  context contains: expected "8080 is it", found > content: "8080 it is" …
FAILED all/fails.yaml:24:19  context lacks: expected no port, found "> the port is settled"
FAILED all/fails.yaml:26:7  refused: expected null, found "BAD_VALUE (/agents/bob/status: 'tired' is not a valid status.)"
FAILED all/fails.yaml:29:16  refused: expected NOT_ALLOWED, found null
3 scenarios: 2 passed, 1 failed
"""  # noqa: E501
    )


def test_a_scenario_that_is_not_valid_is_not_played(scenarios: Path) -> None:
    (scenarios / "all" / "slip.yaml").write_text(PASSES.replace("to: bob", "to: bbo"))
    done = renkei("test", "all/slip.yaml", "all/passes.yaml", "all/contract.yaml", cwd=scenarios)
    assert done.returncode == 1
    assert "✗ all/slip.yaml  not played\n  all/slip.yaml:9:15 UNKNOWN_NAME" in done.stdout
    assert "INVALID all/slip.yaml:9:15  there is no recipient 'bbo'\n" in done.stdout
    assert "INVALID all/contract.yaml:1:1  this is of the kind task_contract\n" in done.stdout
    assert done.stdout.endswith("3 scenarios: 1 passed, 2 invalid\n")


def test_a_document_of_another_kind_is_no_scenario(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text(
        "events: [{event: e, trigger: {message: FREEFORM}, auto_actions: [{pause: {}}]}]\n"
    )
    done = renkei("test", "d.yaml", cwd=tmp_path)
    assert "d.yaml:1:1 UNKNOWN_KIND" in done.stdout or "NEVER_FIRES" in done.stdout
    assert done.returncode == 1


def test_a_report_for_ci_has_a_case_for_each_step(scenarios: Path) -> None:
    (scenarios / "all" / "fails.yaml").write_text(FAILS)
    (scenarios / "all" / "slip.yaml").write_text(PASSES.replace("to: bob", "to: bbo"))
    assert renkei("test", "all", "--junit", "out.xml", cwd=scenarios).returncode == 1
    suites = {one.get("file"): one for one in parse(scenarios / "out.xml").getroot()}
    counts = {file: (one.get("tests"), one.get("failures"), one.get("errors")) for file, one in suites.items()}
    assert counts == {
        "all/deep/also.json": ("1", "0", "0"),
        "all/fails.yaml": ("5", "4", "0"),
        "all/passes.yaml": ("1", "0", "0"),
        "all/slip.yaml": ("1", "0", "1"),
    }
    cases = [case.get("name") for case in suites["all/fails.yaml"]]
    assert cases == ["step 1: ann", "step 2: bob – reads", "step 3: ann", "step 4: bob", "step 5: ann"]
    (failure,) = suites["all/fails.yaml"][2]
    assert failure.text == "all/fails.yaml:20:41\nexpected: idle\nfound:    working"


def test_json_holds_the_place_and_the_values(scenarios: Path) -> None:
    (scenarios / "all" / "fails.yaml").write_text(FAILS)
    done = renkei("test", "all/fails.yaml", "--format", "json", cwd=scenarios)
    (played,) = json.loads(done.stdout)
    assert (played["file"], played["name"], played["passed"], played["steps"]) == ("all/fails.yaml", "hello", False, 5)
    assert played["failures"][0] == {
        "line": 20, "column": 41, "step": 3, "actor": "ann",
        "path": "board /agents/ann/status", "expected": "idle", "found": "working",
    }  # fmt: skip


def test_nothing_to_test_is_wrong_usage(tmp_path: Path) -> None:
    done = renkei("test", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "There is no scenario in ." in done.stderr


def test_names_of_a_step_that_must_be_refused_may_be_unknown(tmp_path: Path) -> None:
    step = "    - agent: eve\n      claim: [T-9]\n      refused: UNKNOWN_ACTOR\n"
    (tmp_path / "s.yaml").write_text(PASSES + step)
    assert renkei("test", "s.yaml", cwd=tmp_path).returncode == 0


def test_contracts_that_messages_and_rules_open_are_known(tmp_path: Path) -> None:
    handover = """    - agent: ann
      send:
        - type: TASK_HANDOFF
          to: bob
          id: H-1
          context_summary: build it
          payload: {task_description: d, input_artifacts: [], expected_output: {format: f, success_criteria: []},
            constraints: [], authority_scope: a, fallback_on_failure: f}
      expect: {contracts: {H-1: open}}
"""
    (tmp_path / "s.yaml").write_text(PASSES + handover)
    assert renkei("test", "s.yaml", cwd=tmp_path).returncode == 0
