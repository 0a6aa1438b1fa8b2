"""The evaluator of CEL alone: what it leaves out, and that the whole package still works beside it."""

import os
import subprocess
import sys

import pytest

COMMAND_LINE = {"cel", "typer", "prompt_toolkit", "pygments", "rich"}
"""What `import cel` brings besides the evaluator."""

ALONE = "from renkei.documents.cel_evaluator import compile_expression"
WHOLE = "import cel, cel.cli"
PACKAGE = "from cel import compile as whole"


def run(*lines: str) -> set[str]:
    """Run lines in a new process; return the modules that it has imported."""
    code = "\n".join((*lines, "import sys", "print(*sys.modules)"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    return set(done.stdout.split())


def test_the_evaluator_comes_without_a_command_line() -> None:
    found = run(ALONE, "assert compile_expression('n + 1').execute({'n': 1}) == 2")
    assert "cel.cel" in found
    assert found & COMMAND_LINE == set()


@pytest.mark.parametrize("order", [(ALONE, WHOLE), (WHOLE, ALONE)], ids=["evaluator first", "package first"])
def test_a_process_can_also_import_the_package(order: tuple[str, str]) -> None:
    found = run(*order, PACKAGE, "assert whole is compile_expression", "assert cel.evaluate('1 + 1') == 2")
    assert found >= COMMAND_LINE


def test_the_first_project_and_message_of_a_process_need_no_command_line() -> None:
    found = run(
        "import renkei",
        "from renkei.engine.commands import Join",
        "with renkei.create(members=[Join('ann'), Join('bob')]) as project:",
        "    said = {'intent_hint': 'NOTE', 'body': 'hello', 'requires_response': False, 'urgency': 'normal'}",
        "    project.send(project.message('ann', renkei.Freeform(**said), 'bob'))",
    )
    assert "cel.cel" in found, "the rules of a new project are checked by evaluating them"
    assert found & COMMAND_LINE == set()
