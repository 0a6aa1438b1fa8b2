"""Every wrong document is answered with its code, its place, and what would be right; the same from everywhere."""

import json
import re
from pathlib import Path

import pytest

import renkei
from process import renkei as command
from renkei.errors import DocumentError, Problem
from wrong_documents import Case, boards_and_contracts, json_files, messages, rules, scenarios

CASES: list[Case] = [
    *messages.CASES, *json_files.CASES, *boards_and_contracts.CASES, *rules.CASES, *scenarios.CASES,
]  # fmt: skip
VALID = {name: text for name, text, *_ in CASES}


def changed(text: str, old: str | bytes, new: str | bytes) -> bytes:
    wanted, given = (one.encode() if isinstance(one, str) else one for one in (old, new))
    data = text.encode()
    assert wanted in data
    return data.replace(wanted, given, 1)


def told(problems: tuple[Problem, ...]) -> Problem:
    """Return the problem that `DocumentError` puts first."""
    return next((one for one in problems if one.code != "MISSING_FIELD"), problems[0])


@pytest.mark.parametrize("name", VALID)
def test_the_document_that_is_changed_is_valid(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(VALID[name])
    assert renkei.validate(tmp_path / name) == ()


@pytest.mark.parametrize(("name", "text", "old", "new", "found", "hint"), CASES)
def test_a_fault_has_a_code_a_place_and_a_hint(
    name: str, text: str, old: str | bytes, new: str | bytes, found: str, hint: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(changed(text, old, new))
    problem = told(renkei.validate(path))
    assert f"{problem.code} {problem.line}:{problem.column}" == found
    assert hint in problem.hint
    assert hint
    with pytest.raises(DocumentError) as caught:
        renkei.load(path)
    assert problem.message in caught.value.message
    assert caught.value.hint == problem.hint


FORMS = (
    r"Write a list: (.*)\.$",
    r"Write it in quotes: (.*)\.$",
    r"Write it without quotes: (.*)\.$",
    r"Write (true|false), without quotes\.$",
    r"Write a program and its arguments, such as (.*), or leave `command` out\.$",
)
"""Hints that say what to write in place of the value."""

SCALAR = re.compile(r"""\[[^]]*]|"[^"]*"|[^\s,\]}][^\n,\]}]*""")
FOLLOWED = [
    (name, changed(text, old, new).decode())
    for name, text, old, new, _, hint in CASES
    if "\n" not in str(new) and any(re.match(form, hint) for form in FORMS)
]


@pytest.mark.parametrize(("name", "text"), FOLLOWED)
def test_whoever_writes_what_a_hint_says_has_a_valid_document(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    problem = told(renkei.validate(path))
    right = next(found[1] for one in FORMS if (found := re.match(one, problem.hint)))
    lines = text.splitlines(keepends=True)
    line, column = lines[problem.line - 1], problem.column - 1
    lines[problem.line - 1] = line[:column] + SCALAR.sub(lambda _: right, line[column:], count=1)
    path.write_text("".join(lines))
    assert renkei.validate(path) == ()


def test_the_command_prints_what_the_library_returns(tmp_path: Path) -> None:
    names = []
    for number, (name, text, old, new, *_) in enumerate(CASES):
        names.append(f"{number:03}-{name}")
        (tmp_path / names[-1]).write_bytes(changed(text, old, new))
    printed: dict[str, list[object]] = {name: [] for name in names}
    for line in command("validate", *names, "--format", "jsonl", cwd=tmp_path).stdout.splitlines():
        row = json.loads(line)
        printed[row["file"]] += row["errors"]
    for name in names:
        assert printed[name] == [one.as_dict() for one in renkei.validate(tmp_path / name)]


CONSTRUCTED = [
    (
        lambda: renkei.StatusUpdate(new_status="wrking", progress_summary="x"),
        "/new_status: ",
        "Did you mean 'working'?",
    ),
    (lambda: renkei.StatusUpdate(new_status="working", progres_summary="x"), "/progres_summary", "'progress_summary'"),
    (lambda: renkei.TaskContract(id="T", delegator="lead"), "/inputs: `inputs` is missing", "Add"),
    (
        lambda: renkei.Rule(event="e", trigger={"message": "X"}, auto_actions=[{"pause": {}}]),
        "/trigger/message",
        "FREEFORM",
    ),
    (lambda: renkei.Rule(event="e", trigger={"field": "/goal"}, auto_actions=[{"puase": {}}]), "/puase: ", "'pause'"),
]


@pytest.mark.parametrize(("construct", "message", "hint"), CONSTRUCTED)
def test_a_constructor_says_what_is_wrong_and_what_would_be_right(construct, message, hint) -> None:
    with pytest.raises(renkei.RenkeiError) as caught:
        construct()
    assert message in caught.value.message
    assert hint in caught.value.hint


COMMANDS = {
    "m.yaml": (("send",),),
    "h.yaml": (("send",),),
    "m.json": (("send",),),
    "c.yaml": (("contract", "new"),),
    "b.yaml": (("board", "apply"), ("init", "new", "--board")),
    "r.yaml": (("rules", "check"), ("rules", "set"), ("init", "new", "--rules")),
    "s.yaml": (("replay",), ("test",)),
}
"""Every command that reads a document of a kind."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_all_problems_in_one_form(name: str, tmp_path: Path) -> None:
    command("init", "--agent", "ann", "--agent", "bob", "--quiet", cwd=tmp_path)
    text, old, new = next((text, old, new) for file, text, old, new, found, _ in CASES if file == name and "_" in found)
    path = tmp_path / name
    path.write_bytes(changed(text, old, new))
    for words in COMMANDS[name]:
        done = command(*words, name, cwd=tmp_path)
        assert done.returncode == 1
        for one in renkei.validate(path):
            line = (
                f"  {name}:{one.line}:{one.column} {one.code} {one.path or '(root)'}  {one.message}\n      {one.hint}\n"
            )
            assert line in done.stdout + done.stderr
    assert not (tmp_path / "new").exists()
