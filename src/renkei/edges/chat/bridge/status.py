"""The progress of a bridge, seen from any process."""

from pathlib import Path
from typing import Any

from renkei.edges.chat.bridge.problems import Problems, in_words
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile, Counted
from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.log.file_lock import is_locked
from renkei.project.project import Project
from renkei.store.layout import Layout


@frozen
class BridgeStatus:
    """The state of a bridge at one time."""

    name: str
    runs: bool
    seq: int
    """The last record whose posts are all made."""
    behind: int
    """Records whose posts are not made yet; 0 before the bridge first ran."""
    refused: int
    """Number of posts that the chat rejected permanently."""
    problem: str
    """The current problem, or else the chat's last permanent error, or ""."""
    counted: Counted = Counted()
    """How many posts have shown how many records."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        found = {one: getattr(self, one) for one in ("name", "runs", "seq", "behind", "refused", "problem")}
        counted = self.counted
        return {**found, "records": counted.records, "posts": counted.posts, "most_posts_of_a_record": counted.most}


def bridge_status(project: Project, layout: Layout, name: str) -> BridgeStatus:
    """Return the status of a bridge; an unreadable file is its problem."""
    path = layout.bridge_file(name, "db")
    if not path.exists():
        return BridgeStatus(name, runs=False, seq=0, behind=0, refused=0, problem="")
    try:
        return _status_in(path, project, layout, name)
    except LogError as error:
        return BridgeStatus(name, is_running(layout, name), seq=0, behind=0, refused=0, problem=in_words(error))


def _status_in(path: Path, project: Project, layout: Layout, name: str) -> BridgeStatus:
    file = BridgeFile(path)
    try:
        seq, problems = int(file.position("log") or 0), Problems(file)
        behind = project.log.last() - seq if seq else 0
        runs, counted = is_running(layout, name), file.counted()
        return BridgeStatus(name, runs, seq, behind, problems.refused, problems.text, counted)
    finally:
        file.close()


def is_running(layout: Layout, name: str) -> bool:
    """Return whether a process holds the lock of a running bridge."""
    return bool(is_locked(layout.bridge_file(name, "lock")))
