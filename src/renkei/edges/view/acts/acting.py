"""A person who acts: under its own name, and once for each form that was shown."""

import re
from dataclasses import field
from http import HTTPStatus

from renkei.edges.view.surroundings import Surroundings
from renkei.errors import BadValueError, RenkeiError
from renkei.frozen import frozen
from renkei.project.caller import CallerActs
from renkei.project.project import Project

COMMAND_ID = re.compile(r"view-[0-9a-f]{24}")


class FormUnfinishedError(RenkeiError):
    """A form asks for another row: it is shown again, and nothing is wrong with it."""

    code = "FORM_UNFINISHED"
    template = ""
    status = HTTPStatus.OK


@frozen
class Acting:
    """Who acts. `command_id` was made with the page of the form, so that a double click is one act."""

    project: Project
    person: str
    command_id: str
    surroundings: Surroundings = field(default_factory=Surroundings)

    @property
    def acts(self) -> CallerActs:
        """The acts of the person; raises BadValueError for a command id that no page has."""
        if not COMMAND_ID.fullmatch(self.command_id):
            raise BadValueError(path="/command_id", got=self.command_id, expected="the one of the page")
        return CallerActs(self.project, self.person, f"{self.person}-{self.command_id}")
