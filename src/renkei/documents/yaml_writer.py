"""Write plain data as YAML with the same meaning in YAML 1.1 and 1.2.

The emitters of the libraries leave some strings unquoted that one of the two versions reads as a number, a date or a
boolean. Here a string is unquoted only if both versions read it as a string.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from renkei.documents.json_pointer import escape
from renkei.wording.visible import visible

_DOUBTFUL = re.compile(r"(y|n|yes|no|on|off|true|false|null|nan|inf|[0-9.]+e?[0-9]*)", re.IGNORECASE)

_LONGEST_KEY = 1000
"""YAML's own limit for a key before a colon is 1024."""

Comments = Mapping[str, tuple[tuple[str, ...], str]]
"""By JSON Pointer (list elements by id): the comment lines above, and the comment at the end of the line."""

_NONE: Comments = {}


def to_yaml(value: Any, comments: Comments = _NONE, prefix: str = "") -> str:
    """Return plain data as block-style YAML with its comments; `prefix` is the JSON Pointer of the data."""
    if not value:
        return scalar(value) + "\n"
    lines: list[str] = []
    _emit(value, "", lines, comments, prefix)
    return "\n".join(lines) + "\n"


def _emit(value: Any, indent: str, lines: list[str], comments: Comments, prefix: str) -> None:
    items = value.items() if isinstance(value, dict) else ((None, element) for element in value)
    for key, inner in items:
        here = f"{prefix}/{_name(inner) if key is None else escape(key)}" if comments else ""
        above, beside = comments.get(here, ((), ""))
        lines += [indent + line for line in above]
        first = len(lines)
        _emit_one(key, inner, indent, lines, comments, here)
        if beside:
            lines[first] += f"  {beside}"


def _name(element: Any) -> str:
    """Return the part of a pointer that names a list element: its id."""
    name = element.get("id", element.get("ref", "")) if isinstance(element, dict) else ""
    return escape(str(name))


def _emit_one(key: str | None, inner: Any, indent: str, lines: list[str], comments: Comments, here: str) -> None:
    lead = indent + (f"{_text(key)}:" if key is not None else "-")
    if len(lead) - len(indent) > _LONGEST_KEY:
        lines.append(f"{indent}? {lead[len(indent) : -1]}")
        lead = f"{indent}:"
    if isinstance(inner, str) and _is_block(inner):
        lines.append(f"{lead} |{'' if inner.endswith(chr(10)) else '-'}")
        lines += [f"{indent}  {line}".rstrip(" ") for line in inner.removesuffix("\n").split("\n")]
    elif not isinstance(inner, dict | list | tuple) or not inner:
        lines.append(f"{lead} {scalar(inner)}")
    elif key is None and isinstance(inner, dict):
        start = len(lines)
        _emit(inner, indent + "  ", lines, comments, here)
        if comments and comments.get(f"{here}/{next(iter(inner))}", ((), ""))[0]:
            lines.insert(start, f"{indent}-")
        else:
            lines[start] = f"{indent}- {lines[start].lstrip()}"
    else:
        lines.append(lead)
        _emit(inner, indent + "  ", lines, comments, here)


def _is_block(text: str) -> bool:
    """Check that a string of several lines survives in a block: nothing in it would be folded or dropped."""
    lines = text.removesuffix("\n").split("\n")
    plain = (
        len(lines) > 1
        and visible(text) == text
        and all(line.isprintable() and not line.endswith(" ") for line in lines)
    )
    return plain and not text.endswith("\n\n") and lines[0][:1] not in ("", " ") and lines[-1] != ""


def scalar(value: Any) -> str:
    """Return one scalar (or an empty list or mapping) as YAML on one line."""
    if isinstance(value, str):
        return _text(value)
    text = json.dumps(value)
    # YAML 1.1 reads 1e+16 as a string: its floats need a point.
    return text.replace("e", ".0e") if isinstance(value, float) and "e" in text and "." not in text else text


@cache
def _bare() -> re.Pattern[str]:
    """Return the pattern of a string without quotes, compiled on first use: compiling takes longer than the import."""
    return re.compile(r"[A-Za-z぀-ヿ一-鿿][A-Za-z0-9぀-ヿ一-鿿 _./()@-]*")


def _text(text: str) -> str:
    bare = _bare().fullmatch(text) and not _DOUBTFUL.fullmatch(text) and not text.endswith(" ")
    if bare:
        return text
    # YAML 1.1 folds or rejects some hidden characters even inside quotes, and readers see none of them.
    return visible(json.dumps(text, ensure_ascii=False))
