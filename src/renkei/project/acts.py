"""Gives a class a method for each act of the table. `acts.pyi` declares them for editors and type checkers.

The methods are made when they are first looked up: the models of all acts take longer to build than a short command.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

from renkei.engine.record import Record
from renkei.engine.state import HUMAN


class Acts(ABC):
    """The acts of a participant; each is one record.

    Every method returns the record, or None when nothing changed. All raise ProtocolError for an act
    that is not possible or not allowed, among them BadArgumentsError, or LogError; nothing is written then.
    """

    @abstractmethod
    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None:
        """Perform an act with its arguments."""

    def __getattr__(self, name: str) -> Callable[..., Record | None]:
        """Return the method of an act; raises AttributeError for a name that no act has."""
        from renkei.acts.table import ACTS

        if name not in ACTS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        method = partial(_call, self, name, ACTS[name].parameters)
        method.__doc__ = ACTS[name].description
        return method


def _call(acts: Acts, act: str, names: tuple[str, ...], /, *values: Any, actor: str = HUMAN, **named: Any) -> Any:
    if len(values) > len(names):
        raise TypeError(f"{act}() takes {len(names)} arguments, but {len(values)} were given: {', '.join(names)}")
    given = dict(zip(names, values, strict=False))
    if twice := given.keys() & named.keys():
        raise TypeError(f"{act}() got more than one value for {', '.join(sorted(twice))}")
    return acts._act(act, actor, given | named)
