"""The store of a project that several machines share.

Heartbeats and tokens belong to the project and are kept beside the stream. Snapshots, the board file, the search index,
calibration and reports of processes belong to the machine and stay in the directory.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from renkei.errors import StreamUnavailableError
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Stream
from renkei.store.directory import DirectoryStore
from renkei.store.stream_file import StreamFile
from renkei.store.tokens import Tokens, parse_tokens, tokens_json

TOKENS = "tokens"
HEARTBEATS = "heartbeats/"
"""The keys of shared values; each machine has one for the heartbeats of its agents."""

ATTEMPTS = 100
"""How often a value is changed again that another machine changed at the same time."""


class SharedStore(DirectoryStore):
    """Files in a directory, and values beside the stream that its log follows."""

    def __init__(self, directory: Path, log: ReplicaLog, following: StreamFile) -> None:
        super().__init__(directory, log)
        self._stream: Stream = log.stream
        self._mine = HEARTBEATS + following.machine
        self._last_heartbeats: dict[str, str] = {}

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Keep the heartbeat of an agent; raises StreamUnavailableError."""
        self._change(self._mine, lambda before: json.dumps({**_times(before), agent: at}).encode())

    def heartbeats(self) -> dict[str, str]:
        """Return the last heartbeat of each agent on any machine; the last ones known if no server answers."""
        try:
            found = self._stream.read_shared()
        except StreamUnavailableError:
            return dict(self._last_heartbeats)
        self._last_heartbeats = newest_heartbeats(found)
        return dict(self._last_heartbeats)

    def tokens(self) -> Tokens:
        """Return the tokens that all machines accept; raises StreamUnavailableError, or LogBrokenError."""
        return parse_tokens(self._stream.read_shared().get(TOKENS), self._stream.name)

    def change_tokens(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens; concurrent changes of several machines are all kept. Raises StreamUnavailableError."""
        self._change(TOKENS, lambda before: tokens_json(changed(parse_tokens(before, self._stream.name))))

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
