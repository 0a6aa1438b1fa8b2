"""The four real programs as members of a team: each with a scripted model, told by its environment alone."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from renkei.acp.programs import PROGRAMS
from renkei.testing import Reply


@dataclass(frozen=True, slots=True)
class RealProgram:
    """A real program: what its model calls the tools."""

    name: str
    environment: Callable[[str], Mapping[str, str]]
    """Returns the variables that point it to a model at an address."""
    own_tool: str
    """The name of renkei's tools, with `{}`."""
    write: Callable[[Path, str], Reply]
    """Returns the step that writes a text into a new file."""
    run: Callable[[str], Reply]
    """Returns the step that runs a command."""
    loads: bool = True
    """Whether a session that it loads has all that was said in it."""

    @property
    def is_installed(self) -> bool:
        """Whether its command is on the path."""
        return shutil.which(PROGRAMS[self.name].command[0]) is not None

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Return the members of a step that calls one of renkei's tools."""
        return {"call": self.own_tool.format(name), "arguments": arguments}


def _claude(url: str) -> Mapping[str, str]:
    quiet = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}
    return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "sk-ant-a-key-of-a-scripted-model-0123456789", **quiet}


def _codex(url: str) -> Mapping[str, str]:
    provider = {"name": "scripted", "base_url": f"{url}/v1", "wire_api": "responses", "env_key": "SCRIPTED_KEY"}
    config = {"model": "gpt-5.5", "model_provider": "scripted", "model_providers": {"scripted": provider}}
    own = {"MODEL_PROVIDER": "scripted", "SCRIPTED_KEY": "key", "NO_BROWSER": "1"}
    return {"CODEX_CONFIG": json.dumps(config), **own}


def _gemini(url: str) -> Mapping[str, str]:
    own = {"GEMINI_DEFAULT_AUTH_TYPE": "gemini-api-key", "GEMINI_MODEL": "gemini-2.5-flash"}
    return {"GEMINI_API_KEY": "key", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true", **own}


def _opencode(url: str) -> Mapping[str, str]:
    models = {"model": "anthropic/claude-sonnet-4-5", "small_model": "anthropic/claude-haiku-4-5"}
    provider = {"anthropic": {"options": {"baseURL": f"{url}/v1", "apiKey": "key"}}}
    config = {"provider": provider, **models, "share": "disabled", "autoupdate": False}
    quiet = dict.fromkeys(
        ("OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_MODELS_FETCH", "OPENCODE_DISABLE_LSP_DOWNLOAD"), "1"
    )
    return {"OPENCODE_CONFIG_CONTENT": json.dumps(config), **quiet}


def _escalated(line: str) -> Reply:
    """Return a command outside of Codex's sandbox, about which it asks."""
    asked = {"sandbox_permissions": "require_escalated", "justification": "to make a file"}
    return Reply("", call="exec_command", arguments={"cmd": line, **asked})


def _patch(path: Path, text: str) -> Reply:
    lines = "".join(f"+{one}\n" for one in text.splitlines())
    return Reply("", call="apply_patch", input=f"*** Begin Patch\n*** Add File: {path.name}\n{lines}*** End Patch\n")


REAL = {
    one.name: one
    for one in (
        RealProgram(
            "claude-code",
            _claude,
            "mcp__renkei__{}",
            lambda path, text: Reply("", call="Write", arguments={"file_path": str(path), "content": text}),
            lambda line: Reply("", call="Bash", arguments={"command": line, "description": "make a file"}),
        ),
        RealProgram(
            "codex",
            _codex,
            "mcp__renkei.{}",
            _patch,
            _escalated,
        ),
        RealProgram(
            "gemini-cli",
            _gemini,
            "mcp_renkei_{}",
            lambda path, text: Reply("", call="write_file", arguments={"file_path": str(path), "content": text}),
            lambda line: Reply("", call="run_shell_command", arguments={"command": line, "description": "make a file"}),
            loads=False,  # what it still knows differs: it writes into the session's file before it reads it
        ),
        RealProgram(
            "opencode",
            _opencode,
            "renkei_{}",
            lambda path, text: Reply("", call="write", arguments={"filePath": str(path), "content": text}),
            lambda line: Reply("", call="bash", arguments={"command": line, "description": "make a file"}),
        ),
    )
}
"""The real programs, by their names in a team file."""
