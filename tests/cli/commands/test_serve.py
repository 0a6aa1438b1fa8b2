"""`renkei serve`: its link, its end, and what it says when it cannot begin."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei, running

has_ipv6 = pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine has no IPv6")
VIEW = r"http://renkei-[0-9a-f]{16}\.localhost:(\d+)/"


def test_it_prints_its_two_addresses_and_ends_when_it_is_told_to(project: Path) -> None:
    with running("serve", "--port", "0", cwd=project) as process:
        assert process.stdout is not None
        link = re.fullmatch(VIEW + r"sign-in\?code=\S+\n", process.stdout.readline())
        assert link is not None
        assert process.stdout.readline() == f"For programs: http://127.0.0.1:{link[1]}/api\n"
        process.terminate()
        rest, errors = process.communicate(timeout=30)
    assert (rest, errors, process.returncode) == ("", "", 0)


def test_the_link_as_data(project: Path) -> None:
    with running("serve", "--port", "0", "--format", "jsonl", cwd=project) as process:
        assert process.stdout is not None
        data = json.loads(process.stdout.readline())
    found = re.fullmatch(VIEW, data["view"])
    assert found is not None
    assert data["url"] == f"http://127.0.0.1:{found[1]}/"
    assert data["link"].startswith(f"{data['view']}sign-in?code=")


def test_the_view_keeps_its_name_which_only_the_owner_of_the_directory_can_read(project: Path) -> None:
    names = []
    for _ in range(2):
        with running("serve", "--port", "0", "--format", "jsonl", cwd=project) as process:
            assert process.stdout is not None
            names.append(json.loads(process.stdout.readline())["view"].rpartition(":")[0])
    assert names[0] == names[1]
    assert (project / ".renkei" / "server.key").stat().st_mode & 0o777 == 0o600


def test_the_view_has_the_name_that_is_asked_for(project: Path) -> None:
    with running("serve", "--port", "0", "--view-name", "LocalHost", cwd=project) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://localhost:")


@pytest.mark.parametrize("options", [("127.0.0.1",), ("a b",), ("x.localhost", "--allow-remote", "team.example")])
def test_a_name_that_the_view_cannot_have_is_refused(project: Path, options: tuple[str, ...]) -> None:
    refused = renkei("serve", "--port", "0", "--view-name", *options, cwd=project)
    assert (refused.returncode, "--view-name" in refused.stderr) == (2, True)


@pytest.mark.parametrize("address", ["127.0.0.1", pytest.param("::1", marks=has_ipv6)])
def test_a_port_that_is_taken_is_named(project: Path, address: str) -> None:
    """Also at the other address that browsers try for the name of the view."""
    with socket.create_server((address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET) as taken:
        refused = renkei("serve", "--port", taken.getsockname()[1], cwd=project)
    assert refused.returncode == 1
    assert "Address already in use" in refused.stderr
    assert "`--port 0`" in refused.stderr


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


@pytest.fixture
def two(tmp_path: Path) -> Path:
    for name in ("shop", "api"):
        (tmp_path / name).mkdir()
        assert renkei("init", "--name", name, "--goal", "a goal", cwd=tmp_path / name).returncode == 0
    return tmp_path


def test_several_projects_have_one_link_and_an_api_each(two: Path) -> None:
    with running("serve", "--port", "0", "shop", "api", cwd=two) as process:
        link = re.fullmatch(VIEW + r"sign-in\?code=\S+\n", process.stdout.readline())
        assert link is not None
        for name in ("shop", "api"):
            assert process.stdout.readline() == f"For programs: http://127.0.0.1:{link[1]}/p/{name}/api\n"
        process.terminate()
        assert process.communicate(timeout=30) == ("", "")


def test_one_directory_is_served_as_the_project_here(two: Path) -> None:
    with running("serve", "--port", "0", "shop", "--format", "jsonl", cwd=two) as process:
        data = json.loads(process.stdout.readline())
    assert set(data) == {"url", "view", "link"}


def test_several_projects_as_data(two: Path) -> None:
    with running("serve", "--port", "0", "--format", "jsonl", "shop", "the api=api", cwd=two) as process:
        data = json.loads(process.stdout.readline())
    assert data["projects"] == [f"{data['url']}p/shop/", f"{data['url']}p/the-api/"]


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        (("shop", "shop=api"), 2, "have the same name, 'shop'. Name one of them: shop-2=api"),
        (("shop", "./shop"), 2, "shop/.renkei is given twice"),
        (("shop", "!=api"), 2, "The name '!' has no letter for an address. Name the project: NAME=api"),
        (("x", "y"), 1, "PROJECT_MISSING"),
        (("shop", "api", "--as", "nobody"), 1, "error UNKNOWN_ACTOR: 'nobody'"),
    ],
)
def test_projects_that_cannot_be_served_together(two: Path, given: tuple[str, ...], status: int, said: str) -> None:
    refused = renkei("serve", "--port", "0", *given, cwd=two)
    assert (refused.returncode, said in " ".join(refused.stderr.split())) == (status, True), refused.stderr


def test_a_project_that_is_missing_does_not_stop_the_others(two: Path) -> None:
    with running("serve", "--port", "0", "shop", "lost", cwd=two) as process:
        assert "/sign-in?code=" in process.stdout.readline()
        process.terminate()
        assert process.communicate(timeout=30)[1].startswith("lost is left out: There is no renkei project")
