"""A large body lies in a file under the hash of its content."""

import hashlib
from pathlib import Path

import pytest

from renkei.log.blobs import Blobs, is_reference

BODY = b"a large body"
NAME = hashlib.sha256(BODY).hexdigest()


def test_a_body_is_read_back_by_its_reference(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "log" / "blobs")
    (tmp_path / "log").mkdir()
    reference = blobs.put(BODY)
    assert reference == b"sha256:" + NAME.encode()
    assert blobs.get(reference) == BODY
    assert (tmp_path / "log" / "blobs" / NAME[:2] / NAME).read_bytes() == BODY
    assert blobs.put(b"another") != reference
    assert blobs.put(BODY) == reference


def test_only_a_reference_is_one() -> None:
    assert is_reference(b"sha256:00")
    assert not is_reference(b'{"seq": 1}')


def test_a_body_that_lies_there_whole_is_not_written_again_and_a_part_of_it_is(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    blobs.put(BODY)
    place = tmp_path / "blobs" / NAME[:2] / NAME
    before = place.stat().st_ino
    blobs.put(BODY)
    assert place.stat().st_ino == before
    place.write_bytes(BODY[:3])
    blobs.put(BODY)
    assert place.read_bytes() == BODY


def test_a_body_that_changed_or_is_gone_is_not_returned(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    reference = blobs.put(BODY)
    (tmp_path / "blobs" / NAME[:2] / NAME).write_bytes(b"other")
    with pytest.raises(ValueError, match=f"the blob {NAME} is damaged"):
        blobs.get(reference)
    blobs.delete(reference)
    with pytest.raises(FileNotFoundError):
        blobs.get(reference)
    blobs.delete(reference)


def test_every_file_is_listed_also_what_a_kill_has_left(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    assert list(blobs.names()) == []
    references = [blobs.put(body) for body in (b"one", b"two", b"three")]
    (tmp_path / "blobs" / NAME[:2]).mkdir(exist_ok=True)
    (tmp_path / "blobs" / NAME[:2] / f"{NAME}.0~").write_bytes(b"half")
    assert set(blobs.names()) == {*references, f"sha256:{NAME}.0~".encode()}
    for one in blobs.names():
        blobs.delete(one)
    assert list(blobs.names()) == []


def test_a_link_in_place_of_a_body_is_replaced(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    blobs.put(BODY)
    file, elsewhere = tmp_path / "blobs" / NAME[:2] / NAME, tmp_path / "elsewhere"
    file.unlink()
    elsewhere.write_bytes(BODY)
    file.symlink_to(elsewhere)
    blobs.put(BODY)
    assert not file.is_symlink()
    assert file.read_bytes() == BODY
