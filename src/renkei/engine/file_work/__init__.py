"""The engine's view of files: who may change what, what overlaps, and who is notified."""
