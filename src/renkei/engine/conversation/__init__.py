"""Messages and the replies that are owed: who is reached, what a message does, what an obligation is."""
