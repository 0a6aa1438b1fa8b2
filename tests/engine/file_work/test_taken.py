"""What others hold is looked up, and at what cost."""

import pytest

from engine.factory import after, team, terms
from renkei.board.decide import Write
from renkei.dispatch.graph.queries import cycles, who_waits_for
from renkei.engine import commands as c
from renkei.engine.file_work import taken
from renkei.engine.state import State
from renkei.engine.views.contracts.claimable import claimable
from renkei.engine.views.contracts.work import work_items
from renkei.engine.views.files import file_work
from renkei.files.index import PatternIndex
from renkei.files.model import FileChange


@pytest.fixture
def indexes(monkeypatch: pytest.MonkeyPatch) -> list[PatternIndex[taken.Hold]]:
    """Return the indexes that are made."""
    made: list[PatternIndex[taken.Hold]] = []

    class Counted(PatternIndex[taken.Hold]):
        def __init__(self, entries: object) -> None:
            super().__init__(entries)  # type: ignore[arg-type]
            made.append(self)

    monkeypatch.setattr(taken, "PatternIndex", Counted)
    return made


def opened(path: str | None) -> State:
    """Return a state in which `ann` works on T-1, and T-2 is open; both name the same files, if they name any."""
    state = team()
    for name in ("T-1", "T-2"):
        state = after(state, "lead", c.OpenContract(terms(name, paths=[path] if path else [])))
    return after(state, "ann", c.ClaimContract("T-1"))


def look(state: State) -> list[str]:
    """Return the work that `bob` can claim, after all that looks at work has been asked for it."""
    work_items(state)
    list(claimable(state, "ann"))
    return [one.terms.id for one in claimable(state, "bob")]


def test_work_that_names_no_files_is_found_without_an_index(indexes: list[PatternIndex[taken.Hold]]) -> None:
    assert look(opened(None)) == ["T-2"]
    assert indexes == []


def test_all_who_look_at_a_state_share_one_index_and_the_next_state_has_its_own(
    indexes: list[PatternIndex[taken.Hold]],
) -> None:
    state = opened("src")
    assert look(state) == []
    made = len(indexes)
    assert look(state) == []
    assert len(indexes) == made
    given_back = after(state, "ann", c.TransitionContract("T-1", "release"))
    assert look(given_back) == ["T-1", "T-2"]
    assert look(after(given_back, "lead", c.ReserveFiles("lead", ("src",), 60))) == []
    assert look(state) == []


def test_a_changed_file_whose_name_looks_like_a_pattern_is_only_itself() -> None:
    state = after(team(), "ann", c.RecordChanges("ann", (FileChange(path="src/[a*].py"), FileChange(path="src/?"))))
    state = after(state, "bob", c.ReserveFiles("bob", ("src/[ab].py", "src/?"), 60))
    assert {one.path: one.others for one in file_work(state) if one.hold == "changed"} == {
        "src/[a*].py": (),
        "src/?": ("bob",),
    }


def test_the_graph_links_work_to_those_whose_files_it_waits_for_and_nothing_else() -> None:
    state = opened("src")
    assert state.links.out["contract:T-2"] == (("delegated_by", "agent:lead"),)
    links = taken.links_with_files(state)
    assert set(links.out["contract:T-2"]) - {("delegated_by", "agent:lead")} == {("waits_for_files", "contract:T-1")}
    assert who_waits_for(links, "agent:ann") == ["contract:T-1", "contract:T-2"]
    assert taken.links_with_files(opened(None)) == opened(None).links
    given_back = after(state, "ann", c.TransitionContract("T-1", "release"))
    given_back = after(given_back, "lead", c.ReserveFiles("lead", ("src",), 60))
    held = taken.links_with_files(given_back)
    assert sorted((name, end) for name in held.out for how, end in held.out[name] if how == "waits_for_files") == [
        ("contract:T-1", "agent:lead"),
        ("contract:T-2", "agent:lead"),
    ]


def test_waiting_for_files_can_close_a_cycle() -> None:
    state = after(opened("src"), "ann", Write("/agents/ann/blocked_by", "T-2"))
    assert cycles(state.links) == []
    assert cycles(taken.links_with_files(state)) == [("agent:ann", "contract:T-2", "contract:T-1")]
