"""What the machines of a project tell each other beside the log, in the shared values of its stream."""
