"""A real browser for the person's view: Debian's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from process import running
from visitor import Visitor

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
expect.set_options(timeout=30_000)  # milliseconds that a page may take on a machine with much else to do
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_program() -> str | None:
    """Return the path of the browser, or None where none is installed; RENKEI_CHROMIUM names another one."""
    return os.environ.get("RENKEI_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Start a browser."""
    program = chromium_program()
    if program is None:
        pytest.skip(f"no browser is installed: {', '.join(PROGRAMS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Served:
    """A project that a server of its own serves. `link` signs in once."""

    directory: Path
    link: str

    @property
    def address(self) -> str:
        """The address of the server, without a slash at its end."""
        return self.link.partition("/sign-in")[0]

    @property
    def host(self) -> str:
        """The name of the view, with the port."""
        return self.address.removeprefix("http://")

    @property
    def path(self) -> str:
        """The path of the link."""
        return self.link.removeprefix(self.address)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def visitor(self) -> Visitor:
        """Somebody who is not signed in."""
        return Visitor(self.port, host=self.host)


@contextmanager
def served(directory: Path, *options: str, port: int = 0) -> Iterator[Served]:
    """Serve a project until the end of the block."""
    with running("serve", "--port", str(port), *options, cwd=directory) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        assert "/sign-in?code=" in link, process.stderr and process.stderr.read()
        yield Served(directory, link)
        process.terminate()
        errors = process.communicate(timeout=30)[1]
        assert errors == ""


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """Return a new page, and the list that what goes wrong on it is added to."""
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page, faults


def as_visitor(page: Page, project: Served) -> Visitor:
    """Return the person of a page, for requests without a browser.

    Playwright's own requests look for the name of the view in DNS, which browsers do not.
    """
    cookies = page.context.cookies(project.address)
    return replace(project.visitor, cookie="; ".join(f"{one['name']}={one['value']}" for one in cookies))


def signed_in(browser: Browser, project: Served, **options: Any) -> tuple[Page, list[str]]:
    """Return a page of a browser of its own, after the link was opened in it."""
    page, faults = watched(browser.new_context(**options))
    page.goto(project.link)
    return page, faults
