"""Imports what commands of the command line use; `process` forks them from a process that has imported this."""

import gc
import importlib
import pkgutil

CORE = ("scenario", "project", "engine", "store", "log", "documents", "schemas", "texts", "budget", "protocol")

for part in (
    *CORE,
    "edges.chat.bridge",
    "edges.cli",
    "edges.server",
    "edges.team",
    "edges.view",
    "workspace",
    "agent_tools",
):
    package = importlib.import_module(f"renkei.{part}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

for name in (
    "prompt_toolkit",
    "prompt_toolkit.shortcuts",
    "httpcore2",
    "uvicorn.protocols.http.h11_impl",
):  # which the package imports within functions
    importlib.import_module(name)
gc.freeze()  # a collection in a forked process would copy all pages that it only shares
