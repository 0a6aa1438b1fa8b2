"""The language of a search, the same at every door: words, "phrases", -unwanted words, and operators.

`from: to: type: task: has:` compare one value, or several alternatives separated by commas; `before:` and `after:` take
a [moment](moments.py), and `order:time` shows the newest first. Everything that is written has to hold.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Literal, get_args

from renkei.engine.search.moments import EXAMPLES, read_moment
from renkei.engine.search.traits import HAS, trait
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.messages import MessageType

Fault = Literal["operator", "value", "moment", "me", "unwanted"]
"""The kinds of faults of a search."""

_PIECE = re.compile(
    r"(?P<no>-)?(?:(?P<operator>[a-z_]+):(?!//))?"  # an address such as https://… is a word
    r'(?:"(?P<phrase>[^"]*)"?|「(?P<quote>[^」]*)」?|(?P<word>\S+))',
    re.IGNORECASE,
)


class WrongQueryError(BadValueError):
    """A search has a fault: `why` is its kind, `got` the piece, `expected` what would be right there."""

    def __init__(self, why: Fault, got: str, expected: str, problem: str) -> None:
        super().__init__(path="search", got=got, expected=expected, problem=problem)
        self.why = why


@frozen
class Query:
    """A search that was read. `traits`: alternatives, of which a message has one each; `without`: traits it lacks.

    `after` is the first moment and `before` the first that is too late; without a zone they are local times.
    """

    words: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    traits: tuple[tuple[str, ...], ...] = ()
    without: tuple[str, ...] = ()
    after: datetime | None = None
    before: datetime | None = None
    by_time: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is searched for."""
        return self == Query(by_time=self.by_time)


def parse_query(text: str, now: datetime, me: str = "") -> Query:
    """Return the search of a text; raises WrongQueryError, whose message lists what would be right.

    `now` is the local time without a zone; `me` the participant that `from:me` and `to:me` mean, "" for none.
    """
    query = Query()
    for found in _PIECE.finditer(unicodedata.normalize("NFKC", text)):
        query = _with_piece(query, found, now, me)
    return query


def _with_piece(query: Query, found: re.Match[str], now: datetime, me: str) -> Query:
    quoted = found["phrase"] if found["phrase"] is not None else found["quote"]
    value = quoted if quoted is not None else found["word"]
    operator, is_unwanted = (found["operator"] or "").lower(), found["no"] is not None
    if not operator:
        name = "unwanted" if is_unwanted else "words"
        return replace(query, **{name: (*getattr(query, name), value)})
    if operator in VALUES:
        values = (value,) if quoted is not None else tuple(filter(None, value.split(","))) or (value,)
        traits = tuple(trait(operator, one) for each in values for one in VALUES[operator](operator, each, me))
        if is_unwanted:
            return replace(query, without=(*query.without, *traits))
        return replace(query, traits=(*query.traits, traits))
    if operator not in SETTINGS:
        known = ", ".join(f"{one}:" for one in (*VALUES, *SETTINGS))
        problem = f"there is no operator {operator}: (to search for these words, put them in quotes)"
        raise WrongQueryError("operator", f"{operator}:", known, problem)
    if is_unwanted:
        problem = f"{found[0]} cannot be excluded"
        raise WrongQueryError("unwanted", found[0], ", ".join(f"-{one}:" for one in VALUES), problem)
    return SETTINGS[operator](query, operator, value, now)


def _participant(operator: str, value: str, me: str) -> Iterator[str]:
    if value == "me" and not me:
        problem = f"nothing says who is meant by {operator}:me"
        raise WrongQueryError("me", f"{operator}:me", f"the id of a participant, such as {operator}:ann", problem)
    yield me if value == "me" else value


def _as_written(operator: str, value: str, me: str) -> Iterator[str]:
    yield value


def _one_of(*known: str) -> Callable[[str, str, str], Iterator[str]]:
    def values(operator: str, value: str, me: str) -> Iterator[str]:
        wanted = value.casefold().replace("-", "_")
        found = [one for one in known if wanted and one.casefold().startswith(wanted)]
        if not found:
            problem = f"{operator}: has no value {value!r}"
            raise WrongQueryError("value", f"{operator}:{value}", ", ".join(one.lower() for one in known), problem)
        yield from found

    return values


VALUES: Mapping[str, Callable[[str, str, str], Iterator[str]]] = {
    "from": _participant,
    "to": _participant,
    "type": _one_of(*get_args(MessageType)),
    "task": _as_written,
    "has": _one_of(*HAS),
}
"""Operator → the values of its trait that a written value means; the beginning of a type or `has:` is enough."""


def _moment(query: Query, operator: str, value: str, now: datetime) -> Query:
    moment = read_moment(value, now)
    if moment is None:
        raise WrongQueryError("moment", f"{operator}:{value}", EXAMPLES, f"{operator}: {value!r} is not a time")
    return replace(query, **{operator: moment})


def _order(query: Query, operator: str, value: str, now: datetime) -> Query:
    if value not in ("time", "match"):
        raise WrongQueryError("value", f"order:{value}", "time, match", f"order: has no value {value!r}")
    return replace(query, by_time=value == "time")


SETTINGS: Mapping[str, Callable[[Query, str, str, datetime], Query]] = {
    "before": _moment,
    "after": _moment,
    "order": _order,
}
"""Operator → the query with what it sets; the last of two holds."""
