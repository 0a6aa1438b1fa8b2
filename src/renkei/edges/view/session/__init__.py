"""The session of a browser: sign-in, protection of its requests, language and read marks."""
