"""Reading documents and the past: a document beside the located reader, a past state beside a replay to it."""

import json
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from history import history
from measure import Row, beside
from messages import HANDOFF, SHARE

import renkei
from renkei.documents.json_fast import read_json_fast
from renkei.documents.json_reader import read_json
from renkei.edges.cli.files.checking import Against, check_file
from renkei.edges.document_kinds import check_document
from renkei.engine import commands as c
from renkei.engine.apply import replay
from renkei.protocol.messages import MESSAGE

RECORDS = 5_000
SEQ = 4_499
"""A past state that is as far as half of the spacing from the one before it."""


MEGABYTES = 15
"""Size of a file of messages: just not large enough that several processes check it."""


def validating(file: Path) -> Row:
    """Measure a file of JSON Lines, in microseconds of the processor for a megabyte, beside bare pydantic."""
    lines = [json.dumps(one | {"id": f"m-{number}"}).encode() for number in range(6_500) for one in (HANDOFF, SHARE)]
    file.write_bytes(b"\n".join(lines))
    megabytes = file.stat().st_size / 1e6
    assert MEGABYTES * 0.8 < megabytes < MEGABYTES

    def processor_time(check: Callable[[], object]) -> float:
        begin = process_time()
        check()
        return (process_time() - begin) * 1e6 / megabytes

    def plainly() -> None:
        for one in lines:
            MESSAGE.validate_json(one)

    def check() -> None:
        deque(check_file(str(file), Against()), maxlen=0)

    pairs = [(processor_time(check), processor_time(plainly)) for _ in range(5)]
    mine, limit = (median(times) for times in zip(*pairs, strict=True))
    return Row("validate a megabyte of messages, one core", mine, limit, "pydantic alone", "≥ 60 MB/s", 1e6 / 60)


def rows() -> Iterator[Row]:
    """Measure."""
    text = json.dumps(HANDOFF)
    data = text.encode()
    mine, limit = beside(lambda: check_document(read_json_fast(data)), lambda: check_document(read_json(text)), 200)
    yield Row(f"validate a message ({len(text)} bytes)", mine, limit, "with all locations", "≤ 1/5 ×", limit / 5)
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        yield validating(Path(place) / "m.jsonl")
        members = [c.Join("ann"), c.Join("bob")]
        with renkei.create(Path(place) / "p", members=members, guarded=False) as project:
            history(project, RECORDS)
            project.state_at(SEQ)
            mine, limit = beside(
                lambda: project.state_at(SEQ), lambda: replay(islice(project.log.read(), SEQ)), 1, rounds=3
            )
            yield Row(f"the state at record {SEQ:,} of {RECORDS:,}", mine, limit, "replaying to it", "≤ 0.1 s", 1e5)
