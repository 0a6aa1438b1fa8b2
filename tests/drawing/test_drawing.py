"""The picture of the dependency graph: nothing lies on anything else, and everything is said in words."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import get_args
from xml.etree import ElementTree

import pytest

from process import renkei
from renkei.board.decide import Write
from renkei.contracts.lifecycle import Status
from renkei.drawing.boxes import Box, box_of
from renkei.drawing.edges import Edge, Marks, edges_near, edges_of, marks_of
from renkei.drawing.layout import HEIGHT, LABEL_HEIGHT, LETTER, PAGE_WIDTH, WIDTH, label_width, layout
from renkei.drawing.notations import DRAW
from renkei.drawing.style import HEADS, KINDS, SHADES, STATUS, style_sheet
from renkei.drawing.svg import MANY_ARROWS, NOTHING, STYLES, picture, svg
from renkei.drawing.words import english
from renkei.engine.commands import TransitionContract
from renkei.engine.state import State
from renkei.protocol.primitives import AgentStatus
from team import small_team, work

Rectangle = tuple[float, float, float, float]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def words(picture: str) -> str:
    return " ".join("".join(ElementTree.fromstring(picture).itertext()).split())


@pytest.mark.parametrize("count", [1, 5, 50, 500])
def test_boxes_and_labels_do_not_lie_on_each_other_and_stand_in_the_picture(count: int) -> None:
    names = [f"contract:T-{index}" for index in range(count + 1)]
    chance = Random(5)
    pairs = [
        (index, chance.randrange(max(0, index - 8), index)) for index in range(1, count + 1) for _ in range(index % 3)
    ]
    labels = {(names[start], names[end]): "depends on" for start, end in pairs}
    found = layout(names, labels)
    half = LETTER * len("depends on") / 2
    places = [(x, y, x + WIDTH, y + HEIGHT) for x, y in found.boxes.values()]
    places += [
        (x - half, y - LABEL_HEIGHT / 2, x + half, y + LABEL_HEIGHT / 2) for x, y in (a.middle for a in found.arrows)
    ]
    assert [pair for pair in combinations(places, 2) if overlap(*pair)] == []
    assert min(min(one[:2]) for one in places) >= 0
    assert max(one[2] for one in places) <= found.width
    assert max(one[3] for one in places) <= found.height
    assert all(len(arrow.points) >= 2 for arrow in found.arrows)


def test_boxes_say_what_they_are_their_status_and_who_works_for_whom() -> None:
    project = small_team()
    project.do(work("T-1", assignee="bob"), actor="lead")
    box = box_of(project.state, "contract:T-1")
    assert (box.kind, box.status, box.parties) == ("contract", "open", "lead → bob")
    assert box.text == project.state.contracts.entries["T-1"].terms.inputs.description
    picture = words(svg(edges_of(project.state, False), project.state))
    assert "contract open" in picture
    assert "assigned to" in picture


def test_a_long_text_is_cut_and_stands_in_full_in_the_title() -> None:
    name = "contract:" + "a-very-long-name-" * 8
    picture = svg([(name, "depends_on", "contract:T-2<&>")], State())
    assert name.partition(":")[2] in picture
    assert "a-very-long-name-a-very-lon…" in picture
    assert "T-2<&>" in words(picture)


def test_hidden_characters_cannot_break_the_picture() -> None:
    ElementTree.fromstring(svg([("agent:a\x1bb\u202e", "waits_for", "agent:]]>")], State()))


def test_a_large_graph_names_the_parties_in_the_boxes_and_keeps_every_box() -> None:
    edges: list[Edge] = [(f"contract:T-{index}", "assigned_to", "agent:ann") for index in range(MANY_ARROWS + 1)]
    small, large = svg(edges[:MANY_ARROWS], State()), svg(edges, State())
    assert small.count("<polyline") == MANY_ARROWS
    assert large.count("<polyline") == 0
    assert english("legend.left_out") in words(large)
    assert len(re.findall(r'class="name"', large)) == MANY_ARROWS + 2


def test_nothing_to_draw_is_said() -> None:
    assert NOTHING in words(svg([], State()))


def test_every_kind_of_thing_has_its_text() -> None:
    assert box_of(State(), "agent:ann") == Box("agent", "ann")
    assert box_of(State(), "contract:T-1") == Box("contract", "T-1")
    assert box_of(State(), "artifact:spec") == Box("artifact", "spec")
    assert box_of(State(), "message:m-1") == Box("message", "m-1")
    assert box_of(State(), "blocker:b-1") == Box("blocker", "b-1")


def test_without_the_extra_the_error_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renkei("init", "--lead", "ann", "--agent", "bob", cwd=tmp_path)
    terms = {
        "delegator": "ann",
        "assignee": "bob",
        "inputs": {"description": "build it"},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "it works"}],
    }
    (tmp_path / "contract.yaml").write_text(json.dumps({"task_contract": {"id": "T-1", **terms}}))
    assert renkei("contract", "new", "contract.yaml", cwd=tmp_path).returncode == 0
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['graphlay'] = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    refused = renkei("graph", "--format", "svg", cwd=tmp_path, fresh=True)
    assert refused.returncode == 1
    assert "EXTRA_MISSING" in refused.stderr
    assert "pip install 'renkei[svg]'" in refused.stderr
    assert renkei("graph", cwd=tmp_path).stdout.startswith("graph LR")


def test_every_status_has_a_colour() -> None:
    assert {*get_args(Status), *get_args(AgentStatus), "paused", "resolved"} == set(STATUS)


def chain_and_cycle() -> State:
    project = small_team()
    project.do(work("T-1", assignee="ann"), work("T-2", depends_on=["T-1"]), actor="lead")
    project.do(Write("/agents/ann/blocked_by", "bob"), actor="ann")
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")
    return project.state


def test_the_critical_path_and_cycles_of_waiting_are_marked_and_the_legend_says_so() -> None:
    state = chain_and_cycle()
    marks = marks_of(state)
    assert marks.chain == {"contract:T-1", "contract:T-2"}
    assert marks.chain_arrows == {("contract:T-2", "contract:T-1")}
    assert marks.cycle_arrows == {("agent:ann", "agent:bob"), ("agent:bob", "agent:ann")}
    drawn = svg(edges_of(state, False), state)
    assert drawn.count('<polyline class="arrow cycle"') == 2
    assert drawn.count('<polyline class="arrow chain"') == 1
    assert words(drawn).count("★") == 3  # two boxes and the legend
    assert english("legend.cycle") in words(drawn)
    assert english("legend.waiting") not in words(drawn)


def test_nothing_is_marked_where_nobody_waits() -> None:
    assert marks_of(small_team().state) == Marks()


def test_who_waits_without_a_cycle_has_a_red_arrow() -> None:
    drawn = svg([("agent:ann", "waits_for", "agent:bob")], State())
    assert '<polyline class="arrow waits"' in drawn
    assert english("legend.waiting") in words(drawn)


def test_work_that_waits_for_files_has_a_red_arrow_to_the_work_on_them() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann", paths=["src"]), work("T-2", paths=["src/api"]), actor="lead")
    project.do(TransitionContract("T-1", "accept"), actor="ann")
    edges = edges_of(project.state, False)
    assert ("contract:T-2", "waits_for_files", "contract:T-1") in edges
    drawn = svg(edges, project.state)
    assert drawn.count('<polyline class="arrow waits"') == 1
    assert "waits for files of" in words(drawn)


def test_boxes_can_be_links_and_names_cannot_leave_their_attributes() -> None:
    edges: list[Edge] = [('agent:"><script>x', "waits_for", "agent:bob")]
    drawn = picture(edges, State(), link=lambda node: f'/graph?of="{node}', focus="agent:bob").markup
    root = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    links = root.findall(".//a")
    assert [one.get("href") for one in links] == ['/graph?of="agent:"><script>x', '/graph?of="agent:bob']
    assert "agent bob" in " ".join(links[1].itertext())
    assert drawn.count('class="focus"') == 1
    assert "<script>" not in drawn


def test_one_thing_without_links_is_a_picture_too() -> None:
    assert "bob" in picture([], State(), focus="agent:bob").markup


def test_a_picture_is_in_other_words() -> None:
    japanese = {"kind.agent": "エージェント", "relation.waits_for": "待機対象", "nobody": "担当者なし"}
    state = chain_and_cycle()
    drawn = picture(edges_of(state, False), state, say=lambda key: japanese.get(key, "語")).markup
    assert "待機対象" in drawn
    assert "lead → 担当者なし" in drawn
    assert "waits for" not in drawn


def test_wide_letters_have_room_in_a_label() -> None:
    assert label_width("待機") == 2 * label_width("ab")


def test_parts_that_are_not_connected_stand_in_rows_the_largest_first() -> None:
    names = [f"contract:T-{index}" for index in range(40)]
    found = layout(names, {(names[7], names[9]): "depends on"})
    assert found.width <= PAGE_WIDTH
    assert min(found.boxes, key=lambda one: found.boxes[one][::-1]) == names[7]
    assert list(found.boxes) == names


def test_the_parties_of_a_contract_lead_on_only_from_the_thing_itself() -> None:
    edges: list[Edge] = [
        ("contract:1", "delegated_by", "agent:lead"),
        ("contract:2", "delegated_by", "agent:lead"),
        ("contract:1", "depends_on", "contract:3"),
        ("contract:3", "depends_on", "contract:4"),
    ]
    assert edges_near(edges, "contract:1", 1) == [edges[0], edges[2]]
    assert edges_near(edges, "contract:1", 2) == [edges[0], edges[2], edges[3]]
    assert edges_near(edges, "agent:lead", 1) == edges[:2]


def test_the_style_sheet_has_every_class() -> None:
    sheet = style_sheet()
    classes = [*KINDS, *(f"{one}-line" for one in KINDS), *SHADES, *HEADS, "focus", "critical"]
    classes += [name for one, _ in STYLES.values() for name in one.split()]
    assert [one for one in classes if f".graph .{one} " not in sheet] == []
    assert set(STATUS.values()) == set(SHADES)


def test_each_kind_of_node_has_its_shape_in_mermaid() -> None:
    names = ("agent:ann", "artifact:spec", "contract:TC-1", "decision:D-1", "other:x")
    drawn = DRAW["mermaid"]([(name, "to", name) for name in names], State()).splitlines()
    assert drawn[1:6] == [
        '  n0(["ann"]):::agent',
        '  n1[/"spec"/]:::artifact',
        '  n2["TC-1"]:::contract',
        '  n3{{"D-1"}}:::decision',
        '  n4("x"):::other',
    ]
