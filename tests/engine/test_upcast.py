"""Records of earlier formats are converted as they are read; those of a later one are refused."""

import json

import pytest
from pydantic import ValidationError

from records import record
from renkei.engine.record import read_record
from renkei.engine.upcast import FORMAT, UPCAST, upcast
from renkei.errors import LogTooNewError


def test_every_format_has_a_conversion_to_the_next() -> None:
    assert set(UPCAST) == set(range(1, FORMAT))


def test_a_record_of_a_later_release_is_refused_whatever_it_holds() -> None:
    later = json.dumps({"seq": 9, "events": [{"kind": "from_the_future"}], "format": FORMAT + 1}).encode()
    with pytest.raises(LogTooNewError, match="record 9"):
        read_record(later)


def test_a_record_of_the_newest_format_is_read_as_it_is() -> None:
    assert read_record(record(1).to_json()) == record(1)
    assert read_record(record(1).to_json() + b" \n") == record(1)


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"format": "two"}', b"7", b'{"format": null, "seq": 1}'])
def test_data_that_is_not_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(ValidationError):
        read_record(data)


def test_data_of_the_newest_format_is_returned_unchanged() -> None:
    value = {"format": FORMAT, "events": []}
    assert upcast(value) is value


def test_an_old_record_is_converted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.engine.upcast.FORMAT", 3)
    monkeypatch.setitem(UPCAST, 1, lambda record: record | {"steps": ["1 to 2"]})
    monkeypatch.setitem(UPCAST, 2, lambda record: record | {"steps": [*record["steps"], "2 to 3"]})
    assert upcast({"format": 1}) == {"format": 3, "steps": ["1 to 2", "2 to 3"]}
    assert upcast({"format": 2, "steps": []}) == {"format": 3, "steps": ["2 to 3"]}
