"""Keeps beside the log what providers' reports say of the token estimate. Disposable: without it that stands."""

import json
from dataclasses import asdict
from pathlib import Path

from renkei.budget.tokens.calibration import MOST, Calibration, Calibrations

NAME = "calibration.json"


def load(directory: Path) -> Calibrations:
    """Give what is known; nothing when the file is missing or is not what was written."""
    try:
        found = json.loads((directory / NAME).read_text(encoding="utf-8"))
        known = {str(model): (float(one["highest"]), int(one["seen"])) for model, one in found.items()}
        return Calibrations({model: Calibration(*one) for model, one in known.items() if 0 <= one[0] <= MOST})
    except (OSError, ValueError, TypeError, AttributeError, LookupError):
        return Calibrations()


def save(directory: Path, known: Calibrations) -> None:
    """Write what is known, in one step."""
    fresh = directory / f".{NAME}"
    fresh.write_text(json.dumps({model: asdict(one) for model, one in known.models.items()}, indent=2) + "\n")
    fresh.replace(directory / NAME)
