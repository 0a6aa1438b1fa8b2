"""The context of a past turn or its news, rebuilt from the state that it was built from.

The log holds how each message was shown, but not the text. The same state and reading give the same text, except that
an agent's own counter and summaries by a model are not recorded: `exact` says whether the record agrees.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from renkei.budget.context.build import Context, build
from renkei.budget.context.reading import Reading
from renkei.budget.context.shown import Shown
from renkei.budget.context.view import View
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.relevance.features import FEATURES, INTERCEPT
from renkei.engine.events import NewsGiven, TurnBegan
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import view
from renkei.engine.views.agent_context.news import news_view
from renkei.engine.views.agent_context.signals import Reader
from renkei.errors import BudgetTooSmallError
from renkei.immutable.frozen import frozen
from renkei.texts.look_up import Interface

Given = TurnBegan | NewsGiven

Cause = Literal["delivery", "limit", "budget"]
"""Why a context omits a message: its tier is not delivered, there are too many of its tier, or it did not fit."""

NOT_WEIGHED = frozenset(
    ("decision_to_make", "review_of_my_work", "answer_to_my_task", "waited_for", "blocking_to_me", "to_me", "in_common")
)
"""The rules that decide before features are considered."""


@frozen
class Rebuilt:
    """A rebuilt context, with everything that it could hold.

    `exact`: its tokens and its form of each message match the record.
    """

    view: View
    reading: Reading
    context: Context
    exact: bool = True

    def within(self, budget: int) -> Context | None:
        """Return the context with another budget; None if the reader's own state does not fit."""
        return _build(self.view, self.reading.override(budget=budget))


def rebuild(state: State, event: Given) -> Rebuilt | None:
    """Return the context of a turn or news, rebuilt from the state after `event.seen`; None if impossible."""
    found: Rebuilt | None = None
    for reading in _readings(event):
        could_hold = _view(state, event, reading)
        built = _build(could_hold, reading) if could_hold is not None else None
        if could_hold is None or built is None:
            continue
        exact = (built.tokens, _visible(built.given)) == (event.tokens, _visible(event.given))
        if found is None or exact:
            found = Rebuilt(could_hold, reading, built, exact)
        if exact:
            break
    return found


def _visible(given: Iterable[Shown]) -> list[Shown]:
    return [one for one in given if one.form != "omitted"]


def completed(event: Given, rebuilt: Rebuilt | None) -> tuple[Shown, ...]:
    """Return the fate of each message in a context: as recorded, or as rebuilt if its record only counts it."""
    if rebuilt is None or not event.omitted:
        return event.given
    known = {one.id: one for one in event.given}
    rows = rebuilt.context.given
    missing = [one for one in event.given if one.id not in {row.id for row in rows}]
    return (*(known.get(one.id, one) for one in rows), *missing)


def preview(state: State, agent: str, reading: Reading) -> Rebuilt | None:
    """Return an agent's context if its turn began now; None without room for it. Raises UnknownActorError."""
    could_hold = view(state, agent, reading)
    built = _build(could_hold, reading)
    return None if built is None else Rebuilt(could_hold, reading, built)


def _readings(event: Given) -> Iterator[Reading]:
    """Yield the possible readings of the context.

    The interface of its text, and whether it recalled earlier messages, are not recorded.
    """
    rendering = event.rendering if isinstance(event, TurnBegan) else "delta"
    reading = Reading(event.budget, event.locale, rendering=rendering)
    for recall in (False, True) if rendering == "snapshot" else (False,):
        for interface in get_args(Interface):
            yield reading.override(recall=recall, interface=interface)


def _view(state: State, event: Given, reading: Reading) -> View | None:
    if event.agent not in state.actors:
        return None
    if isinstance(event, TurnBegan):
        return view(state, event.agent, reading, keep=False)
    if event.agent not in state.turns:
        return None
    return news_view(state, event.agent, reading, critical_only=event.critical_only)


def _build(could_hold: View, reading: Reading) -> Context | None:
    try:
        return build(could_hold, reading.budget, reading.count, reading.rendering)
    except BudgetTooSmallError:
        return None


def left_out(given: Iterable[Shown], delivery: ContextDelivery) -> Mapping[str, Cause]:
    """Return why each omitted message is not in a context."""
    rows = list(given)
    shown = sum(one.tier == "background" and one.form != "omitted" for one in rows)
    limit = delivery.background_limit
    is_full = limit is not None and shown >= limit

    def cause(one: Shown) -> Cause:
        if delivery.of_tier[one.tier].delivery == "omit":
            return "delivery"
        return "limit" if one.tier == "background" and is_full else "budget"

    return {one.id: cause(one) for one in rows if one.form == "omitted"}


@frozen
class Weight:
    """A feature of a message: its value from 0 to 1, and what it added to the score."""

    name: str
    value: float
    added: float


@frozen
class Score:
    """The sum of a message's features: the logarithm of the odds that its reader needs it."""

    total: float
    weights: tuple[Weight, ...]


def scores(state: State, agent: str, messages: Sequence[Shown]) -> Mapping[str, Score]:
    """Return the scores of the messages whose tier was decided by their features, if still remembered."""
    perspective = Reader(state, agent, state.locale).perspective
    found: dict[str, Score] = {}
    for one in messages:
        values = {} if one.rule in NOT_WEIGHED else perspective.features(one.id)
        if values:
            weights = [Weight(name, value, FEATURES[name].weight * value) for name, value in values.items() if value]
            weights.sort(key=lambda weight: -abs(weight.added))
            found[one.id] = Score(INTERCEPT + sum(weight.added for weight in weights), tuple(weights))
    return found
