"""The conformance suite: renkei passes it, and a named case notices every mistake of an implementation."""

import json
import sys
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from conformance import broken, broken_rules
from conformance.broken import correct, with_mistake
from process import renkei
from renkei.edges.conformance.cases import LEVELS, SHIPPED, Case, Step, read_cases
from renkei.edges.conformance.operations import OPERATIONS
from renkei.edges.conformance.play import difference, play
from renkei.edges.conformance.target import answers
from renkei.errors import DocumentError
from renkei.schemas.published import names

ROOT = Path(__file__).parents[2]
HOSTILE = Path(__file__).with_name("hostile_target.py")
CASES = {case.name: case for case in read_cases(SHIPPED)}
MISTAKES = broken.MISTAKES | broken_rules.MISTAKES
OWN = (sys.executable, "-m", "renkei", "conformance", "target")


def outcomes(done: str) -> dict[str, str]:
    return {one["name"]: one["outcome"] for one in json.loads(done)}


def test_renkei_passes_every_case_in_a_process_of_its_own() -> None:
    done = renkei("conformance", "run", "--timeout", "60", "--format", "json", "--", *OWN, cwd=ROOT)
    found = json.loads(done.stdout)
    assert [one for one in found if one["outcome"] != "passed"] == []
    assert (done.returncode, len(found)) == (0, len(CASES))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed_by_its_case(mistake: str) -> None:
    make, case = MISTAKES[mistake]
    assert [one.reason for one in play(correct(), [CASES[case]], {})] == [""]
    (result,) = play(with_mistake(make()), [CASES[case]], {})
    assert result.outcome == "failed"
    assert result.reason.startswith("step ")


@pytest.mark.short("runs no rules", "ignores the budget")
@pytest.mark.parametrize("mistake", broken_rules.MISTAKES)
def test_the_levels_before_do_not_notice_a_mistake_of_rules_or_contexts(mistake: str) -> None:
    make, _ = broken_rules.MISTAKES[mistake]
    before = [case for case in CASES.values() if 2 <= case.level <= 4]
    assert [one.case.name for one in play(with_mistake(make()), before, {}) if one.outcome != "passed"] == []


def test_the_suite_has_many_invalid_documents_and_every_level() -> None:
    steps = [step for case in CASES.values() for step in case.steps]
    assert sum(step.expect.get("valid") is False for step in steps) >= 400
    assert set(Counter(case.level for case in CASES.values())) == set(LEVELS)
    assert len(MISTAKES) >= 50


def test_every_case_has_a_name_of_its_own_and_a_published_schema() -> None:
    assert len(CASES) == len(read_cases(SHIPPED))
    for file in (SHIPPED / "schema").glob("*.json"):
        assert {group["schema"] for group in json.loads(file.read_text()) if "schema" in group} <= set(names())


def test_the_suite_asks_for_every_operation_that_its_page_describes() -> None:
    used = {step.ask["op"] for case in CASES.values() for step in case.steps} | {"hello"}
    page = (SHIPPED / "README.md").read_text(encoding="utf-8")
    described = {
        name.strip(" `")
        for line in page.splitlines()
        if line.startswith("| `")
        for name in line[1:].split("|")[0].split(",")
    }
    assert used == set(OPERATIONS)
    assert used <= described


def test_the_exchange_that_the_page_shows_is_right() -> None:
    page = (SHIPPED / "README.md").read_text(encoding="utf-8")
    _, asked, _, told = [json.loads(line) for line in page.splitlines() if line.startswith('{"id"')][0:4]
    assert list(answers([json.dumps(asked) if "op" in asked else json.dumps(_request(page))])) == [json.dumps(told)]


def _request(page: str) -> dict[str, object]:
    (found,) = [json.loads(line) for line in page.splitlines() if line.startswith('{"id": 2, "op"')]
    return dict(found)


@pytest.mark.parametrize(
    "line", ["", "nonsense", "[]", '{"id": 1}', '{"id": 1, "op": "send"}', '{"id": 1, "op": "open", "participants": 3}']
)
def test_the_target_answers_a_wrong_request_with_an_error(line: str) -> None:
    (found,) = answers([line])
    assert json.loads(found)["error"]["code"] in ("UNKNOWN_OPERATION", "MISSING_FIELD", "BAD_REQUEST")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A suite of three documents, the second of which makes a hostile target misbehave."""
    tests = [{"description": one, "text": one, "valid": True} for one in ("first", "bad", "last")]
    (tmp_path / "schema").mkdir()
    (tmp_path / "schema" / "small.json").write_text(json.dumps([{"description": "small", "tests": tests}]))
    return tmp_path


MODES = (
    "hangs",
    "floods",
    "dies",
    "is killed",
    "closes its output",
    "answers twice",
    "answers late",
    "answers no JSON",
)
MODES += ("answers a list", "answers a number", "answers another request", "answers true as its id", "answers both")
MODES += ("answers with text", "answers with bytes", "answers with depth")


@pytest.mark.parametrize("mode", MODES)
def test_a_hostile_target_fails_its_case_and_the_run_continues(mode: str, small: Path) -> None:
    timeout = "1" if mode == "hangs" else "60"
    given = ("--cases", str(small), "--timeout", timeout, "--format", "json", "--", sys.executable, str(HOSTILE), mode)
    done = renkei("conformance", "run", *given, cwd=ROOT)
    assert outcomes(done.stdout) == {
        "schema/small/first": "passed",
        "schema/small/bad": "failed",
        "schema/small/last": "passed",
    }
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def run_small(small: Path, script: str, *options: str) -> tuple[int, str, str]:
    done = renkei("conformance", "run", "--cases", str(small), *options, "--", sys.executable, "-c", script, cwd=ROOT)
    return done.returncode, done.stdout, done.stderr


GREETS = """
import json, sys
for one in map(json.loads, sys.stdin):
    ok = {"protocol": "1.0", "implementation": "x", "levels": [1], "skips": SKIPS, "valid": VALID, "errors": []}
    print(json.dumps({"id": one["id"], "ok": ok}), flush=True)
"""


def greets(skips: object, valid: bool = True) -> str:
    return GREETS.replace("SKIPS", repr(skips)).replace("VALID", repr(valid))


def test_a_declared_skip_is_shown_with_its_reason(small: Path) -> None:
    status, out, _ = run_small(small, greets({"schema/small/bad": "no time"}))
    assert status == 0
    assert "- schema/small/bad\n    no time\n" in out
    assert "3 cases: 2 passed, 1 skipped" in out


def test_a_run_in_which_every_case_is_skipped_fails(small: Path) -> None:
    status, _, _ = run_small(small, greets({f"schema/small/{one}": "no" for one in ("first", "bad", "last")}))
    assert status == 1


@pytest.mark.parametrize("skips", [{"schema/small/bad": ""}, ["schema/small/bad"], {"schema/small/bad": 3}])
def test_a_skip_without_a_reason_is_no_skip(skips: object, small: Path) -> None:
    status, _, err = run_small(small, greets(skips))
    assert status == 2
    assert "`skips` has to map names of cases to reasons" in err


def test_a_run_without_cases_fails(small: Path) -> None:
    assert run_small(small, greets({}), "--case", "schema/nothing")[0] == 1
    assert run_small(small, greets({}), "--case", "schema/small/first")[0] == 0


@pytest.mark.parametrize("levels", [[], [7]])
def test_a_target_without_levels_of_the_suite_fails(levels: list[int], small: Path) -> None:
    status, out, _ = run_small(small, greets({}).replace('"levels": [1]', f'"levels": {levels}'))
    assert status == 1
    assert "0 cases" in out


def test_a_skip_of_another_case_hides_no_failure(small: Path) -> None:
    status, out, _ = run_small(small, greets({"schema/small/baad": "no time"}, valid=False))
    assert status == 1
    assert "3 cases: 3 failed" in out


def test_a_level_that_is_asked_for_is_played_though_the_target_lacks_it(small: Path) -> None:
    step = {"ask": {"op": "open", "participants": []}, "error": {"code": "NEVER"}}
    file = {"description": "later", "level": 2, "cases": [{"description": "later", "steps": [step]}]}
    (small / "semantics").mkdir()
    (small / "semantics" / "later.json").write_text(json.dumps(file))
    assert run_small(small, greets({}))[0] == 0
    status, out, _ = run_small(small, greets({}), "--level", "2")
    assert status == 1
    assert "✗ later/later" in out


def test_a_junit_report_names_each_failure(small: Path) -> None:
    status, out, _ = run_small(small, greets({"schema/small/last": "later"}, valid=False), "--format", "junit")
    root = fromstring(out)
    assert status == 1
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("3", "2", "1")
    assert [one.get("message") for one in root.iter("failure")] == [
        "step 1, validate: /valid: expected true, found false"
    ] * 2


@pytest.mark.parametrize("script", ["", "print('hello')", "import time; time.sleep(600)"])
def test_a_target_that_does_not_greet_ends_the_run(script: str, small: Path) -> None:
    status, _, err = run_small(small, script, "--timeout", "2")
    assert status != 0
    assert "`hello` failed" in err


def test_a_command_that_does_not_exist_is_an_error(small: Path) -> None:
    done = renkei("conformance", "run", "--cases", str(small), "--", "no-such-program", cwd=ROOT)
    assert done.returncode == 2
    assert "error USAGE: 'no-such-program' cannot be started" in done.stderr
    assert "COMMAND is a program and its arguments" in done.stderr


BROKEN_FILES = {
    "not JSON": ("[", "SYNTAX"),
    "no tests": ('[{"description": "d", "tests": []}]', "TOO_FEW"),
    "no document": ('[{"description": "d", "tests": [{"description": "d", "valid": true}]}]', "BAD_FORMAT"),
    "invalid without errors": (
        '[{"description": "d", "tests": [{"description": "d", "data": 1, "valid": false}]}]',
        "BAD_FORMAT",
    ),
}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_a_wrong_file_of_a_suite_is_an_error_with_its_name(name: str, small: Path) -> None:
    text, code = BROKEN_FILES[name]
    (small / "schema" / "wrong.json").write_text(text)
    with pytest.raises(DocumentError) as raised:
        read_cases(small)
    assert raised.value.problems[0].code == code
    assert raised.value.details["source"].endswith("wrong.json")


CONTENT = {"contains": {"a": ["x"]}}, {"lacks": {"a": ["x"]}}, {"at_most": {"a": 3}}


@pytest.mark.parametrize(
    ("found", "differences"),
    [
        ("xyz", ["", "/a: contains 'x'", ""]),
        ("abcd", ["/a: does not contain 'x'", "", "/a: more than 3"]),
        (["x"], ["", "/a: contains 'x'", ""]),
        ([], ["/a: does not contain 'x'", "", ""]),
        (3, ["/a: expected a text or a list, found 3"] * 2 + [""]),
        (True, ["/a: expected a text or a list, found true"] * 2 + ["/a: more than 3"]),
        (None, ["/a: expected a text or a list, found null"] * 2 + ["/a: more than 3"]),
    ],
)
def test_contents_and_sizes_are_compared(found: object, differences: list[str]) -> None:
    steps = [Step.model_validate({"ask": {"op": "x"}, **one}) for one in CONTENT]
    assert [difference(step, {"id": 1, "ok": {"a": found}}) for step in steps] == differences


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({"n": 1}, {"n": True}),
        ({"n": [1]}, {"n": [1, 2]}),
        ({"n": None}, {}),
        ({"n": {"a": 1}}, {"n": {}}),
        ({"n": []}, {"n": ""}),
    ],
)
def test_values_that_only_resemble_the_expected_ones_differ(expected: dict[str, object], found: object) -> None:
    case = Case("x", 2, (Step.model_validate({"ask": {"op": "x"}, "expect": expected}),))
    assert [one.outcome for one in play(lambda _: {"id": 1, "ok": found}, [case], {})] == ["failed"]
