"""Puts random inputs into every reader and reports the smallest input that one fails on.

    python tools/fuzz.py [--minutes N] [READER…]

Inputs are texts that resemble the corpus of `tests/attacks`: its cases are cut, joined and changed. What is
found becomes a case of that corpus.
"""

import argparse
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from attacks.corpus import Case, cases  # type: ignore[import-not-found]  # noqa: E402
from attacks.doors import DOORS, measure  # type: ignore[import-not-found]  # noqa: E402

READERS = tuple(name for name in DOORS if name not in ("large", "argument", "load"))
LONGEST = 2_000
ROUND = 300
"""Inputs between two looks at the clock."""


def texts(seeds: list[bytes]) -> st.SearchStrategy[bytes]:
    """Return inputs made of pieces of the corpus and of random text."""
    pieces = st.sampled_from(seeds).flatmap(
        lambda seed: st.tuples(st.integers(0, len(seed)), st.integers(0, len(seed))).map(
            lambda ends: seed[min(ends) : max(ends)]
        )
    )
    loose = st.one_of(pieces, st.binary(max_size=8), st.text(max_size=8).map(str.encode), st.sampled_from(seeds))
    return st.lists(loose, min_size=1, max_size=6).map(b"".join)


def fuzz(door: str, minutes: float) -> str:
    """Return the first failure of a reader with its smallest input, or ""."""
    made = [case.make() for case in cases() if case.door == door]
    seeds = [(one.encode(errors="surrogatepass") if isinstance(one, str) else one)[:LONGEST] for one in made] or [b"{}"]
    until = time.monotonic() + minutes * 60
    count = 0

    @settings(
        max_examples=ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(texts(seeds))
    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        found = measure(Case(door, "fuzz", lambda: data))
        assert not found["error"], found["error"]
        assert float(str(found["seconds"])) < 1, found["seconds"]

    while time.monotonic() < until:
        try:
            one()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return f"{error}\n{chr(10).join(getattr(error, '__notes__', []))}"
    print(f"{door}: {count} inputs, nothing found", flush=True)
    return ""


def main() -> None:
    """Fuzz the readers that are named, or all; exit with status 1 when anything was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"one of {', '.join(READERS)}")
    given_ = parser.parse_args()
    unknown = set(given_.readers) - set(READERS)
    if unknown:
        parser.error(f"unknown reader {', '.join(sorted(unknown))}; known: {', '.join(READERS)}")
    found = {door: fuzz(door, given_.minutes) for door in given_.readers or READERS}
    for door, text in found.items():
        if text:
            print(f"{door}: {text}")
    sys.exit(any(found.values()))


if __name__ == "__main__":
    main()
