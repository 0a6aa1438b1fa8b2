"""Commands of many threads and processes, decided one after the other and appended to the log."""
