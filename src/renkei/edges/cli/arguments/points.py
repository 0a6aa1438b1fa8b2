"""Values of options: points in the log, which are the number of a record or a time, and durations."""

import re
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import click

from renkei.errors import BadValueError
from renkei.project.project import Project

Point = int | str
"""The seq of a record, or a time in UTC as the log has it."""


class PointType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Reads a seq such as 12, or a time such as 2026-01-15T09:30:00Z or 2026-01-15; without a zone it is local."""

    name = "point"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        """Return the seq or the time; fails with a usage error."""
        text = str(value)
        if text.isascii() and text.isdigit():
            return int(text)
        try:
            return datetime.fromisoformat(text).astimezone(UTC).isoformat(timespec="microseconds")[:26] + "Z"
        except (ValueError, OverflowError):
            self.fail(f"{text!r} is neither a seq such as 12 nor a time such as 2026-01-15T09:30:00Z.", param, ctx)


POINT = PointType()
"""The type of the options --at, --after and --before."""


def seq_of(project: Project, point: Point, option: str) -> int:
    """Return the seq of a point: of a time, the last record until then. Raises BadValueError beyond the log."""
    last = project.log.last()
    if isinstance(point, int):
        if point > last:
            raise BadValueError(path=option, got=point, problem=f"seq {point} does not exist; the last is {last}")
        return point
    found = 0
    for record in islice(project.records(), project.state.seq):
        if record.at > point:
            break
        found = record.seq
    return found


SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class DurationType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Reads a duration such as 90m, 12h or 7d."""

    name = "duration"

    def __init__(self, most_days: int | None = None) -> None:
        self.most_days = most_days

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number of seconds; fails with a usage error."""
        found = re.fullmatch(r"([0-9]{1,9})([smhd])", str(value))
        if found is None:
            self.fail(f"{value!r} is not a duration such as 90m, 12h or 7d.", param, ctx)
        seconds = int(found[1]) * SECONDS[found[2]]
        if self.most_days is not None and seconds > self.most_days * SECONDS["d"]:
            self.fail(f"{value} is too long; the longest is {self.most_days}d.", param, ctx)
        return seconds


DURATION = DurationType()
"""The type of the option --expires."""
