"""Problems of running processes, sent by every stream: with a full disk there is no record to send."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from time import monotonic
from typing import Any

from renkei.edges.view.stream.feed import event
from renkei.edges.view.words import words_in
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import one_line

LOOK = 4.0
"""Seconds for which open pages, however many they are, do not have the problems read again."""


class ProblemStream:
    """The problems of the processes that run for a project, read once for all streams."""

    def __init__(self, project: Project, run: Callable[..., Awaitable[Any]]) -> None:
        self._project = project
        self._run = run
        self._known: list[str] = []
        self._read_at = -LOOK

    async def follow(self, stream: AsyncGenerator[bytes, None], locale: Locale) -> AsyncIterator[bytes]:
        """Yield the events of a stream, and an event `problems` at first and after each change."""
        told: list[str] | None = None
        async with aclosing(stream):
            async for data in stream:
                yield data
                found = await self._newest(told is None)  # its page may be newer than the data here
                if found != told:
                    told = found
                    yield event(None, json.dumps(in_words(found, locale)), "problems")

    async def _newest(self, at_once: bool) -> list[str]:
        """Return the problems, read `at_once` or if the last reading is old."""
        if at_once or monotonic() >= self._read_at + LOOK:
            self._read_at = monotonic()
            self._known = await self._run(self._project.problems)
        return self._known


def in_words(problems: list[str], locale: Locale) -> str:
    """Return the frame's text about problems; "" without any."""
    return words_in(locale)("frame.problems", problems=one_line("; ".join(problems))) if problems else ""
