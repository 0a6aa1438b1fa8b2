"""The conversation of a member with its model, in a file so that a killed process can continue it.

The conversation is the member's memory; the team's knowledge is in the log. Each message is on disk before the next
step depends on it, above all tool calls before they run. In a reopened conversation, a call without a result may have
happened or not, and its result tells the model so. If the file is missing or damaged, the memory is lost and the member
begins with a fresh context.

A line is a message; for an answer, with its tokens. In a restarted file, the first line holds the earlier usage.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from renkei.budget.tokens.estimate import estimate
from renkei.edges.team.errors import MemberHeldError
from renkei.edges.team.models.model import Block, ChatMessage, ModelUsage
from renkei.log.atomic_write import open_plain, read_plain, write_atomically
from renkei.log.file_lock import is_locked, try_lock
from renkei.project.running.secrets import redact_all

MOST_SAID = 600
"""Characters of a member's last text in its last words."""

CALLS_SAID = 5
"""Number of a member's last calls in its last words."""

NOTHING = "…"
"""Replaces an empty answer, which the API does not accept in a conversation."""


class Conversation:
    """The messages of one member, the oldest first; in memory if there is no path.

    All methods that change it raise OSError, and then leave the file and the memory unchanged. Raises MemberHeldError
    while another process has the conversation open.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._messages: list[ChatMessage] = []
        self.used = ModelUsage()
        """Tokens of all requests so far, as reported by the provider."""
        self.size = 0
        """Estimated tokens of the messages."""
        self._lock = -1
        if path is not None:
            self._lock = _locked(path)
            self._load(path)

    @property
    def messages(self) -> Sequence[ChatMessage]:
        """The messages, in the form of the Messages API."""
        return self._messages

    def add(self, role: str, content: Sequence[Block], usage: ModelUsage | None = None) -> None:
        """Append a message; consecutive user messages are joined, as the API requires. `usage`: the answer's tokens."""
        message = {"role": role, "content": redact_all([dict(one) for one in content])}
        joins = bool(self._messages) and self._messages[-1]["role"] == role == "user"
        line = {**message, **({"joins": True} if joins else {}), **({"usage": asdict(usage)} if usage else {})}
        self._append(line)
        self._take(line)

    def count(self, usage: ModelUsage) -> None:
        """Count tokens used outside of the conversation, such as by a subagent."""
        line = {"usage": asdict(usage)}
        self._append(line)
        self._take(line)

    def close_calls(self, text: str) -> None:
        """Answer calls without a result with a text, when a conversation is reopened."""
        if open_calls := _open_calls(self._messages):
            self.add("user", [result_block(one, text, is_error=True) for one in open_calls])

    def replace(self, messages: Sequence[ChatMessage], usage: ModelUsage | None = None) -> None:
        """Start over with other messages, such as a summary; `usage`: the cost of making them."""
        used = self.used + (usage or ModelUsage())
        if self._path is not None:
            lines = [{"used": asdict(used)}, *messages]
            write_atomically(self._path, b"".join(map(_line, lines)), durable=True)
        self._messages, self.size, self.used = [], 0, used
        for one in messages:
            self._take(one)

    def last_text(self) -> str:
        """Return the text of the model's last message, or ""."""
        last = next((one for one in reversed(self._messages) if one["role"] == "assistant"), None)
        texts = [one["text"] for one in last["content"] if one["type"] == "text"] if last is not None else []
        return "\n".join(texts).strip().strip(NOTHING)

    def last_words(self) -> str:
        """Return the member's last text and last calls, for the successor of its work."""
        said, calls = "", list[str]()
        for message in self._messages:
            for block in message["content"] if message["role"] == "assistant" else ():
                if block["type"] == "text":
                    said = block["text"]
                elif block["type"] == "tool_use":
                    calls.append(f"{block['name']} {json.dumps(block['input'], ensure_ascii=False)[:120]}")
        parts = [said.strip()[-MOST_SAID:], *(f"- {one}" for one in calls[-CALLS_SAID:])]
        return "\n".join(one for one in parts if one)

    def close(self) -> None:
        """Let another process open the conversation."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _take(self, line: Mapping[str, Any]) -> None:
        """Apply a line of the file to the conversation."""
        usage = ModelUsage(**line["usage"]) if "usage" in line else None
        used = self.used + (usage or ModelUsage())  # first, because the line may be malformed
        if usage is None or "content" in line:
            content = list(line["content"])
            self.size += sum(map(_size, content))
            if line.get("joins") and self._messages:
                content = [*self._messages.pop()["content"], *content]
            self._messages.append({"role": line["role"], "content": content})
        self.used = used

    def _append(self, line: Mapping[str, Any]) -> None:
        """Append a line, or cut it off again if it could not be written whole."""
        if self._path is None:
            return
        handle = open_plain(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            before = os.fstat(handle).st_size
            data = _line(line)
            try:
                while data:
                    data = data[os.write(handle, data) :]
                os.fsync(handle)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(handle, before)
                raise
        finally:
            os.close(handle)

    def _load(self, path: Path) -> None:
        """Read the lines of a file up to the first incomplete one, and truncate the file there."""
        try:
            lines = read_plain(path).split(b"\n")
        except FileNotFoundError:
            return
        whole = 0
        for line in lines[:-1]:
            try:
                found = json.loads(line)
                if whole == 0 and "used" in found:
                    self.used = ModelUsage(**found["used"])
                else:
                    self._take(found)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                break
            whole += len(line) + 1
        handle = open_plain(path, os.O_WRONLY)
        try:
            os.ftruncate(handle, whole)
        finally:
            os.close(handle)


def read_usage(path: Path) -> ModelUsage:
    """Return the tokens that a member has used, from its file, or zero."""
    used = ModelUsage()
    with suppress(OSError):
        for line in read_plain(path).split(b"\n"):
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                found = json.loads(line)
                used = ModelUsage(**found["used"]) if "used" in found else used + ModelUsage(**found.get("usage", {}))
    return used


def is_held(path: Path) -> bool | None:
    """Return whether a process has a conversation open; None if none ever had."""
    return is_locked(_holding_file(path))


def _holding_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _locked(path: Path) -> int:
    handle = open_plain(_holding_file(path), os.O_RDWR | os.O_CREAT)
    if not try_lock(handle):
        os.close(handle)
        raise MemberHeldError(member=path.stem)
    return handle


def _size(block: Block) -> int:
    return estimate(str(block.get("text") or block.get("content") or block.get("input", "")))


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _open_calls(messages: Sequence[ChatMessage]) -> list[str]:
    """Return the ids of the calls in the last message, if it is the model's: they have no results yet."""
    if not messages or messages[-1]["role"] != "assistant":
        return []
    return [one["id"] for one in messages[-1]["content"] if one.get("type") == "tool_use"]


def result_block(call: str, text: str, *, is_error: bool = False) -> Block:
    """Return the block that answers a call; a name of a file that is not Unicode is escaped, as no model reads it."""
    plain = text.encode("utf-8", "backslashreplace").decode()
    return {"type": "tool_result", "tool_use_id": call, "content": plain} | ({"is_error": True} if is_error else {})
