"""The programs whose transcripts can be read, and where each keeps them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.transcripts import claude_code, codex
from renkei.transcripts.entries import Transcript


@frozen
class TranscriptReader:
    """How to find and read a program's transcripts. `where`: the directory that holds them."""

    read: Callable[[Transcript], None]
    where: str
    pattern: str


READERS = {
    "claude-code": TranscriptReader(claude_code.read, "~/.claude/projects", "*.jsonl"),
    "codex": TranscriptReader(codex.read, "~/.codex/sessions", "rollout-*.jsonl"),
}
"""The reader of each program."""


def find_files(reader: TranscriptReader, paths: Sequence[Path]) -> list[Path]:
    """Return the transcripts at the paths, which may be files or directories.

    A session of Claude Code has a directory beside its file, with the transcripts of its sub-agents.
    """
    found: list[Path] = []
    for path in paths:
        beside = path.with_suffix("")
        folder = path if path.is_dir() else beside
        found += [path] if path.is_file() else []
        found += sorted(one for one in folder.rglob(reader.pattern) if one.is_file()) if folder.is_dir() else []
    return list(dict.fromkeys(found))


def read_transcript(reader: TranscriptReader, file: Path) -> Transcript:
    """Read a transcript; lines that are not understood are counted in `skipped`. Raises OSError."""
    transcript = Transcript(file)
    reader.read(transcript)
    return transcript
