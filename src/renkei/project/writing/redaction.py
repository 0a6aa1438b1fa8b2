"""Keeps the secrets of this process out of the log: a record that names one is changed before it is written."""

import json

from renkei.engine.record import Record, read_record
from renkei.errors import BadValueError
from renkei.project.running.secrets import redact, redact_all


def redacted(record: Record) -> Record:
    """Return the record without the secrets that this process has read: itself if it names none.

    Raises BadValueError if the record cannot be read without it, because it is a word of the log's format.
    """
    try:
        data = record.to_json().decode()
    except ValueError:  # it is refused when it is written
        return record
    if redact(data) == data:
        return record
    try:
        return read_record(json.dumps(redact_all(json.loads(data))).encode())
    except ValueError:
        problem = "the command contains a secret of this process where the log needs a fixed word"
        raise BadValueError(path="", problem=problem, hint="Choose another key or password.") from None
