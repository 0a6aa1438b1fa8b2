"""Views of the state: each agent's context, its wake reasons, and the items that wait for a person."""
