"""Signatures of records say which machine wrote a record, and change nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory_stream import MemoryStream, Servers
from records import letter, record
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.signing import LONGEST, Signer, Writer, _signed, read_signature
from renkei.log.replication.stream import LARGEST_MESSAGE

SECONDS = 20
HERE, THERE = (
    Signer(name, lambda number=number: bytes([number]) * 32) for number, name in enumerate(("here", "there"))
)
KEYS = {one.machine: (one.public,) for one in (HERE, THERE)}
BODY = record(3).encode()

Machine = Callable[[Signer | None], ReplicaLog]


@pytest.fixture
def servers() -> Servers:
    return Servers()


@pytest.fixture
def machine(servers: Servers, tmp_path: Path) -> Iterator[Machine]:
    """Return a function that opens the replica of a machine; one without a signer is of an earlier release."""
    opened: list[ReplicaLog] = []

    def open_replica(signer: Signer | None) -> ReplicaLog:
        place = tmp_path / (signer.machine if signer is not None else "earlier")
        place.mkdir(exist_ok=True)
        opened.append(ReplicaLog(place / "log.db", MemoryStream(servers), servers.identity, signer))
        assert opened[-1].catch_up(SECONDS)
        return opened[-1]

    yield open_replica
    for one in opened:
        one.close()


def writers(log: ReplicaLog) -> list[Writer | None]:
    assert log.catch_up(SECONDS)
    return [writer for _, writer in log.writers(KEYS)]


def test_a_signature_names_its_machine() -> None:
    assert read_signature(HERE.sign("shop", 3, BODY), "shop", 3, BODY, KEYS) == Writer("here")
    odd = Signer("hé re\n\x00%", lambda: b"k" * 32)
    text = odd.sign("shop", 3, BODY)
    assert text.isascii()
    assert text.isprintable()
    assert read_signature(text, "shop", 3, BODY, {odd.machine: (odd.public,)}) == Writer(odd.machine)


@pytest.mark.parametrize(
    ("identity", "seq", "body"), [("another", 3, BODY), ("shop", 4, BODY), ("shop", 3, record(3, "another").encode())]
)
def test_a_signature_fits_no_other_record_and_no_copy_of_it(identity: str, seq: int, body: bytes) -> None:
    found = read_signature(HERE.sign("shop", 3, BODY), identity, seq, body, KEYS)
    assert found == Writer("here", "the signature of here does not fit it")


def test_a_machine_cannot_sign_as_another() -> None:
    short = HERE.public[:16]
    as_there = Signer("there", lambda: bytes(32)).sign("shop", 3, BODY)
    assert read_signature(as_there, "shop", 3, BODY, KEYS) == Writer("there", f"there did not have the key {short}")
    claimed = as_there.replace(short, THERE.public[:16])
    assert read_signature(claimed, "shop", 3, BODY, KEYS).problem == "the signature of there does not fit it"
    renamed = HERE.sign("shop", 3, BODY).replace("here", "there")
    assert read_signature(renamed, "shop", 3, BODY, KEYS | {"there": KEYS["here"]}).problem


def test_an_earlier_key_of_a_machine_stays_its_own() -> None:
    keys = {"here": (HERE.public, THERE.public)}
    assert read_signature(HERE.sign("shop", 3, BODY), "shop", 3, BODY, keys) == Writer("here")


def test_a_key_that_nobody_told_is_unknown_and_not_wrong() -> None:
    found = read_signature(HERE.sign("shop", 3, BODY), "shop", 3, BODY, {})
    assert found == Writer("here", "no key of here is known", is_unknown=True)


@pytest.mark.parametrize("text", ["", " ", "a", "a b c d", "é " + HERE.public[:16] + " here", "==== x here", "  here"])
def test_what_strangers_publish_as_a_signature_is_wrong(text: str) -> None:
    found = read_signature(text, "shop", 3, BODY, KEYS)
    assert found.problem
    assert not found.is_unknown


def test_no_server_can_have_a_record_signed_as_text_that_it_chose() -> None:
    with pytest.raises(UnicodeDecodeError):
        _signed("shop", "here", 3, BODY).decode()


def test_every_machine_sees_who_wrote_a_record(machine: Machine) -> None:
    here, there, earlier = machine(HERE), machine(THERE), machine(None)
    here.append([record(1), record(2)])
    assert there.catch_up(SECONDS)
    there.append([letter(3, "x" * LARGEST_MESSAGE)])
    assert earlier.catch_up(SECONDS)
    earlier.append([record(4)])
    for log in (here, there, earlier):
        assert writers(log) == [Writer("here"), Writer("here"), Writer("there"), None]
    assert [seq for seq, _ in here.writers(KEYS, 2)] == [3, 4]


def test_a_forged_record_is_found_and_is_still_a_record(machine: Machine, servers: Servers) -> None:
    here = machine(HERE)
    here.append([record(1)])
    servers.signatures |= {2: THERE.sign(servers.identity, 1, record(1).encode()), 3: "é" * 2 * LONGEST, 4: "\udcff"}
    servers.add(*(record(seq).encode() for seq in (2, 3, 4)))
    problem = "the signature of there does not fit it"
    assert writers(here) == [Writer("here"), Writer("there", problem), *[Writer("", "it is no signature")] * 2]
    assert [one.seq for one in here.read()] == [1, 2, 3, 4]
    here.append([record(5)])
    assert writers(here)[-1] == Writer("here")


def test_a_message_that_is_no_record_has_no_signature(machine: Machine, servers: Servers) -> None:
    here = machine(HERE)
    here.append([record(1)])
    servers.signatures |= {2: servers.signatures[1], 3: servers.signatures[1]}
    servers.add(servers.messages[0], b"noise")
    assert writers(here) == [Writer("here"), None, None]
