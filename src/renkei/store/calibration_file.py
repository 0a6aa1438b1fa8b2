"""Keeps the providers' reports about the token estimate in `calibration.json`, for all processes of a project.

A report changes the file under a lock: read, learn, replace. A missing or damaged file counts as empty.
"""

import json
from dataclasses import asdict

from renkei.budget.tokens.calibration import MOST, Calibration, Calibrations
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.store.layout import Layout


class CalibrationFile:
    """The file, and the lock of its writers."""

    def __init__(self, layout: Layout) -> None:
        self._path = layout.calibration
        self._lock = WriterLock(layout.calibration_lock)

    def load(self) -> Calibrations:
        """Return the calibration of each model, without factors out of bounds."""
        try:
            found = json.loads(read_plain(self._path))
            known = {str(model): (float(one["highest"]), int(one["seen"])) for model, one in found.items()}
            return Calibrations({model: Calibration(*one) for model, one in known.items() if 0 <= one[0] <= MOST})
        except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return Calibrations()

    def observe(self, model: str, estimated: int, reported: int) -> None:
        """Learn from a report; raises OSError."""
        with self._lock.held():
            known = self.load().observe(model, estimated, reported)
            models = {name: asdict(one) for name, one in known.models.items()}
            write_atomically(self._path, json.dumps(models, indent=2).encode() + b"\n", durable=True)

    def close(self) -> None:
        """Close the lock file."""
        self._lock.close()
