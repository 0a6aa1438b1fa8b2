"""The context: what an agent reads at a turn, packed into its budget."""
