"""What a person changed in the board document becomes field writes, and what nobody may change is refused."""

import copy
from typing import Any

import pytest

from board.factory import board_of_two, written
from renkei.board.decide import Write
from renkei.board.difference import writes_between
from renkei.board.document import board_document
from renkei.errors import BadValueError

GIVEN: dict[str, Any] = board_document(
    written(board_of_two(), Write("/agents/ann/artifacts/a~1b", {"version": 1}), "ann", 5, 5)
)["project_state"]


def edited() -> dict[str, Any]:
    return copy.deepcopy(GIVEN)


def test_an_unchanged_document_needs_no_write() -> None:
    assert writes_between(GIVEN, edited(), 5) == []


def test_changed_fields_become_writes_with_the_seq_that_was_read() -> None:
    document = edited()
    document["goal"] = "ship it"
    document["current_phase"] = "test"
    document["agents"][1]["status"] = "working"
    document["agents"][0]["artifacts"][0]["version"] = 2
    assert writes_between(GIVEN, document, 5) == [
        Write("/goal", "ship it", read_seq=5),
        Write("/current_phase", "test", read_seq=5),
        Write("/agents/ann/artifacts/a~1b/version", 2, read_seq=5),
        Write("/agents/bob/status", "working", read_seq=5),
    ]


def test_a_new_entry_is_one_write() -> None:
    document = edited()
    document["blockers"].append({"id": "B-1", "description": "no key"})
    document["agents"][1]["artifacts"].append({"ref": "x/y", "version": 1})
    assert writes_between(GIVEN, document, 5) == [
        Write("/agents/bob/artifacts/x~1y", {"ref": "x/y", "version": 1}, read_seq=5),
        Write("/blockers/B-1", {"id": "B-1", "description": "no key"}, read_seq=5),
    ]


def test_the_order_of_entries_does_not_count() -> None:
    document = edited()
    document["agents"].reverse()
    assert writes_between(GIVEN, document, 5) == []


def test_fields_that_the_system_writes_may_be_left_out() -> None:
    document = edited()
    del document["changelog"], document["updated_at"]
    assert writes_between(GIVEN, document, 5) == []


@pytest.mark.parametrize(("name", "value"), [("changelog", []), ("updated_at", "2030-01-01T00:00:00.000000Z")])
def test_fields_that_the_system_writes_cannot_be_edited(name: str, value: Any) -> None:
    with pytest.raises(BadValueError) as error:
        writes_between(GIVEN, edited() | {name: value}, 5)
    assert error.value.details["path"] == f"/{name}"


def test_an_entry_cannot_be_removed() -> None:
    document = edited()
    del document["agents"][1]
    with pytest.raises(BadValueError) as error:
        writes_between(GIVEN, document, 5)
    assert error.value.details["path"] == "/agents/bob"
    assert "set" in error.value.details["expected"]


def test_an_artifact_cannot_be_removed() -> None:
    document = edited()
    document["agents"][0]["artifacts"] = []
    with pytest.raises(BadValueError) as error:
        writes_between(GIVEN, document, 5)
    assert error.value.details["path"] == "/agents/ann/artifacts/a~1b"


def test_an_id_cannot_be_used_twice() -> None:
    document = edited()
    document["agents"].append({"id": "ann"})
    with pytest.raises(BadValueError) as error:
        writes_between(GIVEN, document, 5)
    assert error.value.details["path"] == "/agents"
    assert error.value.details["expected"] == "each id once"
