"""The context: the text that an agent reads at a turn, packed into its budget."""
