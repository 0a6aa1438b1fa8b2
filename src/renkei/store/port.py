"""The files beside a log: snapshots, the board file, heartbeats, calibration, the search index.

A log and a store belong together; `renkei.project.locations` lists the kinds. A store never holds the truth: without it
a project is slower to open and forgets heartbeats, calibrations and tokens, but loses no record.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from renkei.budget.tokens.calibration import Calibrations
from renkei.engine.record import Record
from renkei.engine.search.query import Query
from renkei.engine.state import State
from renkei.log.replication.stream import Standing
from renkei.store.machines.lease import Lease
from renkei.store.machines.telling import Told
from renkei.store.settings.personal import Change, Settings
from renkei.store.tokens import Tokens


class ProjectStore(Protocol):
    """The data of a project, the same on all machines that share it."""

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Keep the time at which an agent was alive; raises LogNotWritableError."""

    def heartbeats(self) -> dict[str, str]:
        """Return the time of the last heartbeat of each agent that sent one."""

    def tokens(self) -> Tokens:
        """Return the tokens of participants; raises LogBrokenError."""

    def change_tokens(self, changed: Callable[[Tokens], Tokens]) -> None:
        """Replace the tokens by the result of a function, one caller at a time; raises LogNotWritableError."""

    def settings(self, person: str) -> Settings:
        """Return what a person has set, such as how far it has read."""

    def change_settings(self, person: str, changed: Change) -> None:
        """Replace a person's settings by the result of a function, one caller at a time; raises LogNotWritableError."""

    def lease(self, name: str) -> Lease | None:
        """Return the lease of something that one machine at a time may run; None if the project is on one machine."""

    def machines(self) -> dict[str, Told]:
        """Return what each machine of the project told last, by its name; nothing if the project is on one machine."""

    def signed_by(self, seq: int) -> str | None:
        """Return the machine that signed a record; None if that is unknown, or if the project is on one machine."""

    def standing(self) -> Standing | None:
        """Return the servers of the project's stream, as they were seconds ago; None if the project has none."""


class MachineStore(Protocol):
    """The data of one machine, which can be made again."""

    @property
    def directory(self) -> Path | None:
        """The directory of the project; None in memory."""

    @property
    def machine(self) -> str:
        """The name of this machine in a project that several machines share; "" otherwise."""

    def load_snapshot(self) -> State | None:
        """Return the newest stored state that fits the log, or None."""

    def past_state(self, seq: int) -> State | None:
        """Return the last stored state at or before a record that fits the log, or None."""

    def keep(self, state: State) -> None:
        """Offer a past state to the store, which may keep it for `past_state`."""

    def observe(self, record: Record) -> None:
        """Note a record that another process or thread appended."""

    def observe_own(self, record: Record) -> None:
        """Note a record that this project appended: `refresh` will bring the derived files up to date."""

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Bring derived files up to date with a state; `newest` reads the log to its end."""

    def report_problem(self, text: str, part: str = "") -> None:
        """Let other processes know what keeps a part of this one from its work, "" for nothing.

        Raises LogNotWritableError.
        """

    def problems(self) -> list[str]:
        """Return what keeps running processes from their work."""

    def calibrations(self) -> Calibrations:
        """Return the known calibration of each model."""

    def calibrate(self, model: str, estimated: int, reported: int) -> None:
        """Learn from the usage that a provider reported; raises LogNotWritableError."""

    def server_key(self) -> bytes:
        """Return the secret of the project's servers, made when first asked for.

        Raises LogBrokenError, or LogNotWritableError.
        """

    def search(self, query: Query, limit: int) -> list[str]:
        """Return the ids of at most `limit` messages that a search finds, in its order."""


class Store(ProjectStore, MachineStore, Protocol):
    """Everything that a project keeps outside its log. Safe to share between threads."""

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Write the remaining files, and release every resource."""
