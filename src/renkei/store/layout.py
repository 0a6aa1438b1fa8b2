"""The names of the files in a project's directory."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each file of a project lies.

    Only `log` with what SqliteLog keeps beside it, and `tokens`, cannot be made again.
    """

    directory: Path

    @property
    def log(self) -> Path:
        """The SQLite file of the log."""
        return self.directory / "log.db"

    @property
    def record_files(self) -> tuple[Path, ...]:
        """Every path that may hold records, the log last. A directory with any of them is not empty."""
        return tuple(self.directory / name for name in ("blobs", "archive.db", "log.db-wal", "log.db"))

    @property
    def snapshot(self) -> Path:
        """The newest snapshot of the state."""
        return self.directory / "snapshot.jsonl"

    @property
    def past_states(self) -> Path:
        """A directory with states along the log."""
        return self.directory / "states"

    @property
    def board(self) -> Path:
        """The board as YAML."""
        return self.directory / "board.yaml"

    @property
    def board_lock(self) -> Path:
        """The lock of those who write the board."""
        return self.directory / "board.lock"

    @property
    def rejected_board(self) -> Path:
        """An edited board that was refused."""
        return self.directory / "board.edited.yaml"

    @property
    def calibration(self) -> Path:
        """What providers' reports say of the token estimate."""
        return self.directory / "calibration.json"

    @property
    def calibration_lock(self) -> Path:
        """The lock of those who change the calibration."""
        return self.directory / "calibration.lock"

    @property
    def heartbeats(self) -> Path:
        """A directory with a file for each agent."""
        return self.directory / "heartbeats"

    @property
    def tokens(self) -> Path:
        """The hashes of the tokens that let agents in over a network."""
        return self.directory / "tokens.json"

    @property
    def tokens_lock(self) -> Path:
        """The lock of those who change the tokens."""
        return self.directory / "tokens.lock"

    @property
    def search_index(self) -> Path:
        """The full-text index of messages."""
        return self.directory / "search.db"
