"""Items waiting for each person, for the streams and the frames of that person's pages."""

from collections.abc import Sequence

from renkei.edges.view.triage.snoozes import put_off_now
from renkei.edges.view.words import words_in
from renkei.engine.state import State
from renkei.engine.views.titles import entry_title
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import one_line

SENT = 200
"""Entries that a browser knows at most, to notice which of them are new."""

MOST_CHARACTERS = 120
"""Characters of the text about an entry."""


class Awaited:
    """Items waiting for people in the newest state, computed once per record however many pages are open.

    The records up to a seq determine the state, so the seq is all that an answer depends on beside the person.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._kept: dict[str, tuple[int, list[Waiting]]] = {}

    def of(self, person: str) -> list[Waiting]:
        """Return the items waiting for a person now, without those put off; empty if the person has left."""
        state = self._project.state
        seq, found = self._kept.get(person, (-1, []))
        if seq != state.seq:
            found = waiting_for(state, person) if person in state.actors else []
            self._kept[person] = state.seq, found
        snoozed = put_off_now(self._project, person, found, max(state.at, self._project.now()))
        return [one for one in found if one.key not in snoozed]

    def summary(self, person: str, locale: Locale) -> dict[str, object]:
        """Return its data for a stream: the number of entries, and the key and a line of each."""
        found = self.of(person)
        lines = [(one.key, line_of(self._project.state, one, locale)) for one in found[:SENT]]
        return {"waiting": len(found), "entries": lines}


def keys_of(found: Sequence[Waiting]) -> list[str]:
    """Return the keys of the entries that a browser knows."""
    return [one.key for one in found[:SENT]]


def line_of(state: State, one: Waiting, locale: Locale) -> str:
    """Return an entry as one line."""
    kind = words_in(locale)(f"waiting.kind.{one.kind}")
    return one_line(f"{kind}: {entry_title(state, one)}".removesuffix(": "))[:MOST_CHARACTERS]
