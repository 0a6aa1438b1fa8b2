"""Reads transcripts of Claude Code: `~/.claude/projects/DIRECTORY/SESSION.jsonl`, and `SESSION/subagents/*.jsonl`.

The format is undocumented; this reader was written from transcripts of version 2.1. Unknown entry types are skipped.
"""

import json
import re
from dataclasses import replace
from typing import Any

from renkei.engine.state import HUMAN
from renkei.transcripts.entries import Entry, ReportedUsage, Transcript
from renkei.transcripts.json_lines import Object, block_text, count, mapping, objects, read_objects, string, tool_call

IGNORED = frozenset(
    """
    agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-shape atis-latch
    attachment attribution-snapshot bridge-session content-replacement cost-state custom-title file-history-delta
    file-history-snapshot frame-link last-prompt mode permission-mode pr-link progress queue-operation summary
    system tag task-summary tools-used worktree-state
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""Types of entries that say nothing about the agents' work."""

DELEGATES = frozenset(("Agent", "Task"))
"""Tools that give a task to a sub-agent."""

_PATHS = ("file_path", "notebook_path")
_EDITS = frozenset(("Edit", "MultiEdit", "NotebookEdit", "Write"))
_BY_THE_PROGRAM = re.compile(
    r"\s*<(command-|local-command-|bash-|system-reminder|user-prompt-submit-hook|ide_)|Caveat: "
)
_TEAMMATE = re.compile(
    r'\s*<teammate-message\b[^>]*?teammate_id="([^"]+)"[^>]*>\s*(.*?)\s*</teammate-message>', re.DOTALL
)
_FIELD = r"<{0}>\s*(.*?)\s*</{0}>"


def read(transcript: Transcript) -> None:
    """Read the file of a transcript."""
    session = _Session(transcript)
    for line, entry in read_objects(transcript):
        kind = string(entry.get("type"))
        if kind in ("user", "assistant") and isinstance(entry.get("message"), dict):
            session.read(line, entry, kind)
        elif kind not in IGNORED:
            transcript.skip(f"unknown entry type {json.dumps(kind[:40])}", line)


class _Session:
    """The entries of one file so far."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.agent = self.session = transcript.file.stem
        self.at = self.id = ""
        self.added = 0
        self.calls: dict[str, tuple[int, int, str, Object]] = {}
        """Calls without a result: line, index of the last entry, tool and input."""
        self.counted: set[str] = set()

    def read(self, line: int, entry: Object, kind: str) -> None:
        self.at = string(entry.get("timestamp")) or self.at
        self.id, self.added = string(entry.get("uuid")), 0
        self.session = string(entry.get("sessionId")) or self.session
        self.agent = string(entry.get("agentId")) or self.session
        name = string(entry.get("agentName")) or string(entry.get("teammateName"))
        kept = self.transcript.names.get(self.agent)
        self.transcript.names[self.agent] = name or kept or f"claude-{self.agent[:8]}"
        message = entry["message"]
        if kind == "assistant":
            self._assistant(line, message)
        elif not entry.get("isMeta") and not entry.get("isCompactSummary"):
            self._received(line, entry, message.get("content"))

    def _add(self, kind: Any, line: int, **values: Any) -> None:
        self.added += 1
        name = f"{self.id}:{self.added}" if self.id else ""
        agent, file = values.pop("agent", self.agent), str(self.transcript.file)
        self.transcript.entries.append(Entry(kind, agent, self.at, file, line, id=name, **values))

    def _assistant(self, line: int, message: Object) -> None:
        self._count(line, message)
        for block in objects(message.get("content")):
            if block.get("type") == "text" and string(block.get("text")).strip():
                self._add("text", line, text=block["text"], failed=message.get("model") == "<synthetic>")
            elif block.get("type") == "tool_use":
                self._call(line, string(block.get("id")), string(block.get("name")), mapping(block.get("input")))
        if isinstance(message.get("content"), str):
            self._add("text", line, text=message["content"])

    def _count(self, line: int, message: Object) -> None:
        """Add the tokens of a request once; the program writes each block of an answer on a separate line."""
        usage, name = mapping(message.get("usage")), string(message.get("id"))
        if not usage or name in self.counted:
            return
        self.counted.add(name)
        cached, written = count(usage.get("cache_read_input_tokens")), count(usage.get("cache_creation_input_tokens"))
        total = count(usage.get("input_tokens")) + cached + written
        used = ReportedUsage(requests=1, input=total, cached=cached, output=count(usage.get("output_tokens")))
        self._add("usage", line, usage=used)

    def _call(self, line: int, ref: str, name: str, given: Object) -> None:
        edits = tuple(string(given.get(path)) for path in _PATHS) if name in _EDITS else ()
        command = string(given.get("command")) if name in ("Bash", "PowerShell") else ""
        self._add("call", line, ref=ref, call=tool_call(line, name, given, command, edits))
        if name == "AskUserQuestion":
            asked = " ".join(string(one.get("question")) for one in objects(given.get("questions")))
            self._add("message", line, text=asked or string(given.get("question")) or "?")
        if name in DELEGATES:
            self._add("handoff", line, text=string(given.get("prompt")), other=f"sub-agent-{ref[-8:]}", ref=ref)
        self.calls[ref] = (line, len(self.transcript.entries) - 1, name, given)

    def _received(self, line: int, entry: Object, content: Any) -> None:
        for block in objects(content):
            if block.get("type") == "tool_result":
                self._result(line, block, entry.get("toolUseResult"))
        text = block_text(content).strip()
        if text.startswith("<task-notification>"):
            self._notified(line, text)
        elif text.startswith("[Request interrupted by user"):
            self._add("stopped", line)
        elif received := _TEAMMATE.findall(text):
            for sender, said in received:
                if not said.startswith('{"type":"idle_notification"'):
                    self._add("prompt", line, text=said, other=sender)
        elif text and not _BY_THE_PROGRAM.match(text):
            self._add("prompt", line, text=text, other=self.session if self.agent != self.session else HUMAN)

    def _result(self, line: int, block: Object, details: Any) -> None:
        ref, failed = string(block.get("tool_use_id")), block.get("is_error") is True
        text = block_text(block.get("content"))
        details = mapping(details)
        failed = failed or details.get("success") is False
        self._add("result", line, ref=ref, failed=failed)
        asked, index, name, given = self.calls.pop(ref, (0, 0, "", {}))
        if name in DELEGATES:
            child = string(details.get("agentId")) or _agent_id(text) or f"sub-agent-{ref[-8:]}"
            self._delegated(index, given, child)
            if not details.get("isAsync") and details.get("status") != "async_launched":
                answer = block_text(details.get("content")) or text
                self._add("report", line, text=answer, other=child, ref=ref, failed=failed)
        elif name == "SendMessage" and not failed:
            said = given.get("message") or given.get("content")
            to = string(given.get("to")) or string(given.get("recipient")) or "*"
            if isinstance(said, str):  # otherwise it is a message of the program's own protocol
                self._add("message", asked, text=said, other=to)
        elif name == "AskUserQuestion" and not failed:
            self._add("message", line, agent=HUMAN, other=self.agent, text=text)

    def _delegated(self, index: int, given: Object, child: str) -> None:
        """Set the recipient of a hand-over to the sub-agent that its result names."""
        role = string(given.get("name")) or string(given.get("subagent_type")) or "sub-agent"
        named = child if child.startswith("sub-agent-") else f"{role}-{child[:7]}"
        self.transcript.names.setdefault(child, string(given.get("name")) or named)
        entries = self.transcript.entries
        entries[index] = replace(entries[index], other=child)

    def _notified(self, line: int, text: str) -> None:
        found = {name: re.search(_FIELD.format(name), text, re.DOTALL) for name in ("task-id", "status", "result")}
        task, status, result = (match[1] if match else "" for match in found.values())
        ref = re.search(_FIELD.format("tool-use-id"), text)
        if task and task in self.transcript.names:  # other tasks are commands in the background
            failed = status != "completed"
            self._add("report", line, text=result or status, other=task, ref=ref[1] if ref else "", failed=failed)


def _agent_id(text: str) -> str:
    found = re.search(r"agentId: (\w+)", text)
    return found[1] if found else ""
