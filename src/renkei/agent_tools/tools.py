"""The table of the tools."""

from renkei.agent_tools import board_tools, message_tools, turn_tools, work_tools
from renkei.agent_tools.tool import Tool

TOOLS: tuple[Tool, ...] = (*turn_tools.TOOLS, *message_tools.TOOLS, *board_tools.TOOLS, *work_tools.TOOLS)
"""The tools for models, in the order in which they are listed."""
