"""Writes what is made from the code: JSON Schemas, the reference, the picture of the demo.

`--check` says whether the files are up to date.
"""

import io
import json
import sys
from pathlib import Path
from typing import Any

from api import api
from plot import bars
from reference import reference
from rich.console import Console

from renkei.edges.cli.commands.replay import print_step
from renkei.edges.cli.files import read_one
from renkei.edges.cli.scenario.model import KINDS
from renkei.edges.cli.scenario.play import Player
from renkei.edges.cli.terminal import THEME
from renkei.engine.validation import check
from renkei.protocol.messages import MESSAGE, MESSAGE_CLASSES
from renkei.schemas.published import VERSION

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "src" / "renkei" / "schemas" / VERSION
SHOWN = (4, 5, 7, 8, 10, 11)
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Give every published schema by its name."""
    found = {name: cls.model_json_schema(by_alias=True) for name, cls in MESSAGE_CLASSES.items()}
    found["message"] = with_and_without_root_key("message", MESSAGE.json_schema(by_alias=True))
    for kind, adapter in KINDS.items():
        if kind != "message":
            inner = adapter.json_schema(by_alias=True)
            definitions = inner.pop("$defs", {})
            found[kind] = under_root_key(kind, inner) | {"$defs": definitions}
    return {name: {"$schema": DIALECT, "$id": f"urn:renkei:{VERSION}:{name}", **body} for name, body in found.items()}


def under_root_key(kind: str, inner: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a document whose only root key is the name of its kind."""
    return {"type": "object", "properties": {kind: inner}, "required": [kind], "additionalProperties": False}


def with_and_without_root_key(kind: str, bare: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a document that may also stand without its root key."""
    definitions = bare.pop("$defs")
    ref = {"$ref": f"#/$defs/{kind}"}
    return {"anyOf": [ref, under_root_key(kind, ref)], "$defs": {**definitions, kind: bare}}


def files() -> dict[Path, str]:
    """Give every generated file with its text."""
    made = {
        SCHEMAS / f"{name}.json": json.dumps(body, ensure_ascii=False, indent=2) + "\n"
        for name, body in schemas().items()
    }
    docs = ROOT / "docs"
    return made | {
        ROOT / "README.md": filled(ROOT / "README.md", durability=faults(), figures=goals()),
        docs / "reference.md": reference(),
        docs / "api.md": api(),
        docs / "benchmarks.md": figures(),
        docs / "durability.md": durability(),
        docs / "benchmarks.svg": bars(measured("benchmarks")["rows"]),
        docs / "timeline.svg": timeline(),
    }


def figures() -> str:
    """Write the page of the newest results of `make bench`."""
    lines = [
        "# Figures",
        "",
        "Each figure stands beside its limit in the same run, in turn, as medians; figures of different runs are not",
        "comparable, and on a noisy disk the ratios of single appends swing. What is not met is said so.",
        "",
        "![Each figure as a share of its goal](benchmarks.svg)",
        "",
    ]
    return "\n".join(lines) + "\n" + goals()


def goals() -> str:
    """Write the newest results of `make bench` as a table."""
    results = measured("benchmarks")
    lines = [
        f"`make bench` on {machine(results)}; a disk that others share:",
        "",
        "| what | ours | unit | beside it | | ratio | goal | |",
        "|---|---:|---|---|---:|---:|---|---|",
    ]
    for row in results["rows"]:
        ours, limit = (f"{row[name]:,.1f}" for name in ("ours", "limit"))
        verdict = "met" if row["met"] else "**not met**"
        cells = (row["name"], ours, row["unit"], row["limit_name"], limit, f"{row['ratio']:.3g}", row["goal"], verdict)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def machine(results: dict[str, Any]) -> str:
    """Say on what something was measured."""
    found = results["machine"]
    return f"{found['system']} {found['machine']}, two cores, Python {found['python']}"


def filled(page: Path, **regions: str) -> str:
    """Give a page with the text between its marks written anew."""
    text = page.read_text(encoding="utf-8")
    for name, body in regions.items():
        begin = text.index("\n", text.index(f"<!-- {name}:")) + 1
        text = text[:begin] + body + text[text.index(f"<!-- /{name} -->") :]
    return text


def measured(folder: str) -> Any:
    """Give the results that a folder's `run.py` wrote last."""
    return json.loads((ROOT / folder / "results.json").read_text())


def durability() -> str:
    """Write the page of the newest results of `make chaos`."""
    lines = [
        "# What was tried, and what was lost",
        "",
        "Real processes are killed, stopped, traced and starved; afterwards the project is opened as whoever comes",
        "next does: every acknowledged id must be there, the sequence without gaps, replaying must give the live",
        "state, the file must be sound and go on being written. A smaller form of each runs in `make test`.",
        "",
        faults(),
        "Two things are not in the table because no program can mend them: a disk that says that it has written and",
        "has not, and a log whose acknowledged end was cut off. The first is outside our reach; the second is found",
        "(`renkei doctor`) and needs a backup. A process that is stopped while it holds the writers' lock holds up",
        "other writers, not readers, until it goes on or dies.",
    ]
    return "\n".join(lines) + "\n"


def faults() -> str:
    """Write the newest results of `make chaos` as a table."""
    results = measured("chaos")
    lines = [
        f"`make chaos` on {machine(results)}, ext4:",
        "",
        "| fault | tried | acknowledged | lost | how |",
        "|---|---:|---:|---:|---|",
    ]
    for row in results["rows"]:
        cells = (row["fault"], f"{row['tried']:,}", f"{row['acknowledged']:,}", f"{row['lost']:,}", row["note"])
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def timeline() -> str:
    """Draw the part of the demo in which a decision, a new version and a re-read notice happen."""
    scenario = check(read_one(str(ROOT / "examples" / "auth-api" / "scenario.yaml")), KINDS).model
    out = Console(record=True, width=156, file=io.StringIO(), force_terminal=True, highlight=False, theme=THEME)
    for played in Player(scenario).play():
        if played.number in SHOWN:
            print_step(out, played, None)
    return out.export_svg(title="renkei replay examples/auth-api/scenario.yaml", unique_id="timeline")


def stale() -> list[Path]:
    """Give the files that are not what the code makes of them, those too many among them."""
    wanted = files()
    known = set(SCHEMAS.glob("*.json")) - set(wanted)
    return sorted(known | {path for path, text in wanted.items() if not path.exists() or path.read_text() != text})


def main() -> int:
    if "--check" in sys.argv:
        for path in stale():
            print(f"out of date: {path.relative_to(ROOT)}; run `make docs`")
        return 1 if stale() else 0
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in stale():
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
