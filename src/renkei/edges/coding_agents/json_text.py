"""Edits JSON as text and preserves everything else: comments, order, indentation, line ends.

It accepts what programs accept in their settings: `//` and `/* */` comments, and a comma after the last value.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from renkei.documents.json_pointer import split
from renkei.documents.source import SourceError

_TRIVIA = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null')
_CLOSERS = {"{": "}", "[": "]"}
_DEEPEST = 100


@dataclass(slots=True)
class Node:
    """A value and the span of its text; `items` are the members of an object or a list."""

    start: int
    end: int = 0
    value: Any = None
    items: list[tuple[str | int, int, "Node"]] = field(default_factory=list)
    """The key of each value, the start of its text (at the key, in an object), and the value."""

    def child(self, part: str) -> "Node | None":
        """Return the value of a key, or None; of duplicates the last, as programs do."""
        return next((node for key, _, node in reversed(self.items) if str(key) == part), None)


def read(text: str) -> Any:
    """Return the data of a text; an empty text is an object. Raises SourceError with the location of a fault."""
    return parse(text).value


def has_comments(text: str) -> bool:
    """Return whether a text has comments, or commas that strict JSON does not allow."""
    try:
        json.loads(text.removeprefix("\ufeff") or "{}")
    except ValueError:
        return True
    return False


def insert(text: str, pointer: str, value: Any) -> tuple[str, str]:
    """Return the text with a new value, and the pointer of the topmost object or list created to hold it.

    The pointer is "" if none was created. Raises SourceError if an existing value would have to hold it and cannot.
    """
    text = text if text.removeprefix("\ufeff").strip() else text + "{}\n"
    node, parts = parse(text), list(split(pointer))
    walked = list[str]()
    while len(parts) > 1 and (inner := node.child(parts[0])) is not None:
        walked.append(parts.pop(0))
        node = inner
    kind = "list" if parts[0] == "-" else "object"
    if not isinstance(node.value, list if kind == "list" else dict):
        where = "/" + "/".join(walked) if walked else "the document"
        raise _fault(text, node.start, f"{where} is not {'a list' if kind == 'list' else 'an object'}")
    for part in reversed(parts[1:]):
        value = [value] if part == "-" else {part: value}
    made = "".join(f"/{one}" for one in (*walked, parts[0])) if len(parts) > 1 else ""
    return _add(text, node, None if parts[0] == "-" else parts[0], value), made


def remove(text: str, path: Sequence[str | int]) -> str:
    """Return the text without the value at a path, which must exist."""
    node = parse(text)
    for part in path[:-1]:
        inner = node.child(str(part))
        assert inner is not None
        node = inner
    found = [index for index, (key, _, _) in enumerate(node.items) if str(key) == str(path[-1])]
    return _take(text, node, found[-1])


def parse(text: str) -> Node:
    """Return the root of a text; raises SourceError."""
    at = _skip(text, 0)
    if at == len(text):
        return Node(at, at, {})
    node = _value(text, at, 0)
    rest = _skip(text, node.end)
    if rest < len(text):
        raise _fault(text, rest, "text after the end of the value")
    return node


def _skip(text: str, at: int) -> int:
    found = _TRIVIA.match(text, at)
    assert found is not None
    return found.end()


def _fault(text: str, at: int, message: str) -> SourceError:
    line = text.count("\n", 0, at) + 1
    return SourceError("SYNTAX", (line, at - text.rfind("\n", 0, at)), message, "")


def _value(text: str, at: int, depth: int) -> Node:
    if text[at : at + 1] in _CLOSERS:
        return _container(text, at, depth)
    found = _SCALAR.match(text, at)
    try:
        if found is None:
            raise ValueError
        return Node(at, found.end(), json.loads(found.group()))
    except ValueError:
        raise _fault(text, at, f"not JSON: expected a value, found {text[at : at + 1] or 'the end'!r}") from None


def _container(text: str, start: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise _fault(text, start, f"not read: more than {_DEEPEST} levels")
    is_object, closer = text[start] == "{", _CLOSERS[text[start]]
    node, at = Node(start), _skip(text, start + 1)
    while text[at : at + 1] != closer:
        begin = at
        key: str | int = len(node.items)
        if is_object:
            name = _value(text, at, depth)
            colon = _skip(text, name.end)
            if not isinstance(name.value, str) or text[colon : colon + 1] != ":":
                raise _fault(text, colon if isinstance(name.value, str) else at, "not JSON: expected a key and a colon")
            key, at = name.value, _skip(text, colon + 1)
        inner = _value(text, at, depth + 1)
        node.items.append((key, begin, inner))
        at = _skip(text, inner.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != closer:
            raise _fault(
                text, at, f"not JSON: expected a comma or {closer!r}, found {text[at : at + 1] or 'the end'!r}"
            )
    values = [inner.value for _, _, inner in node.items]
    node.value = dict(zip((key for key, _, _ in node.items), values, strict=True)) if is_object else values
    node.end = at + 1
    return node


def _add(text: str, node: Node, key: str | None, value: Any) -> str:
    close, newline = node.end - 1, "\r\n" if "\r\n" in text else "\n"
    outer, unit = _indent(text, node.start), _unit(text)
    body = json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", newline + outer + unit)
    item = _item(key, body)
    end = len(text[:close].rstrip())  # behind the last value and its comments
    if not node.items:
        return f"{text[:end]}{newline}{outer}{unit}{item}{newline}{outer}{text[close:]}"
    last = node.items[-1][2].end
    if "\n" not in text[node.start : close]:
        return f"{text[:last]}, {_item(key, json.dumps(value, ensure_ascii=False))}{text[last:]}"
    comma = _comma(text, last)
    inner = _indent(text, node.items[-1][1])
    item = _item(key, body.replace(newline + outer + unit, newline + inner))
    if comma is not None:  # a comma after the last value stays one
        return f"{text[:end]}{newline}{inner}{item},{text[end:]}"
    return f"{text[:last]},{text[last:end]}{newline}{inner}{item}{text[end:]}"


def _item(key: str | None, body: str) -> str:
    return body if key is None else f"{json.dumps(key, ensure_ascii=False)}: {body}"


def _take(text: str, node: Node, index: int) -> str:
    _, begin, inner = node.items[index]
    comma, is_last = _comma(text, inner.end), index == len(node.items) - 1
    end = inner.end if comma is None else comma + 1
    start = len(text[:begin].rstrip())
    if len(node.items) == 1:
        rest = text[end : node.end - 1]
        return text[:start] + (rest if rest.strip() else "") + text[node.end - 1 :]
    if is_last and comma is None:
        before = node.items[index - 1][2].end
        dropped = _comma(text, before)
        assert dropped is not None
        return text[:dropped] + text[dropped + 1 : max(start, dropped + 1)] + text[end:]
    return text[:start] + text[end:]


def _comma(text: str, after: int) -> int | None:
    at = _skip(text, after)
    return at if text[at : at + 1] == "," else None


def _indent(text: str, at: int) -> str:
    """Return the indentation of the line at a position."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found else "  "
