"""A project's records as spans of traces, and as tables: computed after the fact, from the records alone."""
