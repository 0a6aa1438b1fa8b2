"""The marks of the lanes. Marks of a kind over each other are one, with their number, and decisions have labels.

A label needs room: it is beside its mark where no other mark of the lane is, else left out. The title has it anyway.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from renkei.dispatch.graph.links import node
from renkei.engine.views.past.lanes import LaneMark
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

OVER = 0.6
"""Hundredths of the picture within which two marks lie over each other."""

ROOM = 6.0
"""Hundredths that a label needs."""

LONGEST = 10
"""Characters of an id that is a label."""

NAMED = ("asked", "decided")
"""Kinds of marks with a label."""


@frozen
class MarkShape:
    """One or more marks at a place; `of` is the newest. `label` is beside it, on the left or the right."""

    x: float
    y: float
    of: LaneMark
    earlier: tuple[LaneMark, ...] = ()
    label: str = ""
    is_left: bool = False


def node_of(mark: LaneMark) -> str:
    """Return what a mark is about, as a node of the dependency graph."""
    return node("decision" if mark.kind in NAMED else "agent" if mark.kind == "paused" else "contract", mark.ref)


def shapes_of(
    marks: Iterable[LaneMark], x: Callable[[LaneMark], float], y: Callable[[LaneMark], float]
) -> tuple[MarkShape, ...]:
    """Return the shapes of marks, lane by lane; `x` and `y` place a mark."""
    lanes = groupby(sorted(marks, key=lambda one: (one.agent, x(one))), lambda one: one.agent)
    return tuple(shape for _, lane in lanes for shape in _labelled(list(_merged(lane, x, y))))


def _merged(
    lane: Iterable[LaneMark], x: Callable[[LaneMark], float], y: Callable[[LaneMark], float]
) -> Iterator[MarkShape]:
    """Yield the shapes of a lane, from left to right."""
    last: MarkShape | None = None
    for one in lane:
        if last is not None and last.of.kind == one.kind and x(one) - last.x < OVER:
            last = replace(last, of=one, earlier=(*last.earlier, last.of))
            continue
        if last is not None:
            yield last
        last = MarkShape(x(one), y(one), one)
    if last is not None:
        yield last


def _labelled(shapes: list[MarkShape]) -> Iterator[MarkShape]:
    before = 0.0
    for index, one in enumerate(shapes):
        after = shapes[index + 1].x if index + 1 < len(shapes) else 100.0
        text = f"×{len(one.earlier) + 1}" if one.earlier else one.of.ref
        is_left = after - one.x < ROOM
        has_room = not is_left or one.x - before >= ROOM
        isnt_long = len(text) <= LONGEST and (one.of.kind in NAMED or one.earlier)
        yield replace(one, label=text, is_left=is_left) if has_room and isnt_long else one
        before = one.x + (ROOM if has_room and isnt_long and not is_left else 0.0)
