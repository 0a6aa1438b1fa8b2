"""What every store can do, in memory and in a directory alike."""

from pathlib import Path

import pytest

from records import letter
from renkei.engine.search.query import Query
from renkei.log.memory import MemoryLog
from renkei.store.directory import DirectoryStore
from renkei.store.memory import MemoryStore
from renkei.store.port import Store
from team import START


@pytest.fixture(params=["memory", "directory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    log = MemoryLog()
    log.append([letter(1, "the login port is 8080"), letter(2, "認証の設計")])
    return MemoryStore(log) if request.param == "memory" else DirectoryStore(tmp_path, log)


def test_the_last_heartbeat_of_each_agent_is_kept(store: Store) -> None:
    assert store.heartbeats() == {}
    store.record_heartbeat("ann", START)
    store.record_heartbeat("bob", START)
    store.record_heartbeat("ann", START.replace("T09", "T10"))
    assert store.heartbeats() == {"ann": START.replace("T09", "T10"), "bob": START}


def test_reports_of_usage_are_kept_for_each_model(store: Store) -> None:
    store.calibrate("a-model", 1000, 1300)
    store.calibrate("a-model", 1000, 1100)
    store.calibrate("another", 1000, 1800)
    found = store.calibrations()
    assert (found.of("a-model").factor, found.of("a-model").seen, found.of("another").factor) == (1.3, 2, 1.8)


@pytest.mark.parametrize(("text", "ids"), [("login", ["m1"]), ("認証", ["m2"]), ("nothing", [])])
def test_messages_are_found_by_their_words(store: Store, text: str, ids: list[str]) -> None:
    assert store.search(Query((text,)), 10) == ids


def test_there_is_no_snapshot_before_one_is_written(store: Store) -> None:
    assert store.load_snapshot() is None


def test_settings_are_kept_for_each_person(store: Store) -> None:
    store.change_settings("ann", lambda settings: {**settings, "read": {"*": 3}})
    store.change_settings("ann", lambda settings: {**settings, "searches": []})
    store.change_settings("bob", lambda settings: {**settings, "read": {"*": 5}})
    assert store.settings("ann") == {"read": {"*": 3}, "searches": []}
    assert (store.settings("bob"), store.settings("zoe")) == ({"read": {"*": 5}}, {})
