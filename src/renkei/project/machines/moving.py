"""Moves a project between a directory, NATS and PostgreSQL, so that no record is lost and one location accepts records.

1. **Copy.** A stream is made, and marked as unfinished, so that no machine joins it. It gets the records as they are
   stored; the old location is still in use. Then the whole copy is read and compared.
2. **Decide.** Writers of the old location are refused from one moment on: a log in a directory notes that it follows
   the stream, or the old stream ends with a message that names the new one. This succeeds only if the copy is complete.
3. **Finish.** Tokens and heartbeats follow, the mark is removed, and the directory changes what it follows.

Every step may be done again, so a move that was interrupted is repeated. Before the second step the project is where
it was. After it, only repeating the command leads on, on any machine.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from renkei.errors import (
    ConflictError,
    LogBrokenError,
    LogError,
    LogMovedError,
    LogNotWritableError,
    LogUncertainError,
    ProjectMissingError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.moved import Moved, moved_in
from renkei.log.replication.replica import PATIENCE, ReplicaLog
from renkei.log.replication.stream import LARGEST_MESSAGE, Stream
from renkei.log.replication.streams import connect_stream
from renkei.log.replication.void import is_reserved
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import open_log
from renkei.project.machines import shared_values
from renkei.project.machines.shared_values import UNFINISHED
from renkei.project.machines.streams import following_of
from renkei.store import stream_file
from renkei.store.layout import NAME, Layout
from renkei.store.stream_file import StreamFile

MOST = 500
LARGEST = 1024 * 1024
"""Most records, and most bytes, that are published at once."""

ATTEMPTS = 100
"""How often other writers may be first when the old stream is to end."""

IDLE_TIMES = 30
"""How often a stream may have nothing to say, for a second each, before a copy is given up."""

AGAIN = "Choose another name, and move the project there."

Progress = Callable[[str, int, int], object]
"""Receives the name of a step, the number of records done, and their total."""


def ignore(step: str, done: int, total: int) -> None:
    """Do nothing."""


def move(
    directory: str | Path = ".renkei", address: str = "", credentials: str = "", progress: Progress = ignore
) -> str:
    """Move the project in a directory to a new stream, or without an address into the directory; return where it is.

    Records keep their seqs, ids and bytes. Other programs may write until the copy is complete; afterwards they get
    LogMovedError and must be started again. On other machines of an old stream the same call follows the project. If it
    is interrupted, the same call finishes it.

    `credentials`: the path of a file with the rights of this machine on the servers. `progress` is called with the name
    of the step, the number of records done, and their total.

    Raises ProjectMissingError, BadValueError for an invalid address, StreamRefusedError for a stream that holds another
    project, LogMovedError if the project was moved elsewhere, ConflictError if other machines write all the time,
    StreamUnavailableError, LogBrokenError, or ExtraMissingError.
    """
    place = Path(directory).absolute()
    if not Layout(place).holds_project and Layout(place / NAME).holds_project:
        place /= NAME
    layout = Layout(place)
    if not layout.holds_project:
        raise ProjectMissingError(path=str(directory))
    try:
        if not address:
            _move_to_directory(layout, progress)
            return str(place)
        target = connect_stream(address, credentials)
        try:
            _move_to_stream(layout, target, credentials, progress)
        finally:
            target.close()
        return address
    except OSError as error:
        raise LogNotWritableError(path=str(place), reason=error.strerror or str(error)) from error


def _move_to_stream(layout: Layout, target: Stream, credentials: str, progress: Progress) -> None:
    following = stream_file.load(layout)
    if following is not None and following.identity == _identity(target):
        _follow_elsewhere(layout, following, target, credentials or following.credentials)
        return
    log = _opened(layout, following)
    try:
        left = _left_for(log, target)
        if not log.last():
            raise ProjectMissingError(path=str(layout.directory))
        left = left or _decided(lambda: _copied(log, target, progress))
        machine = following.machine if following is not None else ""
        future = following_of(target.name, credentials, _identity(target), machine)
        if left.identity == future.identity:
            _finish(layout, log, target, future)
        elif not _has_all(target, log):
            raise left.error()
        log.follow(Moved(future.address, future.identity))
        stream_file.save(layout, future)
    finally:
        log.close()


def _follow_elsewhere(layout: Layout, following: StreamFile, target: Stream, credentials: str) -> None:
    """Follow the same stream at an address that may be another one: its servers have other names, or rights."""
    log = ReplicaLog(layout.log, target, following.identity)
    try:
        if not log.catch_up(PATIENCE):
            target.end()  # says why
        log.follow(Moved(target.name, following.identity))
        stream_file.save(layout, following_of(target.name, credentials, following.identity, following.machine))
    finally:
        log.close()


def _opened(layout: Layout, following: StreamFile | None) -> SqliteLog:
    """Return the log in the directory, as it is."""
    if following is None:
        return open_log(layout.directory, read_only=False)
    return ReplicaLog(layout.log, connect_stream(following.address, following.credentials), following.identity)


def _left_for(log: SqliteLog, target: Stream | None = None) -> Moved | None:
    """Return where the project is, if it has left its location; otherwise the log has all records.

    A stream whose servers are gone was left if another one, `target`, has the project.
    """
    if not isinstance(log, ReplicaLog):
        return _followed(log)
    try:
        if not log.catch_up(PATIENCE):
            log.stream.end()  # says why
    except LogMovedError as error:
        return moved_in(error)
    except StreamUnavailableError:
        if target is None or not _has_all(target, log):
            raise
        return Moved()
    return None


def _followed(log: SqliteLog) -> Moved | None:
    """Return the stream that a log follows; None for a log of one machine."""
    found = log.follows()
    return found if found is not None and found.identity else None


def _identity(target: Stream) -> str:
    """Return the id of a stream; empty for a missing stream."""
    try:
        return target.end().identity
    except StreamRefusedError:
        return ""


def _has_all(target: Stream, log: SqliteLog) -> bool:
    """Return whether the project of a log is in a stream, with all records of the log."""
    last = log.last()
    if not last or not _identity(target) or UNFINISHED in target.read_shared() or target.end().last < last:
        return False
    return _has(target, log, last)


def _has(target: Stream, log: SqliteLog, seq: int) -> bool:
    """Return whether a stream has the same record at a seq as a log, and so the same ones before."""
    return _content(target, target.at(seq).body) == next(log.stored(seq - 1))[2]


def _decided(decide: Callable[[], Moved]) -> Moved:
    """Return where a project was moved, by this process or by another one."""
    try:
        return decide()
    except LogMovedError as error:
        return moved_in(error)


def _copied(log: SqliteLog, target: Stream, progress: Progress) -> Moved:
    """Copy a log to a stream, and let the old location accept no more records."""
    moved = Moved(target.name, _claimed(log, target))
    _compare(log, target, _copy(log, target, progress), progress)
    if isinstance(log, ReplicaLog):
        return _end_stream(log, moved, lambda: _copy(log, target, ignore))
    with log.exclusive():
        if (left := _followed(log)) is not None:
            return left  # another process was first
        _copy(log, target, ignore)
        log.follow(moved)
    return moved


def _end_stream(log: ReplicaLog, moved: Moved, copied: Callable[[], int]) -> Moved:
    """End the stream of a log with the location of its project; `copied` returns the last record that is there."""
    failed: ConflictError | None = None
    for _ in range(ATTEMPTS):
        try:
            log.catch_up(PATIENCE)
            with log.exclusive():
                log.leave(moved, copied())
            return moved
        except ConflictError as error:
            failed = error
    assert failed is not None
    raise failed


def _claimed(log: SqliteLog, target: Stream) -> str:
    """Make a stream for the copy of a log, or find the unfinished one; return its id."""
    mark = json.dumps({"project": log.record_hash(1)}).encode()
    with suppress(StreamRefusedError):  # it is there already
        target.create()
    end, found = target.end(), target.read_shared().get(UNFINISHED)
    if end.last and found is None:
        raise StreamRefusedError(path=target.name, reason="it holds a project already", advice=AGAIN)
    if found != mark and (found is not None or not target.change_shared(UNFINISHED, None, mark)):
        raise StreamRefusedError(path=target.name, reason="another project is being moved to it", advice=AGAIN)
    return end.identity


def _copy(log: SqliteLog, target: Stream, progress: Progress) -> int:
    """Publish the records that a stream lacks; return the seq of the last one."""
    failed: LogError | None = None
    for _ in range(ATTEMPTS):
        done = _common(log, target)
        try:
            while done < (last := log.last()):
                for messages in _batches(log, target, done):
                    progress("copying", done, last)
                    target.publish(messages, done)
                    done += len(messages)
        except (ConflictError, LogUncertainError) as error:
            failed = error  # what is there now is looked at
        else:
            return done
    assert failed is not None
    raise failed


def _common(log: SqliteLog, target: Stream) -> int:
    """Return the seq of a stream's last record; raises StreamRefusedError if the log has another one there."""
    last = target.end().last
    if last > log.last():
        log.catch_up(PATIENCE)  # another machine moves the same project to it, and knows more
    if last and (last > log.last() or not _has(target, log, last)):
        reason = "somebody else has written to it"
        raise StreamRefusedError(path=target.name, reason=reason, advice=AGAIN)
    return last


def _batches(log: SqliteLog, target: Stream, after: int) -> Iterator[list[bytes]]:
    """Yield messages for the records after a seq, as many as can be published at once."""
    messages, size = list[bytes](), 0
    for seq, name, body in log.stored(after):
        if is_reserved(name, seq):
            reason = f"record {seq} has the id {name!r}, which a stream needs for void records"
            raise LogBrokenError(path=str(log.path), reason=reason)
        message = target.put(body) if len(body) > LARGEST_MESSAGE else body
        if messages and (len(messages) == MOST or size + len(message) > LARGEST):
            yield messages
            messages, size = [], 0
        messages.append(message)
        size += len(message)
    if messages:
        yield messages


def _compare(log: SqliteLog, target: Stream, last: int, progress: Progress) -> None:
    """Read a copy up to a seq; raises StreamRefusedError for any record that is not as it is stored."""
    seq, idle, own = 0, 0, log.stored()
    for messages in target.follow(0):
        idle = idle + 1 if not messages else 0
        if idle == IDLE_TIMES:
            raise StreamRefusedError(path=target.name, reason=f"it does not show its record {seq + 1}", advice=AGAIN)
        for message in messages[: last - seq]:
            seq = message.seq
            if (expected := next(own, None)) is None or _content(target, message.body) != expected[2]:
                raise StreamRefusedError(path=target.name, reason=f"its record {seq} is another one", advice=AGAIN)
        progress("comparing", seq, last)
        if seq >= last:
            return


def _content(target: Stream, message: bytes | None) -> bytes | None:
    return message and (target.get(message) or message)


def _finish(layout: Layout, log: SqliteLog, target: Stream, future: StreamFile) -> None:
    """Let the values beside the records follow them to a stream, and let others join it."""
    moved = Moved(future.address, future.identity)
    last = log.last()
    if last > target.end().last or not _has(target, log, last):
        reason = f"its record {last} is not that of this directory"
        raise StreamRefusedError(path=target.name, reason=reason, advice="Ask who runs the servers.")
    if isinstance(log, ReplicaLog):
        shared_values.from_stream_to_stream(log.stream, target, moved)
    else:
        shared_values.from_directory_to_stream(layout, target, moved, future.machine)
    if (mark := target.read_shared().get(UNFINISHED)) is not None:
        target.change_shared(UNFINISHED, mark, None)


def _move_to_directory(layout: Layout, progress: Progress) -> None:
    following = stream_file.load(layout)
    log = _opened(layout, following)
    try:
        moved = _left_for(log)
        if following is None or not isinstance(log, ReplicaLog):
            if moved is not None:
                raise moved.error()
            return  # it is there already
        here = Moved(machine=following.machine)
        if moved is None:
            _check(log, progress)
            moved = _decided(lambda: _end_stream(log, here, log.last))
        if moved not in (here, Moved()):
            raise moved.error()
        with log.exclusive():
            if stream_file.load(layout) is not None:  # else another process has finished it meanwhile
                shared_values.from_stream_to_directory(log.stream, layout, here)
                log.follow(Moved())
                stream_file.delete(layout)
    finally:
        log.close()


def _check(log: SqliteLog, progress: Progress) -> None:
    """Read the whole log; raises LogBrokenError for a record that was changed."""
    last = log.last()
    for seq, _, _ in log.stored():
        if seq % MOST == 0 or seq == last:
            progress("checking", seq, last)
