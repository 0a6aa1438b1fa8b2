"""A machine keeps its private key to itself, and remembers the first public key of each other machine."""

import secrets
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from memory_stream import MemoryStream, Servers
from records import record
from renkei.errors import LogBrokenError, LogNotWritableError
from renkei.log.replication.signing import Signer
from renkei.store.layout import Layout
from renkei.store.machines import keys as keys_of_machines
from renkei.store.machines.keys import MachineKeys, signer_in
from renkei.store.machines.telling import Telling, told_keys

ONE, TWO, THREE = (f"{number:064x}" for number in (1, 2, 3))


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


@pytest.fixture
def keys(layout: Layout) -> MachineKeys:
    return MachineKeys(layout, signer_in(layout, MemoryStream(Servers()), "here"))


def test_a_machine_makes_one_key_however_many_threads_need_it(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2)

    def made(size: int) -> bytes:
        with suppress(threading.BrokenBarrierError):
            both.wait(0.1)  # two threads that make a key do so at once
        return secrets.token_bytes(size)

    monkeypatch.setattr(keys_of_machines, "secrets", SimpleNamespace(token_bytes=made))
    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(keys_of_machines._own_seed, [layout, layout]))) == 1
    assert stat.S_IMODE(layout.machine_key.stat().st_mode) == 0o600


def test_a_key_file_that_holds_no_key_is_an_error(layout: Layout) -> None:
    layout.machine_key.write_bytes(b"short")
    with pytest.raises(LogBrokenError, match=r"machine\.key"):
        signer_in(layout, MemoryStream(Servers()), "here").sign("shop", 1, b"")


def test_a_key_that_cannot_be_kept_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LogNotWritableError):
        signer_in(Layout(tmp_path / "missing"), MemoryStream(Servers()), "here").sign("shop", 1, b"")


def test_the_first_key_of_a_machine_is_remembered_and_others_are_named(keys: MachineKeys) -> None:
    assert keys.note({"there": ONE, "silent": ""}) == {}
    assert keys.note({"there": TWO, "else": THREE}) == {"there": TWO}
    assert keys.known() == {"there": ("1".zfill(64),), "else": (THREE,)}
    assert keys.note({"there": TWO}, accept=True) == {}
    assert keys.note({"there": ONE}) == keys.note({"there": TWO}) == {}
    assert keys.known()["there"] == (ONE, TWO)


def test_another_machine_cannot_give_this_one_a_key(keys: MachineKeys) -> None:
    assert not keys.is_own_known
    assert keys.note({"here": ONE}, accept=True) == {"here": ONE}
    assert keys.note({"here": keys.signer.public}) == {}
    assert keys.is_own_known
    assert keys.note({"here": ONE}, accept=True) == {"here": ONE}
    assert keys.known() == {"here": (keys.signer.public,)}


@pytest.mark.parametrize("content", ["", "[]", '{"here": 3}', "\udcff"])
def test_a_damaged_list_of_keys_is_an_error(keys: MachineKeys, layout: Layout, content: str) -> None:
    layout.machine_keys.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(LogBrokenError, match=r"machine_keys\.json"):
        keys.known()


def test_a_machine_tells_its_key_as_soon_as_it_has_signed(keys: MachineKeys) -> None:
    servers = Servers()
    telling = Telling(MemoryStream(servers), "here", lambda: 0.0, keys)
    telling.tell_turns(1)
    assert servers.shared == {}
    servers.stop()
    telling.note_own(record(1))
    telling.tell_turns(1)
    servers.start()
    telling.tell_turns(1)
    assert told_keys(servers.shared) == {"here": keys.signer.public}
    servers.shared.clear()
    telling.note_own(record(2))
    telling.tell_turns(2)
    assert servers.shared == {}


def test_a_machine_remembers_what_others_told_when_it_tells(keys: MachineKeys) -> None:
    servers = Servers()
    there = MachineKeys(Layout(keys._layout.directory / "none"), Signer("there", lambda: b"k" * 32))
    Telling(MemoryStream(servers), "there", keys=there).tell(1)
    Telling(MemoryStream(servers), "here", keys=keys).tell(1)
    assert keys.known() == {"here": (keys.signer.public,), "there": (there.signer.public,)}


@pytest.mark.parametrize("key", ["3", '""', "null", '"AB"', f'"{ONE[1:]}"', f'"{ONE}\\n"', "[]"])
def test_what_is_no_key_is_not_told(key: str) -> None:
    value = f'{{"seq": 1, "at": "2026-01-01T00:00:00Z", "turns": {{}}, "key": {key}}}'
    assert told_keys({"machines/there": value.encode()}) == {"there": ""}
