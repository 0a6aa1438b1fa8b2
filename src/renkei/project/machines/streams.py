"""Projects on a stream, which several machines share: one machine creates the project, and others join it."""

import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from renkei.errors import LogMovedError, ProjectExistsError, StreamRefusedError
from renkei.log.moved import FINISH, JOIN, Moved, read_moved
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Stream
from renkei.log.replication.streams import connect_stream
from renkei.project.clock import utc_now
from renkei.project.locations import Access, connect
from renkei.project.machines.shared_values import UNFINISHED
from renkei.project.project import Project
from renkei.store.layout import Layout
from renkei.store.machines.keys import signer_in
from renkei.store.shared import SharedStore
from renkei.store.stream_file import StreamFile

LONGEST_HOST = 40
"""Most characters of a host name in the name of a machine."""

EXISTS = "Join it with `renkei clone`, or choose another name."
UNTIL_MOVED = "Wait until that is done; if it was interrupted, repeat `renkei move` in the project's directory."
EMPTY = "Create the project with `renkei init --stream`."


def create_stream(address: str, credentials: str = "") -> StreamFile:
    """Make a stream for a new project and return what a directory keeps of it.

    A stream that is empty was made by an attempt that was interrupted, and is used. Raises BadValueError for what is no
    address, StreamRefusedError for a stream that exists, StreamUnavailableError, or ExtraMissingError.
    """
    stream = connect_stream(address, credentials)
    try:
        return following_of(address, credentials, _made(stream))
    finally:
        stream.close()


def _made(stream: Stream) -> str:
    try:
        return stream.create()
    except StreamRefusedError:
        end = stream.end()
        _refuse_unfinished(stream)
        if end.last:
            raise StreamRefusedError(path=stream.name, reason="it holds a project already", advice=EXISTS) from None
        return end.identity


def _refuse_unfinished(stream: Stream) -> None:
    """Raise StreamRefusedError for a stream to which a project is being moved."""
    if UNFINISHED in stream.read_shared():
        reason = "a project is being moved to it"
        raise StreamRefusedError(path=stream.name, reason=reason, advice=UNTIL_MOVED)


def clone(
    address: str, directory: str | Path = ".renkei", credentials: str = "", now: Callable[[], str] = utc_now
) -> Project:
    """Join the project on a stream from this machine: return it open, with a replica of its log in a directory.

    `credentials`: the path of a file with the rights of this machine, which is kept; the file is not copied. Raises
    BadValueError for an invalid address, ProjectExistsError, StreamRefusedError for a stream without a project,
    LogMovedError for one that a project has left, StreamUnavailableError, or ExtraMissingError.
    """
    place = Path(directory)
    if Layout(place).holds_project:
        raise ProjectExistsError(path=str(place))
    stream = connect_stream(address, credentials)
    try:
        end = stream.end()
        _refuse_unfinished(stream)
        if end.last and (moved := read_moved(stream.at(end.last).body)) is not None:
            raise moved.error(JOIN if moved.address else "")
    finally:
        stream.close()
    if not end.last:
        raise StreamRefusedError(path=stream.name, reason="it holds no project yet", advice=EMPTY)
    log, store = connect(place, Access(create=True, stream=following_of(address, credentials, end.identity)))
    return Project(log, store, now)


def following_of(address: str, credentials: str, identity: str, machine: str = "") -> StreamFile:
    """Return what a directory keeps of a stream; a machine without a name gets one."""
    host = socket.gethostname()[:LONGEST_HOST]
    path = str(Path(credentials).absolute()) if credentials else ""
    return StreamFile(address, identity, machine or f"{host}-{secrets.token_hex(2)}", path)


def connect_shared(directory: Path, following: StreamFile) -> tuple[ReplicaLog, SharedStore]:
    """Return the log and the store of a directory whose log follows a stream; raises LogError."""
    log = open_replica(directory, following)
    return log, SharedStore(directory, log, following)


def open_replica(directory: Path, following: StreamFile) -> ReplicaLog:
    """Open the replica in a directory, and let it catch up if a server answers; raises LogError."""
    layout, stream = Layout(directory), connect_stream(following.address, following.credentials)
    log = ReplicaLog(layout.log, stream, following.identity, signer_in(layout, stream, following.machine))
    try:
        if not log.catch_up() and not log.last():
            log.stream.end()  # says why there is nothing to read
    except LogMovedError as error:
        log.close()
        is_here = error.details["machine"] == following.machine
        raise (Moved(machine=following.machine).error(FINISH) if is_here else error) from None
    except BaseException:
        log.close()
        raise
    return log
