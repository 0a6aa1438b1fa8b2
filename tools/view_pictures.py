"""Pictures of the person's view in a browser: the demo, as it waits for a person. No check compares their pixels."""

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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

SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 800})


def take() -> bool:
    """Write the pictures; return False, and write nothing, where there is no browser."""
    if find_spec("playwright") is None:
        return False
    sys.path.append(str(ROOT / "tests"))  # how a browser and a server are started
    from browsing import chromium_program, started_browser
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
        page.goto(link)
        for addresses, size in zip((SCREENS, NARROW), SIZES, strict=True):
            page.set_viewport_size(size)
            for name, address in addresses.items():
                _write(page, link.partition("/sign-in")[0] + address, ROOT / "docs" / "screens" / f"view-{name}.png")
    return True


def _write(page: Any, address: str, path: Path) -> None:
    page.goto(address)
    page.wait_for_timeout(300)  # until what the page does when it is loaded is done
    page.screenshot(path=path)


if __name__ == "__main__":
    sys.exit(0 if take() else "no browser was found")
