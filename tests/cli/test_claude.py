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

SUMMARY = "Expired tokens get 401 at /api/v1/login."
ANSWERS: dict[str, dict[str, Any]] = {
    "/v1/messages/count_tokens": {"input_tokens": 1234},
    "/v1/messages": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [{"type": "text", "text": SUMMARY}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 10},
    },
}


class Provider(BaseHTTPRequestHandler):
    asked: list[dict[str, Any]] = []  # noqa: RUF012 – what came in, for the test to look at

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Provider.asked.append({"path": self.path, **body})
        answer = json.dumps(ANSWERS[self.path]).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def provider() -> Iterator[str]:
    Provider.asked.clear()
    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def count(cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return context(cwd, "--model", "claude-x", **env)


def context(cwd: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "renkei.edges.cli.main", "context", "--agent", "ann", *options]
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
    assert "You are ann, on the team" in asked["messages"][0]["content"]


def test_without_a_key_the_error_says_what_to_do(tmp_path: Path) -> None:
    renkei("init", "--agent", "ann", cwd=tmp_path)
    done = count(tmp_path)
    assert done.returncode == 1
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_long_message_is_summarized_once_and_its_own_words_serve_without_a_provider(
    tmp_path: Path, provider: str
) -> None:
    renkei("init", "--agent", "ann", "--agent", "bob", cwd=tmp_path)
    text = "The endpoint /api/v1/login answers 401 for expired tokens. " + "Nothing else was changed. " * 100
    renkei("send", "--as", "bob", "--to", "ann", "--text", text, cwd=tmp_path)
    options = ("--budget", "220", "--summaries", "claude-x")
    for _ in range(2):
        done = context(tmp_path, *options, ANTHROPIC_BASE_URL=provider, ANTHROPIC_API_KEY="key")
        assert f"[summary] bob: {SUMMARY}" in done.stdout
    assert [one["path"] for one in Provider.asked] == ["/v1/messages"]
    assert "401 for expired tokens" in json.dumps(Provider.asked[0])
    (tmp_path / ".renkei" / "summaries.db").unlink()
    done = context(tmp_path, *options)
    assert "[summary] bob: FREEFORM: The endpoint /api/v1/login answers 401" in done.stdout
    assert done.returncode == 0
