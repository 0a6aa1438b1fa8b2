"""One kind of chat: its class, its options and the secrets that it needs."""

from pydantic import BaseModel

from renkei.edges.chat.settings import Share
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen


class ChatOptions(Frozen):
    """The options of a kind of chat. The docstrings of the class and of its fields are the help of its command."""


@frozen
class ChatKind:
    """A kind of chat. `module` and `name`: where its class is, which is loaded only when a bridge needs it.

    The class is called with its `options` and its secrets. `secrets`: argument of the class → variable of the
    environment. `channel`: its word for a channel; "" if it has only one. `share`: the default of its bridges.
    """

    module: str
    name: str
    options: type[BaseModel]
    channel: str = "channel"
    share: Share = "all"
    has_pictures: bool = False
    """Whether its posts can show the picture of their author, by its address."""
    has_past: bool = False
    """Whether its `past` yields the past of a channel."""
    server: tuple[str, ...] = ()
    """The options that identify the server; none if each bridge has its own chat."""
    secrets: tuple[tuple[str, str], ...] = ()
    extra: str = ""
    """The extra of renkei that has its library; "" for a kind from another package."""
