"""`renkei validate` in CI: reports of other programs, ignored files, and standard input with a name."""

import json
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator

from process import renkei

SARIF = Path(__file__).parents[2] / "published" / "sarif-2.1.0.json"
WRONG_TYPE = "message: {type: FREEFORMX}\n"


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A directory with a valid file, a file with two documents of which one is invalid, and a broken one."""
    schema = renkei("schema", "FREEFORM", "--example", cwd=tmp_path).stdout
    (tmp_path / "good.yaml").write_text(schema)
    (tmp_path / "100%, a:b.yaml").write_text(schema + "---\n" + WRONG_TYPE)
    (tmp_path / "broken.json").write_text("{")
    return tmp_path


def errors(documents: Path) -> list[tuple[str, str, int, int]]:
    """Return the file, code, line and column of each error, as `--format json` has them."""
    rows = json.loads(renkei("validate", ".", "--format", "json", cwd=documents).stdout)
    return [(row["file"], one["code"], one["line"], one["column"]) for row in rows for one in row["errors"]]


def test_sarif_has_a_result_for_each_error(documents: Path) -> None:
    done = renkei("validate", ".", "--format", "sarif", cwd=documents)
    log = json.loads(done.stdout)
    (run,) = log["runs"]
    found = []
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        file = unquote(place["artifactLocation"]["uri"])
        found.append((file, result["ruleId"], region["startLine"], region["startColumn"]))
    assert (done.returncode, log["version"], found) == (1, "2.1.0", errors(documents))
    assert list(Draft7Validator(json.loads(SARIF.read_text(encoding="utf-8"))).iter_errors(log)) == []
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {code for _, code, _, _ in found}
    assert "Did you mean 'FREEFORM'?" in run["results"][0]["message"]["text"]
    assert " " not in run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def test_junit_fails_a_test_case_for_each_file_with_errors(documents: Path) -> None:
    done = renkei("validate", ".", "--format", "junit", cwd=documents)
    root = ElementTree.fromstring(done.stdout)
    assert (done.returncode, root.get("tests"), root.get("failures")) == (1, "3", "2")
    failed = {case.get("name"): [one.text or "" for one in case] for case in root.iter("testcase")}
    assert failed["good.yaml"] == []
    assert failed["broken.json"][0].startswith("broken.json:1:2 SYNTAX ")
    assert "/message/type: 'FREEFORMX'" in failed["100%, a:b.yaml"][0]


def test_github_shows_each_error_beside_its_line(documents: Path) -> None:
    done = renkei("validate", ".", "--format", "github", cwd=documents)
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines)) == (1, len(errors(documents)))
    (file, code, line, column), *_ = errors(documents)
    assert file == "100%, a:b.yaml"
    assert lines[0].startswith(
        f"::error file=100%25%2C a%3Ab.yaml,line={line},col={column},title={code}::/message/type: "
    )


def test_an_error_cannot_begin_another_workflow_command(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text('message: {type: "a\\n::warning::owned\\r\\n::set-output::x"}\n')
    said = renkei("validate", "a.yaml", "--format", "github", cwd=tmp_path).stdout
    assert "owned" in said
    assert [line[:8] for line in said.splitlines()] == ["::error "]


@pytest.mark.parametrize("output_format", ["sarif", "junit", "github"])
def test_valid_documents_make_a_report_without_errors(documents: Path, output_format: str) -> None:
    done = renkei("validate", "good.yaml", "--format", output_format, cwd=documents)
    assert (done.returncode, "SYNTAX" in done.stdout) == (0, False)


def test_excluded_and_ignored_files_below_a_directory_are_skipped(documents: Path) -> None:
    (documents / "vendor").mkdir()
    (documents / "vendor" / "deep.json").write_text("{")
    (documents / ".renkeiignore").write_text("# not ours\n100*\n!good.yaml\n")
    done = renkei("validate", ".", "--exclude", "vendor/", "--exclude", "/broken.json", cwd=documents)
    assert done.stdout.splitlines() == ["✓ good.yaml:1  message", "1 valid, 0 invalid"]
    named = renkei("validate", "broken.json", "--exclude", "broken.json", cwd=documents)
    assert named.returncode == 1  # a file that is named is checked


def test_an_invalid_pattern_is_reported_with_its_place(documents: Path) -> None:
    done = renkei("validate", ".", "--exclude", "a", "--exclude", "!", cwd=documents)
    assert (done.returncode, "--exclude:2: '!' is not a pattern" in done.stderr) == (2, True)
    (documents / ".renkeiignore").write_text("a\n\n!\n")
    assert ".renkeiignore:3: '!'" in renkei("validate", ".", cwd=documents).stderr


def test_everything_excluded_is_wrong_usage(documents: Path) -> None:
    done = renkei("validate", ".", "--exclude", "*", cwd=documents)
    assert (done.returncode, "There is no document below" in done.stderr) == (2, True)


def test_the_name_of_standard_input_is_shown_and_tells_its_format(tmp_path: Path) -> None:
    yaml = renkei("validate", "-", "--stdin-filename", "src/m.yaml", cwd=tmp_path, stdin=WRONG_TYPE)
    assert "src/m.yaml:1:17 NOT_ONE_OF" in yaml.stdout
    json_lines = renkei("validate", "-", "--stdin-filename", "m.jsonl", cwd=tmp_path, stdin='{"a": 1}\n{')
    assert ["m.jsonl:1" in json_lines.stdout, "m.jsonl:2:2 SYNTAX" in json_lines.stdout] == [True, True]


def test_a_name_of_standard_input_without_it_is_wrong_usage(documents: Path) -> None:
    done = renkei("validate", "good.yaml", "--stdin-filename", "x.yaml", cwd=documents)
    assert (done.returncode, "--stdin-filename needs `-`" in done.stderr) == (2, True)
