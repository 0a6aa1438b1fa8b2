"""A server of several projects, in a process of its own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import renkei
from browsing import Served
from process import Running, running
from triaging import ask

Projects = dict[str, renkei.Project]


def asked_thrice(stack: ExitStack, base: Path, *names: str) -> Projects:
    """Create projects, two by default, in each of which three decisions wait for the person."""
    found = {}
    for name in names or ("shop", "api"):
        made = renkei.create(base / name / ".renkei", name, f"The goal of {name}")
        found[name] = project = stack.enter_context(made)
        project.join("ann", "backend")
        for number in (1, 2, 3):
            ask(project, f"D-{number}", "human")
    return found


@contextmanager
def served_several(base: Path, *given: str, port: int = 0, errors: str = "") -> Iterator[tuple[Served, Running]]:
    """Serve projects that are named as on the command line; `errors` is what it says about them."""
    with running("serve", "--port", str(port), *given, cwd=base) as process:
        link = process.stdout.readline().strip()
        assert "/sign-in?code=" in link, process.stderr.read()
        yield Served(base, link), process
        process.terminate()
        said = process.communicate(timeout=30)[1]
        assert errors in said
        assert errors or said == "", said
