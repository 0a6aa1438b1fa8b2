"""Drives coding agents through the Agent Client Protocol (ACP): their programs, processes, sessions and turns."""
