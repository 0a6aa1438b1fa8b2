"""The names of the files in a project's directory."""

import os
from itertools import count
from pathlib import Path

from renkei.immutable.frozen import frozen

NAME = ".renkei"
"""The directory of a project, inside the directory that it belongs to."""

TEAM = "team.yaml"
"""The file of a team beside the directory of its project, unless it has another name."""


@frozen
class Layout:
    """The path of each file of a project.

    Only `log` with its side files, `tokens` and the files that people write cannot be rebuilt.
    """

    directory: Path

    @property
    def log(self) -> Path:
        """The SQLite file of the log."""
        return self.directory / "log.db"

    @property
    def stream(self) -> Path:
        """The settings of the stream that the log follows, if several machines share the project."""
        return self.directory / "stream.json"

    @property
    def holds_project(self) -> bool:
        """Whether there is a project. Without its log, one on a stream is read from there again."""
        return self.log.is_file() or self.stream.is_file()

    @property
    def record_files(self) -> tuple[Path, ...]:
        """Every path that may hold records, the log last. A directory with any of them is not empty."""
        return tuple(self.directory / name for name in ("stream.json", "blobs", "archive.db", "log.db-wal", "log.db"))

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
        """The lock of the board's writers."""
        return self.directory / "board.lock"

    def edited_boards(self) -> list[Path]:
        """Edited boards that were rejected, or not applied, oldest first."""
        found = self.directory.glob("board.edited*.yaml")
        return sorted(
            (one for one in found if one.is_file() and not one.is_symlink()), key=lambda one: (len(one.name), one.name)
        )

    def next_edited_board(self) -> Path:
        """A path for another edited board."""
        names = (self.directory / f"board.edited{'' if n == 1 else f'-{n}'}.yaml" for n in count(1))
        return next(one for one in names if not os.path.lexists(one))

    @property
    def calibration(self) -> Path:
        """The providers' reports about the token estimate."""
        return self.directory / "calibration.json"

    @property
    def calibration_lock(self) -> Path:
        """The lock of the calibration's writers."""
        return self.directory / "calibration.lock"

    @property
    def prices(self) -> Path:
        """The prices of models, which a person writes."""
        return self.directory / "prices.yaml"

    @property
    def heartbeats(self) -> Path:
        """A directory with a file for each agent."""
        return self.directory / "heartbeats"

    @property
    def problems(self) -> Path:
        """A directory with a file for each process that cannot do its work."""
        return self.directory / "problems"

    @property
    def tokens(self) -> Path:
        """The hashes of the tokens for access over a network."""
        return self.directory / "tokens.json"

    @property
    def tokens_lock(self) -> Path:
        """The lock of the tokens' writers."""
        return self.directory / "tokens.lock"

    @property
    def server_key(self) -> Path:
        """The secret of the servers of this project."""
        return self.directory / "server.key"

    @property
    def people(self) -> Path:
        """The settings of people, such as how far they have read."""
        return self.directory / "people.json"

    @property
    def people_lock(self) -> Path:
        """The lock of those who write the settings of people."""
        return self.directory / "people.lock"

    @property
    def machine_key(self) -> Path:
        """The private key of this machine, if it has none on the servers of its stream."""
        return self.directory / "machine.key"

    @property
    def machine_keys(self) -> Path:
        """The public keys of the machines of a shared project that this one knows."""
        return self.directory / "machine_keys.json"

    @property
    def machine_keys_lock(self) -> Path:
        """The lock of those who make or note keys."""
        return self.directory / "machine_keys.lock"

    @property
    def search_index(self) -> Path:
        """The full-text index of messages."""
        return self.directory / "search.db"

    @property
    def bridges(self) -> Path:
        """A directory with the files of each bridge to a chat."""
        return self.directory / "bridges"

    def bridge_names(self) -> list[str]:
        """The names of the bridges of the project."""
        return sorted(one.stem for one in self.bridges.glob("*.yaml"))

    def bridge_file(self, bridge: str, suffix: str) -> Path:
        """A file of a bridge: its settings (`yaml`), its positions (`db`), the lock of its process (`lock`)."""
        return self.bridges / f"{bridge}.{suffix}"

    def notification_file(self, destination: str, suffix: str) -> Path:
        """A file of a destination: the notifications sent to it (`json`), the lock of its sender (`lock`)."""
        return self.directory / "notifications" / f"{destination}.{suffix}"

    def outside_agent_file(self, participant: str) -> Path:
        """The file that the process that connects an outside agent holds."""
        return self.directory / "outside_agents" / f"{participant}.lock"

    @property
    def telemetry(self) -> Path:
        """A directory with the progress of each collector that is sent spans."""
        return self.directory / "telemetry"

    @property
    def files(self) -> Path:
        """A directory with the files attached to posts of a chat."""
        return self.directory / "files"

    @property
    def conversations(self) -> Path:
        """A directory with the conversations of a team's members with their models."""
        return self.directory / "conversations"

    def conversation(self, agent: str, incarnation: int = 1) -> Path:
        """The conversation of an agent with its model; a later agent with the same name has its own."""
        return self.conversations / f"{agent}{f'+{incarnation}' if incarnation > 1 else ''}.jsonl"

    @property
    def worktrees(self) -> Path:
        """A directory with the git worktrees of a team's members."""
        return self.directory / "worktrees"

    @property
    def looks(self) -> Path:
        """A directory with the directory of each agent, and snapshots of the files in it."""
        return self.directory / "looks"
