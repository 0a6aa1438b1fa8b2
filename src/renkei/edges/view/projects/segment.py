"""The segment of a project among others of one server: below `/p/NAME/`.

The view writes addresses as if it were alone at `/`. Here they get their prefix, once for all pages, and requests lose
it. In HTML a literal `href="/` can only be an attribute, because quotes of texts are escaped.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PREFIX = "/p/"
"""Below it are the projects; itself it leads to what waits in all of them."""

SEGMENT = "renkei.segment"
"""The entry of a request's scope that holds the segment of its project; projects that are served alone have none."""

_ADDRESS = re.compile(
    r'((?: (?:href|src|action|formaction|hx-get|hx-sse:connect|data-here|data-root)="| content="0; url=))'
    r"/(?!static/|p/)"
)
"""An address of the view in an attribute. Files are the same for all projects."""

_PAGES = ("text/html", "text/event-stream")
"""Media types that hold addresses."""


def segment_named(name: str) -> str:
    """Return the segment of a project with a name: its words, as a part of an address; "" without words."""
    return quote("-".join(re.findall(r"[\w.]+", name)).strip("."))


def root_of(segment: str) -> str:
    """Return the address below which a project is; `/` for a project that is served alone."""
    return f"{PREFIX}{segment}/" if segment else "/"


def put_below(html: str, segment: str) -> str:
    """Return HTML of a project's view with the addresses that it has at its segment."""
    return _ADDRESS.sub(rf"\g<1>{root_of(segment)}", html)


class Mounted:
    """Answers requests below `PREFIX` by the application of their project, and those of no project by `home`."""

    def __init__(self, apps: Mapping[str, ASGIApp], home: ASGIApp) -> None:
        self._apps = apps
        self._home = home

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        name, slash, path = scope["path"].removeprefix(PREFIX).partition("/")
        segment = quote(name)
        if not name:
            await RedirectResponse("/waiting", HTTPStatus.SEE_OTHER)(scope, receive, send)
        elif segment not in self._apps:
            await self._home({**scope, "root_path": ""}, receive, send)  # no address of it begins with `PREFIX`
        elif not slash:
            await RedirectResponse(root_of(segment), HTTPStatus.SEE_OTHER)(scope, receive, send)
        else:
            raw = scope.get("raw_path", b"").removeprefix(root_of(segment).removesuffix("/").encode())
            inner = {**scope, "path": f"/{path}", "raw_path": raw, "root_path": "", SEGMENT: segment}
            server = f"{scope['scheme']}://{Headers(scope=scope).get('host', '')}"
            await self._apps[segment](inner, receive, _Prefixing(send, segment, server))


class _Prefixing:
    """Sends an answer of a project's application with the prefix of its segment in each address."""

    def __init__(self, send: Send, segment: str, server: str) -> None:
        self._send = send
        self._segment = segment
        self._server = server
        """The beginning of this server's own absolute addresses, such as redirects that drop a slash at the end."""
        self._is_page = False
        self._start: Message | None = None
        """The beginning of a page, whose length is known with its body."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            target = headers.get("location", "").removeprefix(self._server)
            if target.startswith("/") and not target.startswith((PREFIX, "/static/")):
                headers["location"] = root_of(self._segment) + target[1:]
            self._is_page = headers.get("content-type", "").startswith(_PAGES)
            if self._is_page:
                self._start = message
                return
        elif self._is_page:
            message = {**message, "body": put_below(message.get("body", b"").decode(), self._segment).encode()}
            await self._begin(len(message["body"]))
        await self._send(message)

    async def _begin(self, length: int) -> None:
        start, self._start = self._start, None
        if start is None:
            return
        headers = MutableHeaders(scope=start)
        if "content-length" in headers:
            headers["content-length"] = str(length)
        await self._send(start)
