"""An outside agent: its participant, its address and its token, kept in a file of the person who added it."""

import os
from ipaddress import ip_address
from urllib.parse import urlsplit

from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.consenting import project_id
from renkei.project.project import Project
from renkei.protocol.primitives import Count, Frozen, Id
from renkei.store.settings.consents import consents_path
from renkei.store.settings.rows_of_person import RowsOfPerson, Value

REPLY_WITHIN = 3600
"""Seconds, as those after which a claim of an agent that gives no sign of life ends."""


class OutsideAgent(Frozen):
    """An agent that a participant of the project represents."""

    participant: Id
    """Id of the participant."""
    incarnation: Count
    """Which participant of this id, so that a later one keeps its messages."""
    address: str
    """The address below which its card is."""
    token: str = ""
    """The bearer token that it asks for; "" for none."""
    reply_within: Count = REPLY_WITHIN
    """Seconds without a message after which a reply that it owes is overdue; 0 for never."""


def check_address(address: str) -> str:
    """Return an address without a final slash.

    Raises BadValueError for one that is not of the web, or that sends the token over a network unprotected.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise BadValueError(path="/a2a", got=address, expected="an address such as https://agents.example/planner")
    if parts.scheme == "http" and not is_local(parts.hostname):
        raise BadValueError(path="/a2a", got=address, expected="https, since anyone on the network could read http")
    return address.rstrip("/")


def is_local(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


@frozen
class OutsideAgents:
    """The outside agents of one project in one directory."""

    rows: RowsOfPerson

    @classmethod
    def of(cls, project: Project) -> "OutsideAgents":
        """Return those of a project, in the file of the person who runs this process."""
        directory = "" if project.directory is None else str(project.directory.resolve())
        path = consents_path(os.environ).with_name("outside_agents.json")
        return cls(RowsOfPerson(path, project_id(project), directory, "agent"))

    def load(self, project: Project) -> tuple[OutsideAgent, ...]:
        """Return those whose participant has not left since; raises LogBrokenError."""
        try:
            found = [OutsideAgent.model_validate(one) for one in self.rows.load()]
        except BadValueError:
            raise self.rows.broken() from None
        actors = project.state.actors
        return tuple(
            one for one in found if one.participant in actors and actors[one.participant].incarnation == one.incarnation
        )

    def add(
        self, project: Project, participant: str, address: str, token: str, reply_within: int = REPLY_WITHIN
    ) -> None:
        """Keep the address of a participant; raises LogBrokenError, or LogNotWritableError."""
        made = OutsideAgent(
            participant=participant,
            incarnation=project.state.actors[participant].incarnation,
            address=address,
            token=token,
            reply_within=reply_within,
        )

        def added(values: list[Value]) -> list[Value]:
            others = [one for one in values if one.get("participant") != participant]
            return [*others, made.model_dump(mode="json")]

        self.rows.change(added)
