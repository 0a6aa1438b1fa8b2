"""One server over one project: an HTTP API for agents and programs with a token, and other mounted applications."""
