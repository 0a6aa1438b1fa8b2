"""Importing a large export of a chat: messages a second, and the memory, beside reading the same JSON alone.

`POSTS` names another number of posts.
"""

import json
import os
import random
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Row

POSTS = int(os.environ.get("POSTS", "100000"))
CHANNELS, PEOPLE = 20, 200
WORDS = [
    "port",
    "build",
    "test",
    "green",
    "deploy",
    "login",
    "token",
    "cache",
    "slow",
    "error",
    "fix",
    "merge",
    "review",
    "tomorrow",
    "server",
    "database",
    "index",
]

READ = "import json, pathlib, sys; [json.loads(p.read_bytes()) for p in pathlib.Path(sys.argv[1]).rglob('*.json')]"


def export(directory: Path, posts: int) -> None:
    """Write an export of Slack: a post every five minutes, and a file for each week of a channel."""
    chance = random.Random(1)
    days: dict[Path, list[dict[str, object]]] = {}
    first: dict[int, str] = {}
    for number in range(posts):
        at, channel = 1_400_000_000 + 300 * number, chance.randrange(CHANNELS)
        text = " ".join(chance.choices(WORDS, k=chance.randrange(3, 30)))
        post: dict[str, object] = {"type": "message", "user": f"U{chance.randrange(PEOPLE)}", "text": text}
        post |= {"ts": f"{at}.000100", "team": "T1", "client_msg_id": f"{number:036}"}
        if number % 3 == 0 and channel in first:
            post["thread_ts"] = first[channel]
        else:
            first[channel] = f"{at}.000100"
        days.setdefault(directory / f"channel{channel}" / f"{at // 604_800}.json", []).append(post)
    days[directory / "users.json"] = [{"id": f"U{n}", "name": f"user{n}"} for n in range(PEOPLE)]
    days[directory / "channels.json"] = [{"id": f"C{n}", "name": f"channel{n}"} for n in range(CHANNELS)]
    for path, entries in days.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(entries, indent=1))


def measured(command: list[str]) -> tuple[float, float, float]:
    """Return the seconds that a command takes, those of them on a processor, and the most MiB of it."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _apart(directory: Path, posts: int) -> None:
    """Write an export in a process of its own: Linux counts the memory of a process as that of those it starts."""
    process = get_context("spawn").Process(target=export, args=(directory, posts))
    process.start()
    process.join()
    assert process.exitcode == 0


def rows() -> list[Row]:
    """Return the figures."""
    renkei = [sys.executable, "-m", "renkei", "import", "slack"]
    with TemporaryDirectory() as name:
        place = Path(name)
        _apart(place / "export", POSTS)
        _apart(place / "tenth", POSTS // 10)
        _, alone, _ = measured([sys.executable, "-c", READ, str(place / "export")])
        _, _, small = measured([*renkei, str(place / "tenth"), "--into", str(place / "a")])
        took, worked, memory = measured([*renkei, str(place / "export"), "--into", str(place / "b")])
    what = f"import {POSTS:,} posts of Slack"
    return [
        Row(f"{what}: CPU of each", worked / POSTS * 1e6, alone / POSTS * 1e6, "reading the JSON", "≤ 500 µs", 500),
        Row(f"{what}: each", took / POSTS * 1e6, worked / POSTS * 1e6, "the CPU of it", "≤ 1,000 µs", 1000),
        Row(f"{what}: memory", memory, small, "a tenth of them", "≤ 1.3 ×", 1.3 * small, "MiB"),
    ]


if __name__ == "__main__":
    from run import main

    main(["past"])
