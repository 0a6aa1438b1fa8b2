"""The context: what an agent is given to read, packed into its budget."""
