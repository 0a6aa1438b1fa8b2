"""Marks renkei's hooks for one session as trusted in Codex; no other hook becomes trusted.

Codex identifies a trusted hook by a digest that only it can compute. So it is asked for the digests of the hooks given
by arguments, in the same way as its terminal asks.
"""

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Timer
from typing import Any

from renkei.edges.coding_agents.program import Launch
from renkei.edges.coding_agents.toml_text import inline
from renkei.errors import BadValueError

ANSWER_SECONDS = 20.0
"""Seconds for Codex to answer."""

OURS = "sessionFlags"
"""Codex's word for hooks given by arguments."""

LAST_REQUEST = 2
"""The id of the last request."""

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "renkei", "version": "0"}}},
    {"method": "initialized"},
    {"id": LAST_REQUEST, "method": "hooks/list", "params": {}},
)
"""The requests, in the protocol of Codex's own terminal."""


def trusted(executable: str, launch: Launch) -> Launch:
    """Return the launch with the digests of its hooks; raises BadValueError if Codex does not return them."""
    if not launch.arguments:
        return launch
    found = digests(executable, launch)
    if not found:
        problem = "Codex does not tell how it knows the hooks that it is given"
        raise BadValueError(path="", problem=problem, hint="Update it: npm install -g @openai/codex@latest")
    state = {key: {"trusted_hash": digest} for key, digest in found.items()}
    return replace(launch, arguments=(*launch.arguments, "-c", f"hooks.state={inline(state)}"))


def digests(executable: str, launch: Launch) -> Mapping[str, str]:
    """Return Codex's key and digest of each hook given by arguments; empty if it does not answer."""
    command = [executable, "app-server", *launch.arguments]
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    try:
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True) as process:  # noqa: S603 – no shell
            timer = Timer(ANSWER_SECONDS, process.kill)
            timer.start()
            try:
                return dict(_ask(process))
            finally:
                timer.cancel()
                process.kill()
    except (OSError, ValueError):
        return {}


def _ask(process: "subprocess.Popen[str]") -> Iterator[tuple[str, str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.writelines(json.dumps(one) + "\n" for one in QUESTIONS)
    process.stdin.flush()
    for line in process.stdout:
        answer = json.loads(line)
        if answer.get("id") != LAST_REQUEST:
            continue
        for place in answer.get("result", {}).get("data", ()):
            yield from ((one["key"], one["currentHash"]) for one in place["hooks"] if one.get("source") == OURS)
        return
