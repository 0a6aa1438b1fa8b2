"""Everything that happens in the examples, as rules see it."""

from collections.abc import Iterator
from pathlib import Path

from renkei import State
from renkei.dispatch.match import Occurrence
from renkei.edges.cli.files.reading import read_one
from renkei.edges.document_kinds import check_document
from renkei.engine.apply import apply_event, close_record
from renkei.engine.tables import EVENTS
from renkei.scenario.play import Player

EXAMPLES = Path(__file__).parent.parent / "src" / "renkei" / "examples"


def happenings_of_examples() -> Iterator[Occurrence]:
    """Yield each occurrence of each example."""
    for path in sorted(EXAMPLES.glob("*/scenario.yaml")):
        player = Player(check_document(read_one(str(path))).model)
        list(player.play())
        state = State()
        for record in player.project.records():
            for event in record.events:
                state = apply_event(state, event)
                yield from EVENTS[type(event)].occurrences(state, event)
            state = close_record(state, record)
