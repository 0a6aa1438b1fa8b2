"""`make test` keeps a test of every door, kind of chat and storage, whatever else is left to `make test-long`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from act_doors import DOORS
from chat.test_every_chat import KINDS

ROOT = Path(__file__).parent.parent
STORAGES = ("memory", "sqlite", "nats", "postgresql")
MATRIX = ("tests/chat/test_every_chat.py", "tests/acts/test_doors.py", "tests/log/test_every_log.py")
FILE = """
import pytest

@pytest.mark.short{names}
@pytest.mark.parametrize("case", ["one", "two", "three", "four"])
def test_it(case: str) -> None: ...
"""


def collected(*given: object) -> tuple[list[str], str]:
    """Return the cases of the tests that pytest would run, and all that it printed."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *map(str, given)]
    env = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return [line.partition("[")[2] for line in done.stdout.splitlines() if "[" in line], done.stdout + done.stderr


def test_every_door_kind_of_chat_and_storage_has_a_short_test() -> None:
    cases, _ = collected(*MATRIX)
    for name in (*DOORS, *KINDS, *STORAGES):
        assert [case for case in cases if case.startswith((f"{name}-", f"{name}]"))], name


@pytest.mark.parametrize(
    ("names", "short"),
    [("", ["one]", "four]"]), ("('t*')", ["two]", "three]"]), ("('one', 'four')", ["one]", "four]"])],
)
def test_a_test_names_its_short_cases(names: str, short: list[str], tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(FILE.format(names=names))
    cases, _ = collected("-c", ROOT / "pyproject.toml", "-p", "conftest", file)
    assert cases == short


def test_a_name_that_fits_no_case_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(FILE.format(names="('one', 'five')"))
    _, printed = collected("-c", ROOT / "pyproject.toml", "-p", "conftest", file)
    assert "test_it has no case 'five'" in printed
