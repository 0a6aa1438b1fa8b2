"""Every link between the Markdown files of the project leads to a file, and to a heading where it names one."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for folder in ("docs", ".github", "benchmarks", "chaos", "tests", "tools")
    for page in (ROOT / folder).rglob("*.md")
) + sorted(ROOT.glob("*.md"))


@cache
def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[str]:
    """Yield the targets of links and pictures."""
    for token in tokens(page):
        for part in token.children or ():
            if target := part.attrs.get("href", part.attrs.get("src")):
                yield unquote(str(target))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors that GitHub, and the site, give to the headings of a page."""
    used: Counter[str] = Counter()
    found = set()
    for opening, inline in zip(tokens(page), tokens(page)[1:], strict=False):
        if opening.type == "heading_open":
            text = "".join(part.content for part in inline.children or ())
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            found.add(f"{slug}-{used[slug]}" if used[slug] else slug)
            used[slug] += 1
    return frozenset(found)


def faults(page: Path) -> Iterator[str]:
    """Yield the links of a page that lead nowhere."""
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if re.match(r"[a-z]+:", link):
            continue
        if not target.exists() or (anchor and (target.suffix != ".md" or anchor not in anchors(target))):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert list(faults(page)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A heading\n\n[a](#a-heading) [b](#none) [c](none.md) ![d](none.svg)\n\n| [e](page.md#none) |\n|---|\n"
    )
    assert list(faults(page)) == ["#none", "none.md", "none.svg", "page.md#none"]


def pages_in(navigation: Any) -> Iterator[str]:
    """Yield the pages that a part of the site's navigation names."""
    if isinstance(navigation, str):
        yield navigation
        return
    for part in navigation.values() if isinstance(navigation, dict) else navigation:
        yield from pages_in(part)


def test_the_site_has_every_page_once() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    pages = [str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")]
    assert sorted(pages_in(site["project"]["nav"])) == sorted(pages)


def test_pages_of_the_site_link_to_nothing_outside_it() -> None:
    for page in DOCS.rglob("*.md"):
        for link in links(page):
            inside = (page.parent / link).resolve().is_relative_to(DOCS)
            assert inside or re.match(r"[a-z]+:|#", link), f"{page}: {link}"


def test_how_tos_and_explanations_open_with_their_readers() -> None:
    pages = [page for folder in ("how-to", "explanation") for page in (DOCS / folder).glob("*.md")]
    assert pages
    openings = {page.name: page.read_text(encoding="utf-8").split("\n\n")[1] for page in pages}
    assert [name for name, opening in openings.items() if not opening.startswith("For ")] == []
