"""One server for all tests of a module, over a project of a lead and two agents."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from process import renkei
from serving import Client, client, server

Join = Callable[[str], Client]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("project")
    team = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")
    assert renkei("init", "--goal", "a goal", *team, cwd=place).returncode == 0
    return place


@pytest.fixture(scope="module")
def port(directory: Path) -> Iterator[int]:
    with server(directory) as number:
        yield number


@pytest.fixture(scope="module")
def ann(directory: Path, port: int) -> Client:
    return client(directory, port, "ann")


@pytest.fixture(scope="module")
def bob(directory: Path, port: int) -> Client:
    return client(directory, port, "bob")


@pytest.fixture(scope="module")
def lead(directory: Path, port: int) -> Client:
    return client(directory, port, "lead")


@pytest.fixture(scope="module")
def person(directory: Path, port: int) -> Client:
    return client(directory, port, "human")
