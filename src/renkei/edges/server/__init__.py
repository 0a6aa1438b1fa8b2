"""One server over one project: an HTTP API for agents and programs that have a token, and what is mounted beside it."""
