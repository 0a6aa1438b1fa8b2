"""The files in work: their tree, where work overlaps, who changed a file, and the forms that reserve and release."""

import re

import pytest

import renkei
from renkei.acts.table import find_act
from renkei.edges.view.forms.arguments import values_of_act
from renkei.edges.view.screens import files
from renkei.edges.view.screens.files import Directory, directory
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.files.model import FileChange
from team import small_team, work
from viewing import page


@pytest.fixture
def project() -> renkei.Project:
    """Two agents whose work overlaps, and a reservation."""
    project = small_team()
    project.do(work("w1", paths=["src/api/**"]), work("w2"), actor="lead")
    for agent, contract in (("ann", "w1"), ("bob", "w2")):
        project.do(c.ClaimContract(contract), actor=agent)
        project.start(contract, actor=agent)
    changed(project, "ann", FileChange(path="src/api/routes/users.py", lines=((3, 9),)), FileChange(path="README.md"))
    changed(project, "bob", FileChange(path="src/api/routes/users.py", lines=((8, 12),), kind="edited"))
    project.do(c.ReserveFiles("bob", ("db/**",), 600, True), actor="bob")
    return project


def changed(project: renkei.Project, agent: str, *changes: FileChange) -> None:
    project.do(c.RecordChanges(agent, changes, "edit"), actor=agent)


def text_of(markup: str) -> str:
    """Return the words of a page's tree, or of the whole page without one."""
    tree = markup.partition('<nav class="tree"')[2].partition("</nav>")[0] or markup.partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", tree).split())


def shape(one: Directory) -> list[object]:
    """Return a directory as nested lists of names."""
    return [one.name, *map(shape, one.directories), *(file.name for file in one.files)]


def test_directories_are_nested_and_a_chain_of_them_is_one() -> None:
    paths = ["**/x", "a", "b/c/d/e.py", "b/c/d/f/g.py", "h/*/i", "h/j"]
    assert shape(directory((one, ()) for one in paths)) == [
        "",
        ["b/c/d", ["f", "g.py"], "e.py"],
        ["h", "*/i", "j"],
        "**/x",
        "a",
    ]


def test_the_tree_names_the_agents_contracts_and_overlaps_of_a_file(
    project: renkei.Project,
) -> None:
    said = text_of(page(project, "/files"))
    assert (
        "users.py ● ann edited w1 lines 3-9 ✕ conflict with bob ● bob edited w2 lines 8-12 ✕ conflict with ann" in said
    )
    assert "** ○ ann will change w1" in said
    assert "README.md ● ann edited w1" in said
    assert re.search(r"db/ \*\* ◆ bob has reserved w2 shared until .* Release", said)


def test_a_reservation_is_released_by_one_button(project: renkei.Project) -> None:
    form = page(project, "/files").partition('action="/acts/release_files"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    assert form.count("<input") == len(fields)
    arguments = values_of_act("release_files", {name: [value] for name, value in fields.items()})
    released = find_act("release_files").read(arguments)
    assert (released.paths, released.participant) == (("db/**",), "bob")


def test_the_filters_show_overlaps_or_one_agent_alone(project: renkei.Project) -> None:
    assert "README.md" not in text_of(page(project, "/files?overlaps=yes"))
    assert "users.py" in text_of(page(project, "/files?overlaps=yes"))
    assert "ann edited" not in text_of(page(project, "/files?agent=bob"))
    assert "No file passes the filter." in page(project, "/files?agent=lead")


def test_the_past_shows_the_files_of_then_and_no_forms(project: renkei.Project) -> None:
    past = page(project, "/files?at=3")
    assert "Nobody changes or has reserved a file." in past
    assert 'method="post" action="/acts/' not in past
    assert 'action="/acts/reserve_files"' in page(project, "/files")


def test_a_file_has_a_page_with_each_change_and_who_decided(project: renkei.Project) -> None:
    project.submit("w2", "done", actor="bob")
    project.accept("w2", "as agreed", actor="lead")
    said = text_of(page(project, "/files/log?path=src/api/routes/users.py"))
    assert said.index("bob edited lines 8-12 w2") < said.index("ann edited lines 3-9 w1 w1 delegated by lead")
    assert "accepted by lead: as agreed" in said
    assert "README.md" in text_of(page(project, "/files/log?path=*"))
    assert "No recorded change." in page(project, "/files/log?path=other")
    assert "No recorded change." in page(project, "/files/log?path=README.md&at=3")
    assert "File, directory or pattern" in page(project, "/files/log")
    with pytest.raises(BadValueError):
        page(project, "/files/log?path=../secret")


def test_many_files_are_bounded_and_the_page_says_so(project: renkei.Project, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(project, "ann", *(FileChange(path=f"many/{number:04}") for number in range(900)))
    assert "504 more are not shown. Use the filter." in page(project, "/files")
    monkeypatch.setattr(files, "MOST_CHANGES", 1)
    assert "1 older changes are not shown." in page(project, "/files/log?path=src/**")


def test_names_of_files_are_only_text(project: renkei.Project) -> None:
    changed(project, "ann", FileChange(path="<img src=x>/\u202e\"'><script>.py"))
    for address in ("/files", "/files/log?path=**"):
        found = page(project, address).partition("<main")[2]
        assert "<img" not in found
        assert "<script>" not in found
        assert "\u202e" not in found
