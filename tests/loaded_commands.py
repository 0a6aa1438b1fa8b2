"""Imports what commands of the command line use; `process` forks them from a process that has imported this."""

import importlib
import pkgutil

CORE = ("scenario", "project", "engine", "store", "log", "documents", "schemas", "texts", "budget", "protocol")

for part in (*CORE, "edges.cli", "edges.team", "workspace", "agent_tools"):
    package = importlib.import_module(f"renkei.{part}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
