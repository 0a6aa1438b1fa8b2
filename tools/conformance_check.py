"""`make conformance`: renkei, broken implementations, ajv and an implementation in TypeScript against the suite.

Prints what the suite covers, and each verdict. Exit status 1 if one is not as it should be.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which

import yaml

from renkei.edges.conformance.cases import SHIPPED, read_cases
from renkei.edges.conformance.play import play

ROOT = Path(__file__).parent.parent
SECOND = ROOT / "examples" / "typescript-protocol"
sys.path.insert(0, str(ROOT / "tests"))

from conformance import broken, broken_rules  # noqa: E402 – the tests are not installed

MISTAKES = broken.MISTAKES | broken_rules.MISTAKES


def missed() -> list[str]:
    """Return the mistakes that their case does not notice."""
    cases = {case.name: case for case in read_cases(SHIPPED)}
    found = []
    for mistake, (make, name) in MISTAKES.items():
        (result,) = play(broken.with_mistake(make()), [cases[name]], {})
        found += [mistake] if result.outcome != "failed" else []
    return found


def main() -> int:
    requirements = yaml.safe_load((SHIPPED / "requirements" / "1.0.yaml").read_text(encoding="utf-8"))
    covered = sum(isinstance(entry, list) for entry in requirements.values())
    print(f"requirements: {covered} of {len(requirements)} have cases, the others a stated reason")
    own = ("renkei", "conformance")
    renkei = (sys.executable, "-m")
    statuses = [subprocess.call([*renkei, *own, "run", "--timeout", "60", "--", *renkei, *own, "target"], cwd=ROOT)]
    print(f"broken implementations: {len(MISTAKES) - len(missed())} of {len(MISTAKES)} caught")
    statuses.append(1 if missed() else 0)
    modules = Path(sys.argv[1]) / "node_modules"
    if (modules / "ajv").is_dir():
        statuses.append(subprocess.call(["node", str(ROOT / "tools" / "ajv_verdicts.mjs"), str(modules)]))
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
