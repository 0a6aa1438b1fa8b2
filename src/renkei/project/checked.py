"""Values that callers of the library give in sequences, checked before anything is decided."""

from collections.abc import Sequence
from typing import Any

from renkei.dispatch.rules import Rule
from renkei.errors import BadValueError


def checked(values: Any, path: str, kinds: type | tuple[type, ...], hint: str = "") -> tuple[Any, ...]:
    """Return values as a tuple; raises BadValueError unless they are a sequence of values of the kinds."""
    names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise BadValueError(path=f"/{path}", got=values, expected=f"a sequence of {names}{hint}")
    for index, value in enumerate(values):
        if not isinstance(value, kinds):
            raise BadValueError(path=f"/{path}/{index}", got=value, expected=names)
    return tuple(values)


def checked_rules(rules: Any) -> tuple[Rule, ...]:
    """Return event rules as a tuple; raises BadValueError."""
    return checked(rules, "rules", Rule, ", such as renkei.load(FILE)[0]")
