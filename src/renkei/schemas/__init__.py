"""The published JSON Schema files, one folder for each version."""
