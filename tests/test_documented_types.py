"""The documented code passes the type checkers that users run: `mypy --strict` and pyright."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import renkei
import renkei.testing
from page_code import programs_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

USAGE = """
from collections.abc import Sequence

import renkei

roles: list[str] = ["backend"]
contract = renkei.TaskContract(
    id="TC-1",
    delegator="lead",
    inputs=renkei.Inputs(
        description="Build it",
        artifacts=["spec"],
        constraints=[renkei.Constraint(constraint="no new dependency", hard=True)],
        assumptions=["PostgreSQL 15"],
    ),
    expected_output=renkei.Output(format="code", deliverables=["an API"]),
    acceptance_criteria=[renkei.Criterion(criterion="tests pass", command=["pytest", "-q"])],
    authority=renkei.Authority(must_consult=["new libraries"]),
    failure_handling=renkei.FailureHandling(max_retries=2),
    timeout=renkei.Timeout(max_steps=20),
    roles=roles,
)
rule = renkei.Rule(
    event="told",
    trigger=renkei.Trigger(overdue="obligation"),
    auto_actions=[{"notify": renkei.RuleAction(filter="agent", message_type="FREEFORM", content_template="late")}],
)
reading = renkei.Reading(budget=500, locale="ja")
team = renkei.SetGroup("team", ("lead", "ann"))
with renkei.create(members=[renkei.Join("lead", lead=True), renkei.Join("ann"), team], rules=[rule]) as project:
    with project.turn("lead", reading, rendering="delta", lease=60) as turn:
        turn.open_contract(contract)
        sent: renkei.AnyMessage = turn.send(
            renkei.KnowledgeShare(topic="t", content="c", relevance_to_recipients="r", actionable=False), to=["ann"]
        )
    context: renkei.Context = project.context("ann", budget=300, recall=True, count=project.counter("a-model"))
    needed: Sequence[str] = renkei.TaskBlocked(original_task_ref="TC-1", blocked_by="x", reason="", needed=["y"]).needed
    project.do(renkei.Write("/goal", "another"), renkei.SetQuota(turns=10), actor="human")
    record: renkei.Record | None = project.tick()
"""

WRONG = """
import renkei

renkei.create(gaol="a goal")
renkei.open().context("ann", budget="many")
renkei.Inputs(description=1)
"""


def snippets() -> dict[str, str]:
    programs = {name: code for page in PAGES for name, code in programs_of(page.name, page.read_text()).items()}
    return {"usage": USAGE} | {re.sub(r"\W", "_", name.lower()): code for name, code in programs.items()}


def written(directory: Path, codes: dict[str, str]) -> list[str]:
    for name, code in codes.items():
        (directory / f"{name}.py").write_text(code)
    return sorted(str(directory / f"{name}.py") for name in codes)


def mypy(directory: Path, files: list[str]) -> str:
    """Return what `mypy --strict` reports; its cache is kept beside that of the project."""
    (directory / "mypy.ini").write_text("[mypy]\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    command += ["--config-file", str(directory / "mypy.ini"), "--cache-dir", str(ROOT / ".mypy_cache" / "documented")]
    environment = os.environ | {"MYPYPATH": str(ROOT / "src")}
    done = subprocess.run([*command, *files], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def pyright(directory: Path, files: list[str]) -> str:
    """Return the errors that pyright reports in its own default mode."""
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT / "src")], "include": files}
    (directory / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--level", "error", "-p", str(directory)]
    done = subprocess.run(
        [*command, "--pythonpath", sys.executable], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == len(files)
    errors = [
        (Path(one["file"]).name, one["range"]["start"]["line"], " ".join(one["message"].split()))
        for one in found["generalDiagnostics"]
    ]
    return "\n".join(f"{name}:{line + 1}: {message}" for name, line, message in errors)


def names_in(code: str, module: str) -> Iterator[str]:
    """Yield the names of a module that a program uses or imports; no comment, text or argument counts."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == module:
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module == module:
            yield from (one.name for one in node.names)


@pytest.mark.parametrize("module", [renkei, renkei.testing], ids=lambda module: module.__name__)
def test_every_public_name_has_a_snippet(module: ModuleType) -> None:
    used = {name for code in snippets().values() for name in names_in(code, module.__name__)}
    assert sorted(set(module.__all__) - used) == []


def test_a_name_that_is_only_mentioned_has_no_snippet() -> None:
    code = 'import renkei\n\nrenkei.create(goal="renkei.open")  # renkei.load\nother.renkei.replay\n'
    assert list(names_in(code, "renkei")) == ["create"]


@pytest.mark.long
@pytest.mark.parametrize("checker", [mypy, pyright])
def test_documented_code_has_no_type_errors_and_wrong_arguments_are_reported(checker: object, tmp_path: Path) -> None:
    reported = checker(tmp_path, written(tmp_path, snippets() | {"wrong": WRONG})).splitlines()
    assert [line for line in reported if "wrong.py:" not in line] == []
    assert {line for line in (4, 5, 6) if any(f"wrong.py:{line}:" in one for one in reported)} == {4, 5, 6}


def test_the_usage_that_is_checked_runs() -> None:
    exec(compile(USAGE, "usage", "exec"), {})
