"""New ids: their allowed characters, and look-alikes.

Ids of participants, groups, contracts and decisions are compared by the skeleton of Unicode's UTS 39 (confusable
characters), ignoring case. Two ids of plain ASCII letters, digits and hyphens are compared exactly. A log may hold
older ids, so only new ones are checked.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources

from renkei.errors import AlreadyExistsError, BadValueError
from renkei.wording.values import quote
from renkei.wording.visible import without_invisible

MARKS = "-_.:@#+・"
"""The characters of an id besides letters, marks and digits of any script."""

_PLAIN = re.compile(r"[A-Za-z0-9-]+")
_ASCII = re.compile(r"[A-Za-z0-9_.:@#+-]+")


def check_name(name: str, others: Iterable[str], path: str = "/id") -> None:
    """Check a new id against existing ones.

    Raises BadValueError for a character not allowed in an id, AlreadyExistsError for a look-alike of an existing one.
    """
    check_characters(name, path)
    keys, is_plain = skeletons(name), _PLAIN.fullmatch(name) is not None
    compared = (known for known in others if known != name and not (is_plain and _PLAIN.fullmatch(known)))
    other = next((known for known in compared if not keys.isdisjoint(skeletons(known))), None)
    if other is not None:
        raise AlreadyExistsError(what=f"{quote(other)}, which looks the same", name=name)


def check_characters(name: str, path: str = "/id") -> None:
    """Check the characters of a new id; raises BadValueError."""
    if _ASCII.fullmatch(name):
        return
    wrong = next((char for char in name if not _allowed(char)), None)
    if wrong is not None:
        problem = f"{quote(name)} contains U+{ord(wrong):04X}, which an id must not have"
        expected = f"letters and digits of any script, and {' '.join(MARKS)}"
        raise BadValueError(path=path, got=name, problem=problem, expected=expected)


def _allowed(char: str) -> bool:
    return char in MARKS or (unicodedata.category(char)[0] in "LMN" and bool(without_invisible(char)))


@lru_cache(maxsize=65536)
def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name: two names look alike if they share one.

    One ignores case after replacing look-alikes (`B0B` and `bob`), one before (`ANN` and `ann`).
    """
    plain = without_invisible(unicodedata.normalize("NFKC", name))
    return frozenset((_skeleton(_skeleton(plain).casefold()), _skeleton(plain.casefold())))


def _skeleton(text: str) -> str:
    mapped = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", mapped)


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character that looks like another."""
    text = resources.files("renkei.protocol").joinpath("confusables.json").read_text(encoding="utf-8")
    return {ord(char): prototype for prototype, chars in json.loads(text).items() for char in chars}
