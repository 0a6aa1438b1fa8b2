"""Takes the picture of a trace in a viewer: a team's contract in Phoenix, which `make trace-picture` installs.

Run it as `trace_picture.py PHOENIX`, with the path of Phoenix's program.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "screens" / "trace-phoenix.png"

CONTRACT = "contract TC-5"
"""The trace that is shown: it has an interrupted turn."""

WAIT = 120_000
"""Milliseconds that a page of the viewer may take."""


def take(phoenix: str) -> None:
    """Write the picture. Raises FileNotFoundError if there is no browser."""
    sys.path.append(str(ROOT / "tests"))  # a project with a past, and how a browser is started
    import working_day
    from browsing import chromium_program, started_browser

    if chromium_program() is None:
        raise FileNotFoundError("no browser was found: install chromium, or set RENKEI_CHROMIUM")
    started = datetime.now(UTC) - timedelta(hours=1)  # the viewer shows the last days
    working_day.START = started.strftime("%Y-%m-%dT%H:%M:%S.000000Z")
    with TemporaryDirectory() as name, viewer(phoenix, Path(name)) as address, started_browser() as browser:
        working_day.working_day(Path(name) / ".renkei", 120).close()
        command = [sys.executable, "-m", "renkei", "-C", name, "trace", "--otlp", address]
        subprocess.run(command, check=True)
        page = browser.new_page(viewport={"width": 1280, "height": 640}, reduced_motion="reduce")
        page.set_default_timeout(WAIT)
        page.goto(f"{address}/projects")
        page.locator("a[href^='/projects/']").first.click()
        page.get_by_role("link", name=CONTRACT).click()
        page.get_by_text("renkei.contract.delegator").wait_for()
        page.screenshot(path=TARGET)


@contextmanager
def viewer(phoenix: str, directory: Path) -> Iterator[str]:
    """Run Phoenix with its files in a directory; yield its address once it accepts spans."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        port, grpc = one.getsockname()[1], two.getsockname()[1]
    settings = {
        "PHOENIX_WORKING_DIR": str(directory),
        "PHOENIX_HOST": "127.0.0.1",
        "PHOENIX_PORT": str(port),
        "PHOENIX_GRPC_PORT": str(grpc),
        "PHOENIX_TELEMETRY_ENABLED": "false",
    }
    with subprocess.Popen(
        [phoenix, "serve"], env=os.environ | settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            if not any("Application startup complete" in line for line in process.stderr):
                raise ChildProcessError(f"{phoenix} did not start")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


if __name__ == "__main__":
    take(sys.argv[1])
