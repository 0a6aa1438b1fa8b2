"""The team and an inbox as lines of text, for a person at a terminal and for the lead."""

from collections.abc import Sequence

from renkei.budget.context.message_text import gist
from renkei.engine.views.agent_overview import AgentOverview, agent_overviews
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.wording.visible import visible


def roster(project: Project) -> Sequence[str]:
    """Return one line for each agent: its id, role, status, task, and what it waits for."""
    return list(roster_lines(project).values())


def roster_lines(project: Project) -> dict[str, str]:
    """Return the lines of the roster by agent."""
    state = project.state
    found = agent_overviews(state, max(state.at, project.now()), project.heartbeats())
    return {one.agent: visible(_line(one, state.locale)) for one in found}


def _line(one: AgentOverview, locale: Locale) -> str:
    role = say(locale, "roster.lead") if one.lead else one.role
    doing = one.status if one.activity == "between_turns" else say(locale, f"roster.{one.activity}")
    parts = [f"{one.agent} ({role})" if role else one.agent, doing, one.task]
    waits = say(locale, "tasks.waits", tasks=one.waits_for) if one.waits_for else ""
    unread = say(locale, "roster.unread", count=one.unread) if one.unread else ""
    return " · ".join(part for part in (*parts, waits, unread) if part)


def inbox(project: Project, participant: str) -> Sequence[str]:
    """Return one line for each unread message of a participant, the oldest first; raises UnknownActorError."""
    found = project.pending(participant).messages
    return [visible(f"{one.message.id}  {one.message.from_}: {gist(one.message)}") for one in found]
