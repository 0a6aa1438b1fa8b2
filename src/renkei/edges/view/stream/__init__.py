"""Server-sent events: what changed, made once for all open pages."""
