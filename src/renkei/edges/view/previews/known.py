"""The files that a project knows: those of its artifacts, and those that people attached to posts of a chat.

An address names an artifact and never a path. The path that the artifact's owner wrote on the board is opened below the
directory of the project alone, without links and without the own files of this project and of any in its directories.
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from renkei.documents.json_pointer import join
from renkei.edges.view.previews.kinds import HEAD_BYTES, Kind, kind_of
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage, payload_field
from renkei.store.layout import NAME, Layout
from renkei.wording.values import quote
from renkei.workspace.confined import FILE_BYTES, ConfinedDirectory, plain
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.worktrees import plain_name

MOST_SHOWN = 6
"""Files of a message that are shown."""


@frozen
class KnownFile:
    """A file that this machine has: the artifact it belongs to, its directory, its first bytes and its length."""

    ref: str
    name: str
    directory: ConfinedDirectory
    path: str
    head: bytes
    length: int

    @property
    def kind(self) -> Kind:
        """What it is."""
        return kind_of(self.head)

    @property
    def is_small(self) -> bool:
        """Whether it is small enough to be sent."""
        return self.length <= FILE_BYTES

    @property
    def is_picture(self) -> bool:
        """Whether a page shows it as a picture."""
        return self.kind.group == "image" and self.kind.fits and self.is_small

    def read(self) -> bytes:
        """Return all of it; raises WorkspaceError if it is too large, or is no longer there."""
        data = self.directory.read(self.path)
        if data is None:
            raise WorkspaceError(problem=f"{quote(self.path)} is no longer there", hint="Look at the artifact again.")
        return data


def refs_of(message: AnyMessage) -> tuple[str, ...]:
    """Return the artifacts that a message names, the first of many."""
    fields = (payload_field(message, name) for name in ("output_artifacts", "input_artifacts", "artifact_ref"))
    named = (ref for one in fields for ref in (one if isinstance(one, tuple | list) else (one,)))
    about = (one.id for one in message.related_state_refs if one.type == "artifact")
    return tuple(dict.fromkeys(one for one in (*named, *about) if one and isinstance(one, str)))[:MOST_SHOWN]


def attached_to(project: Project, state: State, message_id: str) -> tuple[str, ...]:
    """Return the artifacts of files that came with a post: a bridge names them after its message, and saves them.

    Agents may use such a name for another file, which did not come with the post.
    """
    layout = _layout(project)
    if layout is None:
        return ()
    named = (ref for ref in state.board.artifacts if ref.startswith(f"{message_id}-"))
    saved = (ref for ref in named if any(path == str(layout.files / ref) for _, path in _paths(state, ref)))
    return tuple(saved)[:MOST_SHOWN]


def artifacts_by_name(state: State) -> dict[str, str]:
    """Return the artifact with each reference and each path; of two with a name, that with the reference, or the first.

    A text may name thousands of images, so no artifact is searched for each.
    """
    refs = tuple(state.board.artifacts)
    found = {path: ref for ref in reversed(refs) for _, path in _paths(state, ref)}
    return found | {ref: ref for ref in refs}


def known_file(project: Project, state: State, ref: str) -> KnownFile | None:
    """Return the file of an artifact; None if it has none that this machine may show."""
    for path, root in _directories(project, state, ref):
        try:
            directory = ConfinedDirectory(root)
            found = None if _is_of_a_project(directory, path) else directory.beginning(path, HEAD_BYTES)
        except WorkspaceError:
            continue
        if found is not None:
            return KnownFile(ref, path.rpartition("/")[2], directory, path, *found)
    return None


def _is_of_a_project(directory: ConfinedDirectory, path: str) -> bool:
    """Return whether a path leads into the own directory of a project, whatever its name; raises WorkspaceError."""
    names = PurePosixPath(directory.name(path))
    if any(plain(one) == NAME for one in names.parts):
        return True
    return any(Layout(directory.root / above).holds_project for above in (names, *names.parents))


def _paths(state: State, ref: str) -> Iterator[tuple[str, str]]:
    """Yield the agents that registered an artifact, each with the path that it gave."""
    for owner in state.board.artifact_owners(ref):
        cell = state.board.cells.get(join("agents", owner, "artifacts", ref, "path"))
        if cell is not None and cell.value and "://" not in str(cell.value):
            yield owner, str(cell.value)


def _layout(project: Project) -> Layout | None:
    """Return the layout of a project; None for one in memory."""
    return Layout(Path(project.directory).resolve()) if project.directory is not None else None


def _directories(project: Project, state: State, ref: str) -> Iterator[tuple[str, Path]]:
    """Yield a path with each directory in which it may be: of chat files, of its owner's worktree, of the project.

    The file of a post comes first, whatever else agents have registered under its name.
    """
    layout = _layout(project)
    if layout is None:
        return
    saved = str(layout.files / ref)
    for owner, path in sorted(_paths(state, ref), key=lambda one: one[1] != saved):
        if Path(path).is_relative_to(layout.files):
            yield path, layout.files
            continue
        yield path, layout.worktrees / plain_name(owner)
        if layout.directory.name == NAME:  # a directory with another name is not inside the one that it belongs to
            yield path, layout.directory.parent
