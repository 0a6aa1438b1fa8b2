"""Matrix as a chat of a bridge, through its client API."""
