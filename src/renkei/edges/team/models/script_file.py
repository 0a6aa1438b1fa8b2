"""The file of a script: the answers of a team's models when it is played without them."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from renkei.protocol.primitives import Flag, Frozen, Id, TupleOf
from renkei.store.written.typed_file import read_one


class Reply(Frozen):
    """One answer of a model."""

    say: str = ""
    """Its text. An answer without a call ends the turn."""
    call: str = ""
    """The tool that it calls."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    """The arguments of the call."""


class Scene(Frozen):
    """The answers of a model to an input: one after the other, each after the result of the call before."""

    when: str
    """A text that the new input contains."""
    then: Annotated[TupleOf[Reply], Field(min_length=1)]
    again: Flag = False
    """Whether the scene is played every time it fits instead of once."""


Script = dict[Id, TupleOf[Scene]]
"""The scenes of each member, by its id."""


class ScriptDocument(Frozen):
    """The document `script`: the scenes of each member, by its id."""

    script: Script


SCRIPT: TypeAdapter[Script] = TypeAdapter(Script)
_DOCUMENT: TypeAdapter[ScriptDocument] = TypeAdapter(ScriptDocument)


def read_script(path: Path) -> Script:
    """Return the script of a file; raises DocumentError."""
    return read_one(path, _DOCUMENT).script
