"""The message that gives the lead the goal: once, and again to a lead that follows one that could not continue."""

import re

from renkei.project.project import Project
from renkei.project.turns.reports import left_by

GOAL = "team-goal"
"""The id of the command and the message that give the lead the goal; `team-goal-2` and so on for a later lead."""


def is_goal(message_id: str) -> bool:
    """Return whether a message gives a lead the goal."""
    return re.fullmatch(rf"{GOAL}(-\d+)?", message_id) is not None


def goal_of(project: Project, lead: str) -> str:
    """Return the id of the newest message that gave a lead the goal, or of the first one to come."""
    later = (f"{GOAL}-{number}" for number in range(_incarnation(project, lead), 1, -1))
    return next((one for one in later if project.log.find(one) is not None), GOAL)


def goal_due(project: Project, lead: str) -> str:
    """Return the id with which the lead gets the goal now; "" if it has it, or no longer needs it.

    A lead that left cleanly, or had answered, is not followed by one with the same goal.
    """
    newest, number = goal_of(project, lead), _incarnation(project, lead)
    if project.log.find(newest) is None:
        return newest
    due = f"{GOAL}-{number}"
    is_new = number > 1 and newest != due and lead in project.state.actors
    if not is_new or project.log.find(left_by(lead, number - 1)) is not None or _is_answered(project, lead, newest):
        return ""
    return due


def _is_answered(project: Project, lead: str, goal: str) -> bool:
    return any(one.message.from_ == lead for one in project.conversation(thread=goal))


def _incarnation(project: Project, lead: str) -> int:
    state = project.state
    return state.actors[lead].incarnation if lead in state.actors else state.departed.get(lead, 1)
