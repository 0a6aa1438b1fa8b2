"""Every MUST of docs/protocol/ has a case or a stated reason, and every case tests a requirement."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.edges.conformance.cases import SHIPPED, read_cases

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "protocol").glob("*.md"))
REQUIREMENT = re.compile(r"^- \*\*([A-Z]{3}-\d{3})\*\* (.+)$", re.MULTILINE)
FOUND = [found for page in PAGES for found in REQUIREMENT.findall(page.read_text(encoding="utf-8"))]
WORD = re.compile(r"\b(MUST|SHOULD|MAY)\b")
MAPPED: dict[str, Any] = yaml.safe_load((SHIPPED / "requirements" / "1.0.yaml").read_text(encoding="utf-8"))
NAMES = [case.name for case in read_cases(SHIPPED)]


def of_pattern(pattern: str) -> set[str]:
    """Return the cases that an entry of the map names."""
    return {name for name in NAMES if name == pattern or (pattern[-1] == "*" and name.startswith(pattern[:-1]))}


def test_every_requirement_has_an_id_of_its_own() -> None:
    ids = [name for name, _ in FOUND]
    assert len(ids) == len(set(ids)) > 100
    assert sum(page.read_text(encoding="utf-8").count("- **") for page in PAGES) == len(ids)


@pytest.mark.parametrize(("name", "text"), FOUND)
def test_a_requirement_is_one_sentence_with_its_strength(name: str, text: str) -> None:
    assert WORD.search(text)
    assert text.endswith(".")
    assert not re.search(r"[a-z`)]\. [A-Z]", text)


def test_no_page_asks_for_anything_without_an_id() -> None:
    for page in PAGES:
        rest = REQUIREMENT.sub("", page.read_text(encoding="utf-8"))
        assert WORD.findall(rest) == (["MUST", "SHOULD", "MAY"] if page.name == "index.md" else []), page.name


def test_every_must_is_mapped_and_nothing_else() -> None:
    assert set(MAPPED) == {name for name, text in FOUND if "MUST" in text}


@pytest.mark.parametrize("name", MAPPED)
def test_a_requirement_names_cases_that_exist_or_gives_a_reason(name: str) -> None:
    entry = MAPPED[name]
    if isinstance(entry, dict):
        assert list(entry) == ["reason"]
        assert entry["reason"].endswith(".")
    else:
        assert entry
        assert [pattern for pattern in entry if not of_pattern(pattern)] == []


def test_every_case_tests_a_requirement() -> None:
    named = [pattern for entry in MAPPED.values() if isinstance(entry, list) for pattern in entry]
    assert set(NAMES) - set().union(*map(of_pattern, named)) == set()


def test_a_case_of_several_steps_is_named_itself() -> None:
    patterns = {pattern for entry in MAPPED.values() if isinstance(entry, list) for pattern in entry}
    assert {name for name in NAMES if not name.startswith("schema/")} - patterns == set()
