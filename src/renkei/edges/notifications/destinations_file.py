"""The destinations of a person's projects on this machine, in one file outside of every project.

Addresses of services hold tokens, so they are kept as `store.settings.rows_of_person` says.
"""

import os

from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.errors import UnknownDestinationError
from renkei.errors import AlreadyExistsError, BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.consenting import project_id
from renkei.project.project import Project
from renkei.store.settings.consents import consents_path
from renkei.store.settings.rows_of_person import RowsOfPerson, Value


@frozen
class Destinations:
    """The destinations of one project in one directory."""

    rows: RowsOfPerson

    @classmethod
    def of(cls, project: Project) -> "Destinations":
        """Return those of a project, in the file of the person who runs this process."""
        directory = "" if project.directory is None else str(project.directory.resolve())
        path = consents_path(os.environ).with_name("notifications.json")
        return cls(RowsOfPerson(path, project_id(project), directory, "destination"))

    def load(self) -> tuple[Destination, ...]:
        """Return the destinations in the order in which they were added; raises LogBrokenError."""
        try:
            return tuple(Destination.model_validate(one) for one in self.rows.load())
        except BadValueError:
            raise self.rows.broken() from None

    def find(self, name: str) -> Destination:
        """Return the destination with an id; raises UnknownDestinationError, or LogBrokenError."""
        known = {one.id: one for one in self.load()}
        if name not in known:
            raise UnknownDestinationError(destination=name, known=", ".join(known) or "none")
        return known[name]

    def add(self, one: Destination) -> None:
        """Add a destination; raises AlreadyExistsError, LogBrokenError, or LogNotWritableError."""

        def added(values: list[Value]) -> list[Value]:
            if any(value.get("id") == one.id for value in values):
                raise AlreadyExistsError(name=one.id, what="a destination with this address for this person")
            return [*values, one.model_dump(mode="json")]

        self.rows.change(added)

    def replace(self, one: Destination) -> None:
        """Replace a destination; raises UnknownDestinationError, LogBrokenError, or LogNotWritableError."""
        self.find(one.id)
        content = one.model_dump(mode="json")
        self.rows.change(lambda values: [content if value.get("id") == one.id else value for value in values])

    def remove(self, name: str) -> None:
        """Remove a destination; raises UnknownDestinationError, LogBrokenError, or LogNotWritableError."""
        self.find(name)
        self.rows.change(lambda values: [one for one in values if one.get("id") != name])
