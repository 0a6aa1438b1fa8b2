"""The lead and the name of a team."""

from collections.abc import Sequence

from renkei.edges.team.team_file import TeamFile
from renkei.engine.state import EVERYBODY, SYSTEM, Quota, State
from renkei.errors import BadValueError
from renkei.wording.values import quote


def lead_of(state: State) -> str:
    """Return the id of the lead, or ""."""
    return next((one.id for one in state.everybody() if one.lead and not one.human), "")


def agents_of(state: State) -> Sequence[str]:
    """Return the agents in the order of joining, including the lead."""
    return [one.id for one in state.everybody() if not one.human]


def check_team(team: TeamFile, name: str | None) -> None:
    """Raise BadValueError if the project has a team of another name."""
    if name not in (None, "", team.name):
        hint = f"This team is {quote(team.name)}; a project has one team. Use that name, or leave it out."
        raise BadValueError(path="/team_name", got=name, problem=f"there is no team {quote(name)}", hint=hint)


def check_members(state: State, team: TeamFile) -> None:
    """Raise BadValueError for a file with more members than it allows, or with an id that is taken.

    In particular, no member may have the id of a person.
    """
    named, most = 1 + len(team.members), team.quota.members
    if named > most:
        problem = f"the file names {named} members with the lead, and allows {most}"
        raise BadValueError(path="/team/quota/members", got=most, problem=problem, hint="Raise it, or name fewer.")
    taken = {EVERYBODY, SYSTEM, *(one.id for one in state.everybody() if one.human)}
    for index, one in enumerate((team.lead, *team.members)):
        if one.id in taken:
            path = f"/team/members/{index - 1}/id" if index else "/team/lead/id"
            raise BadValueError(path=path, got=one.id, problem=f"{one.id} is already taken", hint="Choose another id.")
        taken.add(one.id)


LEAD_TOOLS = frozenset(("TaskGet", "Task", "Skill", "TaskOutput", "TaskStop", "TeamCreate", "TeamDelete"))
"""The tools reserved for the lead."""


def quota_of(team: TeamFile, state: State) -> Quota:
    """Return the quota of a team's project: the limits in the file, else the project's own, else the default ones.

    A default limit counts from now, so that a project with a past can be continued.
    """
    given, own = team.quota, state.quota
    named = given.model_fields_set
    turns, tokens = given.turns, given.tokens
    if "turns" not in named:
        turns = own.turns if own.turns is not None else (given.turns or 0) + state.turns_spent
    if "tokens" not in named:
        tokens = own.tokens if own.tokens is not None else (given.tokens or 0) + state.tokens_spent
    return Quota(turns, tokens)
