"""The lease of something that one machine at a time may run."""

import pytest

from memory_stream import MemoryStream, Servers
from renkei.errors import LogUncertainError, StreamUnavailableError
from renkei.store.machines.lease import LASTS, Lease

KEY = "leases/bridge/chat"


class Clock:
    """The clock of one machine."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds


class Machines:
    """Two machines, whose clocks are years apart."""

    def __init__(self) -> None:
        self.servers = Servers()
        self.clocks = Clock(5.0), Clock(1e9)
        self.a, self.b = (
            Lease(MemoryStream(self.servers), "bridge/chat", name, clock)
            for name, clock in zip("ab", self.clocks, strict=True)
        )

    def wait(self, seconds: float) -> None:
        for one in self.clocks:
            one.seconds += seconds


@pytest.fixture
def two() -> Machines:
    return Machines()


def nothing() -> dict[str, str]:
    return {}


def test_one_machine_at_a_time_holds_a_lease(two: Machines) -> None:
    assert two.a.take()
    assert two.a.take(), "it has it already"
    assert not two.b.take()
    assert two.b.found.machine == "a"
    assert two.a.renew(nothing)
    assert not two.b.renew(nothing)


def test_a_lease_that_is_renewed_is_never_taken(two: Machines) -> None:
    assert two.a.take()
    for _ in range(10):
        two.wait(LASTS - 1)
        assert not two.b.take()
        assert two.a.renew(nothing)


def test_a_lease_that_is_not_renewed_is_taken_and_its_holder_notices(two: Machines) -> None:
    assert two.a.take()
    assert two.a.renew(lambda: {"log": 7})
    assert not two.b.take()
    two.wait(LASTS)
    assert not two.b.take()
    two.wait(0.1)
    assert two.b.take()
    assert two.b.found.kept == {"log": 7}
    assert not two.a.renew(nothing)
    assert not two.a.is_held
    assert two.a.found.machine == "b"
    assert two.b.renew(nothing), "the attempt of the other changed nothing"


def test_time_counts_only_while_the_servers_answer(two: Machines) -> None:
    assert two.a.take()
    assert not two.b.take()
    two.servers.stop()
    two.wait(LASTS + 1)
    for one in (two.b.take, lambda: two.a.renew(nothing)):
        with pytest.raises(StreamUnavailableError):
            one()
    two.servers.start()
    assert not two.b.take(), "its holder could not renew it"
    assert two.a.renew(nothing)


def test_a_lease_that_was_released_is_free_at_once(two: Machines) -> None:
    assert two.a.take()
    two.a.release(lambda: {"log": 7})
    assert not two.a.renew(nothing), "a thread that still renews does not take it back"
    assert two.b.take()
    assert two.b.found.kept == {"log": 7}


def test_what_the_last_holder_kept_stays_until_it_is_replaced(two: Machines) -> None:
    assert two.a.take()
    two.a.release(lambda: {"log": 7})
    assert two.b.take()
    two.wait(LASTS)
    assert not two.a.take()
    two.wait(LASTS + 1)
    assert two.a.take()
    assert two.a.found.kept == {"log": 7}


def test_a_process_takes_over_from_an_earlier_one_of_its_machine_at_once(two: Machines) -> None:
    assert two.a.take()
    again = Lease(MemoryStream(two.servers), "bridge/chat", "a")
    assert not again.take(former="another")
    assert again.take(former=two.a.holder)


def test_of_two_machines_that_take_a_lease_at_once_one_has_it(two: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    read = MemoryStream.read_shared

    def overtaken(stream: MemoryStream) -> object:
        found = read(stream)
        if stream is two.a._stream:
            assert two.b.take()
        return found

    monkeypatch.setattr(MemoryStream, "read_shared", overtaken)
    assert not two.a.take()
    assert two.b.renew(nothing)


@pytest.mark.parametrize("is_done", [True, False])
def test_a_lost_answer_of_the_servers_loses_no_lease(
    two: Machines, monkeypatch: pytest.MonkeyPatch, is_done: bool
) -> None:
    change = MemoryStream.change_shared

    def lost(stream: MemoryStream, *given: bytes) -> bool:
        monkeypatch.setattr(MemoryStream, "change_shared", change)
        if is_done:
            change(stream, *given)  # type: ignore[arg-type]
        raise LogUncertainError(path="shop", reason="no reply came")

    for act in (two.a.take, lambda: two.a.renew(nothing)):
        monkeypatch.setattr(MemoryStream, "change_shared", lost)
        with pytest.raises(LogUncertainError):
            act()
        assert act()


@pytest.mark.parametrize(
    "value",
    [
        b"\xff",
        b"[1]",
        b"{}",
        b'{"machine": 1, "holder": "x", "count": 1, "kept": {}}',
        pytest.param(b"[" * 200_000, id="deep"),
    ],
)
def test_a_value_that_renkei_did_not_write_is_no_holder(two: Machines, value: bytes) -> None:
    two.servers.shared[KEY] = value
    assert two.a.take()
    two.servers.shared[KEY] = value
    assert not two.a.renew(nothing)
