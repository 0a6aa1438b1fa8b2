"""The asynchronous form of a project, for asyncio and trio; its methods are generated from those of `Project`."""
