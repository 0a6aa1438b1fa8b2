"""What people set on this machine and in a project: consents, their own settings, prices of models."""
