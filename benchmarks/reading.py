"""Reading documents and the past: a document beside the located reader, a past state beside a replay to it."""

import json
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from history import history
from measure import Row, beside
from messages import HANDOFF

import renkei
from renkei.documents.json_fast import read_json_fast
from renkei.documents.json_reader import read_json
from renkei.edges.cli.scenario.check import check_document
from renkei.engine import commands as c
from renkei.engine.apply import replay

RECORDS = 5_000
SEQ = 4_499
"""A past state that is as far as half of the spacing from the one before it."""


def rows() -> Iterator[Row]:
    """Measure."""
    text = json.dumps(HANDOFF)
    mine, limit = beside(lambda: check_document(read_json_fast(text)), lambda: check_document(read_json(text)), 200)
    yield Row(f"validate a message ({len(text)} bytes)", mine, limit, "with all locations", "≤ 1/5 ×", limit / 5)
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        members = [c.Join("ann"), c.Join("bob")]
        with renkei.create(Path(place) / "p", members=members, guarded=False) as project:
            history(project, RECORDS)
            project.state_at(SEQ)
            mine, limit = beside(
                lambda: project.state_at(SEQ), lambda: replay(islice(project.log.read(), SEQ)), 1, rounds=3
            )
            yield Row(f"the state at record {SEQ:,} of {RECORDS:,}", mine, limit, "replaying to it", "≤ 0.1 s", 1e5)
