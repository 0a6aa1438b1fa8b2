"""The state as JSON: complete, exact, in a stable order, and of a shape that has a hash."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import pytest
from immutables import Map
from pydantic import TypeAdapter

from renkei import State, replay
from renkei.documents.yaml_reader import read_yaml
from renkei.protocol.primitives import Frozen
from renkei.scenario.model import Scenario
from renkei.scenario.play import Player
from renkei.store.state_codec import _declared, _lines, dump_state, load_state, state_document

EXAMPLES = sorted((Path(__file__).parents[2] / "src" / "renkei" / "examples").glob("*/scenario*.yaml"))


def played(path: Path) -> State:
    (source,) = read_yaml(path.read_text(encoding="utf-8"))
    player = Player(Scenario.model_validate(source.value["scenario"]))
    for _ in player.play():
        pass
    state: State = player.project.state
    return state


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_state_is_read_back_as_it_was(path: Path) -> None:
    state = played(path)
    assert load_state(dump_state(state)) == state


def test_the_empty_state_is_read_back() -> None:
    assert load_state(dump_state(State())) == replay([])


def test_a_document_holds_every_field_as_plain_data_in_a_stable_order() -> None:
    state = played(EXAMPLES[0])
    document = state_document(state)
    assert list(document) == [field.name for field in fields(State)]
    assert json.loads(dump_state(state)) == document
    assert list(document["actors"]) == sorted(document["actors"])


def test_equal_states_give_equal_bytes() -> None:
    state = played(EXAMPLES[0])
    assert dump_state(state) == dump_state(load_state(dump_state(state)))


@dataclass(frozen=True, slots=True)
class Inner:
    """A part with a default."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class Outer:
    """One of each kind of type."""

    parts: Map[str, Inner]
    pairs: Mapping[tuple[str, str], tuple[Inner, ...]]
    either: Inner | None


@dataclass(frozen=True, slots=True)
class Renamed:
    """As Inner, with another field name."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Retyped:
    """As Inner, with another type."""

    number: str = ""


def test_every_kind_of_type_is_read_back() -> None:
    adapter: TypeAdapter[Outer] = TypeAdapter(_declared(Outer))
    value = Outer(Map({"b": Inner(1), "a": Inner(2)}), {("x", "y"): (Inner(3),)}, None)
    written = adapter.dump_json(value)
    assert (
        written == b'{"parts":{"a":{"number":2},"b":{"number":1}},"pairs":[[["x","y"],[{"number":3}]]],"either":null}'
    )
    assert adapter.validate_json(written) == value
    assert isinstance(adapter.validate_json(written).parts, Map)


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"{}", b'{"number": "x"}', b'{"number": 1, "other": 2}', b'{"number": 1}x']
)
def test_a_value_of_another_shape_is_refused(text: bytes) -> None:
    adapter: TypeAdapter[Inner] = TypeAdapter(_declared(Inner))
    with pytest.raises(ValueError, match=r"."):
        adapter.validate_json(text)


def lines(hint: object) -> set[str]:
    return {line.split(".", 1)[1] for line in _lines(hint, set())}


def test_the_shape_has_the_name_and_the_type_of_each_field_of_each_part() -> None:
    assert lines(Inner) != lines(Renamed)
    assert lines(Inner) != lines(Retyped)
    assert lines(Inner) < lines(Outer)
    assert lines(Frozen) == set()


def test_the_shape_reaches_every_part_of_the_state() -> None:
    found = {line.split(".", 1)[0] for line in _lines(State, set())}
    assert {"State", "Board", "Cell", "Contract", "TaskContract", "Rule", "FreeformMessage", "Freeform"} <= found
