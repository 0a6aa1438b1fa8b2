"""Every field has a JSON Pointer, a row that says who may write it, and a type that its values must have."""

from typing import Any

import pytest

from renkei.board.fields import ACCESS, check_value, pattern_of
from renkei.documents.json_pointer import join, split
from renkei.errors import BadValueError, UnknownFieldError


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/goal", ("goal",)),
        ("/agents/ann/status", ("agents", "ann", "status")),
        ("/agents/ann/artifacts/a~1b~0c/version", ("agents", "ann", "artifacts", "a/b~c", "version")),
        ("/agents/ann/artifacts/~01", ("agents", "ann", "artifacts", "~1")),
        ("/", ("",)),
    ],
)
def test_a_pointer_is_split_into_its_parts_and_joined_again(path: str, parts: tuple[str, ...]) -> None:
    assert split(path) == parts
    assert join(*parts) == path


@pytest.mark.parametrize("path", ["goal", "", "/agents/~2", "/agents/a~"])
def test_a_string_that_is_no_pointer_is_refused(path: str) -> None:
    with pytest.raises(UnknownFieldError) as error:
        pattern_of(path)
    assert error.value.details["path"] == path
    assert "JSON Pointer" in error.value.details["known"]


WRITERS = {
    "lead": ["/goal", "/current_phase", "/agents/*/role"],
    "system": ["/agents/*"],
    "own": [
        "/agents/*/status",
        "/agents/*/current_task",
        "/agents/*/blocked_by",
        "/agents/*/artifacts/*",
        "/agents/*/artifacts/*/description",
        "/agents/*/artifacts/*/version",
        "/agents/*/artifacts/*/path",
    ],
    "owner": [
        "/pending_decisions/*/question",
        "/pending_decisions/*/options",
        "/pending_decisions/*/owner",
        "/pending_decisions/*/deadline",
        "/pending_decisions/*/status",
        "/pending_decisions/*/resolution",
    ],
    "anyone": [
        "/pending_decisions/*",
        "/blockers/*",
        "/blockers/*/description",
        "/blockers/*/affected_agents",
        "/blockers/*/resolved",
    ],
}
"""Who may write what, written a second time."""


def test_each_field_is_open_to_these_writers() -> None:
    assert {split(path): writer for writer, paths in WRITERS.items() for path in paths} == ACCESS


@pytest.mark.parametrize("row", ACCESS)
def test_every_row_is_found_by_a_pointer_with_ids(row: tuple[str, ...]) -> None:
    assert pattern_of(join(*("some-id" if part == "*" else part for part in row))) == row


def test_an_id_that_is_named_like_a_field_is_an_id() -> None:
    assert pattern_of("/agents/status/status") == ("agents", "*", "status")
    assert pattern_of("/agents/artifacts/artifacts/artifacts") == ("agents", "*", "artifacts", "*")


@pytest.mark.parametrize(
    "path",
    [
        "/agents/ann/mood",
        "/agents/ann/id",
        "/blockers/B-1/created_at",
        "/agents/ann/artifacts",
        "/agents/ann/tools/x/version",
        "/agents",
        "/blockers/B-1/artifacts/x",
        "/goal/ann",
    ],
)
def test_a_field_without_a_row_is_refused(path: str) -> None:
    with pytest.raises(UnknownFieldError) as error:
        pattern_of(path)
    assert error.value.details["path"] == path


def test_the_refusal_of_an_unknown_field_names_those_of_its_list() -> None:
    with pytest.raises(UnknownFieldError) as error:
        pattern_of("/blockers/B-1/mood")
    assert error.value.details["known"] == (
        "/blockers/ID, /blockers/ID/description, /blockers/ID/affected_agents, /blockers/ID/resolved"
    )


def test_the_refusal_of_an_unknown_list_names_every_field() -> None:
    with pytest.raises(UnknownFieldError) as error:
        pattern_of("/moods/ann")
    known = error.value.details["known"].split(", ")
    assert len(known) == len(ACCESS)
    assert known[:4] == ["/goal", "/current_phase", "/agents/ID", "/agents/ID/role"]


def check(path: str, value: Any) -> Any:
    return check_value(path, pattern_of(path), value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/goal", "ship"),
        ("/agents/ann/status", "working"),
        ("/agents/ann/blocked_by", None),
        ("/agents/ann/artifacts/spec/version", 3),
        ("/blockers/B-1/resolved", True),
        ("/blockers/B-1/affected_agents", ["ann", "bob"]),
        ("/pending_decisions/D-1/options", [{"label": "80", "pros": "", "cons": ""}]),
    ],
)
def test_a_value_of_the_right_type_is_kept_as_plain_json(path: str, value: Any) -> None:
    assert check(path, value) == value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/goal", None),
        ("/goal", 3),
        ("/goal", b"ship"),
        ("/agents/ann/status", "busy"),
        ("/agents/ann/artifacts/spec/version", "3"),
        ("/agents/ann/artifacts/spec/version", -1),
        ("/blockers/B-1/resolved", "yes"),
        ("/agents/ann/artifacts/spec", {"version": "3"}),
        ("/blockers/B-1", ["ann"]),
        ("/blockers/B-1", "stuck"),
    ],
)
def test_a_value_of_another_type_is_refused(path: str, value: Any) -> None:
    with pytest.raises(BadValueError):
        check(path, value)


def test_a_refused_value_says_what_the_field_takes() -> None:
    with pytest.raises(BadValueError) as error:
        check("/agents/ann/status", "busy")
    assert error.value.message == "/agents/ann/status: 'busy' is not a valid status."
    assert error.value.hint == "Allowed: idle, working, blocked, completed, error."


def test_a_refused_entry_names_the_field_inside_it() -> None:
    with pytest.raises(BadValueError) as error:
        check("/blockers/B-1", {"created_at": "2026-01-05T09:00:00Z", "resolved": "yes"})
    assert error.value.message == "/blockers/B-1/resolved: expected true or false, got a string."
    assert error.value.details["got"] == "yes"


def test_a_refused_entry_names_the_field_of_an_element_inside_it() -> None:
    with pytest.raises(BadValueError) as error:
        check("/pending_decisions/D-1", {"owner": "lead", "options": [{"label": 80}]})
    assert error.value.details["path"] == "/pending_decisions/D-1/options/0/label"


def test_a_refused_element_is_located_by_its_index() -> None:
    with pytest.raises(BadValueError) as error:
        check("/blockers/B-1/affected_agents", ["ann", 3])
    assert (error.value.details["path"], error.value.details["got"]) == ("/blockers/B-1/affected_agents/1", 3)


def test_an_entry_that_is_no_mapping_is_refused_with_its_fields() -> None:
    with pytest.raises(BadValueError) as error:
        check("/blockers/B-1", ["ann"])
    assert error.value.details["got"] == ["ann"]
    assert error.value.details["expected"].startswith("a mapping with the fields description, ")


def test_the_id_of_an_entry_is_that_of_its_pointer() -> None:
    assert check("/agents/ann", {})["id"] == check("/agents/ann", {"id": "ann"})["id"] == "ann"
    with pytest.raises(BadValueError) as error:
        check("/agents/ann", {"id": "bob"})
    assert (error.value.details["path"], error.value.details["expected"]) == ("/agents/ann/id", "ann")
    assert check("/agents/ann/artifacts/a~1b", {"version": 2}) == {
        "ref": "a/b", "description": "", "version": 2, "path": "",
    }  # fmt: skip


def test_a_text_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert check("/goal", "x" * 65536) == "x" * 65536
    with pytest.raises(BadValueError) as error:
        check("/goal", "x" * 65537)
    assert (error.value.details["path"], error.value.details["got"]) == ("/goal", "65537 characters")
    assert "the limit is 65536" in error.value.message
