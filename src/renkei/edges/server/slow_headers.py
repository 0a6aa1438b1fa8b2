"""Closes connections whose request headers do not arrive in time; the HTTP server has no option for it."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SLOWEST_HEADERS = 20.0
"""Seconds from the first byte of a request, or from the beginning of a connection, to the end of its headers."""


class HeadersInTime(H11Protocol):
    """The protocol of one connection. More bytes buy no more time."""

    patience = SLOWEST_HEADERS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._update_wait()

    def data_received(self, data: bytes) -> None:
        """Begin to wait when a request begins, and end it when its headers are complete."""
        super().data_received(data)
        self._update_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._end_wait()
        super().connection_lost(exc)

    def _update_wait(self) -> None:
        has_request = self.cycle is not None and not self.cycle.response_complete
        if has_request:
            self._end_wait()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.close)

    def _end_wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
