"""Read YAML from parse events, so that every value has a location and nothing is expanded.

Scalars are resolved by the core schema of YAML 1.2 (`yes` and `2026-01-05` are strings). Aliases and tags are rejected:
aliases allow bombs, tags create objects, and no document of renkei needs either.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from renkei.documents.source import Builder, Location, Source, SourceError, shorten

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONSTANTS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_CONSTANTS |= dict.fromkeys(("true", "True", "TRUE"), True)
_CONSTANTS |= dict.fromkeys(("false", "False", "FALSE"), False)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_SPECIAL = re.compile(r"\.(inf|nan)$", re.IGNORECASE)
_LONGEST_NUMBER = 40
UNCLOSED = "Close the quote that begins here."
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


def resolve(text: str) -> Any:
    """Return the value of a plain scalar by the core schema of YAML 1.2."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) <= _LONGEST_NUMBER else 2**64
    if _BASED.fullmatch(text):
        return int(text, 0) if len(text) <= _LONGEST_NUMBER else 2**64
    if _FLOAT.fullmatch(text):
        return float(_SPECIAL.sub(r"\1", text))
    return text


def read_yaml(text: str) -> Iterator[Source]:
    """Yield each document of a YAML stream; raises SourceError at the first fault."""
    builder = Builder()
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            mark = event.start_mark
            location = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            if isinstance(event, yaml.DocumentStartEvent):
                builder = Builder(location[0])
            elif isinstance(event, yaml.DocumentEndEvent):
                yield builder.source
            else:
                _add_event(builder, event, location)
    except yaml.MarkedYAMLError as error:
        unclosed = "quoted scalar" in (error.context or "")  # the rest is read as text, so the fault is where it begins
        spot = (error.context_mark if unclosed else error.problem_mark) or error.context_mark
        location = (spot.line + 1, spot.column + 1) if spot else (1, 1)
        lines = f"{text}.".splitlines()  # libyaml counts the end of the text as a line
        location = location if location[0] <= len(lines) else (len(lines), len(lines[-1]))
        raise SourceError(
            "SYNTAX",
            location,
            f"not YAML: {error.problem or error}",
            UNCLOSED if unclosed else _syntax_hint(text, location),
        ) from None
    except yaml.reader.ReaderError as error:
        # libyaml reports no location for a character that YAML forbids.
        match = _FORBIDDEN.search(text)
        at = match.start() if match else 0
        location = (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        raise SourceError("SYNTAX", location, f"not YAML: {error.reason}", "Remove the control character.") from None


def _syntax_hint(text: str, location: Location) -> str:
    lines = text.splitlines()
    line = lines[location[0] - 1] if location[0] <= len(lines) else ""
    if "\t" in line[: location[1]]:
        return "Indent with spaces, not tabs."
    return "Look for a missing quote, colon or indentation on this line or the one before."


def _add_event(builder: Builder, event: Any, location: Location) -> None:
    if isinstance(event, yaml.AliasEvent):
        hint = "Repeat the value instead."
        raise SourceError("ALIAS", location, f"the alias *{shorten(str(event.anchor))} is not allowed", hint)
    if isinstance(event, yaml.ScalarEvent):
        _add_scalar(builder, event, location)
    elif isinstance(event, yaml.CollectionStartEvent):
        _check_tag(event, location)
        builder.open({} if isinstance(event, yaml.MappingStartEvent) else [], location)
    elif isinstance(event, yaml.CollectionEndEvent):
        builder.close()


def _add_scalar(builder: Builder, event: Any, location: Location) -> None:
    _check_tag(event, location)
    if builder.wants_key:
        builder.key(event.value, location)
    else:
        builder.scalar(resolve(event.value) if event.implicit[0] and event.tag is None else event.value, location)


def _check_tag(event: Any, location: Location) -> None:
    if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
        raise SourceError("TAG", location, f"the tag {shorten(event.tag)} is not allowed", "Remove the tag.")
