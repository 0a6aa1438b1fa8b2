"""The session of a browser: sign-in, protection of its requests, and read marks."""
