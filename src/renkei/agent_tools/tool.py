"""A tool: a name, a description, a model of its arguments, and a function that runs in an agent's session.

No tool has an argument for the agent: the session's agent acts. Nothing here depends on the protocol that carries the
calls.
"""

from collections.abc import Callable, Mapping
from typing import Any

from renkei.acts.act import read_arguments
from renkei.immutable.frozen import frozen
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen

Answer = str | dict[str, Any]
"""Text for the model to read as it is, or data."""

LEFT_OUT = ("title", "$defs", "pattern", "additionalProperties")
"""Keys of a schema that a model does not need. A call is checked against the model of its arguments in any case."""

EMPTY: tuple[Any, ...] = (None, [], "", 2**53 - 1)
"""Values that only mean that an argument is optional, or has no limit."""


@frozen
class Tool:
    """One tool. `reads`: it changes nothing. `hidden`: only programs call it, so models need not know it.

    `by_hooks`: the description for an agent whose program gives it the news by hooks.
    """

    name: str
    description: str
    arguments: type[Frozen]
    call: Callable[[Session, Any], Answer]
    reads: bool = False
    hidden: bool = False
    acts: tuple[str, ...] = ()
    by_hooks: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, without references and titles, which cost a model tokens."""
        full = self.arguments.model_json_schema()
        found: dict[str, Any] = _plain(full, full.get("$defs", {}))
        found.pop("description", None)
        return {"properties": {}} | found

    def parse(self, values: Mapping[str, Any]) -> Frozen:
        """Return the arguments of a call; raises BadArgumentsError with each fault."""
        return read_arguments(self.name, self.arguments, values)


def _plain(part: Any, known: Mapping[str, Any]) -> Any:
    """Return a schema with each reference resolved, and without redundant keys."""
    if isinstance(part, list):
        return [_plain(one, known) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        model = {name: value for name, value in known[part["$ref"].rpartition("/")[2]].items() if name != "description"}
        return _plain(model | {name: value for name, value in part.items() if name != "$ref"}, known)
    choices = [one for one in part.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        return _plain(choices[0] | {k: v for k, v in part.items() if k != "anyOf"}, known)
    kept = {name: value for name, value in part.items() if name not in LEFT_OUT and value not in EMPTY}
    properties = {name: _plain(value, known) for name, value in part.get("properties", {}).items()}
    return {name: properties if name == "properties" else _plain(value, known) for name, value in kept.items()}
