"""`make conformance`: renkei, broken implementations, ajv and an implementation in TypeScript against the suite.

Prints what the suite covers, and each verdict. Exit status 1 if one is not as it should be.
"""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from renkei.edges.conformance.cases import SHIPPED, read_cases
from renkei.edges.conformance.play import play

ROOT = Path(__file__).parent.parent
SECOND = ROOT / "examples" / "typescript-protocol"
sys.path.insert(0, str(ROOT / "tests"))

earlier, later = import_module("conformance.broken"), import_module("conformance.broken_rules")
mutations, verdicts = import_module("schemas.mutations"), import_module("schemas.test_verdicts")
MISTAKES = earlier.MISTAKES | later.MISTAKES

CHANGED = 10_000
"""Documents with hostile changes that ajv is asked about."""


def missed() -> list[str]:
    """Return the mistakes that their case does not notice."""
    cases = {case.name: case for case in read_cases(SHIPPED)}
    found = []
    for mistake, (make, name) in MISTAKES.items():
        (result,) = play(earlier.with_mistake(make()), [cases[name]], {})
        found += [mistake] if result.outcome != "failed" else []
    return found


def changed_documents() -> list[dict[str, Any]]:
    """Return documents with up to four changes, and renkei's verdict on each; the same in every run."""
    random, found = Random(1), list[dict[str, Any]]()
    kinds = [("message", one) for one in mutations.MESSAGES.values()] + list(mutations.ROOTED.items())
    while len(found) < CHANGED:
        name, document = random.choice(kinds)
        value = mutations.mutated(document, random.choice, random.randint(1, 4))
        if not _has_large_integer(value):  # DOC-007 binds the text: JavaScript has no such numbers
            found.append({"schema": name, "data": value, "valid": verdicts.taken_by_reader(name, value)})
    return found


def _has_large_integer(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_has_large_integer, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and abs(value) > 2**53


def main() -> int:
    requirements = yaml.safe_load((SHIPPED / "requirements" / "1.0.yaml").read_text(encoding="utf-8"))
    covered = sum(isinstance(entry, list) for entry in requirements.values())
    cases = read_cases(SHIPPED)
    print(f"cases: {len(cases)}, of levels {', '.join(str(level) for level in sorted({one.level for one in cases}))}")
    print(f"requirements: {covered} of {len(requirements)} have cases, the others a stated reason")
    own = ("renkei", "conformance")
    renkei = (sys.executable, "-m")
    statuses = [subprocess.call([*renkei, *own, "run", "--timeout", "60", "--", *renkei, *own, "target"], cwd=ROOT)]
    unnoticed = missed()
    print(f"broken implementations: {len(MISTAKES) - len(unnoticed)} of {len(MISTAKES)} caught", *unnoticed)
    statuses.append(1 if unnoticed else 0)
    modules = Path(sys.argv[1]) / "node_modules"
    if (modules / "ajv").is_dir():
        with TemporaryDirectory() as directory:
            changed = Path(directory) / "changed.jsonl"
            changed.write_text("\n".join(map(json.dumps, changed_documents())), encoding="utf-8")
            ajv = ["node", str(ROOT / "tools" / "ajv_verdicts.mjs"), str(modules), str(changed)]
            statuses.append(subprocess.call(ajv))
    else:
        print("ajv: not asked, because npm has not installed it")
    statuses.append(_second_implementation())
    return int(any(statuses))


def _second_implementation() -> int:
    """Build the implementation in TypeScript and hold it against the suite; return an exit status."""
    if which("npm") is None:
        print("TypeScript: not built, because there is no npm")
        return 0
    for step in (["ci", "--silent", "--no-audit", "--no-fund"], ["run", "--silent", "build"]):
        subprocess.run(["npm", *step], cwd=SECOND, check=True)
    print("TypeScript: ", end="", flush=True)
    run = [sys.executable, "-m", "renkei", "conformance", "run", "--timeout", "60", "--"]
    return subprocess.call([*run, "node", str(SECOND / "dist" / "target.js")], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
