"""A record that cannot be read back is never acknowledged, whatever door its values come through."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import renkei as library
from act_doors import DOORS, Perform
from act_examples import EXAMPLES
from chatting import bridged
from renkei import Project
from renkei.edges.chat.fenced import fenced
from renkei.engine import commands as c
from renkei.engine.record import LONGEST_RECORD, Record
from renkei.errors import BadValueError, RenkeiError
from renkei.protocol.messages import parse_message
from renkei.protocol.payloads import Freeform
from team import small_team

NOTE = Freeform(intent_hint="NOTE", body="a port", requires_response=False, urgency="normal")

TRIED = ("library", "http", "tools", "cli")
REFUSALS = ("BAD_VALUE", "INVALID_DOCUMENT", "BAD_ARGUMENTS")


def nested(levels: int) -> dict[str, Any]:
    """Return a dict of so many levels."""
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def assert_opens(project: Project) -> Project:
    """Open the project again from its log alone."""
    directory = project.directory
    assert directory is not None
    project.close()
    again = library.open(directory)
    assert [one.seq for one in again.records(0)] == [*range(1, again.state.seq + 1)]
    return again


def sent_with(extensions: dict[str, Any]) -> dict[str, Any]:
    return {"message": {**EXAMPLES["send"][0]["message"], "extensions": extensions}}


@pytest.mark.parametrize("levels", [61, 197, 240])
@pytest.mark.parametrize("door", [DOORS[name] for name in TRIED], ids=TRIED)
def test_a_value_that_no_log_can_hold_is_refused_at_every_door(tmp_path: Path, door: Perform, levels: int) -> None:
    project = small_team(tmp_path / ".renkei")
    before = project.state.seq
    assert door(project, "human", "send", sent_with(nested(levels))) in REFUSALS
    assert assert_opens(project).state.seq - before <= 1, "at most the token of the sender"


@pytest.mark.parametrize(("door", "levels"), [("library", 60), ("http", 50), ("cli", 50)])
def test_a_deep_value_within_the_limit_is_read_back(tmp_path: Path, door: str, levels: int) -> None:
    project = small_team(tmp_path / ".renkei")
    assert DOORS[door](project, "human", "send", sent_with(nested(levels))) is None
    (kept,) = assert_opens(project).state.unread_of("ann")
    assert kept.message.extensions == nested(levels)


@pytest.mark.parametrize("levels", [62, 197, 20_000])
def test_a_post_of_a_chat_user_is_refused_and_the_next_one_arrives(tmp_path: Path, levels: int) -> None:
    project = small_team(tmp_path / ".renkei", guarded=False)
    message = project.message("human", NOTE, ["ann"]).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    deep = '{"a":' * levels + "{}" + "}" * levels
    with bridged(project=project) as room:
        room.chat.say("U1", fenced(message)[:-5] + f', "extensions": {deep}}}\n```')
        room.chat.say("U1", "@ann it is port 9090")
        room.settle()
    (kept,) = assert_opens(project).state.unread_of("ann")
    assert "9090" in kept.message.payload.body


@pytest.mark.parametrize("levels", [62, 197, 198, 199])
def test_a_message_that_was_read_from_json_is_refused_as_well(tmp_path: Path, levels: int) -> None:
    project = small_team(tmp_path / ".renkei")
    message = project.message("human", NOTE, ["ann"]).model_dump(mode="json", by_alias=True)
    with pytest.raises(RenkeiError):
        project.send(parse_message(json.dumps(message | {"extensions": nested(levels)})))
    assert assert_opens(project).state.unread_of("ann") == []


@pytest.mark.parametrize("fault", [{"priority": "asap"}, {"id": "no id/"}, {"timestamp": "yesterday"}])
def test_a_value_that_no_reader_accepts_is_refused(tmp_path: Path, fault: dict[str, Any]) -> None:
    project = small_team(tmp_path / ".renkei")
    message = project.message("human", NOTE, ["ann"])
    with pytest.raises(RenkeiError):
        project.do(c.Send(message.model_copy(update=fault)), actor="human")
    assert assert_opens(project).state.unread_of("ann") == []


def test_a_refused_command_does_not_take_others_of_the_same_commit_with_it() -> None:
    project = small_team()
    with pytest.raises(BadValueError, match="nested more than 60 levels deep"):
        project.do(c.Send(project.message("human", NOTE, ["ann"], extensions=nested(100))), actor="human")
    project.do(c.Send(project.message("human", NOTE, ["ann"])), actor="human")
    assert len(project.state.unread_of("ann")) == 1


def test_a_record_has_a_longest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.engine.record.LONGEST_RECORD", 100)
    record = Record(seq=1, id="c" * 100, at="2026-01-05T09:00:00.000000Z", actor="a", events=())
    with pytest.raises(BadValueError, match="the limit is 100"):
        record.encode()
    assert LONGEST_RECORD == 268_435_456


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@settings(max_examples=60)
@given(JSON, st.sampled_from([0, 0, 40, 58, 59, 60, 61]))
def test_what_is_accepted_is_read_back_equal(value: Any, levels: int) -> None:
    for _ in range(levels):
        value = [value]
    project = small_team()
    try:
        message = project.message("human", NOTE, ["ann"], extensions={"value": value})
        project.do(c.Send(message), actor="human")
    except RenkeiError:
        assert project.state.unread_of("ann") == []
        return
    (kept,) = project.state.unread_of("ann")
    last = list(project.records(0))[-1]
    assert Record.model_validate_json(last.encode()) == last
    again = parse_message(kept.message.model_dump_json(by_alias=True))
    assert again == kept.message
    assert repr(again.extensions) == repr({"value": value})
