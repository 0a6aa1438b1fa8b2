"""Public names that will be removed: each still works, and warns.

The promise is in docs/explanation/compatibility.md: a name warns for at least one minor version, and for six months.
"""

import warnings
from typing import NamedTuple


class Deprecated(NamedTuple):
    """The replacement of a public name."""

    use: str
    """The public name to use instead."""
    since: str
    """The version that deprecated the name."""
    until: str
    """The version that removes it."""


DEPRECATED: dict[str, Deprecated] = {}
"""The old public names of `renkei`."""


def current_name(name: str) -> str:
    """Return the replacement of a deprecated name, with a DeprecationWarning; any other name as it is."""
    if (row := DEPRECATED.get(name)) is None:
        return name
    warning = f"renkei.{name} is deprecated since renkei {row.since}, and {row.until} removes it: use renkei.{row.use}"
    warnings.warn(warning, DeprecationWarning, stacklevel=3)
    return row.use
