"""A connection: one thread waits for the server's response, and another thread interrupts it."""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import httpx2


class WaitingClient:
    """A client for long requests, one at a time; the options are those of httpx2's client."""

    def __init__(self, **options: Any) -> None:
        self._http = httpx2.Client(**options)
        self._socket: socket.socket | None = None
        self._is_closed = self._is_waiting = False

    def request(self, method: str, url: str, **more: Any) -> httpx2.Response:
        """Return the response; raises httpx2.RequestError, or RuntimeError once the client is closed."""
        self._is_waiting = True
        try:
            return self._http.request(method, url, extensions={"trace": self._connected}, **more)
        finally:
            self._is_waiting = False
            if self._is_closed:
                self._http.close()

    def close(self) -> None:
        """Interrupt the request, and disconnect."""
        self._is_closed = True
        self._interrupt()
        if not self._is_waiting:  # else the thread that waits closes it, which might just be connecting
            self._http.close()

    def _interrupt(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # it has ended by itself
                self._socket.shutdown(socket.SHUT_RDWR)

    def _connected(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket of the connection that awaits a response."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")
            if self._is_closed:
                self._interrupt()
