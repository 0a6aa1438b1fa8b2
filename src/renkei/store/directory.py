"""The store of a project in a directory: files beside the log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from renkei.budget.tokens.calibration import Calibrations
from renkei.engine.record import Record
from renkei.engine.search.query import Query
from renkei.engine.state import State
from renkei.errors import LogNotWritableError
from renkei.log.port import Log
from renkei.log.replication.stream import Standing
from renkei.store import heartbeats, problems, snapshot
from renkei.store.calibration_file import CalibrationFile
from renkei.store.derived_files import DerivedFiles
from renkei.store.layout import NAME, Layout
from renkei.store.machines.lease import Lease
from renkei.store.machines.telling import Told
from renkei.store.past_states import SPACING, PastStates
from renkei.store.search_index import SearchIndex
from renkei.store.settings.personal import Change, PeopleFile, Settings
from renkei.store.tokens import TokenFile, Tokens


class DirectoryStore:
    """Files in a directory. `read_only`: no file is written, and heartbeats and reports are rejected."""

    machine = ""

    def __init__(self, directory: Path, log: Log, *, read_only: bool = False) -> None:
        self.layout = Layout(directory)
        self._log = log
        self._search = SearchIndex(self.layout.search_index, log)
        self._past = PastStates(self.layout.past_states, log, read_only=read_only)
        self._derived = None if read_only else DerivedFiles(self.layout, log, self._past, self._search)
        self._calibration = CalibrationFile(self.layout)
        self._tokens = TokenFile(self.layout)
        self._people = PeopleFile(self.layout)

    @property
    def directory(self) -> Path:
        """The directory that contains the project."""
        return self.layout.directory

    def load_snapshot(self) -> State | None:
        """Return the state of the snapshot, or the newest past state; None if none fits the log."""
        state = snapshot.load(self.layout.snapshot, self._log) or self._past.before(self._log.last())
        if state is not None and self._derived is not None:
            self._derived.start(state.seq)
        return state

    def past_state(self, seq: int) -> State | None:
        """Return the last stored past state at or before a record."""
        return self._past.before(seq)

    def keep(self, state: State) -> None:
        """Keep a past state now and then, if none is near."""
        if state.seq % SPACING == 0:
            self._past.keep(state)

    def observe(self, record: Record) -> None:
        """Note a record that another process or thread appended."""
        if self._derived is not None:
            self._derived.observe(record)

    def observe_own(self, record: Record) -> None:
        """Note a record that this project appended."""
        if self._derived is not None:
            self._derived.observe_own(record)

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Bring the board file and the snapshot up to date."""
        if self._derived is not None:
            self._derived.refresh(state, newest)

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Write the heartbeat of an agent."""
        with self._writing(self.layout.heartbeats):
            heartbeats.record(self.layout.heartbeats, agent, at)

    def heartbeats(self) -> dict[str, str]:
        """Return the time of the last heartbeat of each agent that sent one."""
        return heartbeats.read(self.layout.heartbeats)

    def report_problem(self, text: str, part: str = "") -> None:
        """Write what keeps this process from its work."""
        with self._writing(self.layout.problems):
            problems.report(self.layout.problems, text, part)

    def problems(self) -> list[str]:
        """Return what keeps running processes from their work."""
        return problems.read(self.layout.problems)

    def calibrations(self) -> Calibrations:
        """Return the content of the calibration file."""
        return self._calibration.load()

    def calibrate(self, model: str, estimated: int, reported: int) -> None:
        """Learn from a report; concurrent reports of several processes are all kept."""
        with self._writing(self.layout.calibration):
            self._calibration.observe(model, estimated, reported)

    def tokens(self) -> Tokens:
        """Return the tokens in the token file; raises LogBrokenError."""
        return self._tokens.load()

    def change_tokens(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens in the file; concurrent changes of several processes are all kept."""
        with self._writing(self.layout.tokens):
            self._tokens.change(changed)

    def settings(self, person: str) -> Settings:
        """Return what a person has set."""
        return self._people.load().get(person, {})

    def change_settings(self, person: str, changed: Change) -> None:
        """Replace the settings of a person in the file; concurrent changes of several processes are all kept."""
        with self._writing(self.layout.people):
            self._people.change(person, changed)

    def lease(self, name: str) -> Lease | None:
        """Return None: the project is on one machine."""

    def machines(self) -> dict[str, Told]:
        """Return nothing: the project is on one machine."""
        return {}

    def signed_by(self, seq: int) -> str | None:
        """Return None: the project has no stream."""
        return None

    def standing(self) -> Standing | None:
        """Return None: the project has no stream."""
        return None

    def server_key(self) -> bytes:
        """Return the content of the key file, which is made when it is missing."""
        with self._writing(self.layout.server_key):
            return self._tokens.server_key()

    def search(self, query: Query, limit: int) -> list[str]:
        """Return the ids of at most `limit` messages that a search finds, in its order."""
        return self._search.find(query, limit)

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Bring the derived files up to date if worthwhile, and close the lock files."""
        if self._derived is not None:
            self._derived.close(state, newest)
        self._calibration.close()
        self._tokens.close()
        self._people.close()

    @contextmanager
    def _writing(self, path: Path) -> Iterator[None]:
        if self._derived is None:
            raise LogNotWritableError(path=str(path), reason="it was opened read-only")
        try:
            yield
        except OSError as error:
            raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error


def keep_out_of_git(directory: Path) -> None:
    """Let git ignore the files of a project in `.renkei`: they hold hashes of tokens and everything that was said.

    A directory with another name may hold further files, and a `.gitignore` that exists is kept.
    """
    if directory.name == NAME:
        with suppress(OSError), (directory / ".gitignore").open("x") as file:
            file.write("# Private to this machine; `renkei export` and `renkei backup` copy a project.\n*\n")
