"""Protects every page: limits what it may load and which forms the server accepts.

The server's gate has already refused other Hosts and Origins.
"""

from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, nothing from elsewhere."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # `no-referrer` would make browsers send forms without their Origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

OWN = ("same-origin", "none")
"""Values of Sec-Fetch-Site with which a form is accepted; `none`: the person typed the address."""


class Protection:
    """Adds the headers, and refuses what another site sends and requests under another name than the view's."""

    def __init__(self, app: ASGIApp, host: str, elsewhere: Callable[[Request], Response]) -> None:
        """`elsewhere` answers requests under another name."""
        self._app = app
        self._host = host.lower()
        self._elsewhere = elsewhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_file = scope["path"].startswith("/static/")

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a file that a person opens has a stricter policy
                is_found = is_file and message["status"] < HTTPStatus.BAD_REQUEST
                headers["Cache-Control"] = "public, max-age=3600" if is_found else "no-store"
            await send(message)

        await self._answer(scope, is_file)(scope, receive, send_protected)

    def _answer(self, scope: Scope, is_file: bool) -> ASGIApp:
        """Return what answers a request."""
        headers = Headers(scope=scope)
        asked = headers.get("host", "").lower()
        if not is_file and self._host not in (asked, asked.rpartition(":")[0]):
            return self._elsewhere(Request(scope))
        is_read = scope["method"] in ("GET", "HEAD")
        is_own = headers.get("sec-fetch-site", "none") in OWN
        return self._app if is_read or is_own else PlainTextResponse("from another site\n", HTTPStatus.FORBIDDEN)
