"""The log: the port (append, read, wait) and its forms. One log; everything else is read from it."""
