"""`renkei.validate` and `renkei.load` find what `renkei validate` finds."""

import json
from pathlib import Path

import pytest

import renkei
from process import renkei as command

CONTRACT = """task_contract:
  id: TC-1
  delegator: lead
  inputs: {description: Build}
  expected_output: {format: code}
  acceptance_criteria: [{criterion: works}]
"""
RULES = "events: [{event: e, trigger: {message: FREEFORM}, auto_actions: [{notify: {filter: agent}}]}]\n"
MESSAGE = """type: STATUS_UPDATE
id: m1
from: ann
to: lead
priority: low
timestamp: 2026-01-05T09:00:00Z
context_summary: Began.
payload: {new_status: wrking, progress_summary: Half.}
"""
BAD = {
    "value.yaml": MESSAGE,
    "missing.yaml": "task_contract:\n  id: TC-1\n",
    "two.yaml": f"{MESSAGE}---\nhello: world\n",
    "syntax.json": '{"type": ',
    "lines.jsonl": '{"type": "FREEFORM"}\nnot json\n',
    "condition.yaml": RULES.replace("trigger", "condition: '(', trigger"),
    "empty.yaml": "",
    "scenario.yaml": "scenario:\n  name: s\n  goal: g\n  agents: [{id: ann}]\n  steps: [{send: [{type: FREEFORM}]}]\n",
}


@pytest.mark.parametrize("name", BAD)
def test_the_problems_of_a_file_are_those_that_the_command_prints(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(BAD[name])
    documents = json.loads(command("validate", name, "--format", "json", cwd=tmp_path).stdout)
    printed = [error for document in documents for error in document["errors"]]
    assert [problem.as_dict() for problem in renkei.validate(path)] == printed
    assert printed
    with pytest.raises(renkei.DocumentError) as caught:
        renkei.load(path)
    assert [problem.as_dict() for problem in caught.value.problems] == printed


def test_text_has_the_locations_of_a_file_and_a_mapping_has_paths() -> None:
    (problem,) = renkei.validate(MESSAGE)
    assert (problem.code, problem.path, problem.line, problem.column) == ("NOT_ONE_OF", "/payload/new_status", 8, 23)
    assert "'working'" in problem.hint
    (problem,) = renkei.validate({"task_contract": {"id": "TC 1"} | valid_terms()})
    assert (problem.code, problem.path) == ("BAD_FORMAT", "/task_contract/id")


def valid_terms() -> dict[str, object]:
    output = {"expected_output": {"format": "code"}, "acceptance_criteria": [{"criterion": "works"}]}
    return {"delegator": "lead", "inputs": {"description": "Build"}} | output


def test_a_valid_document_has_no_problems_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "tc.yaml"
    path.write_text(CONTRACT)
    for form in (CONTRACT, CONTRACT.encode(), path, {"task_contract": {"id": "TC-1"} | valid_terms()}):
        assert renkei.validate(form) == ()


def test_loading_returns_one_model_for_each_document(tmp_path: Path) -> None:
    path = tmp_path / "all.yaml"
    path.write_text("---\n".join((CONTRACT, RULES, MESSAGE.replace("wrking", "working"))))
    contract, rules, message = renkei.load(str(path))
    assert isinstance(contract, renkei.TaskContract)
    assert isinstance(rules, tuple)
    assert rules[0].event == "e"
    assert isinstance(message, renkei.AnyMessage)
    assert message.payload.new_status == "working"


def test_a_file_that_cannot_be_read_is_a_problem_and_not_an_os_error(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.yaml", tmp_path):
        assert [problem.code for problem in renkei.validate(path)] == ["UNREADABLE"]
        with pytest.raises(renkei.DocumentError):
            renkei.load(path)


def test_text_with_a_lone_surrogate_is_not_utf_8() -> None:
    assert [problem.code for problem in renkei.validate("type: \ud800")] == ["NOT_UTF8"]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"task_contract": {}, 3: 1}, "UNKNOWN_FIELD"),
        ({3: 1}, "UNKNOWN_KIND"),
        ({}, "UNKNOWN_KIND"),
        ({"task_contract": {"id": object()}}, "WRONG_TYPE"),
        ({"type": float("nan")}, "NOT_ONE_OF"),
    ],
)
def test_a_mapping_that_no_text_could_hold_is_a_problem_and_not_an_exception(value: dict, code: str) -> None:
    assert renkei.validate(value)[0].code == code
