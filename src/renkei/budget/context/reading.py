"""How an agent reads: the options of a context that the caller of a turn may choose."""

from typing import TypedDict, Unpack, get_args

from renkei.budget.context.build import DEFAULT_BUDGET, Rendering
from renkei.budget.context.view import Summarize
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import Locale
from renkei.texts.look_up import Interface


class ReadingOptions(TypedDict, total=False):
    """The fields of `Reading` as keyword arguments."""

    budget: int
    locale: Locale | None
    count: Counter
    rendering: Rendering
    summarize: Summarize | None
    recall: bool
    interface: Interface


@frozen
class Reading:
    """How an agent's context is built.

    `budget` is the most tokens of its text, as counted by `count`. `locale` is its language; None means the project's.
    `rendering` is "snapshot" for an agent without memory, "delta" for one whose conversation continues. `summarize`
    returns a model's summary of a long message, or None. `recall`: fill the rest of a snapshot's budget with earlier
    messages, for an agent that has lost its memory. `interface`: whether the text names command lines, tools or HTTP
    requests for looking up the rest.

    Raises BadValueError for a locale, rendering or interface that does not exist, or a budget that is not an integer.
    """

    budget: int = DEFAULT_BUDGET
    locale: Locale | None = None
    count: Counter = estimate
    rendering: Rendering = "snapshot"
    summarize: Summarize | None = None
    recall: bool = False
    interface: Interface = "command_line"

    def __post_init__(self) -> None:
        for name, kind in (("locale", Locale), ("rendering", Rendering), ("interface", Interface)):
            value = getattr(self, name)
            if value is not None and value not in get_args(kind):
                raise BadValueError(path=f"/{name}", got=value, expected=", ".join(get_args(kind)))
        if not isinstance(self.budget, int):
            raise BadValueError(path="/budget", got=self.budget, expected="a number of tokens")

    def override(self, **options: Unpack[ReadingOptions]) -> "Reading":
        """Return the reading with some fields replaced."""
        return replace(self, **options)


DEFAULT_READING = Reading()
"""4,000 estimated tokens in the project's language, for an agent without memory."""
