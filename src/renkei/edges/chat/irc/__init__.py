"""IRC as a chat of a bridge, without a library."""
