"""Rejects requests that the SDK cannot answer, before it does what they ask for.

An answer repeats the id of its request. With half a character in it the answer cannot be written, which the SDK notices
only when the message was sent.
"""

import json
import re

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from renkei.documents.json_fast import is_deeper
from renkei.documents.source import MAX_DEPTH

DEEPEST_REQUEST = MAX_DEPTH + 10
"""Most levels of nesting in a request: those of a document, in a part of a message."""

INVALID_REQUEST = -32600
"""The code of JSON-RPC."""

_MAY_BE_HALF = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]|\0")  # escaped, as bytes, or in UTF-16, which has zeros


class Answerable:
    """An application that receives only requests that can be answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whose body is complete in its first message."""
        first: list[ASGIMessage] = [await receive()]
        if fault := fault_in(first[0].get("body", b"")):
            is_rpc = scope["path"].removeprefix(scope["root_path"]) in ("", "/")
            await (_rpc_error(fault) if is_rpc else _rest_error(fault))(scope, receive, send)
            return

        async def received() -> ASGIMessage:
            return first.pop() if first else await receive()

        await self._app(scope, received, send)


def fault_in(body: bytes) -> str:
    """Return why a request cannot be answered, or ""; the SDK says where a body is no JSON."""
    deep = is_deeper(body, DEEPEST_REQUEST)
    if not deep and not _MAY_BE_HALF.search(body):
        return ""
    try:
        found = json.loads(body)
        if not deep:
            json.dumps(found, ensure_ascii=False).encode()
            return ""
    except UnicodeEncodeError:
        return "The request has half a character in it."
    except RecursionError:
        pass
    except ValueError:
        return ""
    return f"The request is nested more than {DEEPEST_REQUEST} levels deep."


def _rpc_error(text: str) -> JSONResponse:
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": {"code": INVALID_REQUEST, "message": text}})


def _rest_error(text: str) -> JSONResponse:
    reason = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "INVALID_REQUEST"}
    reason["domain"] = "a2a-protocol.org"
    error = {"code": 400, "status": "INVALID_ARGUMENT", "message": text, "details": [reason]}
    return JSONResponse({"error": error}, 400)
