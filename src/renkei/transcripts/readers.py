"""The programs whose transcripts can be read, and where their transcripts lie on disk."""

from collections.abc import Callable, Sequence
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.transcripts import claude_code, codex
from renkei.transcripts.entries import Transcript


@frozen
class Reader:
    """How the transcripts of a program are found and read. `where` is the directory where it keeps them."""

    read: Callable[[Transcript], None]
    where: str
    pattern: str


READERS = {
    "claude-code": Reader(claude_code.read, "~/.claude/projects", "*.jsonl"),
    "codex": Reader(codex.read, "~/.codex/sessions", "rollout-*.jsonl"),
}
"""The reader of each program."""


def find_files(reader: Reader, paths: Sequence[Path]) -> list[Path]:
    """Return the transcripts that paths name: files, and all that lie in directories.

    A session of Claude Code has a directory beside its file, with the transcripts of its sub-agents.
    """
    found: list[Path] = []
    for path in paths:
        beside = path.with_suffix("")
        folder = path if path.is_dir() else beside
        found += [path] if path.is_file() else []
        found += sorted(one for one in folder.rglob(reader.pattern) if one.is_file()) if folder.is_dir() else []
    return list(dict.fromkeys(found))


def read_transcript(reader: Reader, file: Path) -> Transcript:
    """Read a transcript; what is not understood is counted in `skipped`. Raises OSError."""
    transcript = Transcript(file)
    reader.read(transcript)
    return transcript
