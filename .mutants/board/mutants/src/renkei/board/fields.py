"""The board's fields: which JSON Pointers there are, what each may hold, and who may write it.

A field is the unit of writing. A list element is named by its id, never by its position:
`/agents/agent-backend/status`.
Both tables are literal: a pointer without a row is an unknown field, an access without a row is a refusal.
"""

import re
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision, ProjectState
from renkei.errors import BadValueError, UnknownFieldError
from renkei.protocol.primitives import Frozen

Access = Literal["lead", "own", "owner", "anyone", "system"]

ENTRIES: dict[tuple[str, ...], tuple[type[Frozen], str]] = {
    ("agents", "*"): (AgentEntry, "id"),
    ("agents", "*", "artifacts", "*"): (Artifact, "ref"),
    ("pending_decisions", "*"): (PendingDecision, "id"),
    ("blockers", "*"): (Blocker, "id"),
}
"""The lists of the board: model of an element and the field that names it."""

ACCESS: dict[tuple[str, ...], Access] = {
    ("goal",): "lead",
    ("current_phase",): "lead",
    ("agents", "*"): "system",
    ("agents", "*", "role"): "lead",
    ("agents", "*", "status"): "own",
    ("agents", "*", "current_task"): "own",
    ("agents", "*", "blocked_by"): "own",
    ("agents", "*", "artifacts", "*"): "own",
    ("agents", "*", "artifacts", "*", "description"): "own",
    ("agents", "*", "artifacts", "*", "version"): "own",
    ("agents", "*", "artifacts", "*", "path"): "own",
    ("pending_decisions", "*"): "anyone",
    ("pending_decisions", "*", "question"): "owner",
    ("pending_decisions", "*", "options"): "owner",
    ("pending_decisions", "*", "owner"): "owner",
    ("pending_decisions", "*", "deadline"): "owner",
    ("pending_decisions", "*", "status"): "owner",
    ("pending_decisions", "*", "resolution"): "owner",
    ("blockers", "*"): "anyone",
    ("blockers", "*", "description"): "anyone",
    ("blockers", "*", "affected_agents"): "anyone",
    ("blockers", "*", "resolved"): "anyone",
    # A human and the rules may write every row above, a lead all but `owner`; nobody writes what has no row:
    # ids, `created_at`, `updated_at` and `changelog` are made by the system.
}
"""Who may write each field or add each entry."""


LONGEST_TEXT = 65_536
"""Characters that a field may hold; more belongs into an artifact."""

_ESCAPES = re.compile(r"~(?![01])")


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict
mutants_x_split__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_split__mutmut)
def split(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_orig(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_1(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") and _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_2(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_3(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith(None) or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_4(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("XX/XX") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_5(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(None):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_6(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=None, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_7(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known=None)
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_8(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_9(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, )
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_10(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="XXa JSON Pointer such as /agents/ID/status or /goalXX")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_11(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a json pointer such as /agents/id/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_12(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="A JSON POINTER SUCH AS /AGENTS/ID/STATUS OR /GOAL")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_13(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(None)


def x_split__mutmut_14(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace(None, "~") for part in path[1:].split("/"))


def x_split__mutmut_15(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", None) for part in path[1:].split("/"))


def x_split__mutmut_16(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~") for part in path[1:].split("/"))


def x_split__mutmut_17(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", ) for part in path[1:].split("/"))


def x_split__mutmut_18(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace(None, "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_19(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", None).replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_20(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_21(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", ).replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_22(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("XX~1XX", "/").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_23(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "XX/XX").replace("~0", "~") for part in path[1:].split("/"))


def x_split__mutmut_24(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("XX~0XX", "~") for part in path[1:].split("/"))


def x_split__mutmut_25(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "XX~XX") for part in path[1:].split("/"))


def x_split__mutmut_26(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split(None))


def x_split__mutmut_27(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[2:].split("/"))


def x_split__mutmut_28(path: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises UnknownFieldError when it is none."""
    if not path.startswith("/") or _ESCAPES.search(path):
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("XX/XX"))

mutants_x_split__mutmut['_mutmut_orig'] = x_split__mutmut_orig # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_1'] = x_split__mutmut_1 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_2'] = x_split__mutmut_2 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_3'] = x_split__mutmut_3 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_4'] = x_split__mutmut_4 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_5'] = x_split__mutmut_5 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_6'] = x_split__mutmut_6 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_7'] = x_split__mutmut_7 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_8'] = x_split__mutmut_8 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_9'] = x_split__mutmut_9 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_10'] = x_split__mutmut_10 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_11'] = x_split__mutmut_11 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_12'] = x_split__mutmut_12 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_13'] = x_split__mutmut_13 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_14'] = x_split__mutmut_14 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_15'] = x_split__mutmut_15 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_16'] = x_split__mutmut_16 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_17'] = x_split__mutmut_17 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_18'] = x_split__mutmut_18 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_19'] = x_split__mutmut_19 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_20'] = x_split__mutmut_20 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_21'] = x_split__mutmut_21 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_22'] = x_split__mutmut_22 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_23'] = x_split__mutmut_23 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_24'] = x_split__mutmut_24 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_25'] = x_split__mutmut_25 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_26'] = x_split__mutmut_26 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_27'] = x_split__mutmut_27 # type: ignore # mutmut generated
mutants_x_split__mutmut['x_split__mutmut_28'] = x_split__mutmut_28 # type: ignore # mutmut generated
mutants_x_join__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_join__mutmut)
def join(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_orig(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_1(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join(None)


def x_join__mutmut_2(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "XXXX".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_3(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" - part.replace("~", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_4(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("XX/XX" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_5(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace(None, "~1") for part in parts)


def x_join__mutmut_6(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("/", None) for part in parts)


def x_join__mutmut_7(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("~1") for part in parts)


def x_join__mutmut_8(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("/", ) for part in parts)


def x_join__mutmut_9(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace(None, "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_10(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", None).replace("/", "~1") for part in parts)


def x_join__mutmut_11(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~0").replace("/", "~1") for part in parts)


def x_join__mutmut_12(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", ).replace("/", "~1") for part in parts)


def x_join__mutmut_13(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("XX~XX", "~0").replace("/", "~1") for part in parts)


def x_join__mutmut_14(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "XX~0XX").replace("/", "~1") for part in parts)


def x_join__mutmut_15(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("XX/XX", "~1") for part in parts)


def x_join__mutmut_16(*parts: str) -> str:
    """Make a JSON Pointer of its parts."""
    return "".join("/" + part.replace("~", "~0").replace("/", "XX~1XX") for part in parts)

mutants_x_join__mutmut['_mutmut_orig'] = x_join__mutmut_orig # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_1'] = x_join__mutmut_1 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_2'] = x_join__mutmut_2 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_3'] = x_join__mutmut_3 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_4'] = x_join__mutmut_4 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_5'] = x_join__mutmut_5 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_6'] = x_join__mutmut_6 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_7'] = x_join__mutmut_7 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_8'] = x_join__mutmut_8 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_9'] = x_join__mutmut_9 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_10'] = x_join__mutmut_10 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_11'] = x_join__mutmut_11 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_12'] = x_join__mutmut_12 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_13'] = x_join__mutmut_13 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_14'] = x_join__mutmut_14 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_15'] = x_join__mutmut_15 # type: ignore # mutmut generated
mutants_x_join__mutmut['x_join__mutmut_16'] = x_join__mutmut_16 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_pattern_of__mutmut)
def pattern_of(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_orig(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_1(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = None
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_2(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(None)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_3(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = None
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_4(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if (parts[0] in ("agents", "pending_decisions", "blockers")) and False else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_5(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if (parts[0] in ("agents", "pending_decisions", "blockers")) or True else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_6(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {2} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_7(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[1] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_8(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] not in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_9(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("XXagentsXX", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_10(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("AGENTS", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_11(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "XXpending_decisionsXX", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_12(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "PENDING_DECISIONS", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_13(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "XXblockersXX") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_14(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "BLOCKERS") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_15(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 or parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_16(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) >= 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_17(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 4 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_18(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[3] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_19(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] != "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_20(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "XXartifactsXX":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_21(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "ARTIFACTS":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_22(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(None)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_23(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(4)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_24(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = None
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_25(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple(None)
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_26(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if (i in ids) and False else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_27(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if (i in ids) or True else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_28(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("XX*XX" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_29(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i not in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_30(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(None))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_31(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_32(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=None, known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_33(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=None)
    return row


def x_pattern_of__mutmut_34(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(known=", ".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_35(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, )
    return row


def x_pattern_of__mutmut_36(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(None))
    return row


def x_pattern_of__mutmut_37(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known="XX, XX".join(_siblings(parts)))
    return row


def x_pattern_of__mutmut_38(path: str) -> tuple[str, ...]:
    """Give the row of a pointer; raises UnknownFieldError, naming the fields that the place has."""
    parts = split(path)
    ids = {1} if parts[0] in ("agents", "pending_decisions", "blockers") else set()
    if len(parts) > 3 and parts[2] == "artifacts":
        ids.add(3)
    row = tuple("*" if i in ids else part for i, part in enumerate(parts))
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(None)))
    return row

mutants_x_pattern_of__mutmut['_mutmut_orig'] = x_pattern_of__mutmut_orig # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_1'] = x_pattern_of__mutmut_1 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_2'] = x_pattern_of__mutmut_2 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_3'] = x_pattern_of__mutmut_3 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_4'] = x_pattern_of__mutmut_4 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_5'] = x_pattern_of__mutmut_5 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_6'] = x_pattern_of__mutmut_6 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_7'] = x_pattern_of__mutmut_7 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_8'] = x_pattern_of__mutmut_8 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_9'] = x_pattern_of__mutmut_9 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_10'] = x_pattern_of__mutmut_10 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_11'] = x_pattern_of__mutmut_11 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_12'] = x_pattern_of__mutmut_12 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_13'] = x_pattern_of__mutmut_13 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_14'] = x_pattern_of__mutmut_14 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_15'] = x_pattern_of__mutmut_15 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_16'] = x_pattern_of__mutmut_16 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_17'] = x_pattern_of__mutmut_17 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_18'] = x_pattern_of__mutmut_18 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_19'] = x_pattern_of__mutmut_19 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_20'] = x_pattern_of__mutmut_20 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_21'] = x_pattern_of__mutmut_21 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_22'] = x_pattern_of__mutmut_22 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_23'] = x_pattern_of__mutmut_23 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_24'] = x_pattern_of__mutmut_24 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_25'] = x_pattern_of__mutmut_25 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_26'] = x_pattern_of__mutmut_26 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_27'] = x_pattern_of__mutmut_27 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_28'] = x_pattern_of__mutmut_28 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_29'] = x_pattern_of__mutmut_29 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_30'] = x_pattern_of__mutmut_30 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_31'] = x_pattern_of__mutmut_31 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_32'] = x_pattern_of__mutmut_32 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_33'] = x_pattern_of__mutmut_33 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_34'] = x_pattern_of__mutmut_34 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_35'] = x_pattern_of__mutmut_35 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_36'] = x_pattern_of__mutmut_36 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_37'] = x_pattern_of__mutmut_37 # type: ignore # mutmut generated
mutants_x_pattern_of__mutmut['x_pattern_of__mutmut_38'] = x_pattern_of__mutmut_38 # type: ignore # mutmut generated
mutants_x__siblings__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__siblings__mutmut)
def _siblings(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_orig(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_1(parts: tuple[str, ...]) -> list[str]:
    shown = None
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_2(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" - "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_3(parts: tuple[str, ...]) -> list[str]:
    shown = ["XX/XX" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_4(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join(None) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_5(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "XX/XX".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_6(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if (p == "*") and False else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_7(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if (p == "*") or True else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_8(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("XXIDXX" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_9(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("id" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_10(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p != "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_11(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "XX*XX" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_12(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[1] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_13(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] != parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_14(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[1]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_15(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown and ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_16(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" - "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_17(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["XX/XX" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_18(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join(None) for row in ACCESS]


def x__siblings__mutmut_19(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "XX/XX".join("ID" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_20(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if (p == "*") and False else p for p in row) for row in ACCESS]


def x__siblings__mutmut_21(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if (p == "*") or True else p for p in row) for row in ACCESS]


def x__siblings__mutmut_22(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("XXIDXX" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_23(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("id" if p == "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_24(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p != "*" else p for p in row) for row in ACCESS]


def x__siblings__mutmut_25(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "XX*XX" else p for p in row) for row in ACCESS]

mutants_x__siblings__mutmut['_mutmut_orig'] = x__siblings__mutmut_orig # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_1'] = x__siblings__mutmut_1 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_2'] = x__siblings__mutmut_2 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_3'] = x__siblings__mutmut_3 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_4'] = x__siblings__mutmut_4 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_5'] = x__siblings__mutmut_5 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_6'] = x__siblings__mutmut_6 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_7'] = x__siblings__mutmut_7 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_8'] = x__siblings__mutmut_8 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_9'] = x__siblings__mutmut_9 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_10'] = x__siblings__mutmut_10 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_11'] = x__siblings__mutmut_11 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_12'] = x__siblings__mutmut_12 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_13'] = x__siblings__mutmut_13 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_14'] = x__siblings__mutmut_14 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_15'] = x__siblings__mutmut_15 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_16'] = x__siblings__mutmut_16 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_17'] = x__siblings__mutmut_17 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_18'] = x__siblings__mutmut_18 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_19'] = x__siblings__mutmut_19 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_20'] = x__siblings__mutmut_20 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_21'] = x__siblings__mutmut_21 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_22'] = x__siblings__mutmut_22 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_23'] = x__siblings__mutmut_23 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_24'] = x__siblings__mutmut_24 # type: ignore # mutmut generated
mutants_x__siblings__mutmut['x__siblings__mutmut_25'] = x__siblings__mutmut_25 # type: ignore # mutmut generated


@cache
def _adapter(row: tuple[str, ...]) -> TypeAdapter[Any]:
    if row in ENTRIES:
        return TypeAdapter(ENTRIES[row][0])
    model = ENTRIES[row[:-1]][0] if len(row) > 1 else ProjectState
    return TypeAdapter(model.model_fields[row[-1]].rebuild_annotation())
mutants_x_check_value__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_check_value__mutmut)
def check_value(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_orig(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_1(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = None
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_2(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(None)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_3(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) and (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_4(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) or len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_5(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) >= LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_6(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=None, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_7(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=None, expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_8(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=None)
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_9(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_10(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_11(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", )
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_12(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row not in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_13(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_14(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=None, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_15(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=None, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_16(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=None
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_17(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_18(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_19(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_20(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][1].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_21(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = None
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_22(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][2]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_23(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(None)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_24(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[+1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_25(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-2]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_26(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(None, mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_27(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode=None)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_28(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_29(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_30(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(None), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_31(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="XXjsonXX")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_32(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="JSON")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_33(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = None
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_34(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=None)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_35(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=True)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_36(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[1]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_37(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = None
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_38(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(None)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_39(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "XXXX".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_40(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["XXlocXX"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_41(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["LOC"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_42(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row not in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_43(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = None
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_44(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") and first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_45(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get(None) or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_46(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get(None, {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_47(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", None).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_48(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get({}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_49(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", ).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_50(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("XXctxXX", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_51(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("CTX", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_52(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("XXexpectedXX") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_53(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("EXPECTED") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_54(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["XXmsgXX"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_55(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["MSG"]
        raise BadValueError(path=path + where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_56(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=None, got=first["input"], expected=expected) from None


def x_check_value__mutmut_57(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=None, expected=expected) from None


def x_check_value__mutmut_58(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], expected=None) from None


def x_check_value__mutmut_59(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(got=first["input"], expected=expected) from None


def x_check_value__mutmut_60(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, expected=expected) from None


def x_check_value__mutmut_61(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["input"], ) from None


def x_check_value__mutmut_62(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path - where, got=first["input"], expected=expected) from None


def x_check_value__mutmut_63(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["XXinputXX"], expected=expected) from None


def x_check_value__mutmut_64(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Give the value in its stored (plain JSON) form; raises BadValueError with what the field takes."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        raise BadValueError(path=path, got=f"{len(value)} characters", expected=f"a text of at most {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            raise BadValueError(
                path=path, got=value, expected=f"a mapping with the fields of {ENTRIES[row][0].__name__}"
            )
        value = {**value, ENTRIES[row][1]: split(path)[-1]}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"] if row in ENTRIES)
        expected = first.get("ctx", {}).get("expected") or first["msg"]
        raise BadValueError(path=path + where, got=first["INPUT"], expected=expected) from None

mutants_x_check_value__mutmut['_mutmut_orig'] = x_check_value__mutmut_orig # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_1'] = x_check_value__mutmut_1 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_2'] = x_check_value__mutmut_2 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_3'] = x_check_value__mutmut_3 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_4'] = x_check_value__mutmut_4 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_5'] = x_check_value__mutmut_5 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_6'] = x_check_value__mutmut_6 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_7'] = x_check_value__mutmut_7 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_8'] = x_check_value__mutmut_8 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_9'] = x_check_value__mutmut_9 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_10'] = x_check_value__mutmut_10 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_11'] = x_check_value__mutmut_11 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_12'] = x_check_value__mutmut_12 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_13'] = x_check_value__mutmut_13 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_14'] = x_check_value__mutmut_14 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_15'] = x_check_value__mutmut_15 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_16'] = x_check_value__mutmut_16 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_17'] = x_check_value__mutmut_17 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_18'] = x_check_value__mutmut_18 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_19'] = x_check_value__mutmut_19 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_20'] = x_check_value__mutmut_20 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_21'] = x_check_value__mutmut_21 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_22'] = x_check_value__mutmut_22 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_23'] = x_check_value__mutmut_23 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_24'] = x_check_value__mutmut_24 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_25'] = x_check_value__mutmut_25 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_26'] = x_check_value__mutmut_26 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_27'] = x_check_value__mutmut_27 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_28'] = x_check_value__mutmut_28 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_29'] = x_check_value__mutmut_29 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_30'] = x_check_value__mutmut_30 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_31'] = x_check_value__mutmut_31 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_32'] = x_check_value__mutmut_32 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_33'] = x_check_value__mutmut_33 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_34'] = x_check_value__mutmut_34 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_35'] = x_check_value__mutmut_35 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_36'] = x_check_value__mutmut_36 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_37'] = x_check_value__mutmut_37 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_38'] = x_check_value__mutmut_38 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_39'] = x_check_value__mutmut_39 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_40'] = x_check_value__mutmut_40 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_41'] = x_check_value__mutmut_41 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_42'] = x_check_value__mutmut_42 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_43'] = x_check_value__mutmut_43 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_44'] = x_check_value__mutmut_44 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_45'] = x_check_value__mutmut_45 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_46'] = x_check_value__mutmut_46 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_47'] = x_check_value__mutmut_47 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_48'] = x_check_value__mutmut_48 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_49'] = x_check_value__mutmut_49 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_50'] = x_check_value__mutmut_50 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_51'] = x_check_value__mutmut_51 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_52'] = x_check_value__mutmut_52 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_53'] = x_check_value__mutmut_53 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_54'] = x_check_value__mutmut_54 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_55'] = x_check_value__mutmut_55 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_56'] = x_check_value__mutmut_56 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_57'] = x_check_value__mutmut_57 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_58'] = x_check_value__mutmut_58 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_59'] = x_check_value__mutmut_59 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_60'] = x_check_value__mutmut_60 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_61'] = x_check_value__mutmut_61 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_62'] = x_check_value__mutmut_62 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_63'] = x_check_value__mutmut_63 # type: ignore # mutmut generated
mutants_x_check_value__mutmut['x_check_value__mutmut_64'] = x_check_value__mutmut_64 # type: ignore # mutmut generated
