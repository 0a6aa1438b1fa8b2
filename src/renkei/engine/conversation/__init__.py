"""Messages and obligations: recipients, effects of a message, replies owed."""
