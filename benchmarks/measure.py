"""How figures are taken: ours and its limit in turn, several times, in one run; the ratio is of the medians."""

import gc
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One figure: what was done, what it took, the limit beside it, and the goal: in words, and what ours may be."""

    name: str
    ours: float
    limit: float
    limit_name: str
    goal: str
    most: float
    unit: str = "µs"

    @property
    def met(self) -> bool:
        """Whether the goal is met."""
        return self.ours <= self.most

    @property
    def share(self) -> float:
        """Ours as a share of what it may be; infinite when it may be nothing, and is not."""
        return self.ours / self.most if self.most else math.inf if self.ours else 0.0

    @property
    def ratio(self) -> float:
        """Ours as a multiple of the limit."""
        return self.ours / self.limit if self.limit else 0.0


def machine() -> dict[str, str]:
    """Return on what the figures are taken. The Python of a distribution is optimised; a plain build is slower."""
    python = platform.python_version()
    if sys.base_prefix == "/usr":
        python += f" of {platform.freedesktop_os_release()['NAME']}"
    return {"python": python, "system": platform.system(), "machine": platform.machine()}


def microseconds(action: Callable[[], object], times: int) -> float:
    """Time an action, called many times, in microseconds a call."""
    start = time.perf_counter()
    for _ in range(times):
        action()
    return (time.perf_counter() - start) / times * 1e6


def beside(ours: Callable[[], object], limit: Callable[[], object], times: int, rounds: int = 7) -> tuple[float, float]:
    """Time two actions in turn and give the median of each, in microseconds."""
    pairs = [(microseconds(ours, times), microseconds(limit, times)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def mebibytes() -> float:
    """Return what the process has in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
