"""Check, copy and move what a project stores."""
