"""The system prompt of a member's model. It is the same for all its requests, so that the provider can cache it."""

from renkei.edges.team.team_file import MemberFile
from renkei.protocol.primitives import Locale
from renkei.texts.say import say


def system_prompt(team: str, member: MemberFile, locale: Locale, *, lead: bool) -> str:
    """Return a member's system prompt: its identity, how it works in the team, and its instructions."""
    role = member.role or ("lead" if lead else "teammate")
    parts = [
        say(locale, "teammate.identity", agent=member.id, role=role, team=team),
        say(locale, "teammate.lead" if lead else "teammate.member"),
        say(locale, "teammate.rules"),
        member.instructions.strip(),
    ]
    return "\n\n".join(one for one in parts if one)
