"""What the commands print: text, tables, timelines, errors and data, on a terminal or a pipe."""
