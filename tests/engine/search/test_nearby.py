"""A search that finds nothing names what was perhaps meant."""

from datetime import datetime

import pytest

from renkei.engine.search.nearby import nearby
from renkei.engine.search.query import parse_query
from team import handoff, small_team

MEANT = {
    "from:amn": ("from:ann",),
    "to:amn": ("to:ann",),
    "to:al": ("to:all",),
    "from:renke": ("from:renkei",),
    "from:amn,bbo": ("from:ann", "from:bob"),
    "task:T-11": ("task:T-1",),
    "from:ANN": (),
    "from:somebody": (),
    "from:all": (),
    "type:status": (),
    "-from:amn": (),
    "amn": (),
}


@pytest.mark.parametrize("search", MEANT)
def test_names_that_are_close_to_unknown_ones_are_found(search: str) -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", id="T-1"))
    assert nearby(parse_query(search, datetime(2026, 1, 5)), project.state) == MEANT[search]
