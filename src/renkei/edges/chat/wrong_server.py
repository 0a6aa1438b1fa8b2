"""Handles responses from the wrong kind of server, such as another program at the same address."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

from renkei.edges.chat.errors import ChatUnreachableError

C = TypeVar("C")
Open = Callable[[C, Sequence[str]], None]


def expects_its_server(method: Open[C]) -> Open[C]:
    """Wrap a chat's `open` so that a response impossible for its server means it cannot be reached."""

    @wraps(method)
    def called(chat: C, channels: Sequence[str], /) -> None:
        try:
            method(chat, channels)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            what = f"the server gave an unexpected answer ({type(error).__name__}: {error}); check its address"
            raise ChatUnreachableError(what) from None

    return called
