"""Projects that several machines share."""
