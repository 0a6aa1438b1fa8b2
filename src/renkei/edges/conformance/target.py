"""renkei itself as a target of the conformance suite: answers requests on standard input, one a line."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from renkei.edges.conformance.operations import OPERATIONS, Request, Table, fault
from renkei.errors import DocumentError, RenkeiError
from renkei.protocol.primitives import utc


def answers(lines: Iterable[str]) -> Iterator[str]:
    """Yield the answer to each request, as a line of JSON."""
    table = Table()
    for line in lines:
        yield json.dumps(answer(table, _read(line)), ensure_ascii=True)


def answer(table: Table, request: Request) -> dict[str, Any]:
    """Return the answer to one request: `ok`, or `error` with its code and path."""
    number, operation = request.get("id"), OPERATIONS.get(str(request.get("op")))
    if operation is None:
        return {"id": number, "error": {"code": "UNKNOWN_OPERATION", "path": "/op"}}
    try:
        table.now = utc(str(request.get("now", table.now)))
        return {"id": number, "ok": operation(table, request)}
    except RenkeiError as error:
        return {"id": number, "error": _error(error)}
    except KeyError as error:
        return {"id": number, "error": {"code": "MISSING_FIELD", "path": f"/{error.args[0]}"}}
    except (AttributeError, TypeError, ValueError):
        return {"id": number, "error": {"code": "BAD_REQUEST", "path": ""}}


def _read(line: str) -> Mapping[str, Any]:
    try:
        request = json.loads(line)
    except ValueError:
        return {}
    return request if isinstance(request, dict) else {}


def _error(error: RenkeiError) -> dict[str, Any]:
    """Return an error; that of a document is at the place of its first fault."""
    if isinstance(error, DocumentError):
        return fault(error.problems[0]) | {"code": error.code}
    named = {name: error.details[name] for name in ("extension", "type") if name in error.details}
    return {"code": error.code, "path": str(error.details.get("path", ""))} | named
