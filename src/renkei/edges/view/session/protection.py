"""Protects every page: limits what it may load and which forms the server accepts.

The server's gate has already refused other Hosts and Origins.
"""

from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
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
    """Adds the headers, and refuses what another site sends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        caching = "public, max-age=3600" if scope["path"].startswith("/static/") else "no-store"

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Cache-Control"] = caching
            await send(message)

        is_read = scope["method"] in ("GET", "HEAD")
        is_own = Headers(scope=scope).get("sec-fetch-site", "none") in OWN
        answer = self._app if is_read or is_own else PlainTextResponse("from another site\n", HTTPStatus.FORBIDDEN)
        await answer(scope, receive, send_protected)
