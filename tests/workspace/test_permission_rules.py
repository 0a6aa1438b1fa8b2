"""Standing rules for what members may do: which rule answers, and that none allows what a shell would join."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.edges.team.team_file import read_team
from renkei.errors import BadValueError, DocumentError
from renkei.workspace.permission_rules import Asked, PermissionRule, RuleBook

COMMANDS = ("pytest", "git status", "ruff check")
ALLOWING = PermissionRule(allow=["execute"], commands=COMMANDS)


def ruling(asked: Asked, *rules: PermissionRule, root: Path, **more: Any) -> str:
    return RuleBook(rules, root, **more).ruling(asked)[0]


def run(line: str) -> Asked:
    return Asked("execute", line, command=line)


@pytest.mark.parametrize("line", ["pytest", "pytest -q tests/a.py", "git status --short", "pytest | ruff check"])
def test_a_command_with_the_words_of_a_rule_is_allowed(line: str, tmp_path: Path) -> None:
    assert ruling(run(line), ALLOWING, root=tmp_path) == "allow"
    assert ruling(run(line), root=tmp_path, commands=COMMANDS) == ("ask" if "git" in line else "allow")
    assert ruling(run(line), root=tmp_path) == "ask"
    for path, expected in ((".", "allow"), ("..", "ask"), ("/", "ask"), (str(tmp_path), "allow")):
        asked = Asked("execute", line, command=line, paths=(path,))  # the directory in which it runs
        assert ruling(asked, ALLOWING, root=tmp_path) == expected


JOINS = (
    ";",
    "; ",
    "&&",
    "||",
    "&",
    "\n",
    "\r\n",
    "|&",
    "$(",
    "`",
    ">",
    ">>",
    "<",
    "<<",
    "<(",
    ">&",
    "${",
    "\\\n",
    "$'",
    "*",
    "~",
)


@given(
    st.sampled_from(COMMANDS),
    st.lists(
        st.tuples(st.sampled_from(JOINS), st.sampled_from(("rm -rf /", "pytest", "git status", "x", ""))),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(("", " ", "\t")),
    st.sampled_from(("read", "search", "execute", "other", "edit")),
)
def test_no_compound_line_is_ever_allowed(begin: str, joined: list[tuple[str, str]], space: str, kind: str) -> None:
    line = begin + "".join(f"{space}{join}{space}{command}" for join, command in joined)
    every = PermissionRule(allow=["read", "edit", "search", "other"])
    book = RuleBook((every, ALLOWING), Path("/tmp"), COMMANDS)
    assert book.ruling(Asked(kind, line, command=line, paths=("a.py",)))[0] == "ask"


@given(st.text(alphabet="ab ;|&<>()$`'\"\\\n=*?~#{}[]!", max_size=14))
def test_a_line_that_is_allowed_has_no_operator_outside_of_quotes(tail: str) -> None:
    line = f"pytest {tail}"
    if RuleBook((ALLOWING,), Path("/tmp")).ruling(run(line))[0] != "allow":
        return
    lexer = shlex.shlex(line, posix=False, punctuation_chars=True)
    lexer.commenters, lexer.whitespace = "", " \t"
    words = list(lexer)
    assert not [one for one in words if one[0] not in "'\"" and set(one) & set(";&<>()$`\\\n*?~#{}[]!")], words
    assert "|" not in words or "pytest" in words[words.index("|") + 1 :]


def test_an_operator_hidden_in_a_listed_command_is_refused_or_asked(tmp_path: Path) -> None:
    for line in (
        "pytest @args",
        "pytest ../x",
        "pytest /etc/passwd",
        "pytest .git/config",
        "git push",
        "git -C x status",
        "",
    ):
        assert ruling(run(line), ALLOWING, root=tmp_path) == "ask"


EDIT, READ = Asked("edit", "Edit", paths=("src/a.py",)), Asked("read", "Read", paths=("src/a.py",))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (EDIT, "allow"),
        (READ, "allow"),
        (Asked("delete", "rm", paths=("src/a.py", "src/a.py")), "allow"),
        (Asked("move", "mv", paths=("src/a.py", "src/b.py")), "allow"),
        (Asked("search", "grep"), "allow"),
        (Asked("search", "grep", paths=(".",)), "allow"),
        (Asked("think", "think"), "allow"),
        (Asked("fetch", "https://example.org"), "ask"),
        (Asked("switch_mode", "yolo"), "ask"),
        (Asked("other", "mcp"), "ask"),
        (Asked("execute", "pytest"), "ask"),  # the title is no command
        (Asked("edit", "Edit"), "ask"),
        (Asked("read", "Read"), "ask"),
        (Asked("edit", "Edit", paths=("src/a.py", "../b.py")), "ask"),
        (Asked("edit", "Edit", paths=("src/../src/a.py",)), "ask"),
        (Asked("edit", "Edit", paths=("/etc/passwd",)), "ask"),
        (Asked("read", "Read", paths=("/etc/passwd",)), "ask"),
        (Asked("edit", "Edit", paths=("out",)), "ask"),
        (Asked("edit", "Edit", paths=("out/passwd",)), "ask"),
        (Asked("read", "Read", paths=("gone",)), "ask"),
        (Asked("edit", "Edit", paths=("in/a.py",)), "allow"),
        (Asked("edit", "Edit", paths=("to-git/config",)), "ask"),
        (Asked("edit", "Edit", paths=(".git/config",)), "ask"),
        (Asked("edit", "Edit", paths=("src/.GIT/config",)), "ask"),
        (Asked("edit", "Edit", paths=("team.yaml",)), "ask"),
        (Asked("edit", "Edit", paths=("Own/secret.txt",)), "ask"),
        (Asked("delete", "rm", paths=("own",)), "ask"),
        (Asked("delete", "rm", paths=(".",)), "ask"),
        (Asked("delete", "rm", paths=("sub",)), "ask"),
        (Asked("edit", "Edit", paths=("src/HEAD",)), "ask"),
        (Asked("edit", "Edit", paths=(".claude/settings.json",)), "ask"),
        (Asked("read", "Read", paths=(".claude/settings.json",)), "allow"),
        (Asked("edit", "Edit", paths=("a\0b",)), "ask"),
        (Asked("edit", "Edit", paths=("a\\b",)), "ask"),
        (Asked("edit", "Edit", paths=("",)), "ask"),
    ],
)
def test_without_a_rule_a_member_works_in_its_directory(asked: Asked, expected: str, tmp_path: Path) -> None:
    root = tmp_path / "space"
    (root / "src").mkdir(parents=True)
    (root / "sub" / ".git").mkdir(parents=True)
    (root / "own").mkdir()
    (root / "out").symlink_to("/etc")
    (root / "gone").symlink_to("/nowhere/x")
    (root / "in").symlink_to("src")
    (root / "to-git").symlink_to("sub/.git")
    closed = (root / "own" / "secret.txt",)
    assert ruling(asked, root=root, closed=closed) == expected
    every = PermissionRule(allow=["read", "edit", "delete", "move", "search", "think"], paths=["**"])
    if expected == "ask" and asked.paths != (".claude/settings.json",):
        assert ruling(asked, every, root=root, closed=closed) == "ask"  # nor does a rule allow it
    absolute = Asked(asked.kind, asked.title, paths=tuple(str(root / one) for one in asked.paths if "\0" not in one))
    if absolute.paths and "\0" not in asked.paths[0]:
        assert ruling(absolute, root=root, closed=closed) == expected


def test_a_directory_that_is_reached_through_a_link_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    for name in ("link", "real"):
        asked = Asked("edit", "Edit", paths=(str(tmp_path / name / "a.py"),))
        assert ruling(asked, root=tmp_path / "link") == "allow"


INFRA = PermissionRule(deny=["edit", "delete"], paths=["infra/**"])


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (Asked("edit", "", paths=("infra/a.tf",)), "deny"),
        (Asked("edit", "", paths=("Infra/A.tf",)), "deny"),
        (Asked("edit", "", paths=("src/a.py", "infra/a.tf")), "deny"),
        (Asked("edit", "", paths=("src/../infra/a.tf",)), "deny"),
        (Asked("edit", "", paths=("to-infra/a.tf",)), "deny"),
        (Asked("delete", "", paths=("infra",)), "deny"),
        (Asked("delete", "", paths=(".",)), "deny"),
        (Asked("edit", ""), "deny"),  # it may be any file
        (Asked("edit", "", paths=("src/a.py",)), "allow"),
        (Asked("read", "", paths=("infra/a.tf",)), "allow"),
    ],
)
def test_a_rule_that_denies_matches_whatever_may_be_within_it(asked: Asked, expected: str, tmp_path: Path) -> None:
    (tmp_path / "infra").mkdir()
    (tmp_path / "to-infra").symlink_to("infra")
    assert ruling(asked, INFRA, root=tmp_path) == expected


def test_the_first_rule_that_matches_decides(tmp_path: Path) -> None:
    allow = PermissionRule(allow=["edit"], paths=["infra/dev/**"])
    ask = PermissionRule(ask=["edit"], paths=["src/**"])
    book = RuleBook((allow, INFRA, ask, INFRA, allow), tmp_path)
    expected = {"infra/dev/a": allow, "infra/prod/a": INFRA, "src/a": ask, "docs/a": None}
    for path, rule in (*expected.items(), *expected.items()):
        assert book.ruling(Asked("edit", "", paths=(path,)))[1] is rule
    assert book.ruling(Asked("edit", "", paths=("infra/dev/a", "docs/a")))[0] == "deny"  # not all is allowed
    settings = Asked("edit", "", paths=(".claude/settings.json",))
    for paths, answer in ((["**"], "allow"), ([], "ask"), ([".claude/**"], "allow")):
        assert ruling(settings, PermissionRule(allow=["edit"], paths=paths), root=tmp_path) == answer


def test_a_denied_command_is_found_within_a_compound_line(tmp_path: Path) -> None:
    deny = PermissionRule(deny=["execute"], commands=["git push"])
    for line in (
        "git push",
        "git push -f",
        "cd x && git push",
        "sh -c 'git push'",
        "git 'push'",
        "echo;git push",
        "git push",
    ):
        assert ruling(run(line), deny, ALLOWING, root=tmp_path) == "deny"
        assert ruling(Asked("other", "x", command=line), deny, root=tmp_path) == "deny"
    for line in ("git pushed", "git status", "egit push"):
        assert ruling(run(line), deny, root=tmp_path) == "ask"
    assert ruling(run("git push"), PermissionRule(deny=["execute"]), root=tmp_path) == "deny"
    assert ruling(Asked("execute", "x"), PermissionRule(deny=["execute"]), root=tmp_path) == "deny"


def test_a_rule_is_about_its_members_and_roles() -> None:
    rule = PermissionRule(deny=["edit"], members=["fay", "gus"], roles=["frontend"])
    found = {(one, role): rule.is_about(one, role) for one in ("fay", "ben") for role in ("frontend", "", "backend")}
    assert [pair for pair, is_so in found.items() if not is_so] == [("ben", ""), ("ben", "backend")]
    assert PermissionRule(deny=["edit"]).is_about("ben", "")


TEAM = """\
team:
  goal: a goal
  lead: {id: lead}
  permissions:
    - {allow: [read, search]}
    - %s
"""


@pytest.mark.parametrize(
    ("rule", "path", "said"),
    [
        ("{allow: [read], deny: [edit]}", "/team/permissions/1", "exactly one of allow, ask, deny"),
        ("{paths: [a]}", "/team/permissions/1", "exactly one of allow, ask, deny"),
        ("{allow: []}", "/team/permissions/1", "exactly one of allow, ask, deny"),
        ("{allow: [write]}", "/team/permissions/1/allow/0", "edit"),
        ("{allow: [execute]}", "/team/permissions/1", "names the `commands`"),
        ("{allow: [execute], commands: ['pytest; rm']}", "/team/permissions/1/commands/0", "a shell would join"),
        ("{allow: [execute], commands: [pytest, 'a | b']}", "/team/permissions/1/commands/1", "a shell would join"),
        ("{allow: [execute], commands: [git]}", "/team/permissions/1", "git status"),
        ("{allow: [execute], commands: [git diff]}", "/team/permissions/1", "git status"),
        ("{allow: [read], commands: [pytest]}", "/team/permissions/1", "`commands` is for the kind `execute` alone"),
        ("{deny: [execute], paths: [a]}", "/team/permissions/1", "`paths` is not for `execute`"),
        ("{deny: [edit], paths: [../a]}", "/team/permissions/1/paths/0", "leaves the repository"),
        ("{deny: [edit], paths: [a, /a]}", "/team/permissions/1/paths/1", "not relative"),
        ("{deny: [edit], members: ['a b']}", "/team/permissions/1/members/0", "id"),
        ("{deny: [edit], who: [fay]}", "/team/permissions/1/who", "unknown"),
    ],
)
def test_a_fault_of_a_rule_is_named_with_its_line_and_field(rule: str, path: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "team.yaml"
    file.write_text(TEAM % rule)
    with pytest.raises(DocumentError) as error:
        read_team(file)
    (problem,) = error.value.problems
    assert (problem.path, problem.line) == (path, 6)
    assert said in f"{problem.message} {problem.hint}"


def test_a_file_with_every_form_of_rule_is_read(tmp_path: Path) -> None:
    file = tmp_path / "team.yaml"
    rules = (
        "{allow: [execute], commands: [pytest, git status]}",
        "{deny: [execute], commands: [git push]}",
        '{ask: [edit], paths: ["infra/**"]}',
        '{deny: [edit], paths: ["infra/**"], members: [fay], roles: [frontend]}',
    )
    file.write_text(TEAM % "\n    - ".join(rules))
    assert [one.ruling for one in read_team(file).permissions] == ["allow", "allow", "deny", "ask", "deny"]
    with pytest.raises(BadValueError):
        PermissionRule(allow=["read"], ask=["edit"])
