"""Writes small transcripts in the forms of Claude Code 2.1 and Codex 0.169, as their programs wrote them."""

import json
from itertools import count
from pathlib import Path
from typing import Any

USAGE = {
    "input_tokens": 100,
    "cache_creation_input_tokens": 50,
    "cache_read_input_tokens": 850,
    "output_tokens": 20,
    "service_tier": "standard",
}


class File:
    """A transcript in the making: each call adds a line, one second after the line before."""

    def __init__(self, path: Path, start: int = 0) -> None:
        self.path = path
        self.lines: list[dict[str, Any] | str] = []
        self.seconds = count(start)
        self.number = count(1)

    def time(self) -> str:
        seconds = next(self.seconds)
        return f"2026-01-05T{10 + seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000Z"

    def add(self, entry: dict[str, Any] | str) -> int:
        self.lines.append(entry)
        return len(self.lines)

    def write(self) -> Path:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in self.lines)
        self.path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
        return self.path


class Claude(File):
    """A session of Claude Code, or of one of its sub-agents."""

    def __init__(self, directory: Path, session: str, child: str = "", start: int = 0) -> None:
        name = f"{session}/subagents/agent-{child}.jsonl" if child else f"{session}.jsonl"
        super().__init__(directory / name, start)
        self.base = {"isSidechain": bool(child), "sessionId": session, "cwd": "/home/me/shop", "version": "2.1.330"}
        self.base |= {"agentId": child} if child else {}

    def entry(self, kind: str, message: dict[str, Any], **more: Any) -> int:
        name = f"{self.path.stem}-{next(self.number)}"
        return self.add(self.base | {"type": kind, "message": message, "uuid": name, "timestamp": self.time()} | more)

    def prompt(self, text: str, **more: Any) -> int:
        return self.entry("user", {"role": "user", "content": text}, **more)

    def assistant(self, *blocks: dict[str, Any], name: str = "") -> int:
        name = name or f"msg_{self.path.stem}_{len(self.lines)}"
        message = {"id": name, "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "usage": USAGE}
        return self.entry("assistant", message | {"content": list(blocks), "stop_reason": None})

    def say(self, text: str) -> int:
        return self.assistant({"type": "text", "text": text})

    def call(self, ref: str, name: str, **given: Any) -> int:
        return self.assistant({"type": "tool_use", "id": ref, "name": name, "input": given})

    def result(self, ref: str, text: str = "", *, failed: bool = False, details: Any = None) -> int:
        block = {"type": "tool_result", "tool_use_id": ref, "content": text, "is_error": failed}
        return self.entry("user", {"role": "user", "content": [block]}, toolUseResult=details)

    def run(self, command: str, *, failed: bool = False) -> int:
        """A command with its result; returns the line of the command."""
        ref = f"toolu_{self.path.stem}_{len(self.lines)}"
        line = self.call(ref, "Bash", command=command, description="x")
        self.result(ref, "Exit code 1" if failed else "", failed=failed)
        return line

    def edit(self, path: str) -> int:
        ref = f"toolu_{self.path.stem}_{len(self.lines)}"
        line = self.call(ref, "Edit", file_path=path, old_string="a", new_string="b")
        self.result(ref, "The file has been updated.")
        return line


class Codex(File):
    """A session of Codex."""

    def __init__(self, directory: Path, session: str, start: int = 0, **meta: Any) -> None:
        super().__init__(directory / f"rollout-2026-01-05T10-00-00-{session}.jsonl", start)
        self.entry("session_meta", {"id": session, "cwd": "/home/me/shop", "cli_version": "0.169.0", **meta})

    def entry(self, kind: str, payload: dict[str, Any]) -> int:
        return self.add({"timestamp": self.time(), "ordinal": len(self.lines), "type": kind, "payload": payload})

    def item(self, kind: str, **fields: Any) -> int:
        return self.entry("response_item", {"type": kind, **fields})

    def prompt(self, text: str) -> int:
        return self.item("message", role="user", content=[{"type": "input_text", "text": text}])

    def say(self, text: str) -> int:
        return self.item("message", role="assistant", content=[{"type": "output_text", "text": text}])

    def run(self, command: str, code: int = 0) -> int:
        ref = f"call_{len(self.lines)}"
        line = self.item("function_call", name="exec_command", arguments=json.dumps({"cmd": command}), call_id=ref)
        output = f"Chunk ID: b88c52\nWall time: 0.0 seconds\nProcess exited with code {code}\nOutput:\n"
        self.item("function_call_output", call_id=ref, output=output)
        return line

    def used(self, total: int) -> int:
        last = {"input_tokens": 1000, "cached_input_tokens": 600, "output_tokens": 30, "total_tokens": 1030}
        info = {"total_token_usage": {"total_tokens": total}, "last_token_usage": last}
        return self.entry("event_msg", {"type": "token_count", "info": info, "rate_limits": None})
