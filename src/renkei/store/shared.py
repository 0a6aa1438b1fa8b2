"""The store of a project that several machines share.

Heartbeats, tokens, leases and the settings of people belong to the project and are kept beside the stream, with a
snapshot now and then for new machines. Other snapshots, the board file, the search index, calibration and reports of
processes belong to the machine and stay in the directory.
"""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import LogError, StreamUnavailableError
from renkei.immutable.replacing import replace
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Standing, Stream
from renkei.store.directory import DirectoryStore
from renkei.store.machines.keys import MachineKeys
from renkei.store.machines.lease import Lease
from renkei.store.machines.snapshots import SharedSnapshots
from renkei.store.machines.telling import NOTHING, Telling, Told, read_machines, told_keys
from renkei.store.settings.personal import Change, Settings, changed_people, parse_people
from renkei.store.stream_file import StreamFile
from renkei.store.tokens import Tokens, parse_tokens, tokens_json

TOKENS = "tokens"
PEOPLE = "people"
HEARTBEATS = "heartbeats/"
"""The keys of shared values; each machine has its own for the heartbeats of its agents."""

KNOWN = 3.0
"""Seconds for which what is known of the servers is not asked again."""

ATTEMPTS = 100
"""How often a value is changed again that another machine changed at the same time."""


class SharedStore(DirectoryStore):
    """Files in a directory, and values beside the stream that its log follows."""

    def __init__(self, directory: Path, log: ReplicaLog, following: StreamFile) -> None:
        super().__init__(directory, log)
        self._stream: Stream = log.stream
        self.machine = following.machine
        self._replica = log
        self._asked = set[str]()
        """The machines whose keys were looked for."""
        self._keys = MachineKeys(self.layout, log.signer) if log.signer is not None else None
        self._telling = Telling(self._stream, self.machine, keys=self._keys)
        self._standing: tuple[float, Standing] | None = None
        """When the servers were looked at, and how they were."""
        log.noticed = self._telling.note
        self._snapshots = SharedSnapshots(self._stream, log)
        if self._derived is not None:
            self._derived.saved = self._snapshots.offer
            self._derived.need_board()  # that of the machine that wrote the records is elsewhere
        self._last_heartbeats: dict[str, str] = {}
        self._last_tokens: Tokens | None = None

    def load_snapshot(self) -> State | None:
        """Return the state of this machine's snapshot, or of a much newer one shared by another machine."""
        state = super().load_snapshot()
        shared = self._snapshots.load(state.seq if state is not None else 0) if self._log.is_current else None
        return shared or state

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Keep the heartbeat of an agent; raises StreamUnavailableError."""
        self._change(HEARTBEATS + self.machine, lambda before: json.dumps({**_times(before), agent: at}).encode())

    def heartbeats(self) -> dict[str, str]:
        """Return the last heartbeat of each agent on any machine; the last ones known if no server answers."""
        try:
            found = self._stream.read_shared()
        except StreamUnavailableError:
            return dict(self._last_heartbeats)
        self._last_heartbeats = newest_heartbeats(found)
        return dict(self._last_heartbeats)

    def tokens(self) -> Tokens:
        """Return the tokens that all machines accept; the last ones known if no server answers.

        Raises LogBrokenError, or StreamUnavailableError if none are known.
        """
        try:
            found = self._stream.read_shared().get(TOKENS)
        except StreamUnavailableError:
            if self._last_tokens is None:
                raise
            return self._last_tokens
        self._last_tokens = parse_tokens(found, self._stream.name)
        return self._last_tokens

    def change_tokens(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens; concurrent changes of several machines are all kept. Raises StreamUnavailableError."""
        tokens: Tokens = {}

        def replaced(before: bytes | None) -> bytes:
            nonlocal tokens
            tokens = changed(parse_tokens(before, self._stream.name))
            return tokens_json(tokens)

        self._change(TOKENS, replaced)
        self._last_tokens = tokens  # not before it is certain that all machines accept them

    def settings(self, person: str) -> Settings:
        """Return what a person has set on any machine; nothing if no server answers."""
        try:
            return parse_people(self._stream.read_shared().get(PEOPLE)).get(person, {})
        except StreamUnavailableError:
            return {}

    def change_settings(self, person: str, changed: Change) -> None:
        """Replace the settings of a person; changes of several machines are kept. Raises StreamUnavailableError."""
        self._change(PEOPLE, lambda before: changed_people(before, person, changed))

    def lease(self, name: str) -> Lease:
        """Return a lease that all machines see."""
        return Lease(self._stream, name, self.machine)

    def machines(self) -> dict[str, Told]:
        """Return what each machine told, this one with the turns that it has not told yet."""
        try:
            found = read_machines(self._stream.read_shared())
        except StreamUnavailableError:
            found = {}
        if self._telling.turns:
            here = found.get(self.machine, NOTHING)
            found[self.machine] = replace(here, turns=here.turns | self._telling.turns)
        return found

    def signed_by(self, seq: int) -> str | None:
        """Return the machine whose signature of a record is right, as far as this machine knows keys."""
        if self._keys is None:
            return None
        writer = self._replica.writer(seq, self._keys.known())
        if writer is not None and writer.is_unknown and writer.machine not in self._asked:
            self._asked.add(writer.machine)
            with suppress(StreamUnavailableError):
                self._keys.note(told_keys(self._stream.read_shared()))
            writer = self._replica.writer(seq, self._keys.known())
        return writer.machine if writer is not None and not writer.problem else None

    def standing(self) -> Standing:
        """Return the servers of the stream; without an answer, none."""
        if self._standing is None or time.monotonic() - self._standing[0] > KNOWN:
            try:
                found = self._stream.standing()
            except LogError:
                found = Standing((), 1)
            self._standing = (time.monotonic(), found)
        return self._standing[1]

    def introduce(self) -> None:
        """Tell the other machines that this one has joined."""
        self._telling.tell(self._log.last())

    def observe_own(self, record: Record) -> None:
        """Note a record that this project appended, to tell the other machines whose turns run here."""
        super().observe_own(record)
        self._telling.note_own(record)

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Bring derived files up to date, and tell the other machines whose turns run here."""
        super().refresh(state, newest)
        self._telling.tell_turns(state.seq)

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Do so a last time, and release every resource."""
        self._telling.tell_turns(state.seq, now=True)
        super().close(state, newest)

    def _change(self, key: str, changed: Callable[[bytes | None], bytes]) -> None:
        for _ in range(ATTEMPTS):
            before = self._stream.read_shared().get(key)
            if self._stream.change_shared(key, before, changed(before)):
                return
        raise StreamUnavailableError(path=self._stream.name, reason="other machines keep changing the same value")


def newest_heartbeats(values: Mapping[str, bytes]) -> dict[str, str]:
    """Return the last heartbeat of each agent among shared values."""
    newest: dict[str, str] = {}
    for key, value in values.items():
        if key.startswith(HEARTBEATS):
            for agent, at in _times(value).items():
                newest[agent] = max(at, newest.get(agent, ""))
    return newest


def _times(value: bytes | None) -> Mapping[str, str]:
    """Return the times in a value; none if renkei did not write it."""
    try:
        found = json.loads(value or b"{}")
    except ValueError:
        return {}
    return {name: at for name, at in found.items() if isinstance(at, str)} if isinstance(found, dict) else {}
