"""Write `src/renkei/protocol/confusables.json`: the letters, marks and digits that look alike, by Unicode's UTS 39.

Reads the table that the package `confusable-homoglyphs` derives from Unicode's `confusables.txt`. The file is small and
changes with a version of Unicode, so it ships with renkei instead of a dependency that is loaded at run time.

    pip install confusable-homoglyphs && python tools/confusables.py
"""

import json
import unicodedata
from importlib import resources
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src/renkei/protocol/confusables.json"


def main() -> None:
    text = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    links = {text: {one["c"] for one in others} for text, others in json.loads(text).items()}
    rows = {}
    for group in _groups(links):
        prototype = max(sorted(group), key=lambda text: len(links[text]))
        others = sorted(one for one in group if one != prototype and _in_names(one))
        if others:
            rows[prototype] = "".join(others)
    TARGET.write_text(json.dumps(dict(sorted(rows.items())), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def _groups(links: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of texts that look alike, directly or through others."""
    groups, seen = [], set[str]()
    for start in links:
        group, waiting = set[str](), [start]
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                group.add(one)
                waiting += links.get(one, ())
        groups += [group] if group else []
    return groups


def _in_names(text: str) -> bool:
    return len(text) == 1 and unicodedata.category(text)[0] in "LMN" and unicodedata.is_normalized("NFKC", text)


if __name__ == "__main__":
    main()
