"""Durations, as options name them: a number with its unit."""

import re
from typing import Any

import click

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class DurationType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Reads a duration such as 90m, 12h or 7d."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds; fails with a usage error."""
        found = re.fullmatch(r"([0-9]{1,9})([smhd])", str(value))
        if found is None:
            self.fail(f"{value!r} is not a duration such as 90m, 12h or 7d.", param, ctx)
        return float(int(found[1]) * SECONDS[found[2]])


DURATION = DurationType()
"""The type of the option --expires."""
