"""Reports of checked documents in the formats of other programs: code scanning, test runners, and CI logs.

Each function yields the pieces of a report. Those of SARIF and JUnit are written once all documents are checked, and
keep no more of a valid document than the name of its file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from renkei import __version__
from renkei.edges.cli.output.echo import json_text
from renkei.wording.visible import visible

Row = Mapping[str, Any]
"""One checked document: `file`, `line`, `kind`, `valid` and `errors`, each of them a problem as a mapping."""


def sarif(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a SARIF 2.1.0 log, such as GitHub code scanning reads: a result for each error."""
    results = [_result(row["file"], error) for row in rows for error in row["errors"]]
    codes = sorted({result["ruleId"] for result in results})
    driver = {"name": "renkei", "version": __version__, "rules": [{"id": code} for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    yield json_text({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(file: str, error: Row) -> dict[str, Any]:
    region = {"startLine": max(error["line"], 1), "startColumn": max(error["column"], 1)}
    artifact = {"uri": quote(file.removeprefix("./"))}
    return {
        "ruleId": error["code"],
        "level": "error",
        "message": {"text": _sentence(error)},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
    }


def junit(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a JUnit report: a test case for each file, which fails with the errors of its documents."""
    files: dict[str, list[str]] = {}
    for row in rows:
        lines = files.setdefault(row["file"], [])
        lines += [_located(row["file"], error) for error in row["errors"]]
    counts = {"tests": str(len(files)), "failures": str(sum(map(bool, files.values()))), "errors": "0"}
    root = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(root, "testsuite", {"name": "renkei validate", **counts})
    for name, lines in files.items():
        case = ElementTree.SubElement(suite, "testcase", classname="renkei.validate", name=visible(name))
        if lines:
            ElementTree.SubElement(case, "failure", message=lines[0]).text = "\n".join(lines)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def github(rows: Iterable[Row]) -> Iterator[str]:
    """Yield workflow commands of GitHub Actions, which show each error beside its line in a pull request."""
    for row in rows:
        for error in row["errors"]:
            place = {"file": row["file"], "line": error["line"], "col": error["column"], "title": error["code"]}
            properties = ",".join(f"{name}={_escaped(str(value), PROPERTY)}" for name, value in place.items())
            yield f"::error {properties}::{_escaped(_sentence(error), MESSAGE)}\n"


MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})
"""The characters that a workflow command escapes in its text and properties (GitHub's toolkit, `command.ts`)."""


def _escaped(text: str, escapes: Mapping[int, str]) -> str:
    return visible(text).translate(escapes)


def _located(file: str, error: Row) -> str:
    return visible(f"{file}:{error['line']}:{error['column']} {error['code']} {_sentence(error)}")


def _sentence(error: Row) -> str:
    """Return an error as a sentence with its field and its remedy."""
    where = f"{error['path']}: " if error["path"] else ""
    return f"{where}{error['message']}" + (f". {error['hint']}" if error["hint"] else "")


REPORTS: Mapping[str, Callable[[Iterable[Row]], Iterator[str]]] = {"sarif": sarif, "junit": junit, "github": github}
"""The formats of `renkei validate` beside those of every command."""
