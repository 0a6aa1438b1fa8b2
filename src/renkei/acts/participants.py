"""Acts on participants and on the project: join, leave, pause, resume, groups, quota (sections 6 and 7)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from renkei.acts.act import Act, ActContext
from renkei.acts.names import Names
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.protocol.primitives import Flag, Frozen, Id, Positive

NoLimit = Literal["none"]
"""The word that removes a limit."""


class JoinArguments(Frozen):
    """Add an agent or a human to the project.

    Raises AlreadyExistsError for an id that is taken, or NotAllowedError for actors other than leads and humans.
    """

    participant: Id
    """Id of the new participant."""
    role: str = ""
    """Its role, such as `backend`. Contracts can be open to a role."""
    lead: Flag = False
    """Add a lead, who may write every agent's entry and the fields of the project."""
    human: Flag = False
    """Add a human."""


class LeaveArguments(Frozen):
    """Remove a participant from the project.

    Participants may remove themselves; leads and humans may remove others. Unfinished work is released, delegators are
    notified, and a lead takes over what the participant delegated and must decide. Its artifacts stay under its id.
    Raises UnknownActorError, or NotAllowedError.
    """

    participant: Id
    """Id of the participant."""
    reason: str = ""
    """Why it leaves."""


class PauseArguments(Frozen):
    """Pause agents until they are resumed.

    A paused agent may do nothing, and reads the reason in its context. Returns None when all of them were paused
    already. Raises UnknownActorError, or NotAllowedError for actors other than leads and humans.
    """

    agents: Annotated[Names, Field(min_length=1)]
    """Ids of the agents."""
    reason: str
    """Why they are paused."""


class ResumeArguments(Frozen):
    """Resume agents that were paused, or suspended by a guard.

    Returns None when none of them was. Raises UnknownActorError, or NotAllowedError for actors other than leads and
    humans.
    """

    agents: Annotated[Names, Field(min_length=1)]
    """Ids of the agents."""


class SetGroupArguments(Frozen):
    """Define a group, or replace its members.

    Raises UnknownActorError, or NotAllowedError for actors other than leads and humans.
    """

    group: Id
    """Id of the group. Messages can be sent to it."""
    members: Names = ()
    """Ids of all its members."""


class PauseProjectArguments(Frozen):
    """Pause the project until it is resumed.

    No agent may act or is woken; humans may act, and messages that they send are kept. Returns None when the project
    was paused already. Raises NotAllowedError for actors other than leads and humans.
    """

    reason: str
    """Why the project is paused."""


class ResumeProjectArguments(Frozen):
    """Resume a paused project.

    Returns None when it was not paused. Raises NotAllowedError for actors other than leads and humans.
    """


class SetQuotaArguments(Frozen):
    """Set how many turns and tokens the project may use in all.

    A limit that is not given keeps its value. A project that was halted because its quota was used up continues. Raises
    BadValueError without any limit, or NotAllowedError for actors other than leads and humans.
    """

    turns: Positive | NoLimit | None = None
    """Turns in all; `none` removes the limit."""
    tokens: Positive | NoLimit | None = None
    """Tokens in all; `none` removes the limit."""


def _set_quota(context: ActContext, to: SetQuotaArguments) -> Iterable[c.Action]:
    quota = context.state.quota
    if to.turns is None and to.tokens is None:
        now = f"{words_of_limit(quota.turns)} turns, {words_of_limit(quota.tokens)} tokens"
        raise BadValueError(
            path="/turns",
            problem=f"neither `turns` nor `tokens` is given. The quota is now: {now}",
            hint="Give one or both; `none` removes a limit.",
        )
    return [c.SetQuota(_limit(to.turns, quota.turns), _limit(to.tokens, quota.tokens))]


def _limit(given: int | NoLimit | None, now: int | None) -> int | None:
    return now if given is None else None if given == "none" else given


def words_of_limit(limit: int | None) -> str:
    """Return a limit in words: its number, or `unlimited`."""
    return "unlimited" if limit is None else str(limit)


def _pause(context: ActContext, to: PauseArguments) -> Iterable[c.Action]:
    return [c.SuspendActor(agent, to.reason) for agent in to.agents]


def _resume(context: ActContext, to: ResumeArguments) -> Iterable[c.Action]:
    return [c.ResumeActor(agent) for agent in to.agents]


ACTS = (
    Act(
        "join",
        JoinArguments,
        lambda context, to: [c.Join(to.participant, to.role, to.human, to.lead)],
        "agent",
        "participant",
    ),
    Act("leave", LeaveArguments, lambda context, to: [c.Leave(to.participant, to.reason)], "agent", "participant"),
    Act("pause", PauseArguments, _pause, "agent"),
    Act("resume", ResumeArguments, _resume, "agent"),
    Act(
        "set_group", SetGroupArguments, lambda context, to: [c.SetGroup(to.group, tuple(to.members))], "group", "group"
    ),
    Act("pause_project", PauseProjectArguments, lambda context, to: [c.PauseProject(to.reason)], "project"),
    Act("resume_project", ResumeProjectArguments, lambda context, to: [c.ResumeProject()], "project"),
    Act("set_quota", SetQuotaArguments, _set_quota, "project"),
)
