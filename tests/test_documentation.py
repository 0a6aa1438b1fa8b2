"""What the documentation shows, works: code runs, documents are valid, commands exist, generated files are fresh."""

import ast
import importlib
import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from renkei.documents.yaml_reader import read_yaml
from renkei.edges.cli.main import COMMANDS
from renkei.edges.document_kinds import KINDS
from renkei.engine.validation import check
from renkei.scenario.model import Scenario
from renkei.scenario.play import Player

ROOT = Path(__file__).parent.parent
PAGES = [*(ROOT / name for name in ("README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"))]
PAGES += sorted((ROOT / "docs").rglob("*.md"))


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for number, text in enumerate(re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)):
            found.append((f"{page.name}-{number}", text))
    return found


def programs() -> list[tuple[str, str]]:
    """Return the Python code of the pages; the snippets of the tutorial are one program."""
    found = [(name, code) for name, code in blocks("python") if not name.startswith("tutorial.md")]
    tutorial = [code for name, code in blocks("python") if name.startswith("tutorial.md")]
    return [*found, ("tutorial.md", "\n".join(tutorial))]


def test_the_tutorial_has_a_short_snippet_for_each_of_the_five_phases() -> None:
    tutorial = [code for name, code in blocks("python") if name.startswith("tutorial.md")]
    statements = [len(ast.parse(code).body) for code in tutorial]
    assert len(statements) == 5
    assert all(2 <= count <= 10 for count in statements)


@pytest.mark.parametrize(("name", "code"), programs(), ids=lambda value: value if len(value) < 40 else "")
def test_code_runs(name: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, name, "exec"), {})  # the page's own code


def test_the_readme_shows_what_an_agent_reads(capsys: pytest.CaptureFixture[str]) -> None:
    code = dict(blocks("python"))["README.md-0"]
    exec(compile(code, "README.md", "exec"), {})
    assert "The API listens on 8080" in capsys.readouterr().out
    assert len([line for line in code.splitlines() if line.strip() and not line.startswith("import")]) <= 10


@pytest.mark.parametrize(("name", "text"), blocks("yaml"), ids=lambda value: value if len(value) < 40 else "")
def test_documents_are_valid(name: str, text: str) -> None:
    source = next(iter(read_yaml(text)))
    if "type" in source.value:
        source.value |= {"id": "m1", "from": "a", "priority": "normal", "timestamp": "2026-01-05T09:00:00Z"}
    checked = check(source, KINDS)
    assert checked.problems == ()
    if isinstance(checked.model, Scenario):
        assert [failure for played in Player(checked.model).play() for failure in played.failures] == []


def test_commands_exist() -> None:
    for _, text in blocks("sh"):
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0] == "renkei":
                named = words[3:] if words[1] == "-C" else words[1:]
                assert named[0] in COMMANDS
            elif words and words[0] == "make":
                assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text()


def named(name: str) -> object:
    """Import a dotted name: a module, or a name in one; raises ImportError or AttributeError."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(named(module), attribute)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_in_the_documentation_exist(page: Path) -> None:
    for name in re.findall(r"`(renkei(?:\.\w+)+)[`(]", page.read_text()):
        assert named(name) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_the_documentation_names_exist(page: Path) -> None:
    roots = (ROOT, ROOT / "src" / "renkei", page.parent)
    for name in re.findall(r"`([\w./-]+(?:\.(?:py|pyi)|/))`", page.read_text()):
        if name != "blobs/" and not re.search("NAME|LOCALE", name):  # a project's folder; files that readers add
            assert any((root / name).exists() for root in roots), f"{page.name}: {name}"


def test_generated_files_are_what_the_code_makes_of_them() -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.stale() == []
