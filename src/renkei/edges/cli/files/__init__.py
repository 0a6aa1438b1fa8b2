"""Files that the commands read, check and write."""
