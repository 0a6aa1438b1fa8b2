"""One server that publishes two agents over A2A, at both of its ports, over a project with two clients."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from a2a_client import A2aServer, published
from process import renkei

TEAM = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("project")
    assert renkei("init", "--goal", "a goal", *TEAM, cwd=place).returncode == 0
    assert renkei("join", "shop:customer", "rival:customer", cwd=place).returncode == 0
    return place


@pytest.fixture(scope="module")
def server(directory: Path) -> Iterator[A2aServer]:
    with published(directory, "ann", "bob") as found:
        yield found
