"""The questions that `renkei init` asks on a terminal, and participants as it takes them."""

from functools import partial
from typing import cast, get_args

import click

from renkei.edges.cli.output.echo import echo
from renkei.engine import commands as c
from renkei.engine.commands import Join
from renkei.engine.state import HUMAN
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale, valid_id
from renkei.wording.visible import visible


def join(text: str, lead: bool = False, human: bool = False) -> c.Join:
    """Return the action by which the participant `ID` or `ID:ROLE` joins."""
    name, _, role = text.partition(":")
    return c.Join(name, role, human, lead)


@frozen
class Answers:
    """A person's answers: the goal, the participants, the language of the texts for agents."""

    goal: str
    members: tuple[Join, ...]
    locale: Locale


def ask() -> Answers:
    """Ask what a new project needs; an empty answer is allowed everywhere."""
    echo("Press Enter to skip a question. A participant is ID or ID:ROLE; separate several with spaces.")
    goal = click.prompt("Goal of the project", default="", show_default=False)
    taken = {HUMAN}
    leads = _participants("Agents that lead, such as architect:design", taken, lead=True)
    agents = _participants("Other agents, such as ann:backend bob:frontend", taken)
    humans = _participants(f"Humans besides `{HUMAN}`, such as mika:owner", taken, human=True)
    languages = click.Choice(get_args(Locale))
    locale = click.prompt("Language of the text for agents", default="en", type=languages)
    return Answers(goal.strip(), (*leads, *agents, *humans), cast("Locale", locale))


def _participants(question: str, taken: set[str], *, lead: bool = False, human: bool = False) -> tuple[Join, ...]:
    """Ask for participants until each has its own id; add these ids to `taken`."""
    parse = partial(_parsed, taken=taken, lead=lead, human=human)
    found: tuple[Join, ...] = click.prompt(question, default="", show_default=False, value_proc=parse)
    taken.update(one.actor for one in found)
    return found


def _parsed(answer: str, *, taken: set[str], lead: bool, human: bool) -> tuple[Join, ...]:
    joins = tuple(join(one, lead, human) for one in answer.replace(",", " ").split())
    named = [*taken, *(one.actor for one in joins)]
    for one in joins:
        try:
            valid_id(one.actor)
        except BadValueError as error:
            raise click.UsageError(visible(str(error))) from None
        if named.count(one.actor) > 1:
            raise click.UsageError(f"The id {one.actor} is used twice.")
    return joins
