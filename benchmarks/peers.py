"""renkei beside what users would otherwise pick: one message, a turn, four processes; every figure in one run.

All of them have each acknowledged message on disk. A figure of one process is the least of its rounds, since the disk
is shared with whatever else runs. The figures of a slow disk are those of a second process, for which each sync takes
1.5 ms more. Writes peers.json.
"""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from conversations import CONVERSATIONS
from mailboxes import MAILBOXES
from measure import microseconds
from messages import SHARE
from run import write

SENT = 20
WARM = 300
ROUNDS = 21
PROCESSES = 4
EACH = 500
TAKEN = 3

ONE, TURN = "one message", "a turn"
SLOW = "{}, slow disk"
TOGETHER, LONGEST = f"{PROCESSES} processes, each message", f"{PROCESSES} processes, longest wait"


class Exchange:
    """Two participants with a mailbox each: the one reads three messages and sends three to the other."""

    def __init__(self, kind: Any, place: Path) -> None:
        self.boxes = [kind(place.with_name(f"{place.name}-{side}")) for side in (0, 1)]
        self.text = json.dumps(SHARE)
        for _ in range(TAKEN):
            self.boxes[0].put(self.text)

    def send(self) -> None:
        self.boxes[0].put(json.dumps(SHARE))

    def turn(self) -> None:
        mine, other = self.boxes
        assert len(mine.take(TAKEN)) >= TAKEN
        for _ in range(TAKEN):
            other.put(json.dumps(SHARE))
        self.boxes = [other, mine]


def made(name: str, place: Path) -> Any:
    """Return what is called so, at a place."""
    return CONVERSATIONS[name](place) if name in CONVERSATIONS else Exchange(MAILBOXES[name], place)


def alone(place: Path) -> dict[str, dict[str, float]]:
    """Time one message and a turn, all of them in each round."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    senders = {name: made(name, place / f"send-{number}") for number, name in enumerate(NAMES)}
    takers = {name: made(name, place / f"turn-{number}") for number, name in enumerate(NAMES)}
    for one in senders.values():
        microseconds(one.send, WARM)
    for one in takers.values():
        microseconds(one.turn, WARM // TAKEN)
    for _ in range(ROUNDS):
        for name in NAMES:
            found[name][ONE].append(microseconds(senders[name].send, SENT))
            found[name][TURN].append(microseconds(takers[name].turn, SENT // TAKEN))
    return {name: {what: min(taken) for what, taken in of.items()} for name, of in found.items()}


def on_slow_disk(place: Path) -> dict[str, dict[str, float]]:
    """Time one message and a turn in a process whose syncs take longer; needs `cc` and Linux."""
    library = place / "slow_sync.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("slow_sync.c")], check=True)
    command = [sys.executable, __file__, place / "slow"]
    env = os.environ | {"LD_PRELOAD": str(library)}
    found = json.loads(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE).stdout)
    return {name: {SLOW.format(what): taken for what, taken in of.items()} for name, of in found.items()}


def send_many(name: str, place: Path, ready: Any, out: Any) -> None:
    """Wait for the others, then send; give when it began and ended, and the longest time of one message (seconds)."""
    one = made(name, place)
    ready.wait()
    begin, longest = time.monotonic(), 0.0
    for _ in range(EACH):
        sending = time.monotonic()
        one.send()
        longest = max(longest, time.monotonic() - sending)
    out.put((begin, time.monotonic(), longest))


def together(name: str, place: Path) -> dict[str, float]:
    """Let processes send at once; give the microseconds that a message took, and the longest wait for one."""
    context = multiprocessing.get_context("spawn")
    out, ready = context.Queue(), context.Barrier(PROCESSES)
    made(name, place)
    workers = [context.Process(target=send_many, args=(name, place, ready, out)) for _ in range(PROCESSES)]
    for worker in workers:
        worker.start()
    found = [out.get() for _ in workers]
    for worker in workers:
        worker.join()
    spent = max(end for _, end, _ in found) - min(begin for begin, _, _ in found)
    return {TOGETHER: spent * 1e6 / (PROCESSES * EACH), LONGEST: max(longest for _, _, longest in found) * 1e6}


NAMES = [*CONVERSATIONS, *MAILBOXES]


def main() -> None:
    """Measure, show and write."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as directory:
        place = Path(directory)
        found, slow = alone(place), on_slow_disk(place)
        for number, name in enumerate(NAMES):
            found[name] |= slow[name] | together(name, place / f"many-{number}")
    for name in NAMES:
        print(name, {what: round(taken) for what, taken in found[name].items()})
    write("peers", {"rows": [{"name": name, "microseconds": found[name]} for name in NAMES]})


if __name__ == "__main__":
    if sys.argv[1:]:
        Path(sys.argv[1]).mkdir()
        print(json.dumps(alone(Path(sys.argv[1]))))
    else:
        main()
