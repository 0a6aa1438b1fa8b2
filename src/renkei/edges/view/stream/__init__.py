"""Server-sent events of changes, made once for all open pages."""
