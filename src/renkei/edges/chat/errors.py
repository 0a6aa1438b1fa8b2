"""The errors of chats, in the tree of `renkei.errors`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from renkei.errors import BadValueError, LogError, RenkeiError

MALFORMED = (LookupError, TypeError, ValueError, AttributeError, OverflowError, BadValueError)
"""The errors of reading an entry of a chat that differs from the chat's documentation."""


@contextmanager
def skipping(report: Callable[[str], None], chat: str, what: str) -> Iterator[None]:
    """End the block that reads an entry, and report the entry, if it is malformed, so that it costs no other.

    Only for entries that come alone or in a list: an answer that is malformed as a whole may be another one next time.
    """
    try:
        yield
    except MALFORMED:
        report(f"{chat} sent something unexpected, which was skipped: {what}")


class ChatError(RenkeiError):
    """A chat did not do what was asked."""

    code = "CHAT_FAILED"


class ChatUnreachableError(ChatError):
    """A chat cannot be reached, or limits the rate. Try again after `retry_after` seconds; 0 if it names no time."""

    code = "CHAT_UNREACHABLE"
    template = "The chat cannot be reached: {reason}."
    hint_template = "The bridge tries again."
    retryable = True
    retry_after: float

    def __init__(self, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(reason=reason, retry_after=retry_after)


class ChatRefusedError(ChatError):
    """A chat rejected something permanently."""

    code = "CHAT_REFUSED"
    template = "The chat refused: {reason}."
    hint_template = "{hint}"

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason=reason, hint=hint)


class ChannelClosedError(ChatRefusedError):
    """A channel takes no posts for now, such as an archived one. The bridge keeps them until it does."""

    code = "CHANNEL_CLOSED"


class BridgeRunningError(ChatError):
    """Another process runs the same bridge."""

    code = "BRIDGE_RUNNING"
    template = "The bridge {bridge!r} runs already, in another process."
    hint_template = "`renkei bridge status` shows it; `renkei serve` runs every bridge of the project."


class BridgeHeldError(LogError):
    """Another machine of the project runs the same bridge."""

    code = "BRIDGE_HELD"
    template = "The bridge {bridge!r} runs on the machine {machine!r}."
    hint_template = "{advice} For another chat, give the bridge another name."
    retryable = True


class BridgeNotAllowedError(ChatError):
    """No person allowed a bridge with these settings on this machine. The settings may come from another machine."""

    code = "BRIDGE_NOT_ALLOWED"
    template = "The bridge {bridge!r} has not been allowed on this machine ({about})."
    hint_template = "If you want this connection: `renkei bridge allow {bridge}`."


class ChatKindError(ChatError):
    """An installed package brings a kind of chat that cannot be used."""

    code = "CHAT_KIND_UNUSABLE"
    template = "The kind of chat {kind!r} of the package {package} cannot be used: {reason}."
    hint_template = "Install another version of the package, or remove it."

    def __init__(self, kind: str, package: str, reason: str) -> None:
        super().__init__(kind=kind, package=package, reason=reason)


class BridgeFileDamagedError(LogError):
    """The file in which a bridge stores its position is damaged."""

    code = "BRIDGE_FILE_DAMAGED"
    template = "The bridge's file {path!r} is damaged: {reason}."
    hint_template = (
        "Stop the bridge and delete `{name}`, `{name}-wal` and `{name}-shm`. The log keeps every message, but the "
        "bridge then begins at the end of the log and of the chat: what it has not posted or taken in yet is left out."
    )


class UnknownBridgeError(ChatError):
    """There is no bridge of this name."""

    code = "UNKNOWN_BRIDGE"
    template = "There is no bridge {bridge!r}."
    hint_template = "Bridges: {known}. `renkei bridge add` adds one."
