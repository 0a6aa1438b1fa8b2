"""The output of the commands: text, tables, timelines, errors and data, on a terminal or a pipe."""
