"""Imports posts from exports of a chat into an existing project, or into a new one, which appears when complete."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from renkei.edges.chat.past.ids import AuthorIds, GroupIds
from renkei.edges.chat.past.recording import Recorder, record_past
from renkei.edges.chat.past.spool import Spool
from renkei.engine import commands as c
from renkei.engine.state import EVERYBODY, HUMAN, SYSTEM, State
from renkei.errors import UnknownActorError
from renkei.log.built_aside import built_aside
from renkei.project.create import create
from renkei.project.project import Project
from renkei.store.layout import Layout


def create_with_past(
    chat: str, spool: Spool, people: Mapping[str, str], into: Path, name: str, new: Callable[[int], None]
) -> Iterator[int]:
    """Create a project in a directory with the posts of a spool; see `add_past`. A crash leaves no project."""
    with _made(into), built_aside(into) as aside:
        with create(aside, name) as project:
            yield from add_past(chat, spool, people, project, new)
        files = sorted(aside.iterdir(), key=lambda path: path.name.startswith(Layout(into).log.name))
        for path in files:
            path.replace(into / path.name)


@contextmanager
def _made(directory: Path) -> Iterator[None]:
    """Make a directory; one that is still empty after an error is removed."""
    directory.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            directory.rmdir()
        raise


def add_past(
    chat: str, spool: Spool, people: Mapping[str, str], project: Project, new: Callable[[int], None]
) -> Iterator[int]:
    """Record the posts of a spool in a project, and yield how many more were read.

    `people`: the participant that a user of the chat is. `new` is called with the number of messages that the project
    did not have. Repeating it continues an import that was killed. Raises RenkeiError.
    """
    state = project.state
    for participant in people.values():
        if participant not in state.actors:
            raise UnknownActorError(actor=participant, known=state.known_actors())
    groups = _groups(spool, state, chat)
    missing = [one for one in groups.values() if one not in state.groups]
    if missing:
        project.do(*(c.SetGroup(one, ()) for one in missing), actor=HUMAN)
    recorder = Recorder(chat, AuthorIds(chat, people, _taken(state)), groups.__getitem__)
    for batch, added in record_past(project, recorder, spool, HUMAN):
        new(added)
        yield len(batch)


def _groups(spool: Spool, state: State, chat: str) -> dict[str, str]:
    """Return the group of each channel: the project's group with its name, or else one that is made without members."""
    made = GroupIds(_taken(state))
    found: dict[str, str] = {}
    for channel, named in sorted(spool.channels.items()):
        name = named.strip()
        same = name in state.groups and name not in found.values()
        found[channel] = name if same else made.of(channel, name)
    return found


def _taken(state: State) -> tuple[str, ...]:
    return (*state.actors, *state.groups, EVERYBODY, SYSTEM)
