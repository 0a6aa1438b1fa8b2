"""Guards that keep a team from getting stuck: loops, deadlocks, critical conflicts, and waits that are over."""
