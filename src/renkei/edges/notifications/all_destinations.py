"""All destinations of a project: services, which belong to a machine, and devices, which belong to the project."""

from renkei.edges.notifications.destination import RULES, Destination, destination_of
from renkei.edges.notifications.destinations_file import Destinations
from renkei.edges.notifications.errors import UnknownDestinationError
from renkei.edges.notifications.told_file import ToldFile
from renkei.edges.reaching.answer_links import revoke_answers
from renkei.edges.reaching.devices import change_rules, devices, end_device, reachable, remove_device
from renkei.errors import BadValueError
from renkei.project.project import Project


class AllDestinations:
    """The destinations of one project. All methods raise LogError for files that cannot be read or written."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._services = Destinations.of(project)

    def load(self) -> tuple[Destination, ...]:
        """Return all of them, also devices that have ended."""
        found = list(self._services.load())
        for device in devices(self._project):
            try:
                found.append(destination_of(device))
            except BadValueError:  # renkei did not write its rules
                continue
        return tuple(found)

    def sending(self) -> tuple[Destination, ...]:
        """Return those to which notifications go now."""
        present = {one.id for one in reachable(self._project)}
        return tuple(one for one in self.load() if one.device is None or one.id in present)

    def find(self, name: str) -> Destination:
        """Return the destination with an id; raises UnknownDestinationError."""
        known = {one.id: one for one in self.load()}
        if name not in known:
            raise UnknownDestinationError(destination=name, known=", ".join(known) or "none")
        return known[name]

    def change(self, one: Destination) -> None:
        """Replace the rules of a destination; raises UnknownDestinationError."""
        if not one.answers:
            revoke_answers(self._project, one.id)
        if one.device is None:
            self._services.replace(one)
        else:
            change_rules(self._project, one.id, one.model_dump(mode="json", include=set(RULES)))

    def remove(self, name: str) -> None:
        """Remove a destination, with its answer links; raises UnknownDestinationError."""
        if self.find(name).device is None:
            self._services.remove(name)
            revoke_answers(self._project, name)
        else:
            remove_device(self._project, name)
        ToldFile(self._project.directory, name).delete()

    def end(self, one: Destination) -> None:
        """Note that a device takes nothing any more."""
        if one.device is not None:
            end_device(self._project, one.id, self._project.time())
