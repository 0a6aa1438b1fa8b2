"""Settings of people: consents on this machine, and their own settings in a project."""
