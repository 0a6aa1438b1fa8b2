"""Draws the dependency graph as SVG: a box for each thing, an arrow for each relation, a legend."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import escape

from rich.cells import cell_len, set_cell_size

from renkei.dispatch.graph.links import WAITING
from renkei.drawing.boxes import Box, box_of, group_box
from renkei.drawing.edges import NOTHING, PARTIES, WAITS, Edge, Marks, marks_of, nodes_of
from renkei.drawing.layout import HEIGHT, WIDTH, Arrow, GraphLayout, Point, layout
from renkei.drawing.style import KINDS, STATUS, heads, style_sheet
from renkei.drawing.words import Words, english
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.wording.visible import visible

MANY_ARROWS = 40
"""Above this number of arrows, those of `PARTIES` are left out: they would all end at a few agents."""

MARGIN, LEGEND_WIDTH = 24, 720
TEXT_COLUMNS, HEADING_COLUMNS = 32, 28
"""The most columns of a text, and of a line of the heading, in a box."""

LinkOf = Callable[[str], str | None]
"""Returns the address that a node's box links to."""

STYLES = {
    "cycle": ("arrow cycle", "head-waits"),
    "waiting": ("arrow waits", "head-waits"),
    "critical": ("arrow chain", "head-chain"),
    "solid": ("arrow", "head"),
    "dashed": ("arrow dashed", "head"),
}
"""The classes and the head of each style of arrow; the keys are also those of the legend's sentences."""

LINE_HEIGHT = 18
"""The height of a line."""

LINE_COLUMNS = 118
"""Columns of a line."""


@frozen
class Picture:
    """A drawing: its markup inside the `svg` element, and its size."""

    markup: str
    width: float
    height: float
    centre: Point = (0.0, 0.0)
    """The middle of the box with the focus, else of the one with the most arrows."""


def svg(edges: list[Edge], state: State) -> str:
    """Return a picture of these edges as a file; raises ExtraMissingError when the extra is not installed."""
    if edges:
        return _document(picture(edges, state))
    text = f'<text class="text" x="{MARGIN}" y="{MARGIN + 5}">{escape(NOTHING)}</text>'
    return _document(Picture(text, 680, 2 * MARGIN))


def picture(
    edges: list[Edge],
    state: State,
    say: Words = english,
    link: LinkOf = lambda node: None,
    focus: str = "",
    groups: Mapping[str, Sequence[str]] = {},
    found: Collection[str] = (),
) -> Picture:
    """Return a picture of edges whose boxes may be links; `focus` is its central node, `found` are to be noticed.

    Raises ExtraMissingError when the extra is not installed.
    """
    shown = [edge for edge in edges if edge[1] not in PARTIES or focus in edge] if len(edges) > MANY_ARROWS else edges
    relations: dict[tuple[str, str], list[str]] = {}
    for start, relation, end in shown:
        relations.setdefault((start, end), []).append(relation)
    labels = {pair: ", ".join(say(f"relation.{one}") for one in names) for pair, names in relations.items()}
    places = layout(nodes_of(edges) or [focus], labels)
    marks = marks_of(state)
    styles = [_style(pair, names, marks) for pair, names in relations.items()]
    parts = [_arrow(arrow, style) for arrow, style in zip(places.arrows, styles, strict=True)]
    parts += [_label(arrow) for arrow in places.arrows]
    boxes = {
        name: group_box(state, name, groups[name], say) if name in groups else box_of(state, name, say)
        for name in places.boxes
    }
    for name, box in boxes.items():
        classes = [word for word, holds in _notable(name, marks, focus, found) if holds]
        parts.append(_linked(_box(box, places.boxes[name], say, classes), link(name)))
    sentences = _sentences(styles, bool(marks.chain & boxes.keys()), len(shown) < len(edges))
    drawn = _with_legend(places, parts, legend_lines(boxes.values(), sentences, say))
    ends = Counter(end for arrow in places.arrows for end in arrow.ends)
    x, y = places.boxes[focus if focus in places.boxes else max(places.boxes, key=lambda one: ends[one])]
    return replace(drawn, centre=(x + MARGIN + WIDTH / 2, y + MARGIN + HEIGHT / 2))


def _notable(name: str, marks: Marks, focus: str, found: Collection[str]) -> tuple[tuple[str, bool], ...]:
    """Return the classes of a box, and whether each applies."""
    return ("critical", name in marks.chain), ("focus", name == focus), ("found", name in found)


def _style(pair: tuple[str, str], relations: list[str], marks: Marks) -> str:
    if pair in marks.cycle_arrows:
        return "cycle"
    if any(one in WAITS for one in relations):
        return "waiting"
    if pair in marks.chain_arrows:
        return "critical"
    return "solid" if any(one in WAITING for one in relations) else "dashed"


def _sentences(styles: list[str], has_chain: bool, is_short: bool) -> list[str]:
    """Return the sentences of the legend that apply."""
    found = [one for one in ("solid", "dashed", "waiting", "cycle") if one in styles]
    return [
        *(["along"] if styles else []),
        *found,
        *(["critical"] if has_chain else []),
        *(["left_out"] if is_short else []),
    ]


def _with_legend(places: GraphLayout, parts: list[str], legend: list[str]) -> Picture:
    width, top = max(places.width, LEGEND_WIDTH) + 2 * MARGIN, places.height + 2 * MARGIN
    lines = [f'<text class="small" y="{index * LINE_HEIGHT}">{row}</text>' for index, row in enumerate(legend)]
    moved = [_moved((MARGIN, MARGIN), parts), _moved((MARGIN, top + 14), lines)]
    return Picture("\n".join(moved), width, top + 14 + LINE_HEIGHT * len(legend))


def _document(drawn: Picture) -> str:
    size = f"{drawn.width:.0f} {drawn.height:.0f}"
    width, height = size.split()
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" width="{width}" height="{height}" '
        f'viewBox="0 0 {size}" font-family="sans-serif">'
    )
    page = '<rect class="page" width="100%" height="100%"/>'
    return "\n".join([head, f"<style>\n{style_sheet()}</style>", heads(), page, drawn.markup, "</svg>"])


def _moved(place: Point, parts: list[str]) -> str:
    inside = "\n".join(parts)
    return f'<g transform="translate({place[0]:.0f} {place[1]:.0f})">\n{inside}\n</g>'


def _cut(text: str, columns: int = TEXT_COLUMNS) -> str:
    line = " ".join(visible(text).split())
    return escape(line if cell_len(line) <= columns else set_cell_size(line, columns - 1).rstrip() + "…")


def _box(box: Box, place: Point, say: Words, classes: list[str]) -> str:
    """Return a box, as a nested picture that clips its text."""
    x, y = place
    status = _cut(box.status_words(say))
    coloured = f' <tspan class="{STATUS.get(box.status, "quiet")}">{status}</tspan>' if status else ""
    star = " ★" if "critical" in classes else ""
    head = f'<tspan class="{box.kind}">{_cut(say(f"kind.{box.kind}"))}</tspan>'
    lines = [f'<text class="small" x="10" y="16">{head}{coloured}{star}</text>']
    heading = list(_in_two(" ".join(visible(box.heading).split())))
    lines += [f'<text class="name" x="10" y="{32 + 14 * index}">{line}</text>' for index, line in enumerate(heading)]
    below = [one for one in (box.about, box.parties) if one]
    if len(heading) > 1 or cell_len(" · ".join(below)) <= TEXT_COLUMNS:
        below = [" · ".join(below)]
    first = HEIGHT - 10 - 14 * (len(below) - 1)
    lines += [f'<text class="small" x="10" y="{first + 14 * row}">{_cut(one)}</text>' for row, one in enumerate(below)]
    own = f' class="{" ".join(classes)}"' if classes else ""
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{WIDTH}" height="{HEIGHT}"{own}>'
        f"<g><title>{escape(visible(box.title(say)))}</title>"
        f'<rect class="box {box.kind}-line" x="2" y="2" width="{WIDTH - 4}" height="{HEIGHT - 4}" rx="8"/>'
        + "".join(lines)
        + "</g></svg>"
    )


def _in_two(text: str) -> Iterator[str]:
    """Yield a heading in one or two lines; what is longer is cut."""
    words, line = text.split(), ""
    while words and cell_len(f"{line} {words[0]}") <= HEADING_COLUMNS + 1:
        line = f"{line} {words.pop(0)}".strip()
    if line:
        yield _cut(line, HEADING_COLUMNS)
    if words:
        yield _cut(" ".join(words), HEADING_COLUMNS)


def _linked(box: str, address: str | None) -> str:
    return box if address is None else f'<a href="{escape(address)}">{box}</a>'


def _arrow(arrow: Arrow, style: str) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in arrow.points)
    classes, head = STYLES[style]
    return f'<polyline class="{classes}" points="{corners}" marker-end="url(#{head})"/>'


def _label(arrow: Arrow) -> str:
    x, y = arrow.middle
    return f'<text class="label" x="{x:.1f}" y="{y + 3.5:.1f}">{escape(arrow.label)}</text>'


def legend_lines(boxes: Collection[Box], shown: Collection[str], say: Words) -> list[str]:
    """Return the lines of the legend as SVG text; `shown` are the keys of the sentences that apply."""
    return [_in_colours(boxes, say), *map(escape, _packed([say(f"legend.{one}") for one in shown]))]


def _in_colours(boxes: Collection[Box], say: Words) -> str:
    """Return the words of the kinds and statuses that occur, each in its colour."""
    kinds, found = {box.kind for box in boxes}, {box.status for box in boxes}
    words = [(say(f"kind.{one}"), one) for one in KINDS if one in kinds]
    words += [(say(f"status.{one}"), STATUS[one]) for one in STATUS if one in found]
    return " · ".join(f'<tspan class="{style}">{escape(word)}</tspan>' for word, style in dict.fromkeys(words))


def _packed(sentences: list[str]) -> Iterator[str]:
    """Yield the sentences, as many on each line as fit."""
    line = ""
    for one in sentences:
        if line and cell_len(line) + cell_len(one) > LINE_COLUMNS:
            yield line
            line = ""
        line = f"{line} {one}".strip()
    if line:
        yield line
