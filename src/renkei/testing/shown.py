"""Assertions about what an agent was shown: which message, its tier, its form, and the reason.

A `Context` has it all: `project.context(agent)` for what the agent would read now, `turn.context` and `turn.news()` for
what it reads in a turn, and `last_context` for what it read in its last turn, in whatever process that was.
"""

from textwrap import indent

from renkei.budget.context.build import Context
from renkei.budget.context.shown import Form
from renkei.budget.relevance.tiers import Reason, Tier
from renkei.engine.views.agent_context.given import rebuild
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.coroutines.project import AsyncProject
from renkei.project.project import Project

CUT = 300
"""Most characters of a message that a failure shows."""


@frozen
class ShownMessage:
    """A message in a context."""

    id: str
    tier: Tier
    form: Form
    """How much of it is shown; `omitted` if nothing is."""
    rule: str
    """The rule that decided its tier."""
    why: str
    """The reason in words, in English."""
    text: str
    """The text that the agent reads of it; "" if nothing."""

    def __str__(self) -> str:
        text = self.text[:CUT] + "…" * (len(self.text) > CUT) or self.id
        return f"  {self.tier}, {self.form}: {self.why}:\n{indent(text, '    ')}"


def shown_messages(context: Context) -> list[ShownMessage]:
    """Return every message that a context is about, omitted ones included."""
    pieces: dict[str, list[str]] = {}
    for piece in context.pieces:
        pieces.setdefault(piece.message, []).append(piece.text)
    return [
        ShownMessage(
            id=one.id,
            tier=one.tier,
            form=one.form,
            rule=one.rule,
            why=Reason(one.rule, one.link, one.keywords).text("en"),
            text="\n".join(pieces.get(one.id, ())),
        )
        for one in context.given
    ]


def assert_shown(
    context: Context, text: str, *, tier: Tier | None = None, form: Form | None = None, why: str = ""
) -> ShownMessage:
    """Return the first message in a context that shows a text and is as expected.

    `why` is the name of the rule, or part of the reason in words. Raises AssertionError, with everything that is shown.
    """
    shown = shown_messages(context)
    for one in shown:
        as_expected = tier in (None, one.tier) and form in (None, one.form) and (why == one.rule or why in one.why)
        if one.text and text in one.text and as_expected:
            return one
    expected = ", ".join(one for one in (tier, form, f"because: {why}" if why else None) if one)
    raise AssertionError(f"{text!r} is not shown{f' as expected ({expected})' if expected else ''}. {_listed(shown)}")


def assert_not_shown(context: Context, text: str) -> None:
    """Raise AssertionError if a text occurs anywhere in a context, on its board for example."""
    for piece in context.pieces:
        if text in piece.text:
            raise AssertionError(f"{text!r} is shown in the section {piece.section!r}: {piece.text.strip()!r}")
    if text in context.text:
        raise AssertionError(f"{text!r} is shown")


def last_context(of: Project | AsyncProject, agent: str) -> Context:
    """Return the context of an agent's open or last turn, rebuilt from the log.

    Raises BadValueError for an agent that has had no turn, or whose context cannot be rebuilt.
    """
    project = of.sync if isinstance(of, AsyncProject) else of
    turns = project.past_turns(agent, limit=1)
    rebuilt = rebuild(project.state_at(turns[0].began.seen), turns[0].began) if turns else None
    if rebuilt is None:
        raise BadValueError(path="/agent", got=agent, expected="an agent that has had a turn")
    return rebuilt.context


def _listed(shown: list[ShownMessage]) -> str:
    lines = "\n".join(str(one) for one in shown)
    return f"The context has these messages:\n{lines}" if lines else "The context has no messages."
