"""Reads transcripts of Codex: `~/.codex/sessions/YEAR/MONTH/DAY/rollout-*.jsonl`.

The format is undocumented; this reader was written from transcripts of version 0.169 and also accepts the bare items of
the first versions. Unknown entry types are skipped.
"""

import json
import re
from dataclasses import replace
from typing import Any

from renkei.engine.state import HUMAN
from renkei.transcripts.entries import Entry, ReportedUsage, Transcript
from renkei.transcripts.json_lines import Object, block_text, count, mapping, read_objects, string, tool_call

IGNORED = frozenset(["compacted", "ghost_snapshot", "state", "token_usage_record", "turn_context", "world_state"])
"""Types of entries that say nothing about the agents' work."""

CALLS = frozenset(("function_call", "custom_tool_call", "local_shell_call"))
OUTPUTS = frozenset(("function_call_output", "custom_tool_call_output"))
ITEMS = frozenset(
    """
    reasoning web_search_call ghost_snapshot compaction compaction_summary image_generation_call tool_search_call
    tool_search_output other
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""Known items of a model's answer that are not needed."""

_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)
_EXIT = re.compile(r"(?:exited with code|Exit code:|\"exit_code\":) ?(-?\d+)")
_BY_THE_PROGRAM = re.compile(r"\s*(<[a-z_]+[ >]|# AGENTS\.md instructions)")
_NOTIFIED = re.compile(r"<subagent_notification>\s*(\{.*\})\s*</subagent_notification>", re.DOTALL)


def read(transcript: Transcript) -> None:
    """Read the file of a transcript."""
    session = _Session(transcript)
    for line, entry in read_objects(transcript):
        session.at = string(entry.get("timestamp")) or session.at
        kind, payload = string(entry.get("type")), mapping(entry.get("payload"))
        if "payload" not in entry:  # the first versions
            kind, payload = ("session_meta" if "id" in entry and not kind else "response_item"), entry
        session.read(line, kind, payload)


class _Session:
    """The entries of one file so far."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.agent = transcript.file.stem
        self.at = self.parent = ""
        self.known = False
        self.counted: Object = {}
        self.calls: dict[str, tuple[int, int, str, Object]] = {}
        """Calls without a result: line, index of the last entry, tool and input."""

    def read(self, line: int, kind: str, payload: Object) -> None:
        if kind == "session_meta":
            self._begin(payload)
        elif kind == "response_item":
            self._item(line, payload)
        elif kind == "event_msg":
            self._event(line, payload)
        elif kind not in IGNORED:
            self.transcript.skip(f"unknown entry type {json.dumps(kind[:40])}", line)

    def _begin(self, payload: Object) -> None:
        if self.known:  # a fork repeats the beginning of the session that it came from
            return
        self.known = True
        self.agent = string(payload.get("id")) or self.agent
        self.parent = string(payload.get("parent_thread_id"))
        name = string(payload.get("agent_nickname")) or f"codex-{self.agent[-8:]}"
        self.transcript.names[self.agent] = name

    def _add(self, kind: Any, line: int, **values: Any) -> None:
        self.transcript.names.setdefault(self.agent, f"codex-{self.agent[-8:]}")
        self.transcript.entries.append(Entry(kind, self.agent, self.at, str(self.transcript.file), line, **values))

    def _item(self, line: int, item: Object) -> None:
        kind = string(item.get("type"))
        if kind == "message":
            self._message(line, string(item.get("role")), block_text(item.get("content")))
        elif kind in CALLS:
            self._call(line, item)
        elif kind in OUTPUTS:
            self._result(line, string(item.get("call_id")), item.get("output"))
        elif kind not in ITEMS and item.get("record_type") != "state":
            self.transcript.skip(f"unknown item type {json.dumps(kind[:40])}", line)

    def _message(self, line: int, role: str, text: str) -> None:
        notified = _NOTIFIED.match(text.strip())
        if role == "assistant" and text.strip():
            self._add("text", line, text=text)
        elif role == "user" and notified:
            self._notified(line, notified[1])
        elif role == "user" and text.strip().startswith("<turn_aborted>"):
            self._add("stopped", line)
        elif role == "user" and text.strip() and not _BY_THE_PROGRAM.match(text):
            self._add("prompt", line, text=text, other=self.parent or HUMAN)

    def _notified(self, line: int, text: str) -> None:
        found = _json(text)
        status = found.get("status")
        child = string(found.get("agent_path")) or string(found.get("agent_id"))
        answer = string(mapping(status).get("completed"))
        if child:
            self._add("report", line, text=answer or json.dumps(status), other=child, failed=not answer)

    def _call(self, line: int, item: Object) -> None:
        name = string(item.get("name")) or string(item.get("type"))
        ref = string(item.get("call_id")) or string(item.get("id"))
        given: Any = item.get("arguments") or item.get("input") or item.get("action")
        fields = _json(given) if isinstance(given, str) else mapping(given)
        command = fields.get("cmd") or fields.get("command")
        command = command[-1] if isinstance(command, list) and command else command  # ["bash", "-lc", COMMAND]
        edits = tuple(_PATCHED.findall(string(command) or (given if isinstance(given, str) else "")))
        shell = "" if edits else string(command)
        self._add("call", line, ref=ref, call=tool_call(line, name, given, shell, edits))
        if name == "spawn_agent":
            self._add("handoff", line, text=_text_of(fields), other=f"sub-agent-{ref[-8:]}", ref=ref)
        self.calls[ref] = (line, len(self.transcript.entries) - 1, name, fields)

    def _result(self, line: int, ref: str, output: Any) -> None:
        text = block_text(output) if not isinstance(output, dict) else json.dumps(output)
        code = _EXIT.search(text[:2000])
        failed = bool(code and code[1] != "0") or mapping(output).get("success") is False
        self._add("result", line, ref=ref, failed=failed)
        asked, index, name, given = self.calls.pop(ref, (0, 0, "", {}))
        if name == "spawn_agent":
            found = _json(text)
            child = string(found.get("agent_id")) or string(found.get("task_name"))
            if child:
                self.transcript.names.setdefault(child, string(found.get("nickname")) or child)
                entries = self.transcript.entries
                entries[index] = replace(entries[index], other=child)
        elif name in ("send_input", "send_message", "followup_task") and not failed:
            to = string(given.get("target")) or string(given.get("id"))
            if to and _text_of(given):
                self._add("message", asked, text=_text_of(given), other=to)

    def _event(self, line: int, event: Object) -> None:
        kind = string(event.get("type"))
        used = mapping(mapping(event.get("info")).get("last_token_usage"))
        if kind == "token_count" and used and event["info"] != self.counted:  # the same count may be reported twice
            self.counted = mapping(event["info"])
            total, cached = count(used.get("input_tokens")), count(used.get("cached_input_tokens"))
            usage = ReportedUsage(requests=1, input=total, cached=cached, output=count(used.get("output_tokens")))
            self._add("usage", line, usage=usage)
        elif kind == "turn_aborted":
            self._add("stopped", line)


def _text_of(given: Object) -> str:
    return string(given.get("message")) or block_text(given.get("items"))


def _json(text: str) -> Object:
    try:
        return mapping(json.loads(text))
    except (ValueError, RecursionError):
        return {}
