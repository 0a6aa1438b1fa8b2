"""The store of a project in memory: heartbeats, calibrations and tokens, and nothing derived."""

import secrets
import threading
from collections.abc import Callable

from renkei.budget.tokens.calibration import Calibrations
from renkei.engine.record import Record
from renkei.engine.search.query import Query
from renkei.engine.state import State
from renkei.log.port import Log
from renkei.store.machines.telling import Told
from renkei.store.search_index import SearchIndex
from renkei.store.settings.personal import Change, People, Settings
from renkei.store.tokens import KEY_BYTES, Tokens


class MemoryStore:
    """Keeps everything during the process's lifetime."""

    directory = None
    machine = ""

    def __init__(self, log: Log) -> None:
        self._heartbeats: dict[str, str] = {}
        self._problems: dict[str, str] = {}
        self._calibrations = Calibrations()
        self._tokens: Tokens = {}
        self._people: People = {}
        self._changing = threading.Lock()
        self._server_key = secrets.token_bytes(KEY_BYTES)
        self._search = SearchIndex(None, log)

    def load_snapshot(self) -> State | None:
        """Return None: the state is read from the log."""
        return None

    def past_state(self, seq: int) -> State | None:
        """Return None: a past state is read from the log."""
        return None

    def keep(self, state: State) -> None:
        """Do nothing: no past state is kept."""

    def observe(self, record: Record) -> None:
        """Do nothing: there are no derived files."""

    def observe_own(self, record: Record) -> None:
        """Do nothing: there are no derived files."""

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Do nothing: there are no derived files."""

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Keep the time at which an agent was alive."""
        self._heartbeats[agent] = at

    def heartbeats(self) -> dict[str, str]:
        """Return the time of the last heartbeat of each agent that sent one."""
        return dict(self._heartbeats)

    def report_problem(self, text: str, part: str = "") -> None:
        """Keep what is wrong in this process."""
        self._problems[part] = text

    def problems(self) -> list[str]:
        """Return what is wrong in this process, the only one."""
        return [one for one in self._problems.values() if one]

    def calibrations(self) -> Calibrations:
        """Return the known calibration of each model."""
        return self._calibrations

    def calibrate(self, model: str, estimated: int, reported: int) -> None:
        """Learn from the usage that a provider reported."""
        self._calibrations = self._calibrations.observe(model, estimated, reported)

    def tokens(self) -> Tokens:
        """Return the tokens of participants."""
        return self._tokens

    def change_tokens(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens by the result of a function."""
        with self._changing:
            self._tokens = changed(self._tokens)

    def settings(self, person: str) -> Settings:
        """Return what a person has set."""
        return self._people.get(person, {})

    def change_settings(self, person: str, changed: Change) -> None:
        """Replace the settings of a person by the result of a function."""
        with self._changing:
            self._people = {**self._people, person: changed(self.settings(person))}

    def lease(self, name: str) -> None:
        """Return None: the project is on one machine."""

    def machines(self) -> dict[str, Told]:
        """Return nothing: the project is on one machine."""
        return {}

    def signed_by(self, seq: int) -> None:
        """Return None: the project is on one machine."""

    def standing(self) -> None:
        """Return None: the project has no stream."""

    def server_key(self) -> bytes:
        """Return the secret of the project's servers."""
        return self._server_key

    def search(self, query: Query, limit: int) -> list[str]:
        """Return the ids of at most `limit` messages that a search finds, in its order."""
        return self._search.find(query, limit)

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Do nothing: memory needs no closing."""
