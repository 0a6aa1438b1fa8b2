"""The engine's view of files: permission to change them, overlaps, and notices."""
