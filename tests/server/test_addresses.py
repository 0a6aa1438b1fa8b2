"""The addresses of the API, written a second time, and the answers to earlier ones."""

import pytest

from renkei.edges.server.endpoints import ENDPOINTS, WAITING, moved_to
from renkei.edges.server.problems import SCHEMA

ADDRESSES = """
GET /project
GET /messages
GET /messages/{message}
GET /conversation
GET /inbox
GET /obligations
GET /context
POST /turns
POST /turns/{turn}/news
POST /turns/{turn}/end
DELETE /turns/{turn}
POST /heartbeat
GET /board
GET /board/field
GET /board/changes
GET /contracts
GET /contracts/{contract}
GET /files
GET /files/log
GET /decisions
GET /records
GET /records/stream
GET /work
"""


def test_beside_the_acts_the_api_has_these_addresses() -> None:
    found = [f"{one.method.value} {one.path}" for one in (*ENDPOINTS, *WAITING) if one.performs is None]
    assert found == ADDRESSES.split("\n")[1:-1]


MOVED = {
    "/messages": "/acts/send",
    "/board": "/acts/write",
    "/contracts": "/acts/open_contract",
    "/claims": "/acts/claim",
    "/contracts/T-1/transitions": "/acts/start",
    "/contracts/T-1/submit": "/acts/submit",
    "/contracts/T-1/block": "/acts/block",
    "/contracts/T-1/accept": "/acts/accept",
    "/contracts/T-1/reject": "/acts/reject",
    "/reviews": "/acts/review",
    "/decisions/D-1": "/acts/decide",
    "/contracts/T-1/fly": None,
    "/messages/M-1": None,
}


@pytest.mark.parametrize(("path", "now"), MOVED.items())
def test_an_earlier_address_of_an_act_is_answered_with_the_current_one(path: str, now: str | None) -> None:
    assert moved_to(path) == now


def test_a_problem_has_these_fields() -> None:
    fields = ["type", "title", "status", "detail", "code", "hint", "retryable", "details"]
    assert list(SCHEMA["properties"]) == fields == SCHEMA["required"]
