"""Commands that programs and shells call: tools over MCP, hooks, completion."""
