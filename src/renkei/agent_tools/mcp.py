"""Tools and their answers in the types of the Model Context Protocol."""

import json
from typing import Any

import mcp_types as types

from renkei.agent_tools.tool import Answer, Tool


def mcp_tool(tool: Tool, *, hooks: bool = False) -> types.Tool:
    """Return the description of a tool. `hooks`: those of the program give its agent the news."""
    # Claude Code keeps a tool with this mark out of the prompt, but its hooks can still call it.
    meta = {"anthropic/alwaysLoad": False} if tool.hidden else None
    return types.Tool(
        name=tool.name,
        description=(hooks and tool.by_hooks) or tool.description,
        input_schema=tool.schema,
        annotations=types.ToolAnnotations(read_only_hint=tool.reads, open_world_hint=False),
        _meta=meta,
    )


def mcp_result(answer: Answer, *, is_error: bool = False) -> types.CallToolResult:
    """Return the answer of a tool. Data is text and structured content, because programs show only one of them."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    content: list[Any] = [types.TextContent(type="text", text=text)]
    structured = None if isinstance(answer, str) else answer
    return types.CallToolResult(content=content, structured_content=structured, is_error=is_error)
