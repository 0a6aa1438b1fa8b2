"""Discord as a chat of a bridge, through its gateway and its HTTP API."""
