"""Whatever a repository's configuration says, the runtime's calls of git run no program that it names."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from attacks.attacked_repository import git
from renkei.workspace.repository.git import Git

SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "commit.gpgSign": "false",
    "log.showSignature": "false",
    "merge.verifySignatures": "false",
    "merge.directoryRenames": "false",
    "advice.detachedHead": "false",
}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that leaves a mark."""
    found = tmp_path / "program"
    found.write_text(f"#!/bin/sh\ncat; echo ran > {tmp_path}/ran\n")
    found.chmod(0o755)
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    found = tmp_path / "repository"
    git(tmp_path, "init", "--quiet", "--initial-branch=main", str(found))
    (found / "a.txt").write_text("one\n")
    git(found, "add", ".")
    git(found, "commit", "--quiet", "-m", "x")
    return found


def opened(repository: Path) -> Git:
    found = Git(repository).opened()
    assert found is not None
    return found


@pytest.mark.parametrize("name", SETTINGS)
def test_the_runtimes_settings_win(name: str, repository: Path) -> None:
    git(repository, "config", name, {"safe.bareRepository": "all", "gc.auto": "1"}.get(name, "true"))
    assert opened(repository).ask("config", name) == SETTINGS[name]


def edit(repository: Path, program: Path) -> None:
    git(repository, "config", "core.editor", str(program))
    opened(repository).call("commit", "--allow-empty")


def smudge(repository: Path, program: Path) -> None:
    git(repository, "config", "filter.f.smudge", str(program))
    (repository / ".gitattributes").write_text("*.txt filter=f\n")
    (repository / "a.txt").unlink()
    opened(repository).ask("checkout", "--", "a.txt")


def clean(repository: Path, program: Path) -> None:
    git(repository, "config", "filter.f.clean", str(program))
    (repository / ".gitattributes").write_text("*.txt filter=f\n")
    (repository / "a.txt").write_text("two\n")
    opened(repository).ask("add", "a.txt")


def external_diff(repository: Path, program: Path) -> None:
    git(repository, "config", "diff.external", str(program))
    (repository / "a.txt").write_text("two\n")
    opened(repository).call("diff")


def text_of_a_binary(repository: Path, program: Path) -> None:
    git(repository, "config", "diff.d.textconv", str(program))
    (repository / ".gitattributes").write_text("*.txt diff=d\n")
    (repository / "a.txt").write_text("two\n")
    opened(repository).call("diff")
    opened(repository).call("log", "-p")


def fetch(repository: Path, program: Path) -> None:
    git(repository, "config", "protocol.ext.allow", "always")
    git(repository, "config", "remote.origin.url", f"ext::touch {program.parent}/ran")
    git(repository, "config", "remote.origin.promisor", "true")
    git(repository, "config", "core.repositoryFormatVersion", "1")
    git(repository, "config", "extensions.partialClone", "origin")
    opened(repository).call("cat-file", "-p", "1" * 40)


def look_into_a_submodule(repository: Path, program: Path) -> None:
    inner = repository / "inner"
    git(repository, "init", "--quiet", str(inner))
    (inner / "b.txt").write_text("one\n")
    git(inner, "add", ".")
    git(inner, "commit", "--quiet", "-m", "x")
    git(repository, "add", "inner")
    git(repository, "commit", "--quiet", "-m", "y")
    git(inner, "config", "filter.f.clean", str(program))
    (inner / ".gitattributes").write_text("*.txt filter=f\n")
    (inner / "b.txt").write_text("two\n")
    for one in ("status", "diff"):
        opened(repository).ask(one)


TRICKS = (edit, smudge, clean, external_diff, text_of_a_binary, fetch, look_into_a_submodule)


@pytest.mark.parametrize("trick", TRICKS)
def test_a_program_of_the_repository_is_not_run(
    trick: Callable[[Path, Path], None], repository: Path, program: Path, tmp_path: Path
) -> None:
    trick(repository, program)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("trick", TRICKS)
def test_git_itself_would_run_it(
    trick: Callable[[Path, Path], None],
    repository: Path,
    program: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def call(runner: Git, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["git", *arguments]
        return subprocess.run(
            command, cwd=runner.directory, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    monkeypatch.setattr(Git, "call", call)
    trick(repository, program)
    assert (tmp_path / "ran").exists(), "the other test proves nothing"
