"""Finds the files of scenarios, and plays the documents in them."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from renkei.documents.source import Source, SourceError
from renkei.edges.cli.files.reading import read_sources, require_kind
from renkei.edges.document_kinds import check_document
from renkei.errors import DocumentError
from renkei.scenario.suite import Played, play_document

SUFFIXES = (".yaml", ".yml", ".json")
"""Suffixes of the files in a directory that may be scenarios."""

_ROOT_KEY = re.compile(rb'^(\s*\{\s*"scenario"|"?scenario"?)[ \t]*:', re.MULTILINE)


def find_scenarios(places: Iterable[str]) -> Iterator[str]:
    """Yield each file that is named, and the scenarios below each directory in the order of their names."""
    for place in places:
        if not Path(place).is_dir():
            yield place
            continue
        for path in sorted(Path(place).rglob("*")):
            hidden = any(part.startswith(".") for part in path.relative_to(place).parts)
            if path.suffix in SUFFIXES and not hidden and path.is_file() and _ROOT_KEY.search(path.read_bytes()):
                yield str(path)


def play_file(file: str) -> Iterator[Played]:
    """Play each document of a file."""
    for source in read_sources(file):
        if isinstance(source, SourceError):
            yield Played(file, "", (source.problem,))
        else:
            yield _play(file, source)


def _play(file: str, source: Source) -> Played:
    checked = check_document(source)
    try:
        require_kind("scenario", file, source, checked, "A scenario has the root key `scenario:`.")
    except DocumentError as error:
        return Played(file, "", error.problems)
    return play_document(file, source, checked.model)
