"""A server for other machines: behind a proxy with TLS alone, under the name of the proxy."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from process import renkei, running
from visitor import Visitor

NAME = "team.example"
LISTENING = re.compile(
    r"Listening at http://127\.0\.0\.1:(\d+)/ without TLS: let only the proxy of https://team\.example/"
)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("project")
    assert renkei("init", "--goal", "a goal", "--agent", "ann:backend", cwd=place).returncode == 0
    return place


@pytest.fixture(scope="module")
def proxied(directory: Path) -> Iterator[tuple[Visitor, str]]:
    """What the proxy sends, and the path of the link."""
    with running("serve", "--port", "0", "--allow-remote", "Team.Example:443", cwd=directory) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        link = process.stdout.readline().strip()
        told = LISTENING.match(process.stderr.readline())
        assert link.startswith(f"https://{NAME}/sign-in?code=")
        assert told is not None
        yield Visitor(int(told[1])), link.removeprefix(f"https://{NAME}")
        process.terminate()
        assert process.communicate(timeout=30)[1] == ""


def test_a_person_uses_it_under_the_name_of_the_proxy(proxied: tuple[Visitor, str]) -> None:
    visitor, link = proxied
    answer = visitor.get(link, Host=NAME)
    cookie = answer.headers["set-cookie"]
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert cookie.startswith("__Host-renkei-443=")
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    person = Visitor(visitor.port, cookie.partition(";")[0])
    assert person.get("/", Host=NAME).status == 200
    assert person.get("/", Host="TEAM.example", Origin=f"https://{NAME}").status == 200
    assert person.get("/").status == 403  # not under an address of this machine, without TLS
    assert visitor.get(link, Host=NAME).status == 403  # once


@pytest.mark.parametrize("path", ["/", "/api/project", "/mcp"])
@pytest.mark.parametrize("host", ["evil.example", f"{NAME}.evil.example", f"{NAME}:80", f"x.{NAME}", f"{NAME}."])
def test_another_name_is_refused(proxied: tuple[Visitor, str], path: str, host: str) -> None:
    assert proxied[0].get(path, Host=host).status == 421


@pytest.mark.parametrize("path", ["/", "/api/project", "/mcp"])
@pytest.mark.parametrize("origin", [f"http://{NAME}", "https://evil.example", "null", f"https://{NAME}:8443"])
def test_another_origin_is_refused(proxied: tuple[Visitor, str], path: str, origin: str) -> None:
    assert proxied[0].get(path, Host=NAME, Origin=origin).status == 403


def test_agents_use_the_api_and_the_tools_under_the_name_of_the_proxy(
    proxied: tuple[Visitor, str], directory: Path
) -> None:
    token = renkei("token", "create", "--for", "ann", cwd=directory).stdout.strip()
    bearer = {"Authorization": f"Bearer {token}", "Host": NAME, "Origin": f"https://{NAME}"}
    assert proxied[0].get("/api/project", **bearer).status == 200
    answer = proxied[0].send(
        "POST", "/mcp", '{"jsonrpc": "2.0", "id": 1, "method": "ping"}', **bearer,
        Content_Type="application/json", Accept="application/json, text/event-stream",
    )  # fmt: skip
    assert answer.status not in (401, 403, 421)
    assert proxied[0].get("/", **bearer).status == 403


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--host", "0.0.0.0"), "--host 0.0.0.0 lets other machines in"),
        (("--host", "::"), "--host :: lets other machines in"),
        (("--host", "192.0.2.1"), "--allow-remote NAME"),
        (("--host", "evil.example"), "an IP address or localhost"),
        (("--allow-remote", "https://team.example"), "a name such as team.example"),
        (("--allow-remote", "*"), "a name such as team.example"),
        (("--allow-remote", "a b"), "a name such as team.example"),
    ],
)
def test_what_lets_others_in_by_mistake_is_refused(directory: Path, options: tuple[str, ...], said: str) -> None:
    refused = renkei("serve", "--port", "0", *options, cwd=directory)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "0.0.0.0"])
def test_where_it_listens(directory: Path, host: str) -> None:
    open_to_others = ("--allow-remote", NAME) if host == "0.0.0.0" else ()
    with running("serve", "--port", "0", "--host", host, *open_to_others, cwd=directory) as process:
        assert process.stdout is not None
        link, programs = process.stdout.readline(), process.stdout.readline()
        view, api = {
            "::1": (r"renkei-\w+\.localhost:\d+", r"\[::1\]:\d+"), "0.0.0.0": (NAME, NAME)
        }.get(host, (r"renkei-\w+\.localhost:\d+", rf"{host}:\d+"))  # fmt: skip
        assert re.fullmatch(rf"https?://{view}/sign-in\?code=\S+\n", link)
        assert re.fullmatch(rf"For programs: https?://{api}/api\n", programs)
