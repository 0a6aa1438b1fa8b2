"""Shared by the readers of exports: the entries of a file, and noting what is wrong with one."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from renkei.edges.chat.past.export_files import ExportFiles
from renkei.edges.chat.past.json_pieces import LONGEST, BrokenJsonError, Piece, pieces
from renkei.edges.chat.past.spool import Spool
from renkei.errors import BadValueError

Json = dict[str, Any]


class Reading:
    """One export that is being read into a spool. `progress` is called with the number of bytes that were read."""

    def __init__(self, files: ExportFiles, spool: Spool, progress: Callable[[int], None]) -> None:
        self.files = files
        self.spool = spool
        self._progress = progress

    def pieces(self, name: str) -> Iterator[Piece]:
        """Yield the pieces of a JSON file up to its first fault, which is noted."""
        with self.files.open(name) as opened:
            try:
                yield from pieces(_Counted(opened, self._progress))
            except BrokenJsonError as error:
                self.fault(name, error.line, error.reason)

    def lines(self, name: str) -> Iterator[tuple[int, Json]]:
        """Yield the JSON object of each line with its number; the fault of any other line is noted."""
        with self.files.open(name) as opened:
            number = 0
            while line := opened.readline(LONGEST + 1):
                number += 1
                self._progress(len(line))
                if len(line) > LONGEST:
                    self.fault(name, number, f"a line of more than {LONGEST // 1024**2} MiB")
                    while line and not line.endswith(b"\n"):
                        line = opened.readline(LONGEST)
                elif line.strip():
                    found = _object(line)
                    if found is None:
                        self.fault(name, number, "not a JSON object")
                    else:
                        yield number, found

    @contextmanager
    def entry(self, name: str, line: int) -> Iterator[None]:
        """Note that an entry is faulty if the block that reads it finds that."""
        try:
            yield
        except KeyError as error:
            self.fault(name, line, f"{error.args[0]!r} is missing")
        except BadValueError as error:
            self.fault(name, line, error.message)
        except (TypeError, ValueError, AttributeError):
            self.fault(name, line, "not an entry of such an export")

    def fault(self, name: str, line: int, text: str, hint: str = "") -> None:
        """Note a fault of a file."""
        self.spool.fault("" if self.files.is_single else name, line, text, hint)


class _Counted:
    """A file whose reading is counted."""

    def __init__(self, opened: BinaryIO, progress: Callable[[int], None]) -> None:
        self._opened, self._progress = opened, progress

    def read(self, size: int) -> bytes:
        data = self._opened.read(size)
        self._progress(len(data))
        return data


def _object(line: bytes) -> Json | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def required(entry: Json, key: str) -> str:
    """Return a text that an entry must have; raises KeyError, or BadValueError for another value."""
    value = entry[key]
    if not isinstance(value, str) or not value:
        raise BadValueError(path=f"/{key}", got=value, expected="a text")
    return value


def first(*values: Any) -> str:
    """Return the first value that is a text and not empty, or ""."""
    return next((one for one in values if isinstance(one, str) and one.strip()), "")
