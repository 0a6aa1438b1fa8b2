"""What one agent can see of the state, and whether it has reason to take a turn."""
