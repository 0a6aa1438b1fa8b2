"""The action for GitHub: its metadata, and its steps as a runner starts them."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

ROOT = Path(__file__).parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
INSTALL, VALIDATE = ACTION["runs"]["steps"]
PROGRAM = shutil.which("renkei", path=str(Path(sys.executable).parent))
WRONG = "type: FREEFROM\npayload: {}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with an invalid document, beside the program where the first step installs it."""
    assert PROGRAM is not None
    programs = tmp_path / "temporary" / "renkei" / "bin"
    programs.mkdir(parents=True)
    (programs / "renkei").symlink_to(PROGRAM)
    (tmp_path / "work" / "my docs").mkdir(parents=True)
    (tmp_path / "work" / "my docs" / "wrong.yaml").write_text(WRONG)
    return tmp_path / "work"


def run(checkout: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step as a runner does: the inputs arrive as variables of the environment."""
    assert set(inputs) <= set(ACTION["inputs"])
    given = {name: inputs.get(name, one["default"]) for name, one in ACTION["inputs"].items()}
    variables = {
        name: given[text.removeprefix("${{ inputs.").removesuffix(" }}")] for name, text in VALIDATE["env"].items()
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", VALIDATE["run"]],
        env={**os.environ, **variables, "RUNNER_TEMP": str(checkout.parent / "temporary")},
        cwd=checkout,
        text=True,
        capture_output=True,
    )


def test_the_metadata_is_valid_by_the_schema_of_actions() -> None:
    schema = json.loads((ROOT / "tests" / "published" / "github-action.json").read_text(encoding="utf-8"))
    assert list(Draft7Validator(schema).iter_errors(ACTION)) == []


def test_every_input_reaches_the_step_and_no_expression_is_in_a_script() -> None:
    assert VALIDATE["env"] == {name.upper(): f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]}
    assert [step["name"] for step in ACTION["runs"]["steps"] if "${{" in step["run"]] == []


def test_a_fault_is_shown_beside_its_line_and_fails_the_step(checkout: Path) -> None:
    done = run(checkout)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=my docs/wrong.yaml,line=1,col=7,title=NOT_ONE_OF::")


def test_paths_and_patterns_are_given_one_a_line(checkout: Path) -> None:
    (checkout / "-other").mkdir()
    (checkout / "-other" / "more.yaml").write_text(WRONG)
    (checkout / "-other" / "draft.yaml").write_text(WRONG)
    done = run(checkout, paths="my docs\n-other\n", exclude="draft.yaml\n*.bak\n", format="json")
    assert [one["file"] for one in json.loads(done.stdout)] == ["my docs/wrong.yaml", "-other/more.yaml"]


def test_a_report_is_written_to_a_file_although_the_step_fails(checkout: Path) -> None:
    done = run(checkout, format="sarif", output="renkei.sarif")
    assert (done.returncode, done.stdout) == (1, "")
    log: Any = json.loads((checkout / "renkei.sarif").read_text())
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == ["NOT_ONE_OF"]


def test_an_input_is_never_taken_for_a_command(checkout: Path) -> None:
    done = run(checkout, paths="$(touch pwned); `touch pwned`")
    assert done.returncode == 2
    assert not (checkout / "pwned").exists()


def test_the_installed_versions_are_pinned() -> None:
    assert "uv==" in INSTALL["run"]
    assert '--constraint "$GITHUB_ACTION_PATH/constraints.txt" "$GITHUB_ACTION_PATH"' in INSTALL["run"]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    names = [one.split(">=")[0].split(";")[0].strip() for one in needed]
    assert [one for one in names if f"\n{one.lower()}==" not in f"\n{pinned.lower()}"] == []


def test_the_how_to_page_shows_every_input() -> None:
    page = (ROOT / "docs" / "how-to" / "messages.md").read_text(encoding="utf-8")
    assert [name for name in ACTION["inputs"] if f"`{name}`" not in page] == []
