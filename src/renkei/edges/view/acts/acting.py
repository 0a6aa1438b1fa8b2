"""A person who acts: under its own name, and once for each form that was shown."""

import hashlib
import re
from dataclasses import field
from http import HTTPStatus

from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.surroundings import Surroundings
from renkei.errors import BadValueError, RenkeiError
from renkei.immutable.frozen import frozen
from renkei.project.caller import Caller
from renkei.project.project import Project

COMMAND_ID = re.compile(r"view-[0-9a-f]{24}")


class FormUnfinishedError(RenkeiError):
    """A form is shown again with another row, or continued in another form (`shown`). It has no fault."""

    code = "FORM_UNFINISHED"
    template = ""
    http_status = HTTPStatus.OK

    def __init__(self, shown: PostedForm | None = None) -> None:
        super().__init__()
        self.shown = shown


@frozen
class ActingPerson:
    """A person acting through a form. `command_id` was made with its page, `content` is a digest of its content.

    So a double click is one act, and a form that was changed and sent again, such as after going back, is another.
    """

    project: Project
    person: str
    command_id: str
    surroundings: Surroundings = field(default_factory=Surroundings)
    content: str = ""

    @property
    def acts(self) -> Caller:
        """The acts of the person; raises BadValueError for a command id that no page has."""
        return Caller(self.project, self.person, self.command)

    @property
    def command(self) -> str:
        """The id of the command in the log, whatever the length of the person's id; raises BadValueError."""
        if not COMMAND_ID.fullmatch(self.command_id):
            raise BadValueError(path="/command_id", got=self.command_id, expected="the one of the page")
        name = hashlib.sha256("\n".join((self.person, self.command_id, self.content)).encode()).hexdigest()
        return f"view-{name[:32]}"

    def was_done(self) -> bool:
        """Return whether the log already has the form's act; raises BadValueError, or LogError."""
        return self.project.log.find(self.command) is not None
