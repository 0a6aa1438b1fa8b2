"""Asks the search of the documentation's site what newcomers ask, and says which page it finds: `make site-search`.

Run it after `make site`. It exits with 1 if a question has none of its pages among the first three.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).parent.parent
EVERYWHERE = "renkei"
"""A word that is found, once the index has been read."""

ADDRESSES = "found => found.map(one => one.href)"

FIRST = 3
"""Pages of an answer that people look at."""

QUESTIONS: dict[str, tuple[str, ...]] = {
    "install": ("how-to/install",),
    "Windows": ("how-to/install",),
    "gitignore": ("how-to/git",),
    "commit .renkei to git": ("how-to/git",),
    "GitHub Actions": ("how-to/messages", "how-to/git"),
    "validate a folder": ("how-to/messages", "how-to/questions"),
    "CrewAI": ("how-to/with-crewai",),
    "LangGraph": ("how-to/with-langgraph",),
    "how do I wake an agent": ("how-to/questions",),
    "broadcast wake": ("how-to/questions",),
    "retry failed contract": ("how-to/questions",),
    "undo a decision": ("how-to/questions", "how-to/step-in"),
    "delete a message": ("how-to/questions",),
    "rename an agent": ("how-to/questions",),
    "who changed the rules": ("how-to/questions", "how-to/rules"),
    "encryption": ("how-to/questions",),
    "docker": ("how-to/containers",),
    "API key": ("how-to/models",),
    "how much does it cost": ("how-to/questions", "how-to/cookbook", "how-to/view"),
    "two agents edit the same file": ("how-to/files",),
    "uninstall": ("how-to/install",),
    "Grafana": ("how-to/telemetry",),
    "approve on my phone": ("how-to/notifications", "how-to/questions"),
    "agent is stuck": ("how-to/questions", "how-to/step-in"),
}
"""What people type, and the pages that answer it."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, *args: object) -> None:
        """Write nothing."""


def main(site: Path) -> int:
    """Ask every question; return the exit status."""
    missed = 0
    for question, found in answers(site):
        good = any(page in QUESTIONS[question] for page in found[:FIRST])
        missed += not good
        print("ok    " if good else "MISSED", f"{question}:", ", ".join(found[:FIRST]) or "nothing")
    print(f"{len(QUESTIONS) - missed} of {len(QUESTIONS)} questions find their page among the first {FIRST}.")
    return 1 if missed else 0


def answers(site: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each question with the pages that the site's search finds, in order."""
    sys.path.append(str(ROOT / "tests"))  # how a browser is started
    from browsing import started_browser

    with served(site) as address, started_browser() as browser:
        page = browser.new_page()
        page.goto(address)
        page.keyboard.press("/")
        for question in QUESTIONS:
            hits(page, EVERYWHERE)  # so that what is seen next is new
            yield question, hits(page, question)


def hits(page: Any, question: str) -> list[str]:
    """Return the pages that the search finds, each once; a word that is on every page is found on some."""
    page.get_by_role("combobox").fill(question)
    while True:
        addresses = [urlsplit(one) for one in page.get_by_role("option").evaluate_all(ADDRESSES)]
        if all(parse_qs(one.query)["h"] == [question] for one in addresses) and (addresses or question != EVERYWHERE):
            found = (one.path.removeprefix("/").removesuffix(".html") for one in addresses)
            return list(dict.fromkeys(found))
        page.wait_for_timeout(50)


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a directory; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
