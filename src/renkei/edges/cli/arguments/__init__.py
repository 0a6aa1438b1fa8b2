"""Options and arguments of the commands: their types, the questions in their place, and completion."""
