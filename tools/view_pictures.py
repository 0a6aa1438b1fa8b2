"""Pictures of the person's view in a browser: the demo, as it waits for a person, and files on which work overlaps.

No check compares their pixels.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import renkei
from renkei.engine import commands as c
from renkei.files.model import FileChange

ROOT = Path(__file__).parent.parent
SCREENS = {
    "conversation": "/",
    "waiting": "/waiting",
    "board": "/board",
    "day": "/day",
    "work": "/graph?closed=yes",
    "context": "/contexts/agent-backend",
    "agents": "/agents",
}
"""The address of each picture."""

NARROW = {"narrow": "/waiting"}
"""The same for pictures as wide as a telephone."""

CHANGES = (
    ("ann", "TC-4", ["src/api/**"], (("src/api/auth/token.py", 1, 80), ("src/api/routes/users.py", 3, 22))),
    ("bob", "TC-5", ["src/api/routes/**"], (("src/api/routes/users.py", 8, 12), ("web/app/users.ts", 1, 15))),
    ("cho", "TC-6", ["docs/**"], (("src/api/auth/token.py", 90, 91), ("README.md", 1, 4))),
)
"""Agents of a project with files: their contract, the files that it names, and the lines that they have changed."""

NOT_ASKED = "Object.defineProperty(Notification, 'permission', {get: () => 'default'})"
"""Lets a browser without windows, which blocks notifications, look like one that has not asked a person about them."""

SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 800})


def take() -> bool:
    """Write the pictures; return False, and write nothing, where there is no browser."""
    if find_spec("playwright") is None:
        return False
    sys.path.append(str(ROOT / "tests"))  # how a browser and a server are started
    from browsing import chromium_program, served, started_browser
    from process import running

    if chromium_program() is None:
        return False
    with (
        TemporaryDirectory() as directory,
        running("demo", "--serve", "--no-browser", "--speed", "100", cwd=Path(directory)) as demo,
        started_browser() as browser,
    ):
        assert demo.stdout is not None
        link = next(line.strip() for line in demo.stdout if "/sign-in?code=" in line)
        next(line for line in demo.stdout if "waits for you" in line)
        page = browser.new_page(color_scheme="light", reduced_motion="reduce")
        page.add_init_script(NOT_ASKED)
        page.goto(link)
        for addresses, size in zip((SCREENS, NARROW), SIZES, strict=True):
            page.set_viewport_size(size)
            for name, address in addresses.items():
                _write(page, link.partition("/sign-in")[0] + address, name)
        files = Path(directory) / "files"
        overlap(files)
        with served(files) as project:
            page.set_viewport_size(SIZES[0])
            page.goto(project.link)
            _write(page, f"{project.address}/files", "files")
    return True


def overlap(directory: Path) -> None:
    """Make a project in which agents change the same files."""
    from team import work

    members = [c.Join("lead", lead=True), *(c.Join(agent) for agent, *_ in CHANGES)]
    with renkei.create(directory / ".renkei", "shop", "Users can log in", members=members, guarded=False) as project:
        for agent, contract, paths, lines in CHANGES:
            project.do(work(contract, paths=paths), actor="lead")
            project.do(c.ClaimContract(contract), actor=agent)
            project.start(contract, actor=agent)
            changes = tuple(FileChange(path=path, lines=((first, last),)) for path, first, last in lines)
            project.do(c.RecordChanges(agent, changes, "edit"), actor=agent)
        project.do(c.ReserveFiles("bob", ("db/**",), 3600, True), actor="bob")


def _write(page: Any, address: str, name: str) -> None:
    page.goto(address)
    page.wait_for_timeout(300)  # until what the page does when it is loaded is done
    page.screenshot(path=ROOT / "docs" / "screens" / f"view-{name}.png")


if __name__ == "__main__":
    sys.exit(0 if take() else "no browser was found")
