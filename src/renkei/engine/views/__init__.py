"""Views of the state: what each agent can see, what would wake it, and what waits for a person."""
