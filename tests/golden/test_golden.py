"""Logs of every format replay to the state that they had when they were written.

A log is never made again. The state beside it is changed only where the state itself gets another shape.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from renkei import replay
from renkei.engine.record import read_record
from renkei.engine.upcast import FORMAT
from renkei.store.state_codec import state_document

LOGS = sorted(Path(__file__).parent.glob("*.jsonl"))


def differences(then: Any, now: Any, path: str = "") -> list[str]:
    """Return where a state says something else than it did; a field that did not exist then may say anything."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [text for key, one in then.items() for text in differences(one, now.get(key), f"{path}/{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [text for index, (a, b) in pairs for text in differences(a, b, f"{path}/{index}")]
    return [] if then == now else [f"{path}: {then!r} is now {now!r}"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_replays_to_the_state_that_it_had(path: Path) -> None:
    state = replay(read_record(line) for line in path.read_bytes().splitlines())
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert differences(then, json.loads(json.dumps(state_document(state)))) == []


def test_a_difference_is_found_and_a_new_field_is_none() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 1, "new": 2}]}) == []
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 2}]}) == ["/a/0/b: 1 is now 2"]
    assert differences({"a": 1}, {}) == ["/a: 1 is now None"]


def test_there_is_a_log_of_every_format() -> None:
    assert {path.stem.split("-")[1] for path in LOGS} == {str(number) for number in range(1, FORMAT + 1)}
