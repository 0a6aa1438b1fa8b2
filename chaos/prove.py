"""Proves that every fault can fail: takes a protection away, tries the fault, and sees that it is noticed.

Exit status 1 when a fault that must be noticed was not. With `--write` the results are kept for the documentation.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fault_outcome import failure, scratch
from faults import COMPARISON, FAULTS
from rich.console import Console
from rich.table import Table
from run import FULL
from unprotected import without

RESULTS = Path(__file__).parent / "proof.json"

SECONDS = 60.0
"""How long the faults may take in all, about: less than to hold, since one loss is enough."""

PROOFS: dict[str, tuple[str, ...]] = {
    "kills": (
        "commands are acknowledged before the commit",
        "a large body is written after its record",
        "the log drops a body before the archive has it",
    ),
    "torn writes": ("pages are overwritten in place (journal_mode = OFF)",),
    "power losses": ("nothing is synced (synchronous = OFF)",),
    "load": ("commands are acknowledged before the commit",),
    "full disk": ("errors of the disk are ignored",),
    "torn log": ("checksums of the write-ahead log are not compared",),
    "side files": ("the snapshot is not checked",),
    "clocks": ("no clock is corrected",),
    "stopped": ("no writer waits for the lock",),
    "away": ("a turn reads what it did not show",),
    "bridge": (
        "a post is made again without asking the chat for it",
        "what was heard is noted before it is taken in",
    ),
    "machines": ("the servers do not compare the end of the stream",),
    "servers": ("a publish without a reply counts as written",),
    "network": (
        "a machine stays with a server that does not answer",
        "a publish without a reply counts as written",
        "a record that is published twice is added twice",
        "a condition on the last id is sent, though an empty one",
    ),
    "replicas": (
        "a process waits for the one that feeds, however long",
        "a machine reads nothing that it did not write",
        "no clock is corrected",
        "an open turn keeps nobody out",
    ),
    "server disks": ("a replica is not compared with the stream", "errors of the servers are ignored"),
    "rights": ("a connection that the servers ended is used", "the servers' word on rights is not understood"),
}
"""Each fault with the protections that it must miss, one at a time."""

AT_LENGTH = ("kills", "torn writes", "power losses", "away")
"""Faults that are tried at full length also in a short run: a shorter form does not reach what matters."""


def main() -> None:
    """Try and show."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("faults", nargs="*", choices=[*PROOFS, []], help="all by default")
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--write", action="store_true", help="keep the results for the documentation")
    asked = options.parse_args()
    out, shown = Console(), Table("fault", "without", "", "found", box=None, header_style="dim")
    rows = []
    for fault in asked.faults or PROOFS:
        for protection in PROOFS[fault]:
            with out.status(f"{fault}: {protection} …"):
                found = noticed(fault, protection, asked.seconds / FULL)
            mark = "[green]noticed[/]" if found else "[bold red]NOT NOTICED[/]"
            shown.add_row(fault, protection, mark, found)
            rows.append({"name": fault, "without": protection, "found": found})
    out.print(shown)
    if asked.write:
        _write(rows)
    sys.exit(not all(row["found"] for row in rows))


def _write(found: list[dict[str, str]]) -> None:
    """Replace the rows of what was tried in the results."""
    rows = {(row["name"], row["without"]): row for row in (*json.loads(RESULTS.read_text())["rows"], *found)}
    order = [(fault, protection) for fault, protections in PROOFS.items() for protection in protections]
    written = {"rows": [rows[one] for one in order if one in rows]}
    RESULTS.write_text(json.dumps(written, ensure_ascii=False, indent=2) + "\n")


MISTAKES = ("TypeError", "AttributeError", "NameError")
"""Errors of what takes a protection away, as when the package has changed under it: they prove nothing."""


def noticed(fault: str, protection: str, scale: float) -> str:
    """Return what a fault found without a protection; empty when it found nothing."""
    found = _found(fault, protection, scale)
    mistake = next((text for text in found for name in MISTAKES if name in text), None)
    assert mistake is None, f"not taken away: {protection}: {mistake}"
    return next(iter(found), "")


def _found(fault: str, protection: str, scale: float) -> list[str]:
    with scratch() as place, without(protection), _no_errors_shown():
        try:
            outcome = FAULTS[fault](place, 1.0 if fault in AT_LENGTH else scale)
        except Exception as error:
            return [failure(error)]
    lost = f"{outcome.lost:,} of {outcome.acknowledged:,} acknowledged lost"
    return [lost] * bool(outcome.lost) + list(outcome.unsound)


@contextmanager
def _no_errors_shown() -> Iterator[None]:
    """Keep quiet the processes that end with an error: that they do is the point."""
    kept = os.dup(2)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


assert set(PROOFS) == set(FAULTS) - {COMPARISON}, "a fault without a proof"


if __name__ == "__main__":
    main()
