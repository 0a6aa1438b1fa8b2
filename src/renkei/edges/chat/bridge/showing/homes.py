"""The page of a person in a chat with such pages: waiting items, and the agents at work."""

from collections.abc import Iterator

from renkei.acts.offers import Offer, offers_for
from renkei.edges.chat.bridge.answers import agent_line, entry_line
from renkei.edges.chat.bridge.choices import choices_of
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.port import Chat, Home, HomeEntry
from renkei.edges.chat.settings import GUEST, BridgeSettings
from renkei.engine.state import State
from renkei.engine.views.agent_overview import agent_overviews
from renkei.engine.views.waiting.entry import Group, group_of
from renkei.project.project import Project
from renkei.texts.say import say

GROUPS: tuple[Group, ...] = ("holds", "yours", "reading")
"""The groups of waiting items, as they are shown."""

AGAIN_SECONDS = 30.0
"""Seconds before a page that could not be shown is tried again."""


class Homes:
    """The pages of one bridge. A page is shown once its person has opened it, and again whenever it changes.

    `open` is called by the listening thread, everything else by the posting thread. Each of them assigns whole
    values: at worst, a page is shown once more.
    """

    def __init__(
        self, project: Project, chat: Chat, settings: BridgeSettings, file: BridgeFile, problems: Problems
    ) -> None:
        self._project, self._chat, self._settings = project, chat, settings
        self._file, self._problems = file, problems
        self._open = {one for one in settings.people if file.position(_side(one))}
        self._shown: dict[str, Home] = {}

    def open(self, user: str) -> None:
        """Note that a user looks at the page."""
        if user in self._settings.people and user not in self._open:
            self._file.set_position(_side(user), "open")
        self._open = self._open | {user}
        self._shown.pop(user, None)

    def show(self) -> float | None:
        """Show each page that has changed; return the seconds after which a failed page is tried again, or None."""
        waits = [self._show(user) for user in self._open]
        return min((one for one in waits if one is not None), default=None)

    def _show(self, user: str) -> float | None:
        home = self._home(self._settings.people.get(user, ""))
        if self._shown.get(user) == home:
            return None
        try:
            self._chat.show_home(user, home)
        except (ChatUnreachableError, OSError) as error:
            return (error.retry_after if isinstance(error, ChatUnreachableError) else 0.0) or AGAIN_SECONDS
        except ChatRefusedError as error:
            self._problems.refuse(error)
        self._shown[user] = home
        return None

    def _home(self, name: str) -> Home:
        state = self._project.state
        known = state.actors.get(name)
        if known is None or not known.human:
            return Home(say(state.locale, "chat.home.guest"))
        waiting = self._project.waiting_for(name)
        key = "chat.status.waiting" if waiting else "chat.status.nothing"
        heading = say(state.locale, key, count=len(waiting)).removesuffix(":")
        entries = [
            HomeEntry(
                f"{one.kind} {entry_line(state, one)}",
                choices_of(offers_for(state, one), state.locale),
                say(state.locale, f"chat.home.{group}"),
            )
            for group in GROUPS
            for one in waiting
            if group_of(one) == group
        ]
        return Home(heading, (*entries, *self._agents(state)))

    def _agents(self, state: State) -> Iterator[HomeEntry]:
        group = say(state.locale, "chat.home.agents")
        for one in agent_overviews(state, state.at, self._project.heartbeats()):
            if one.role != GUEST:
                offer = Offer("resume" if one.activity == "paused" else "pause", one.agent)
                yield HomeEntry(agent_line(state.locale, one), choices_of((offer,), state.locale), group)


def _side(user: str) -> str:
    return f"home of {user}"
