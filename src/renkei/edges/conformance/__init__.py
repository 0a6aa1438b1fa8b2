"""The conformance suite: cases as data, the process that is held against them, and renkei itself as such a process."""
