"""Checking documents, beside what others would use: bare pydantic, compiled jsonschema, and ajv in Node.js.

All read the same messages from their bytes. Figures are time of the processor, since wall time depends on what else the
machine does: microseconds for a document, and seconds of all processes together for the large file.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from measure import Row
from messages import HANDOFF, SHARE

from renkei.documents.schema_check import build_validator
from renkei.edges.cli.files.checking import Against, check_file
from renkei.protocol.messages import MESSAGE
from renkei.schemas.published import load

ROOT = Path(__file__).parent.parent
DOCUMENTS = 10_000
FEW = 200
"""Documents that jsonschema is given: it is slow."""
LARGE = 100_000_000
"""Bytes of the large file."""
ROUNDS = 5
FLAT = 120
"""Mebibytes that the largest process may use."""

AJV = """
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");
const Ajv = createRequire(process.argv[1] + "/x.js")("ajv/dist/2020").default;
const ajv = new Ajv({ strict: false, formats: { "date-time": true } });
const check = ajv.compile(JSON.parse(readFileSync(process.argv[2])));
const lines = readFileSync(process.argv[3], "utf8").split("\\n");
const round = () => {
  const begin = process.cpuUsage();
  for (const line of lines) if (!check(JSON.parse(line))) throw new Error(line);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / lines.length;
};
console.log(JSON.stringify(Array.from({ length: 5 }, round)));
"""


def lines(count: int) -> list[bytes]:
    return [json.dumps((HANDOFF if n % 2 else SHARE) | {"id": f"m-{n}"}).encode() for n in range(count)]


def each(check: Callable[[], object], count: int) -> float:
    """Return the processor's microseconds for one of `count` documents that a call checks."""
    begin = process_time()
    check()
    return (process_time() - begin) / count * 1e6


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        yield from large_file(Path(place) / "large.jsonl")  # first: it asks what all child processes have used
        yield from documents(Path(place))


def documents(place: Path) -> Iterator[Row]:
    """Measure one document."""
    given, file = lines(DOCUMENTS), place / "m.jsonl"
    file.write_bytes(b"\n".join(given))
    compiled = build_validator(load("message"))

    def renkei() -> None:
        deque(check_file(str(file), Against()), maxlen=0)

    def pydantic() -> None:
        for one in given:
            MESSAGE.validate_json(one)

    def jsonschema() -> None:
        for one in given[:FEW]:
            assert compiled.is_valid(json.loads(one))

    taken = [(each(renkei, DOCUMENTS), each(pydantic, DOCUMENTS), each(jsonschema, FEW)) for _ in range(ROUNDS)]
    ours, plain, by_schema = (median(times) for times in zip(*taken, strict=True))
    yield Row("check a message, with its location", ours, plain, "pydantic alone", "≤ 3 ×", plain * 3)
    yield Row("check a message, beside JSON Schema", ours, by_schema, "jsonschema", "≤ 1/40 ×", by_schema / 40)
    modules = Path(sys.prefix) / "npm"
    if shutil.which("node") and (modules / "node_modules" / "ajv").is_dir():
        schema = ROOT / "src" / "renkei" / "schemas" / "v1" / "message.json"
        command = ["node", "-e", AJV, str(modules / "node_modules"), str(schema), str(file)]
        times = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        yield Row("check a message, beside ajv", ours, median(times), "ajv in Node.js", "≤ 3 ×", median(times) * 3)


def large_file(file: Path) -> Iterator[Row]:
    """Measure a file that several processes check, and what the largest of them keeps in memory."""
    piece = b"\n".join(lines(2_000)) + b"\n"
    with file.open("wb") as out:
        while out.tell() < LARGE:
            out.write(piece)
    command = [sys.executable, "-m", "renkei", "validate", str(file)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    used = getrusage(RUSAGE_CHILDREN)
    mine, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    begin = process_time()
    with file.open("rb") as read:
        for one in read:
            MESSAGE.validate_json(one)
    limit = process_time() - begin
    yield Row("check 100 MB of JSON Lines, all processes", mine, limit, "pydantic alone", "≤ 4 s", 4, "s")
    yield Row(
        "check 100 MB, memory of the largest process", peak, LARGE / 2**20, "the file", f"≤ {FLAT} MiB", FLAT, "MiB"
    )
