"""The state of a project on one screen, now or kept up to date."""
