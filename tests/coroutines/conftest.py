"""Both event loops, and projects for them."""

from pathlib import Path

import pytest

import renkei

MEMBERS = (renkei.Join("ann"), renkei.Join("bob"), renkei.Join("cai"))


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Return the directory of a project with three agents."""
    with renkei.create(tmp_path / "project", members=MEMBERS):
        return tmp_path / "project"
