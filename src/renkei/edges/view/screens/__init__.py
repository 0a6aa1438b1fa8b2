"""The screens, one module each: `show` returns what its template shows, from the state and the log's queries."""
