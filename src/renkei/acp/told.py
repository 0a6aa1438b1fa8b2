"""A program's own words about a tool call, which a rule or a person judges.

So nothing here is shortened or joined on one line: a command that is cut looks harmless.
"""

import shlex
from collections.abc import Iterator, Mapping

from renkei.acp.received import Data, object_of
from renkei.immutable.frozen import frozen

LONGEST = 20_000
"""Characters kept of a text: more than a person is ever asked about, so that a longer one is noticed."""

DIRECTORIES = ("cwd", "workdir", "working_directory", "dir_path", "directory")
PATHS = ("path", "file_path", "filePath", "filepath", "absolute_path", "notebook_path", "paths", "file_paths")
"""The names that programs give, in a call's arguments, to the directory in which it is done, and to files."""


@frozen
class Told:
    """The words of a program. `directory` is where it runs a command, "" if it does not tell."""

    title: str = ""
    command: str = ""
    directory: str = ""
    paths: tuple[str, ...] = ()

    def with_more(self, call: Data) -> "Told":
        """Return the same with what an update or a request tells of the call."""
        raw, title = object_of(call.get("rawInput")), call.get("title")
        found = tuple(_texts(raw, PATHS)), next(_texts(raw, DIRECTORIES), "")
        return Told(
            title=title[:LONGEST] if isinstance(title, str) and title.strip() else self.title,
            command=_command(raw)[:LONGEST] or self.command,
            directory=found[1] or self.directory,
            paths=found[0] or self.paths,
        )


def _command(raw: Data) -> str:
    """Return the command line among a call's arguments, or ""."""
    given = raw.get("command", raw.get("cmd"))
    if isinstance(given, list):
        return shlex.join(map(str, given))
    return given if isinstance(given, str) else ""


def _texts(raw: Mapping[str, object], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = raw.get(name)
        yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str) and one)
