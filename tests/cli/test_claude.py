"""Exact token counts are asked of the provider; here a server on this machine answers as the provider does."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from process import renkei


class Provider(BaseHTTPRequestHandler):
    asked: list[dict[str, Any]] = []  # noqa: RUF012 – what came in, for the test to look at

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Provider.asked.append({"path": self.path, **body})
        answer = json.dumps({"input_tokens": 1234}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def provider() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def count(cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "renkei.edges.cli.main", "context", "--agent", "ann", "--model", "claude-x"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ANTHROPIC")}
    env = clean | {"PYTHONPATH": os.pathsep.join(sys.path)} | env
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_the_provider_counts_the_context(tmp_path: Path, provider: str) -> None:
    renkei("init", "--agent", "ann", cwd=tmp_path)
    done = count(tmp_path, ANTHROPIC_BASE_URL=provider, ANTHROPIC_API_KEY="key")
    assert "1234 for claude-x" in done.stderr
    (asked,) = Provider.asked
    assert asked["path"] == "/v1/messages/count_tokens"
    assert asked["model"] == "claude-x"
    assert "You are ann." in asked["messages"][0]["content"]


def test_without_a_key_the_error_says_what_to_do(tmp_path: Path) -> None:
    renkei("init", "--agent", "ann", cwd=tmp_path)
    done = count(tmp_path)
    assert done.returncode == 1
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "Traceback" not in done.stderr
