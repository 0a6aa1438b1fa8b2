"""Where notifications go: added, shown without secrets, kept for the owner alone, and removed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import renkei as library
from process import renkei
from renkei.edges.notifications.destination import WHEN, Destination, Word
from renkei.edges.notifications.destinations_file import Destinations
from renkei.edges.notifications.planning import Progress
from renkei.edges.notifications.told_file import ToldFile
from renkei.engine.views.waiting.entry import Kind
from renkei.errors import AlreadyExistsError, LogBrokenError
from renkei.immutable.replacing import replace
from webhook import webhook

SECRET = "my-secret-topic"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[library.Project]:
    with library.create(tmp_path / "shop", "shop", "sell", members=[library.Join("bob")]) as project:
        yield project


def one(name: str = "d1") -> Destination:
    return Destination(id=name, person="human", url=f"ntfy://{SECRET}")


def add(place: Path, *options: str, person: str = "human", url: str = f"ntfy://{SECRET}"):  # type: ignore[no-untyped-def]
    return renkei("notify", "add", person, url, *options, cwd=place)


def test_the_words_cover_every_kind_once() -> None:
    assert sorted(kind for kinds in WHEN.values() for kind in kinds) == sorted(get_args(Kind))
    assert ("all", *WHEN) == get_args(Word)
    assert one().kinds == frozenset(get_args(Kind))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"ntfy://{SECRET}", "ntfy://…"),
        (f"discord://1234/{SECRET}", "discord://…"),
        (f"jsons://ann:{SECRET}@host.test:80/{SECRET}", "jsons://host.test…"),
        (f"json://[{SECRET}", "json://…"),
    ],
)
def test_of_an_address_only_the_scheme_and_a_public_host_are_shown(url: str, shown: str) -> None:
    found = Destination(id="d1", person="human", url=url)
    assert found.service == shown
    assert SECRET not in repr(found)


def test_only_the_owner_can_read_the_file(shop: library.Project) -> None:
    found = Destinations.of(shop)
    found.add(one())
    assert found.load() == (one(),)
    assert found.rows.path.stat().st_mode & 0o777 == 0o600
    assert shop.directory not in found.rows.path.parents


def test_a_copied_project_notifies_nobody(shop: library.Project, tmp_path: Path) -> None:
    Destinations.of(shop).add(one())
    elsewhere = Destinations(replace(Destinations.of(shop).rows, directory=str(tmp_path / "copy")))
    assert elsewhere.load() == ()


def test_a_destination_is_added_once_and_removed_alone(shop: library.Project) -> None:
    found = Destinations.of(shop)
    found.add(one())
    found.add(one("d2"))
    with pytest.raises(AlreadyExistsError):
        found.add(one())
    found.remove("d1")
    assert found.load() == (one("d2"),)


@pytest.mark.parametrize("content", [b"{", b"{}", b"[1]", b'[{"destination": 1}]', b"\xff"])
def test_a_damaged_file_is_reported_and_kept(shop: library.Project, content: bytes) -> None:
    found = Destinations.of(shop)
    found.add(one())
    found.rows.path.write_bytes(content)
    for act in (found.load, lambda: found.add(one("d3")), lambda: found.remove("d1")):
        with pytest.raises(LogBrokenError, match="list of destinations"):
            act()
    assert found.rows.path.read_bytes() == content


def test_adding_shows_and_records_no_secret(shop: library.Project) -> None:
    assert shop.directory is not None
    place = shop.directory
    added = add(place, "--when", "decisions,failures", "--quiet-hours", "22-7", "--digest", "30m", "--no-content")
    listed = renkei("notify", "list", cwd=place)
    data = renkei("notify", "list", "--format", "json", cwd=place)
    (found,) = json.loads(data.stdout)
    assert (found["when"], found["quiet_hours"], found["digest"]) == (["decisions", "failures"], "22-7", 1800)
    assert found["content"] is False
    assert SECRET not in added.stdout + added.stderr + listed.stdout + data.stdout
    assert [file for file in place.rglob("*") if file.is_file() and SECRET.encode() in file.read_bytes()] == []


def test_an_address_can_be_typed_where_no_shell_keeps_it(shop: library.Project) -> None:
    assert shop.directory is not None
    added = renkei("notify", "add", "human", "-", cwd=shop.directory, stdin=f"ntfy://{SECRET}\n")
    assert (added.returncode, SECRET in added.stdout + added.stderr) == (0, False)
    assert [found.url for found in Destinations.of(shop).load()] == [f"ntfy://{SECRET}"]


@pytest.mark.parametrize(
    ("person", "url", "options", "says"),
    [
        ("kim", "ntfy://t", (), "'kim' is not a participant"),
        ("bob", "ntfy://t", (), "'bob' is an agent"),
        ("human", "nfty://t", (), "Did you mean `ntfy://`?"),
        ("human", "tgram://t", (), "incomplete or invalid"),
        ("human", "ntfy://t", ("--when", "decision"), "'decision' is not allowed"),
        ("human", "ntfy://t", ("--when", ""), "one or more of all"),
        ("human", "ntfy://t", ("--quiet-hours", "22"), "two different times of the day"),
        ("human", "ntfy://t", ("--time-zone", "Mars"), "Europe/Berlin"),
        ("human", "ntfy://t", ("--digest", "59s"), "60"),
    ],
)
def test_wrong_input_is_rejected_and_nothing_is_added(
    shop: library.Project, person: str, url: str, options: tuple[str, ...], says: str
) -> None:
    assert shop.directory is not None
    rejected = add(shop.directory, *options, person=person, url=url)
    assert (rejected.returncode, says in rejected.stderr) == (1, True), rejected.stderr
    assert Destinations.of(shop).load() == ()


def test_the_shell_of_an_agent_cannot_add_a_destination(shop: library.Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shop.directory is not None
    monkeypatch.setenv("RENKEI_AGENT", "bob")
    rejected = add(shop.directory)
    assert "NOT_A_PERSON" in rejected.stderr
    assert Destinations.of(shop).load() == ()


def test_a_test_notification_says_whether_the_service_took_it(shop: library.Project) -> None:
    assert shop.directory is not None
    with webhook() as hook:
        add(shop.directory, url=hook.url())
        (found,) = Destinations.of(shop).load()
        done = renkei("notify", "test", found.id, cwd=shop.directory)
        file = ToldFile(shop.directory, found.id)
        sent = file.last_sent
        assert sent
        hook.status = 403
        failed = renkei("notify", "test", found.id, cwd=shop.directory)
    assert file.last_sent == sent
    file.save(Progress(last="2999-01-01T00:00:00Z"))
    assert file.last_sent.startswith("2999")
    file.delete()
    assert file.last_sent == ""
    assert (done.returncode, hook.received[0].title) == (0, "renkei")
    assert hook.received[0].body == "This is a test. Notifications about shop reach human here."
    assert (failed.returncode, "NOTIFICATION_FAILED" in failed.stderr, "403" in failed.stderr) == (1, True, True)


def test_an_unknown_id_is_rejected_with_the_known_ones(shop: library.Project) -> None:
    assert shop.directory is not None
    Destinations.of(shop).add(one())
    for command in ("test", "remove"):
        rejected = renkei("notify", command, "nosuch", cwd=shop.directory)
        assert (rejected.returncode, "Destinations: d1." in rejected.stderr) == (1, True)
