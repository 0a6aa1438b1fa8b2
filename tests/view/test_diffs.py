"""The diff of a contract on its page and on the card that judges it: its content, and its escaping."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from signal import SIGALRM

import pytest

import renkei
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.edges.view.diffs import colours
from renkei.edges.view.diffs.colours import coloured, lexer_of
from renkei.edges.view.diffs.lexer import Lexer
from renkei.edges.view.diffs.lexing import pieces_of
from renkei.engine import commands as c
from team import small_team, work
from viewing import page

BEFORE = 'def greet(name):\n    return "hello " + name\n'
AFTER = 'def greet(name):\n    return f"hello {name}"  # <b>\u202e\n'


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=p", "-c", "user.email=p@p.invalid", *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    made = tmp_path / "repository"
    made.mkdir()
    git(made, "init", "--quiet", "--initial-branch=main")
    (made / "greet.py").write_text(BEFORE)
    (made / ".gitignore").write_text(".renkei\n")
    git(made, "add", ".")
    git(made, "commit", "--quiet", "-m", "begin")
    return made


@pytest.fixture
def project(repository: Path) -> renkei.Project:
    return small_team(repository / ".renkei")


@pytest.fixture
def change(project: renkei.Project, repository: Path) -> Callable[..., Path]:
    """Let ann change files in her worktree and end her turn."""
    settings = WorkspaceFile(path=str(repository), kind="worktree")
    team = Workspaces(project, TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=settings))
    own = team.directory(MemberFile(id="ann"))
    project.do(work("w1", delegator="human"), actor="human")
    project.do(c.ClaimContract("w1"), actor="ann")
    project.start("w1", actor="ann")

    def made(files: dict[str, str | bytes], submit: bool = False) -> Path:
        with team.turn("ann"):
            for name, content in files.items():
                (own / name).write_bytes(content if isinstance(content, bytes) else content.encode())
            if submit:
                project.submit("w1", "done", actor="ann")
        return own

    return made


def diff_in(page: str) -> str:
    return page.partition('<div class="diffs">')[2].partition("</section>")[0]


def test_work_in_progress_is_compared_with_the_branch_in_colour(
    project: renkei.Project, change: Callable[..., Path]
) -> None:
    assert diff_in(page(project, "/work/w1")) == ""
    change({"greet.py": AFTER})
    found = diff_in(page(project, "/work/w1"))
    assert "What is not merged yet." in found
    assert '<td class="code">    <span class="k">return</span> <span class="s">&#34;</span>' in found
    assert '<span class="c"># &lt;b&gt;\\u202e</span>' in found
    assert '<td class="n"></td><td class="n">2</td><td class="sign">+</td>' in found


def test_a_person_judges_criteria_and_diff_side_by_side(project: renkei.Project, change: Callable[..., Path]) -> None:
    own = change({"greet.py": AFTER}, submit=True)
    (own / "greet.py").write_text("later work\n")
    found = page(project, "/waiting").partition('<div class="judged">')[2].partition("</form>")[0]
    assert "runs" in found
    assert "Submitted, and not merged yet." in found
    assert "&lt;b&gt;" in found
    assert "later work" not in found
    assert 'value="approved"' in found


def test_a_page_of_the_past_has_no_diff(project: renkei.Project, change: Callable[..., Path]) -> None:
    change({"greet.py": AFTER})
    assert diff_in(page(project, f"/work/w1?at={project.state.seq}")) == ""


def test_a_worktree_whose_git_file_names_another_repository_is_not_read(
    project: renkei.Project, change: Callable[..., Path], tmp_path: Path
) -> None:
    own = change({"greet.py": AFTER})
    other = tmp_path / "other"
    git(tmp_path, "init", "--quiet", str(other))
    (own / ".git").write_text(f"gitdir: {other}/.git\n")
    assert diff_in(page(project, "/work/w1")) == ""


def test_a_missing_repository_leaves_the_page_as_it_is(
    project: renkei.Project, change: Callable[..., Path], repository: Path
) -> None:
    change({"greet.py": AFTER})
    (repository / ".git").rename(repository / "moved")
    assert diff_in(page(project, "/work/w1")) == ""


def test_many_and_large_and_binary_files_are_bounded_and_the_page_says_so(
    project: renkei.Project, change: Callable[..., Path]
) -> None:
    many = {f"f{number:04}.txt": "x\n" for number in range(1100)}
    change({"a.bin": b"\0\1", "b.txt": "y\n" * 500, "c.txt": "z" * 10_000_000, **many})
    found = page(project, "/work/w1")
    assert len(found) < 1_000_000
    diff = diff_in(found)
    assert diff.count("Binary, or too large to compare line by line.") == 2
    assert "c.txt" in diff
    assert "100 more lines are not shown." in diff
    assert "103 further files are changed and not listed." in diff
    only = diff_in(page(project, "/work/w1?file=b.txt"))
    assert (only.count('class="add"'), "not shown" in only) == (500, False)


def test_names_and_lines_of_files_are_only_text(project: renkei.Project, change: Callable[..., Path]) -> None:
    change({"<img src=x onerror=alert(1)>\u202e.html": "</table><script>alert(2)</script>{{7*7}}\n"})
    found = diff_in(page(project, "/work/w1"))
    assert "<img" not in found
    assert "<script>" not in found
    assert "{{7*7}}" in found.replace("&#123;", "{")
    assert "\u202e" not in found


def test_lines_keep_their_text_whatever_their_language() -> None:
    texts = [(f"a{ending}", ("a = 'b", "", "\t<x>\r", "\udcff \u200b日本")) for ending in sorted(colours.LEXERS)]
    for found in coloured([*texts, ("unknown", texts[0][1])]):
        plain = [one.striptags() for one in found]
        assert [one.replace("\\r", "").strip() for one in plain] == ["a = 'b", "", "<x>", "\\udcff \\u200b日本"]


@pytest.mark.parametrize("name", sorted(set(colours.LEXERS.values())))
def test_every_lexer_exists(name: str) -> None:
    assert pieces_of(name, "a\n")[0]


def test_a_file_of_no_known_language_has_no_colours() -> None:
    assert (lexer_of("a/Makefile"), lexer_of("a/b.PY"), lexer_of("a/b")) == ("make", "python", "")
    assert coloured([("b", ("def f",))]) == [("def f",)]


def test_a_text_that_a_lexer_never_finishes_has_no_colours_and_later_ones_soon_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = (
        "import json, sys\nfor name, text in json.loads(sys.stdin.readline()):\n    if text == 'second': sys.exit()\n"
    )
    (tmp_path / "lexing.py").write_text(f"{script}    print(json.dumps([[['k', text]]]), flush=True)\n")
    monkeypatch.setattr(colours, "LEXER", Lexer(tmp_path / "lexing.py"))
    texts = [("a.py", (line,)) for line in ("first", "second", "third")]
    assert coloured(texts) == [('<span class="k">first</span>',), ("second",), ("third",)]
    assert coloured(texts)[1:] == [("second",), ('<span class="k">third</span>',)]


def test_finding_colours_ends_after_seconds_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colours, "LEXER", Lexer(seconds=0, longest=600))
    lines = ("a = 1;" * 1_000_000,)
    assert coloured([("a.py", lines)]) == [lines]


def test_a_process_is_kept_for_later_texts_and_one_that_ended_is_replaced() -> None:
    lexer = Lexer()
    for _ in range(2):
        first, second = (lexer.lines_of([("python", "def f"), ("rust", "fn")]) for _ in range(2))
        assert first == second == [[[["k", "def"], ["", " "], ["f", "f"]]], [[["k", "fn"]]]]
        process = lexer._process
        assert process is not None
        assert process.poll() is None
        process.send_signal(SIGALRM)  # as it ends itself when it has had nothing to do
        process.wait()
    lexer.close()
