"""The registration of an application service: the file that lets a homeserver know the bridge and its users."""

import os
import re
import secrets
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.documents.read import read_documents
from renkei.documents.source import SourceError
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.errors import ChatRefusedError
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen

_FILE: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])

_AGENTS = re.compile(r"@([a-z0-9._=/+-]+)_\.\*")
"""The users of agents: all whose names begin with the bridge's."""

_OTHERS = re.compile(r"[^a-z0-9.-]")

ADD = (
    "Add the file to `app_service_config_files` of Synapse, or as your homeserver wants it, and restart the homeserver."
)


@frozen
class Registration:
    """What the bridge needs of the file: its token, and the name of its user, with which those of agents begin."""

    token: str
    name: str


def registration(path: Path) -> Registration:
    """Return the registration in a file; raises ChatRefusedError, after writing the file if it does not exist."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise ChatRefusedError(f"{path} cannot be written: {error.strerror}") from None
    with os.fdopen(handle, "wb") as file:
        file.write(to_yaml(_new(_OTHERS.sub("-", path.stem.lower()))).encode())
    raise ChatRefusedError(
        f"the homeserver does not know the new registration {path} yet", f"{ADD} Then start the bridge again."
    )


def _new(name: str) -> dict[str, Any]:
    return {
        "id": f"{name}-{secrets.token_hex(4)}",
        "url": None,  # the bridge asks for events, and needs no address
        "as_token": secrets.token_hex(32),
        "hs_token": secrets.token_hex(32),
        "sender_localpart": f"{name}-service",  # Synapse answers its requests for events with an error
        "rate_limited": False,
        "namespaces": {
            "users": [{"exclusive": True, "regex": f"@{name}{end}"} for end in ("_.*", ":.*")],
            "aliases": [],
            "rooms": [],
        },
    }


def _read(path: Path) -> Registration:
    try:
        with path.open("rb") as file:
            source = next(iter(read_documents(file.read(1_000_000), str(path))))
    except (OSError, StopIteration) as error:
        raise ChatRefusedError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is empty'}") from None
    if isinstance(source, SourceError):
        raise ChatRefusedError(f"{path} is no YAML: {source.problem.message}")
    try:
        found = _FILE.validate_python(source.value)
        users = found["namespaces"]["users"]
        match = next(one for one in (_AGENTS.match(str(user["regex"])) for user in users) if one is not None)
        return Registration(str(found["as_token"]), match[1])
    except (ValidationError, KeyError, TypeError, StopIteration, BadValueError):
        problem = (
            f"{path} is no registration with `as_token`, and with `namespaces.users` whose `regex` is like @renkei_.*"
        )
        raise ChatRefusedError(problem, "Delete it, and the bridge writes a new one.") from None
