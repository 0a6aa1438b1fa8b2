"""What the documentation shows, works: code runs, documents are valid, commands exist."""

import ast
import builtins
import importlib
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from both_forms import TABS
from markdown_it import MarkdownIt

import renkei
from page_code import awaiting, code_of, programs_of, steps_of
from renkei.documents.yaml_reader import read_yaml
from renkei.edges.cli.main import cli
from renkei.edges.document_kinds import KINDS
from renkei.engine.validation import check
from renkei.scenario.model import Scenario
from renkei.scenario.play import Player
from renkei.store.written.prices import PRICES

ROOT = Path(__file__).parent.parent
PAGES = [*(ROOT / name for name in ("README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"))]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
TUTORIAL = ROOT / "docs" / "tutorial.md"


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for number, text in enumerate(code_of(page.read_text(), language)):
            found.append((f"{page.name}-{number}", text))
    return found


def programs() -> list[tuple[str, str]]:
    """Return the Python programs of the pages."""
    return [one for page in PAGES for one in programs_of(page.name, page.read_text()).items()]


class WithoutAwaiting(ast.NodeTransformer):
    """Makes of a program in the asynchronous form the one for threads."""

    def visit_Await(self, node: ast.Await) -> ast.AST:
        call = self.visit(node.value)
        of_threads = getattr(renkei.Project, call.func.attr, None) if isinstance(call.func, ast.Attribute) else None
        return call.func if isinstance(of_threads, property) else call

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.AST:
        self.generic_visit(node)
        return ast.With(node.items, node.body, lineno=node.lineno)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        self.generic_visit(node)
        return ast.For(node.target, node.iter, node.body, node.orelse, lineno=node.lineno)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return ast.Attribute(node.value, node.attr.removesuffix("_async").removeprefix("Async"), node.ctx)


@pytest.mark.parametrize("page", [page for page in PAGES if TABS.search(page.read_text())], ids=lambda page: page.name)
def test_both_forms_of_a_snippet_do_the_same(page: Path) -> None:
    text = page.read_text()
    for threads, asynchronous in zip(steps_of(text, "threads"), steps_of(text, "asyncio"), strict=True):
        tree = WithoutAwaiting().visit(awaiting(asynchronous, ast.PyCF_ONLY_AST))
        assert ast.unparse(tree) == ast.unparse(ast.parse(threads))
        assert "await " in asynchronous or "async " in asynchronous


def test_the_tutorial_has_a_short_snippet_for_each_of_the_five_phases() -> None:
    tutorial = steps_of(TUTORIAL.read_text(), "threads")
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
    if "currency" in source.value:
        PRICES.validate_python(source.value)
        return
    if "type" in source.value:
        source.value |= {"id": "m1", "from": "a", "priority": "normal", "timestamp": "2026-01-05T09:00:00Z"}
    checked = check(source, KINDS)
    assert checked.problems == ()
    if isinstance(checked.model, Scenario):
        assert [failure for played in Player(checked.model).play() for failure in played.failures] == []


def command_lines(page: Path, *, in_sentences: bool = True) -> Iterator[list[str]]:
    """Yield the words of each command that a page shows in a block, and within a sentence."""
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text()):
        spans = [part.content for part in token.children or () if in_sentences and part.type == "code_inline"]
        spans += token.content.splitlines() if token.type == "fence" and token.info in ("", "sh", "bash") else []
        yield from (shlex.split(span, comments=True) for span in spans if re.match("(renkei|make) ", span))


def unknown_words(words: list[str]) -> Iterator[str]:
    """Yield the commands and options among the arguments of `renkei` that do not exist."""
    command: click.Command = cli
    context = click.Context(cli)
    for number, word in enumerate(words[2:] if words[0] == "-C" else words):
        if word == "--" or word.startswith("{"):  # arguments of another program; a placeholder in the text of an error
            return
        inner = command.get_command(context, word) if isinstance(command, click.Group) else None
        if inner is not None:
            command, context = inner, click.Context(inner, context)
        elif number == 0 and not word.startswith("-"):
            yield word
        elif word.startswith("--"):
            known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
            if word.split("=")[0] not in {*known, "--help", "--version"}:
                yield word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for program, *words in command_lines(page):
        if program == "make":
            targets = [word for word in words if "=" not in word]
            assert all(f"\n{target}:" in makefile for target in targets), targets
        else:
            assert list(unknown_words(words)) == [], words


def missing_options(words: list[str]) -> Iterator[str]:
    """Yield the required options that the arguments of `renkei` lack."""
    command: click.Command = cli
    context, rest = click.Context(cli), words[2:] if words[0] == "-C" else words
    while rest and isinstance(command, click.Group) and (inner := command.get_command(context, rest[0])):
        command, context, rest = inner, click.Context(inner, context), rest[1:]
    given = {word.split("=")[0] for word in rest}
    for param in command.params:
        if isinstance(param, click.Option) and param.required and not param.envvar and given.isdisjoint(param.opts):
            yield param.opts[-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_a_block_have_every_option_that_they_need(page: Path) -> None:
    for program, *words in command_lines(page, in_sentences=False):
        assert program == "make" or list(missing_options(words)) == [], words


def named(name: str) -> object:
    """Return what a dotted name names: a module, or a name in one; raises ImportError or AttributeError."""
    module, _, attribute = name.rpartition(".")
    if not module:
        return importlib.import_module(name)
    above = named(module)
    return getattr(above, attribute) if hasattr(above, attribute) else importlib.import_module(name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_in_the_documentation_exist(page: Path) -> None:
    for name in re.findall(r"`(renkei(?:\.\w+)+)[`(]", page.read_text()):
        assert named(name) is not None


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "how-to").glob("*.md")), ids=lambda page: page.name)
def test_errors_that_a_page_names_can_be_caught(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    named_errors = set(re.findall(r"\b[A-Z]\w+Error\b", prose))
    assert {
        one for one in named_errors if not any(hasattr(room, one) for room in (renkei, renkei.errors, builtins))
    } == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_the_documentation_names_exist(page: Path) -> None:
    roots = (ROOT, ROOT / "src" / "renkei", page.parent)
    for name in re.findall(r"`([\w./-]+(?:\.(?:py|pyi)|/))`", page.read_text()):
        if name != "blobs/" and not re.search("^/|NAME|LOCALE", name):  # a project's folder; addresses; readers' files
            assert any((root / name).exists() for root in roots), f"{page.name}: {name}"
