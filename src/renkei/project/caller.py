"""The acts of one participant, for edges that know their caller: no argument changes the actor."""

from typing import Any

from renkei.acts.table import request
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.project.acting import Request
from renkei.project.acts import Acts
from renkei.project.project import Project


class Caller(Acts):
    """The acts of a project under the name of the caller, each done once for a command id.

    `fingerprint` is a digest of the request: the same command id with another fingerprint raises DuplicateCommandError.
    """

    def __init__(self, project: Project, name: str, command_id: str | None = None, fingerprint: str = "") -> None:
        self.project = project
        self.name = name
        self._command_id = command_id
        self._fingerprint = fingerprint

    def do(self, *actions: c.Action) -> Record | None:
        """Do actions as the caller."""
        return self.project.do(*actions, actor=self.name, command_id=self._command_id, fingerprint=self._fingerprint)

    def perform(self, *requests: Request) -> Record | None:
        """Perform acts as the caller, as one record; return None when nothing changed."""
        return self.project.perform(
            *requests, actor=self.name, command_id=self._command_id, fingerprint=self._fingerprint
        )

    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None:
        return self.perform(request(name, **values))
