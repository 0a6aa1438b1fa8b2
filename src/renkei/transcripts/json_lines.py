"""Reads the lines of a transcript. Invalid lines are counted and skipped; none stops the reading."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from jiter import from_json

from renkei.budget.context.message_text import cut
from renkei.transcripts.entries import LONGEST_INPUT, CalledTool, Transcript
from renkei.wording.visible import visible

LONGEST_LINE = 64 * 1024**2
"""Most bytes of a line; longer lines are skipped."""

Object = dict[str, Any]


def read_objects(transcript: Transcript) -> Iterator[tuple[int, Object]]:
    """Yield the JSON object of each line with its number; raises OSError."""
    with transcript.file.open("rb") as opened:
        number = 0
        while line := opened.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = opened.readline(LONGEST_LINE)
                transcript.skip(f"longer than {LONGEST_LINE // 1024**2} MiB", number)
            elif line.strip():
                found = _parse(transcript, line, number)
                if found is not None:
                    yield number, found


def _parse(transcript: Transcript, line: bytes, number: int) -> Object | None:
    try:
        found = from_json(line.strip())
    except ValueError:
        transcript.skip("not JSON" if line.endswith(b"\n") else "cut off at the end of the file", number)
        return None
    if not isinstance(found, dict):
        transcript.skip("not a JSON object", number)
        return None
    return found


def mapping(value: Any) -> Object:
    """Return the value if it is a JSON object, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> list[Object]:
    """Return the JSON objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def string(value: Any) -> str:
    """Return the value if it is a string, otherwise ""."""
    return value if isinstance(value, str) else ""


def count(value: Any) -> int:
    """Return the value if it is a number of tokens, otherwise 0."""
    return value if type(value) is int and 0 <= value < 2**40 else 0


def block_text(content: Any) -> str:
    """Return the text of content: a string, or a list of blocks with `text`."""
    if isinstance(content, str):
        return content
    return "\n".join(string(one.get("text")) for one in objects(content) if one.get("text"))


def tool_call(line: int, tool: str, given: Any, command: str, edits: tuple[str, ...]) -> CalledTool:
    """Return a tool call with its input cut, on one line, and a hash of the whole input."""
    whole = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, sort_keys=True)
    return CalledTool(
        line=line,
        tool=cut(visible(tool), 80) or "tool",
        input=cut(visible(command or whole), LONGEST_INPUT),
        hash=hashlib.sha256(f"{tool}\n{whole}".encode(errors="backslashreplace")).hexdigest()[:16],
        command=cut(visible(command), LONGEST_INPUT),
        edits=tuple(visible(path) for path in edits if path),
    )
