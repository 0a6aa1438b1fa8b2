"""Watch the team, stop it, and look at what happened."""
