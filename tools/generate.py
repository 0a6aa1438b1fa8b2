"""Writes what is made from the code and from results: JSON Schemas, reference pages, tables and pictures.

`--check` says whether the files are up to date.
"""

import io
import json
import sys
from pathlib import Path
from typing import Any

from act_methods import FILE as ACT_METHODS
from act_methods import act_methods
from act_pages import act_pages
from api import api
from async_methods import async_methods
from both_forms import both_forms
from chats import chats, own_chat, slack_manifest
from code_tables import code_tables
from log_format import log_format
from plot import bars
from plot_growth import growth
from protocol_pages import PAGES, fields_page, protocol_regions
from reference import reference
from results import (
    curves,
    faults,
    faults_in_short,
    figures,
    figures_in_short,
    frameworks,
    measured,
    peers,
    programs,
)
from rich.console import Console
from screens import screens

from renkei.edges.cli.files.reading import read_one
from renkei.edges.cli.output.rich_terminal import THEME
from renkei.edges.cli.scenario.show import print_step
from renkei.edges.document_kinds import KINDS
from renkei.edges.server.openapi import openapi
from renkei.edges.times import use_utc
from renkei.engine.validation import REQUIRED, check
from renkei.protocol.messages import ANY_MESSAGE, MESSAGE_CLASSES
from renkei.scenario.play import Player
from renkei.schemas.published import VERSION

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "src" / "renkei" / "schemas" / VERSION
SHOWN = (4, 5, 7, 8, 10, 11)
READMES = {"en": "README.md", "ja": "README.ja.md"}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Return every published schema by its name."""
    found = {name: cls.model_json_schema(by_alias=True) for name, cls in MESSAGE_CLASSES.items()}
    for kind, adapter in (KINDS | {"message": ANY_MESSAGE}).items():
        inner = adapter.json_schema(by_alias=True)
        definitions = inner.pop("$defs", {})
        found[kind] = document_schema(kind, inner, definitions)
    return {name: {"$schema": DIALECT, "$id": f"urn:renkei:{VERSION}:{name}", **body} for name, body in found.items()}


def document_schema(kind: str, inner: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a document under its root key, or of a document that may also omit it."""
    if kind not in ("message", "events", *REQUIRED):
        return under_root_key(kind, inner) | {"$defs": definitions}
    ref = {"$ref": f"#/$defs/{kind}"}
    bare = ref | {"minItems": 1} if inner.get("type") == "array" else ref  # nothing tells what an empty list is
    forms = [bare, under_root_key(kind, ref)]
    return {"anyOf": forms if kind == "message" else forms[::-1], "$defs": {**definitions, kind: inner}}


def under_root_key(kind: str, inner: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a document whose only root key is the name of its kind."""
    return {"type": "object", "properties": {kind: inner}, "required": [kind], "additionalProperties": False}


def files() -> dict[Path, str]:
    """Return every generated file with its text."""
    made = {
        SCHEMAS / f"{name}.json": json.dumps(body, ensure_ascii=False, indent=2) + "\n"
        for name, body in schemas().items()
    }
    docs = ROOT / "docs"
    return made | {
        ACT_METHODS: act_methods(),
        **async_methods(),
        **both_forms(),
        **{ROOT / page: readme(ROOT / page, language) for language, page in READMES.items()},
        docs / "reference.md": reference(),
        docs / "api.md": api(),
        docs / "acts.md": act_pages(),
        docs / "events.md": log_format(),
        docs / "contributing" / "tables.md": code_tables(),
        docs / "benchmarks.md": filled(
            docs / "benchmarks.md",
            figures=figures(),
            curves=curves(),
            large=figures("large", "make bench-large"),
            month=figures("month", "make bench-month"),
            machines=figures("machines", "make bench-machines"),
            view=figures("view", "make bench-view"),
            chat=figures("chat", "make bench-chat"),
            past=figures("past", "make bench-past"),
            telemetry=figures("telemetry", "make bench-telemetry"),
            teammates=figures("teammates", "make bench-teammates"),
            coding_agents=figures("coding_agents", "make bench-acp"),
            files=figures("files", "make bench-files"),
            validation=figures("validation", "make bench-validation"),
            asynchronous=programs(),
            frameworks=frameworks(),
            peers=peers(),
        ),
        docs / "how-to" / "asyncio.md": filled(docs / "how-to" / "asyncio.md", chat=own_chat()),
        docs / "how-to" / "bridges.md": filled(docs / "how-to" / "bridges.md", chats=chats()),
        docs / "how-to" / "chat-slack.md": filled(docs / "how-to" / "chat-slack.md", manifest=slack_manifest()),
        docs / "durability.md": filled(docs / "durability.md", faults=faults()),
        PAGES / "fields.md": fields_page(),
        **{page: filled(page, **parts) for page, parts in protocol_regions().items()},
        docs / "openapi.json": json.dumps(openapi(), ensure_ascii=False, indent=1) + "\n",
        docs / "benchmarks.svg": bars(measured("benchmarks")["rows"]),
        docs / "benchmarks-curves.svg": growth(measured("benchmarks", "curves")["curves"]),
        docs / "timeline.svg": timeline(),
        **{docs / "screens" / f"{name}.svg": picture for name, picture in screens().items()},
    }


def readme(page: Path, language: str) -> str:
    """Return the README of a language with the newest figures."""
    return filled(page, durability=faults_in_short(language), figures=figures_in_short(language))


def filled(page: Path, **regions: str) -> str:
    """Return a page with new text between its marks."""
    text = page.read_text(encoding="utf-8")
    for name, body in regions.items():
        begin = text.index("\n", text.index(f"<!-- {name}:")) + 1
        text = text[:begin] + body + text[text.index(f"<!-- /{name} -->") :]
    return text


def timeline() -> str:
    """Return a picture of the part of the demo with a decision, a new version of an artifact and a re-read notice."""
    scenario = check(read_one(str(ROOT / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml")), KINDS).model
    use_utc()
    out = Console(record=True, width=156, file=io.StringIO(), force_terminal=True, highlight=False, theme=THEME)
    for played in Player(scenario).play():
        if played.number in SHOWN:
            print_step(out, played, None)
    return out.export_svg(title="renkei demo", unique_id="timeline")


def stale() -> list[Path]:
    """Return the generated files that are out of date, and published schemas that should not exist."""
    wanted = files()
    known = set(SCHEMAS.glob("*.json")) - set(wanted)
    return sorted(known | {path for path, text in wanted.items() if not path.exists() or path.read_text() != text})


def main() -> int:
    if "--check" in sys.argv:
        found = stale()
        for path in found:
            print(f"out of date: {path.relative_to(ROOT)}; run `make docs`")
        return 1 if found else 0
    for path, text in (
        {ACT_METHODS: act_methods()} | async_methods()
    ).items():  # the reference of the library reads them
        path.write_text(text, encoding="utf-8")
    made = files()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in set(SCHEMAS.glob("*.json")) - set(made):
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
