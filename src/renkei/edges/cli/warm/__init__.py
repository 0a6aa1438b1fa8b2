"""Short commands in a fork of a process that has renkei loaded already, which a running server or team keeps."""
