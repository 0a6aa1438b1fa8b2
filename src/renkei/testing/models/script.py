"""The script of a model: which reply it gives to which request.

A reply is chosen by what is new in a request, not by counting: several agents, and the calls that a program makes
beside its conversation (titles, summaries), share one script, in whatever order they ask.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from threading import Condition
from time import monotonic
from typing import Any

from renkei.immutable.frozen import frozen

Body = dict[str, Any]

NOTHING = "Nothing to do."
"""A model's reply to a request that its script does not have."""

PATIENCE = 30.0
"""Seconds that `wait` waits by default."""


@frozen
class Reply:
    """One reply of a model, given once: to the first request in whose new text `when` occurs."""

    when: str = ""
    """Text in what is new since the model's last reply; "" fits every request."""
    say: str = ""
    """Text of the reply; of an error, its message."""
    call: str = ""
    """The tool that the reply calls."""
    arguments: Mapping[str, Any] | Callable[[str], Mapping[str, Any]] = field(default_factory=dict)
    """Its arguments, or a function that makes them from the new text of the request, such as from an id in it."""
    again: bool = False
    """Whether it is given as often as it fits."""
    delay: float = 0.0
    """Seconds before the reply begins."""
    status: int = 200
    """The status of HTTP; any other is an error of the API."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of an error, such as `retry-after`."""
    cut: bool = False
    """Whether the connection breaks in the middle of the reply."""
    stop: str = ""
    """Why the model stops, in the words of its API, if neither at its end nor for a call."""
    json: str = ""
    """The arguments as the model writes them, if they are not the JSON of `arguments`."""
    input: str = ""
    """The input of a call that has text instead of arguments, such as a patch (Responses API)."""
    raw: str = ""
    """The body of a reply that is not of the API, such as the page of a proxy."""
    input_tokens: int = 10
    output_tokens: int = 5

    def arguments_for(self, text: str) -> dict[str, Any]:
        """Return the arguments of its call after a request with this new text."""
        return dict(self.arguments(text) if callable(self.arguments) else self.arguments)


@frozen
class Request:
    """A request that a model got."""

    api: str
    """`messages`, `responses`, `chat_completions` or `gemini`."""
    model: str
    body: Body
    """The request as the API has it."""
    new: str
    """The text since the model's last reply, results of tools included, without the escapes of JSON."""
    text: str
    """The text of the whole conversation, without the system prompt."""

    @property
    def has_tools(self) -> bool:
        """Whether the model may call tools."""
        return bool(self.body.get("tools"))


class Script:
    """The replies of a model, and the requests that it got, oldest first. Threads may share one.

    A request that no reply fits gets `ending`. `only_with_tools`: so does every request without tools, such as one for
    the title of a conversation.
    """

    def __init__(self, *replies: Reply, ending: str = NOTHING, only_with_tools: bool = False) -> None:
        self._open = list(replies)
        self._ending = ending
        self._only_with_tools = only_with_tools
        self._changed = Condition()
        self.requests: list[Request] = []

    @property
    def open(self) -> tuple[Reply, ...]:
        """The replies that have not been given, apart from repeated ones."""
        return tuple(one for one in self._open if not one.again)

    def reply(self, request: Request) -> Reply:
        """Return the first open reply that fits a request."""
        with self._changed:
            self.requests.append(request)
            fits = (one for one in self._open if one.when in request.new)
            found = None if self._only_with_tools and not request.has_tools else next(fits, None)
            if found is not None and not found.again:
                self._open.remove(found)
            self._changed.notify_all()
        return found or Reply(say=self._ending)

    def wait(self, holds: Callable[["Script"], bool], timeout: float = PATIENCE) -> bool:
        """Wait until a condition holds, which is asked after each request; return whether it does."""
        end = monotonic() + timeout
        with self._changed:
            return self._changed.wait_for(lambda: holds(self), end - monotonic())
