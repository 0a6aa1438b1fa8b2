"""What people set: consents on this machine, and their own settings in a project."""
