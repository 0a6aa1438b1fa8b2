"""`renkei serve`: its link, its end, and what it says when it cannot begin."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei, running


def test_it_prints_its_link_alone_and_ends_when_it_is_told_to(project: Path) -> None:
    with running("serve", "--port", "0", cwd=project) as process:
        assert process.stdout is not None
        link = process.stdout.readline()
        assert link.startswith("http://127.0.0.1:")
        process.terminate()
        rest, errors = process.communicate(timeout=30)
    assert (rest, errors, process.returncode) == ("", "", 0)


def test_the_link_as_data(project: Path) -> None:
    with running("serve", "--port", "0", "--format", "jsonl", cwd=project) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["url"].startswith("http://127.0.0.1:")


def test_a_port_that_is_taken_is_named(project: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = renkei("serve", "--port", taken.getsockname()[1], cwd=project)
    assert refused.returncode == 1
    assert "Address already in use" in refused.stderr


def test_without_the_extra_it_says_how_to_install_it(project: Path) -> None:
    program = (
        "import sys; sys.modules['starlette'] = None; sys.argv = ['renkei', 'serve'];"
        "import renkei.__main__ as m; m.run()"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=project, capture_output=True, text=True, env=env, timeout=60
    )
    assert done.returncode == 1
    assert "EXTRA_MISSING" in done.stderr
    assert "python -m pip install 'renkei[serve]'" in done.stderr


@pytest.mark.parametrize(
    ("actor", "code", "hint"), [("nobody", "UNKNOWN_ACTOR", "Participants:"), ("ann", "NOT_ALLOWED", "Allowed: human.")]
)
def test_only_a_person_of_the_project_gets_a_link(project: Path, actor: str, code: str, hint: str) -> None:
    refused = renkei("serve", "--port", "0", "--as", actor, cwd=project)
    assert refused.returncode == 1
    assert f"error {code}: '{actor}'" in refused.stderr
    assert hint in refused.stderr
