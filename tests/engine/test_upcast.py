"""Records of earlier formats are converted as they are read; those of a later one are refused."""

import hashlib
import json
from pathlib import Path

import pytest
from pydantic import ValidationError

import renkei.engine.record as engine_record
from records import letter, record
from renkei.engine.events import MessageSent
from renkei.engine.record import RECORD, Record, in_pieces, make_record, read_piecewise, read_record
from renkei.engine.upcast import FORMAT, UPCAST, upcast
from renkei.errors import LogTooNewError
from renkei.protocol.content_hash import content_hash
from renkei.protocol.messages import MESSAGE


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


GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_is_the_same_when_each_event_is_read_by_its_own_validator(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        found, whole = read_piecewise(line), Record.model_validate_json(line)
        assert found == whole
        assert found.to_json() == in_pieces(found).model_dump_json(by_alias=True).encode() == RECORD.dump_json(whole)
        assert make_record(**dict(whole)) == whole
        assert type(found) is Record
        assert [type(event) for event in found.events] == [type(event) for event in whole.events]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_message_has_the_hash_of_all_that_it_says(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        for event in read_record(line).events:
            if isinstance(event, MessageSent):
                says = MESSAGE.dump_python(event.message, mode="json", exclude={"timestamp"}, exclude_defaults=True)
                digest = hashlib.sha256(json.dumps(says, sort_keys=True).encode()).hexdigest()
                assert content_hash(event.message) == digest[:32]


def test_what_one_validator_refuses_the_other_refuses() -> None:
    good = json.loads(letter(1, "hello").to_json())
    sent = good["events"][0]
    wrong = [
        good | {"seq": -1},
        good | {"extra": 1},
        good | {"events": 7},
        good | {"events": [7]},
        good | {"events": [{"kind": "unknown"}]},
        good | {"events": [{}]},
        good | {"events": [sent | {"exchange": "1"}]},
        good | {"events": [sent | {"message": 7}]},
        good | {"events": [sent | {"message": {}}]},
        good | {"events": [sent | {"message": sent["message"] | {"type": "TASK_RESULT"}}]},
        good | {"events": [sent | {"message": sent["message"] | {"id": "no id"}}]},
    ]
    for one in wrong:
        data = json.dumps(one).encode()
        assert read_piecewise(data) is None
        with pytest.raises(ValidationError):
            read_record(data)
    assert read_piecewise(json.dumps(good).encode()) == Record.model_validate(good)


def test_every_piece_of_a_record_can_write_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pydantic 2.12 writes no piece whose class has not been built."""
    (event,) = letter(1, "Hello").events
    message = vars(event)["message"]

    class Sent(engine_record._SentPiecewise): ...

    class Letter(type(message)): ...  # type: ignore[misc]

    assert (Sent.__pydantic_complete__, Letter.__pydantic_complete__) == (False, False)
    monkeypatch.setattr(engine_record, "_SentPiecewise", Sent)
    sent = MessageSent.model_construct(message=Letter.model_construct(**vars(message)))
    (piece,) = in_pieces(Record.model_construct(events=(sent,))).events
    assert type(piece) is Sent
    assert (Sent.__pydantic_complete__, Letter.__pydantic_complete__) == (True, True)
