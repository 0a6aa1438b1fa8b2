"""The findings of a look at files: new changes, undone changes, and overlaps."""

import pytest

from renkei.errors import BadValueError
from renkei.files.decide import different, joined, normal_changes, normal_patterns, overlaps, undone
from renkei.files.events import FilesChanged, FilesReleased, FilesReserved
from renkei.files.model import MOST_CHANGES, FileChange, FileOverlap
from renkei.files.patterns import MOST_PATTERNS
from renkei.files.state import (
    UNCHANGED,
    Files,
    Told,
    apply_changed,
    apply_released,
    apply_reserved,
    without_agent,
    without_contract,
)

AT = "2026-01-05T09:00:00.000000Z"


def change(path: str, *lines: tuple[int, int], **more: object) -> FileChange:
    return FileChange.model_validate({"path": path, "lines": lines, **more})


def changed(files: Files, agent: str, contract: str, *changes: FileChange, gone: tuple[str, ...] = ()) -> Files:
    """Return files after an agent has changed some, with the overlaps that are reported."""
    found = tuple(overlaps(files, agent, contract, changes))
    event = FilesChanged(
        agent=agent, contract=contract or None, changes=changes, undone=gone, source="edit", overlaps=found, at=AT
    )
    return apply_changed(files, event, 7)


def reserved(files: Files, agent: str, *paths: str, shared: bool = False) -> Files:
    event = FilesReserved(agent=agent, paths=paths, shared=shared, lease=60, by=agent, at=AT)
    return apply_reserved(files, event, 3)


def found(files: Files, agent: str, contract: str, *changes: FileChange) -> list[tuple[str, str, bool]]:
    return [(one.path, one.other, one.is_conflict) for one in overlaps(files, agent, contract, changes)]


ANN = changed(Files(), "ann", "T-1", change("a.py", (1, 5)), change("new.py", kind="added"), change("old.py"))


@pytest.mark.parametrize(
    ("bob", "is_conflict"),
    [
        (change("a.py", (5, 9)), True),
        (change("a.py", (6, 9)), False),
        (change("A.py", (5, 5)), True),
        (change("a.py"), False),
        (change("a.py", kind="deleted"), True),
        (change("old.py", kind="deleted"), True),
        (change("new.py", kind="added"), True),
        (change("new.py", (1, 1)), False),
        (change("a.py", (5, 5), merges_with=["ann"]), False),
        (change("a.py", (6, 9), conflicts_with=["ann"]), True),
        (change("other.py", (5, 5), renamed_from="a.py", kind="renamed"), False),
    ],
)
def test_the_same_lines_are_a_conflict_unless_git_knows_better(bob: FileChange, is_conflict: bool) -> None:
    assert [one[2] for one in found(ANN, "bob", "T-2", bob)] == [is_conflict]


def test_git_knows_it_from_either_of_the_two() -> None:
    ann = changed(Files(), "ann", "T-1", change("a.py", (1, 5), conflicts_with=["bob"]), change("b.py"))
    assert found(ann, "bob", "T-2", change("a.py", (90, 91))) == [("a.py", "ann", True)]
    clean = changed(Files(), "ann", "T-1", change("a.py", (1, 5), merges_with=["bob"]))
    (one,) = overlaps(clean, "bob", "T-2", [change("a.py", (1, 1))])
    assert (one.merges, one.is_conflict, one.lines) == ("clean", False, ((1, 1),))


def test_one_agent_and_one_contract_never_overlap_with_themselves() -> None:
    assert found(ANN, "ann", "T-2", change("a.py", (1, 5))) == []
    assert found(ANN, "bob", "T-1", change("a.py", (1, 5))) == []
    assert found(ANN, "bob", "T-2", change("z.py", (1, 5))) == []


def test_an_overlap_is_reported_once_and_again_only_when_it_becomes_a_conflict() -> None:
    near, far, same = (change("a.py", lines) for lines in ((6, 6), (90, 95), (5, 6)))
    files = changed(ANN, "bob", "T-2", near)
    assert files.file("a.py").told == (Told(("ann", "bob"), is_conflict=False),)
    assert found(files, "bob", "T-2", far) == []
    assert found(files, "ann", "T-1", change("a.py", (1, 1))) == []
    assert found(files, "bob", "T-2", same) == [("a.py", "ann", True)]
    files = changed(files, "bob", "T-2", same)
    assert found(files, "bob", "T-2", change("a.py", (1, 5))) == []


def test_an_overlap_is_not_reported_again_after_an_undo_or_for_another_contract_of_the_same_agents() -> None:
    files = changed(ANN, "bob", "T-2", change("a.py", (5, 5)))
    files = changed(files, "bob", "T-2", gone=("a.py",))
    assert [one.agent for one in files.file("a.py").changes] == ["ann"]
    assert found(files, "bob", "T-2", change("a.py", (5, 5))) == []
    assert found(files, "bob", "T-3", change("a.py", (5, 5))) == []
    assert found(files, "eve", "T-4", change("a.py", (5, 5))) == [("a.py", "ann", True)]


def test_changes_go_with_their_contract_and_reports_with_the_last_of_both() -> None:
    files = changed(ANN, "bob", "T-2", change("a.py", (5, 5)))
    bob_only = without_contract(files, "T-1")
    assert [one.agent for one in bob_only.file("a.py").changes] == ["bob"]
    assert bob_only.file("new.py") == UNCHANGED
    assert found(bob_only, "ann", "T-5", change("a.py", (5, 5))) == []
    assert without_contract(bob_only, "T-2") == Files()
    assert without_contract(files, "T-9") is files


def test_a_departed_agent_keeps_its_changes_while_their_contract_is_open() -> None:
    files = without_agent(reserved(changed(ANN, "bob", "T-2", change("a.py", (5, 5))), "ann", "x"), "ann")
    assert list(files.reserved()) == []
    assert files.file("a.py").told == ()
    assert found(files, "bob", "T-2", change("a.py", (5, 5))) == [("a.py", "ann", True)]


def test_several_changes_of_one_agent_in_a_file_are_one_overlap() -> None:
    files = changed(ANN, "ann", "T-9", change("a.py", (50, 60)))
    assert found(files, "bob", "T-2", change("a.py", (60, 60))) == [("a.py", "ann", True)]


def test_a_change_of_a_file_that_another_has_reserved_is_reported_unless_it_is_shared() -> None:
    files = reserved(reserved(Files(), "ann", "docs"), "eve", "docs/en", shared=True)
    assert list(overlaps(files, "bob", "T-2", [change("docs/en/a.md")])) == [
        FileOverlap(path="docs/en/a.md", other_path="docs", other="ann", is_reserved=True)
    ]
    assert found(files, "ann", "T-1", change("docs/en/a.md")) == []


def test_a_change_is_compared_only_with_reservations_of_directories_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    monkeypatch.setattr("renkei.files.index.matches", lambda pattern, path: compared.append(pattern))
    files = reserved(Files(), "bob", "docs/**", "src/b/*", "src/a/*", "*")
    assert found(files, "ann", "", change("src/a/x.py")) == []
    assert sorted(compared) == ["*", "src/a/*"]


def test_a_renamed_file_is_known_under_both_names() -> None:
    files = changed(Files(), "ann", "T-1", change("b.py", kind="renamed", renamed_from="a.py"))
    assert found(files, "bob", "T-2", change("a.py", (1, 2))) == [("a.py", "ann", False)]
    assert found(files, "bob", "T-2", change("b.py", (1, 2))) == [("b.py", "ann", False)]
    assert undone(files, "ann", "T-1", [change("b.py", renamed_from="a.py")]) == ()
    assert set(undone(files, "ann", "T-1", [])) == {"a.py", "b.py"}


def test_changes_of_one_file_are_joined_over_several_looks() -> None:
    (one,) = joined(ANN, "ann", "T-1", [change("a.py", (6, 8), conflicts_with=["bob"])])
    assert (one.lines, one.kind, one.conflicts_with) == (((1, 8),), "edited", ("bob",))
    (new,) = joined(ANN, "ann", "T-1", [change("new.py", (1, 2))])
    assert (new.kind, new.lines) == ("added", ())
    (gone,) = joined(ANN, "ann", "T-1", [change("a.py", kind="deleted")])
    assert (gone.kind, gone.lines) == ("deleted", ())
    (strange,) = joined(ANN, "bob", "T-1", [change("a.py", (9, 9))])
    assert strange.lines == ((9, 9),)
    again = changed(Files(), "ann", "T-1", change("a.py", (1, 1), conflicts_with=["bob", "eve"]))
    (better,) = joined(again, "ann", "T-1", [change("a.py", (1, 1), merges_with=["bob"])])
    assert (better.merges_with, better.conflicts_with) == (("bob",), ("eve",))


def test_what_is_known_is_not_recorded_again() -> None:
    same, more = change("a.py", (1, 5)), change("a.py", (1, 6))
    assert different(ANN, "ann", "T-1", [same, more]) == (more,)
    assert different(ANN, "ann", "T-2", [same]) == (same,)
    spelled = change("A.py", (1, 5))
    assert different(ANN, "ann", "T-1", [spelled]) == (spelled,)


def test_paths_and_lines_are_kept_in_their_normal_form() -> None:
    (one,) = normal_changes([change("./src//a.py", (9, 7), (1, 2), (3, 3), renamed_from="./b.py")])
    assert (one.path, one.renamed_from, one.lines) == ("src/a.py", "b.py", ((1, 3), (7, 9)))
    same = change("a.py", (1, 2))
    assert normal_changes([same]) == (same,)
    with pytest.raises(BadValueError) as error:
        normal_changes([same, change("b.py", renamed_from="../c.py")])
    assert error.value.details["path"] == "/changes/1/renamed_from"


def test_a_record_lists_a_thousand_files_at_most() -> None:
    many = [change(f"{number}.py") for number in range(MOST_CHANGES + 5)]
    assert len(normal_changes(many)) == MOST_CHANGES


def test_a_list_of_patterns_is_short_and_has_each_once() -> None:
    assert normal_patterns(["src", "./src/", "docs"]) == ("src", "docs")
    with pytest.raises(BadValueError):
        normal_patterns([f"{number}" for number in range(MOST_PATTERNS + 1)])


def test_agents_without_a_contract_overlap_too_and_leave_nothing_behind() -> None:
    files = changed(changed(Files(), "ann", "", change("a.py", (1, 5))), "bob", "", change("b.py", (1, 1)))
    assert found(files, "bob", "", change("a.py", (5, 5))) == [("a.py", "ann", True)]
    assert found(files, "bob", "T-2", change("a.py", (5, 5))) == [("a.py", "ann", True)]
    assert found(files, "ann", "T-1", change("a.py", (5, 5))) == []
    assert different(files, "ann", "", [change("a.py", (1, 5))]) == ()
    assert undone(files, "ann", "", []) == ("a.py",)
    left = without_agent(files, "ann")
    assert (list(left.changed), list(left.by_contract[""])) == (["b.py"], ["b.py"])
    assert without_agent(left, "bob") == Files()


def test_a_file_that_only_changes_its_case_is_one_file() -> None:
    renamed = change("A.py", kind="renamed", renamed_from="a.py")
    files = changed(Files(), "ann", "T-1", renamed)
    assert different(files, "ann", "T-1", [renamed]) == ()
    assert list(files.changed) == ["a.py"]


def test_reservations_are_replaced_and_released_by_pattern() -> None:
    files = reserved(reserved(Files(), "ann", "src", "docs"), "ann", "src", shared=True)
    assert [(one.pattern, one.shared) for one in files.reserved()] == [("docs", False), ("src", True)]
    released = FilesReleased(agent="ann", paths=("src",), by="ann")
    files = apply_released(files, released, 4)
    assert [one.pattern for one in files.reserved()] == ["docs"]
    assert apply_released(files, FilesReleased(agent="ann", paths=("docs",), by="ann"), 5) == Files()
    assert apply_released(files, FilesReleased(agent="bob", paths=("docs",), by="bob"), 5) == files
