"""Gives a class a method for each act of the table. `acts.pyi` declares them for editors and type checkers.

The methods are made when they are first looked up: the models of all acts take longer to build than a short command.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache, reduce
from inspect import Parameter, Signature
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.protocol.field_docs import field_docs


class Acts(ABC):
    """The acts of a participant; each is one record. `dir` lists them, and `help` of a method explains its arguments.

    Every method returns the record, or None when nothing changed. All raise ProtocolError for an act
    that is not possible or not allowed, among them BadArgumentsError, or LogError; nothing is written then.
    """

    @abstractmethod
    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None:
        """Perform an act with its arguments."""

    def __dir__(self) -> list[str]:
        """Return the names of all attributes, with those of the acts."""
        from renkei.acts.table import ACTS

        return sorted({*super().__dir__(), *ACTS})

    def __getattr__(self, name: str) -> Callable[..., Record | None]:
        """Return the method of an act; raises AttributeError for a name that no act has, and suggests one."""
        if not name.startswith("_"):
            from renkei.acts.table import ACTS

            if name in ACTS:
                return _method(self, name)
        near = [] if name.startswith("_") else get_close_matches(name, dir(self), 1)
        meant = f". Did you mean: {near[0]!r}?" if near else ""
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{meant}", name=name)


def _method(acts: Acts, name: str) -> Callable[..., Record | None]:
    """Return the method of an act, with its signature and its description."""
    from renkei.acts.table import ACTS

    names = ACTS[name].parameters

    def method(*values: Any, actor: str = HUMAN, **named: Any) -> Record | None:
        if len(values) > len(names):
            raise TypeError(f"{name}() takes {len(names)} arguments, but {len(values)} were given: {', '.join(names)}")
        given = dict(zip(names, values, strict=False))
        if twice := given.keys() & named.keys():
            raise TypeError(f"{name}() got more than one value for {', '.join(sorted(twice))}")
        return acts._act(name, actor, given | named)

    method.__name__, method.__qualname__, method.__module__ = name, f"{type(acts).__name__}.{name}", __name__
    method.__doc__, vars(method)["__signature__"] = _described(name)
    return method


@cache
def _described(name: str) -> tuple[str, Signature]:
    """Return the docstring and the signature of an act's method."""
    from renkei.acts.table import ACTS

    act = ACTS[name]
    explained = field_docs(act.arguments)
    lines = "\n".join(f"{one}: {explained.get(one, '')}" for one in act.parameters)
    parameters = [_parameter(one, act.arguments.model_fields[one]) for one in act.parameters]
    parameters.append(Parameter("actor", Parameter.KEYWORD_ONLY, default=HUMAN, annotation=str))
    return f"{act.description}\n\n{lines}".rstrip(), Signature(parameters, return_annotation=Record | None)


def _parameter(name: str, field: Any) -> Parameter:
    default = Parameter.empty if field.is_required() else field.get_default()
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=_plain(field.annotation))


def _plain(annotation: Any) -> Any:
    """Return a type without what only its validator needs."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _plain(inside[0])
    if origin is Literal or not inside or Ellipsis in inside:
        return annotation
    plain = tuple(map(_plain, inside))
    return reduce(or_, plain) if origin in (Union, UnionType) else origin[plain]
