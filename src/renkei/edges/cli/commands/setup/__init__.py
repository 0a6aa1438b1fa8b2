"""Set up a project: make one, and let participants join and leave."""
