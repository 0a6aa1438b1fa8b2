"""A core install: whatever needs an extra says so before it does anything, with the command that helps."""

import tomllib
from pathlib import Path

import pytest

from process import on_terminal, renkei
from renkei.extras import EXTRAS

PYPROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
NEEDS = {
    ("serve",): "serve",
    ("demo", "--serve"): "serve",
    ("mcp", "--as", "ann"): "mcp",
    ("connect", "claude-code", "--as", "new"): "mcp",
    ("connect", "claude-code", "--as", "new", "--dry-run"): "mcp",
    ("run", "claude-code", "--as", "new"): "mcp",
    ("notify", "add", "human", "ntfy://topic"): "notify",
    ("notify", "run"): "notify",
    ("bridge", "add", "slack", "--channel", "C1"): "slack",
    ("bridge", "add", "discord", "--channel", "team"): "discord",
    ("bridge", "add", "mattermost", "--server", "https://m.example", "--channel", "a/b"): "mattermost",
}


@pytest.fixture
def _core(project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the packages of all extras from the processes that a test starts from now on."""
    place = tmp_path_factory.mktemp("core")
    hidden = sorted({package for packages in EXTRAS.values() for package in packages})
    (place / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({hidden}))\n")
    monkeypatch.syspath_prepend(place)


def files(work: Path) -> set[tuple[Path, int]]:
    return {
        (one, one.stat().st_size) for one in work.rglob("*") if one.is_file() and one.suffix not in (".lock", ".db-shm")
    }


def test_the_table_has_the_extras_that_the_package_declares() -> None:
    assert EXTRAS.keys() == PYPROJECT["project"]["optional-dependencies"].keys() - {"all"}


@pytest.mark.short("serve", "bridge add slack*", "mcp*")
@pytest.mark.usefixtures("_core")
@pytest.mark.parametrize("words", NEEDS, ids=" ".join)
def test_what_needs_an_extra_says_so_and_changes_nothing(words: tuple[str, ...], project: Path) -> None:
    before = files(project)
    refused = renkei(*words, cwd=project, fresh=True)
    assert refused.returncode == 1
    first, second = refused.stderr.splitlines()
    assert first.startswith("error EXTRA_MISSING: ")
    assert second == f"  Install it: python -m pip install 'renkei[{NEEDS[words]}]'"
    assert files(project) == before


@pytest.mark.usefixtures("_core")
def test_the_demo_says_first_what_shows_it_in_a_browser(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", "true")
    status, shown = on_terminal("demo", "--into", "kept", cwd=project)
    assert status == 0
    first, second, *_ = shown.splitlines()
    assert first.startswith("The demo in a browser needs the package")
    assert second == "  Install it: python -m pip install 'renkei[serve]'"
    assert "python -m pip install 'renkei[serve]' && " in shown.partition("\nTry next\n")[2]
