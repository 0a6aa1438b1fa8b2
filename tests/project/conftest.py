"""Streams on real servers, for tests of projects that several machines share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nats_servers import PROGRAM, servers
from postgres_server import INITDB, server


@pytest.fixture(
    params=[
        pytest.param("nats", marks=pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")),
        pytest.param("postgres", marks=pytest.mark.skipif(INITDB is None, reason="needs PostgreSQL")),
    ]
)
def address(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a server, and give the address of a stream on it."""
    with servers(tmp_path / "nats") if request.param == "nats" else server() as one:
        yield one.address("shop")
