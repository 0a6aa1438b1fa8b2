"""The person's view of a project in a browser."""
