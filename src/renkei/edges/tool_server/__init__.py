"""The tool server: an agent's own tools, resources and prompts over the Model Context Protocol (MCP)."""
